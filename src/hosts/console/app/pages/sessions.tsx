import { useEffect, useState } from 'preact/hooks'
import type { SessionRow } from '../../../../console/contract/shapes.ts'
import { withKeys } from '../keys.ts'
import { Bar } from '../parts/bar.tsx'
import { Figure } from '../parts/figure.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { AgentText } from '../parts/text.tsx'
import { addressOf, go, onLink, route } from '../router.ts'
import { chosenProject, now, projectOf, runtimeName } from '../state.ts'
import { usePages } from '../use-pages.ts'
import { SESSIONS, STATES } from '../words/en.ts'
import { span, when } from '../words/format.ts'
import { SessionView } from './session.tsx'

/** All sessions, or the one that is open. */
export function Sessions() {
  const { value } = route
  return value.page === 'sessions' && value.session ? (
    <SessionView {...value.session} key={value.session.id} />
  ) : (
    <SessionList />
  )
}

function SessionList() {
  const [q, search] = useState('')
  const only = chosenProject.value === '' ? '' : `&project=${chosenProject.value}`
  const { rows, problem, more, again } = usePages<SessionRow>(
    `/sessions?limit=60${only}${q === '' ? '' : `&q=${encodeURIComponent(q)}`}`,
    (row) => `${row.project}${row.session}`,
  )
  const [at, move] = useState(-1)
  useEffect(() => {
    const list = rows ?? []
    const by = (step: number) => () => move(Math.max(0, Math.min(list.length - 1, at + step)))
    const open = () => {
      const row = list[at]
      if (row) go({ page: 'sessions', session: { project: row.project, id: row.session } })
    }
    return withKeys({ j: by(1), k: by(-1), enter: open, o: open })
  }, [rows, at])
  return (
    <>
      <Bar title={SESSIONS.title}>
        <input
          type="search"
          aria-label={SESSIONS.search}
          placeholder={SESSIONS.search}
          value={q}
          onInput={(event) => search(event.currentTarget.value)}
        />
      </Bar>
      <main id="page" class="page" tabIndex={-1}>
        <Loaded asked={{ answer: rows, problem, isStale: false, again }} lines={8}>
          {(list) =>
            list.length === 0 ? (
              <Empty icon="layers" title={SESSIONS.emptyTitle} next={q === '' ? SESSIONS.emptyNext : SESSIONS.noRows} />
            ) : (
              <>
                <ul class="sessions">
                  {list.map((row, index) => (
                    <SessionItem key={`${row.project}${row.session}`} row={row} isMarked={index === at} />
                  ))}
                </ul>
                {more && (
                  <button type="button" class="more" onClick={more}>
                    {STATES.more}
                  </button>
                )}
              </>
            )
          }
        </Loaded>
      </main>
    </>
  )
}

function SessionItem({ row, isMarked }: { readonly row: SessionRow; readonly isMarked: boolean }) {
  const to = { page: 'sessions', session: { project: row.project, id: row.session } } as const
  return (
    <li>
      <a href={addressOf(to)} class={isMarked ? 'marked' : ''} onClick={(event) => onLink(event, to)}>
        <span class="title">
          <AgentText text={row.title || SESSIONS.untitled} most={140} />
        </span>
        <span class="muted sub">
          {`${runtimeName(row.runtime)} · ${projectOf(row.project)?.name ?? ''} · ${when(row.startedMs, now.value)} · ${span(row.lastMs - row.startedMs)}`}
        </span>
        <span class="figures">
          <Figure label={SESSIONS.counts.calls} n={row.calls} />
          <Figure label={SESSIONS.counts.holds} n={row.holds} tone="hold" />
          <Figure label={SESSIONS.counts.failed} n={row.failed} tone="bad" />
        </span>
        <span class={`tag ${row.ended ? '' : 'live'}`}>{row.ended ? SESSIONS.ended : SESSIONS.live}</span>
      </a>
    </li>
  )
}
