import { useEffect, useState } from 'preact/hooks'
import type { HoldRow, HoldsAnswer } from '../../../../console/contract/shapes.ts'
import { withKeys } from '../keys.ts'
import { Bar } from '../parts/bar.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { AgentText } from '../parts/text.tsx'
import { addressOf, go, onLink, route } from '../router.ts'
import { chosenProject, now, projectOf } from '../state.ts'
import { useAsk } from '../use-ask.ts'
import { BAR, NAV, QUEUE } from '../words/en.ts'
import { span, when } from '../words/format.ts'
import { HoldView } from './hold.tsx'

const RECENT_MS = 10 * 60_000
const SETTLED = 12

/** What waits for the person, and the one that is open. */
export function Queue() {
  const [q, search] = useState('')
  const only = chosenProject.value === '' ? '' : `&project=${chosenProject.value}`
  const waiting = useAsk<HoldsAnswer>(`/holds?state=waiting${only}`)
  const settled = useAsk<HoldsAnswer>(
    `/holds?state=settled&limit=${SETTLED}${only}${q === '' ? '' : `&q=${encodeURIComponent(q)}`}`,
  )
  const matches = (row: HoldRow) =>
    `${row.command} ${row.reason} #${row.number}`.toLowerCase().includes(q.toLowerCase())
  const rows = (waiting.answer?.rows ?? []).filter(matches)
  const past = settled.answer?.rows ?? []
  const chosen = route.value.page === 'queue' ? route.value.hold : undefined
  const shown = chosen ?? (rows[0] && wide() ? rows[0] : undefined)
  useKeys([...rows, ...past], shown)
  return (
    <>
      <Bar title={QUEUE.title} count={waiting.answer?.rows.length ?? 0}>
        <input
          type="search"
          aria-label={BAR.search}
          placeholder={BAR.search}
          value={q}
          onInput={(event) => search(event.currentTarget.value)}
        />
      </Bar>
      <main id="page" class={`queue${chosen ? ' opened' : ''}`} tabIndex={-1}>
        <section class="list" aria-label={NAV.queue}>
          <h2 class="overline">{QUEUE.waiting}</h2>
          <Loaded asked={waiting} lines={4}>
            {({ last }) =>
              rows.length === 0 && q === '' ? (
                <Empty icon="inbox" title={QUEUE.emptyTitle} next={QUEUE.emptyNext}>
                  {last && (
                    <p class="muted">
                      {QUEUE.last(last.number, when(last.endedAtMs ?? last.atMs, now.value), QUEUE.outcome(last.state))}
                    </p>
                  )}
                </Empty>
              ) : (
                <ul class="cards">
                  {rows.map((row) => (
                    <HoldCard key={`${row.project}${row.number}`} row={row} isShown={isSame(row, shown)} />
                  ))}
                </ul>
              )
            }
          </Loaded>
          {past.length > 0 && (
            <>
              <h2 class="overline">{QUEUE.settled}</h2>
              <ul class="settled">
                {past.map((row) => (
                  <SettledRow key={`${row.project}${row.number}`} row={row} isShown={isSame(row, shown)} />
                ))}
              </ul>
            </>
          )}
        </section>
        <section class="detail" aria-live="off">
          {shown ? (
            <HoldView key={`${shown.project}${shown.number}`} project={shown.project} number={shown.number} />
          ) : (
            rows.length > 0 && <p class="muted pad">{QUEUE.choose}</p>
          )}
        </section>
      </main>
    </>
  )
}

const wide = () => matchMedia('(min-width: 60rem)').matches

const isSame = (row: HoldRow, shown: { readonly project: string; readonly number: number } | undefined): boolean =>
  shown !== undefined && row.project === shown.project && row.number === shown.number

/** j and k follow the list as it is filtered. */
function useKeys(
  rows: readonly HoldRow[],
  shown: { readonly project: string; readonly number: number } | undefined,
): void {
  useEffect(() => {
    const move = (by: number) => () => {
      const at = rows.findIndex((row) => isSame(row, shown))
      const next = rows[Math.min(rows.length - 1, Math.max(0, at + by))]
      if (next) go({ page: 'queue', hold: { project: next.project, number: next.number } }, 'replace')
    }
    const open = () => {
      const first = shown ?? rows[0]
      if (first) go({ page: 'queue', hold: { project: first.project, number: first.number } })
    }
    return withKeys({ j: move(1), k: move(-1), o: open })
  }, [rows, shown])
}

function waitText({ asker, atMs, keptUntilMs }: HoldRow): string {
  if (keptUntilMs !== undefined) return `${QUEUE.ended} · ${QUEUE.kept(keptUntilMs - now.value)}`
  switch (asker?.kind) {
    case 'parked':
      return QUEUE.parked(now.value - atMs)
    case 'working':
      return QUEUE.working(asker.calls)
    case 'ended':
      return QUEUE.ended
    default:
      return QUEUE.idle(now.value - (asker?.sinceMs ?? atMs))
  }
}

function HoldCard({ row, isShown }: { readonly row: HoldRow; readonly isShown: boolean }) {
  const to = { page: 'queue', hold: { project: row.project, number: row.number } } as const
  return (
    <li>
      <a
        class="card"
        href={addressOf(to)}
        aria-current={isShown ? 'true' : undefined}
        onClick={(event) => onLink(event, to)}
      >
        <span class="line">
          <b class="number">{QUEUE.number(row.number)}</b>
          <span>{projectOf(row.project)?.name}</span>
          <time class="muted end">{span(now.value - row.atMs)}</time>
        </span>
        <code class="command">
          <AgentText text={row.command || row.reason} most={160} />
        </code>
        <span class="muted">{waitText(row)}</span>
      </a>
    </li>
  )
}

function SettledRow({ row, isShown }: { readonly row: HoldRow; readonly isShown: boolean }) {
  const to = { page: 'queue', hold: { project: row.project, number: row.number } } as const
  const ended = row.endedAtMs ?? row.atMs
  return (
    <li class={now.value - ended < RECENT_MS ? 'recent' : ''}>
      <a href={addressOf(to)} aria-current={isShown ? 'true' : undefined} onClick={(event) => onLink(event, to)}>
        <b class="number">{QUEUE.number(row.number)}</b>
        <span class={`outcome ${row.state}`}>{QUEUE.outcome(row.state)}</span>
        <time class="muted end">{when(ended, now.value)}</time>
      </a>
    </li>
  )
}
