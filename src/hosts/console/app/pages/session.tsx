import { useEffect, useState } from 'preact/hooks'
import type { SessionDetail, TimelineRow } from '../../../../console/contract/shapes.ts'
import { Ribbon } from '../charts/ribbon.tsx'
import { withKeys } from '../keys.ts'
import { Bar } from '../parts/bar.tsx'
import { FactList } from '../parts/fact-list.tsx'
import { Figure } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { Loaded } from '../parts/states.tsx'
import { AgentText } from '../parts/text.tsx'
import { addressOf, go, onLink } from '../router.ts'
import { now, projectOf, runtimeName } from '../state.ts'
import { useAsk } from '../use-ask.ts'
import { SESSIONS } from '../words/en.ts'
import { span, when } from '../words/format.ts'

const KINDS = {
  calls: ['call.judged', 'call.refused'],
  results: ['call.observed'],
  boundaries: ['boundary.detected', 'loop.detected'],
  holds: [
    'junction.opened',
    'junction.approved',
    'junction.skipped',
    'junction.dismissed',
    'junction.lapsed',
    'junction.kept',
    'junction.met',
    'approval.refused',
  ],
  steers: ['steer.issued'],
  ledger: ['ledger.recorded'],
  prompts: ['prompt.received'],
  other: [
    'session.started',
    'session.ended',
    'context.compacted',
    'agent.started',
    'agent.stopped',
    'mode.changed',
    'objective.set',
  ],
} as const

type KindName = keyof typeof KINDS
const FIRST: readonly KindName[] = ['calls', 'results', 'boundaries', 'holds', 'steers', 'ledger', 'prompts', 'other']

interface Props {
  readonly project: string
  readonly id: string
  readonly row?: number
}

/** One session as one timeline, newest first. */
export function SessionView({ project, id, row }: Props) {
  const path = `/sessions/${project}/${encodeURIComponent(id)}`
  const asked = useAsk<SessionDetail>(path)
  const [kinds, choose] = useState<readonly KindName[]>(FIRST)
  const [agent, follow] = useState<string | undefined>(undefined)
  const [q, search] = useState('')
  const [open, show] = useState<number | undefined>(row)
  const query = new URLSearchParams({
    limit: '120',
    kinds: kinds.flatMap((name) => KINDS[name]).join(','),
    ...(agent !== undefined && { agent }),
    ...(q !== '' && { q }),
  })
  const [rows, see] = useState<readonly TimelineRow[]>([])
  const toggle = (one: TimelineRow) => {
    const next = open === one.seq ? undefined : one.seq
    show(next)
    go({ page: 'sessions', session: { project, id, ...(next !== undefined && { row: next }) } }, 'replace')
  }
  useEffect(() => {
    const move = (by: number) => () => {
      const at = rows.findIndex(({ seq }) => seq === open)
      const next = rows[Math.max(0, Math.min(rows.length - 1, at + by))]
      if (next) show(next.seq)
    }
    return withKeys({ j: move(1), k: move(-1), escape: () => show(undefined) })
  }, [rows, open])
  return (
    <>
      <Bar title={SESSIONS.title}>
        <input
          type="search"
          aria-label={SESSIONS.searchRows}
          placeholder={SESSIONS.searchRows}
          value={q}
          onInput={(event) => search(event.currentTarget.value)}
        />
      </Bar>
      <main id="page" class="page session" tabIndex={-1}>
        <a
          class="backlink"
          href={addressOf({ page: 'sessions' })}
          onClick={(event) => onLink(event, { page: 'sessions' })}
        >
          <Icon name="chevron" size={14} />
          {SESSIONS.back}
        </a>
        <Loaded asked={asked} lines={3}>
          {(session) => (
            <>
              <Head session={session} />
              <div class="filters" role="group" aria-label={SESSIONS.filters}>
                {FIRST.map((name) => (
                  <label key={name} class="chip">
                    <input
                      type="checkbox"
                      checked={kinds.includes(name)}
                      onChange={() =>
                        choose(kinds.includes(name) ? kinds.filter((one) => one !== name) : [...kinds, name])
                      }
                    />
                    <span>{SESSIONS.kinds[name]}</span>
                  </label>
                ))}
                {session.agents.length > 0 && (
                  <select
                    aria-label={SESSIONS.agent}
                    value={agent ?? '*'}
                    onChange={(event) =>
                      follow(event.currentTarget.value === '*' ? undefined : event.currentTarget.value)
                    }
                  >
                    <option value="*">{SESSIONS.everyAgent}</option>
                    <option value="">{SESSIONS.lane.main}</option>
                    {session.agents.map((one) => (
                      <option key={one.id} value={one.id}>
                        {one.type}
                      </option>
                    ))}
                  </select>
                )}
              </div>
              <FactList
                path={kinds.length === 0 ? undefined : `${path}/timeline?${query}`}
                project={project}
                label={SESSIONS.title}
                open={open}
                onOpen={toggle}
                onRows={see}
                laneOf={lanesOf(session, agent)}
              >
                <p class="muted pad">{SESSIONS.noRows}</p>
              </FactList>
            </>
          )}
        </Loaded>
      </main>
    </>
  )
}

/** The session's own calls on the left, each subagent beside it; one lane where one agent is followed. */
function lanesOf({ agents }: SessionDetail, only: string | undefined) {
  if (agents.length === 0 || only !== undefined) return () => undefined
  return ({ agent }: TimelineRow) => {
    const at = agents.findIndex(({ id }) => id === agent) + 1
    return { name: agents[at - 1]?.type ?? SESSIONS.lane.main, at }
  }
}

function Head({ session }: { readonly session: SessionDetail }) {
  const claims = Map.groupBy(session.claims, ({ standing }) => standing)
  return (
    <header class="panel head">
      <div>
        <h2>
          <AgentText text={session.title || SESSIONS.untitled} most={200} />
        </h2>
        <p class="muted">
          {`${runtimeName(session.runtime)} · ${projectOf(session.project)?.name ?? ''} · ${when(session.startedMs, now.value)} · ${span(session.lastMs - session.startedMs)} · `}
          <code>{session.session.slice(0, 8)}</code>
        </p>
      </div>
      <p class="figures">
        <Figure label={SESSIONS.counts.calls} n={session.calls} />
        <Figure label={SESSIONS.counts.holds} n={session.holds} tone="hold" />
        <Figure label={SESSIONS.counts.steers} n={session.steers} />
        <Figure label={SESSIONS.counts.failed} n={session.failed} tone="bad" />
        {(['verified', 'false', 'unverified'] as const).map((standing) =>
          claims.has(standing) ? (
            <Figure
              key={standing}
              label={SESSIONS.claim[standing]}
              n={claims.get(standing)?.length ?? 0}
              tone={standing === 'false' ? 'bad' : ''}
            />
          ) : null,
        )}
      </p>
      <Ribbon parts={session.ribbon} boundaries={session.boundaries} />
    </header>
  )
}
