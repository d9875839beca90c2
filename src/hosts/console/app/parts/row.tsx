import type { FactAnswer, TimelineRow } from '../../../../console/contract/shapes.ts'
import { addressOf, onLink } from '../router.ts'
import { useAsk } from '../use-ask.ts'
import { SESSIONS } from '../words/en.ts'
import { kindName, verdictName } from '../words/facts.ts'
import { moment, timeSeconds } from '../words/format.ts'
import { CopyCommand } from './copy.tsx'
import { Loaded } from './states.tsx'
import { AgentText } from './text.tsx'

interface Props {
  readonly row: TimelineRow
  readonly project: string
  readonly isOpen: boolean
  readonly onOpen: (row: TimelineRow) => void
  /** Where several agents are in one list. */
  readonly lane?: { readonly name: string; readonly at: number } | undefined
}

/** Beyond these, agents share the last. */
const MAX_LANES = 3

/** The tone of a row: what stands out is refused, failed, or waits. */
function toneOf({ kind, outcome }: TimelineRow): string {
  // The call that was held has its verdict; one tinted row for one hold is enough.
  if (kind === 'junction.opened') return 'hold'
  if (outcome === 'block' || outcome === 'failed' || /refused|rejected|failed|lapsed/.test(kind)) return 'bad'
  if (/approved|dismissed|committed/.test(kind)) return 'good'
  return /boundary|steer|loop/.test(kind) ? 'mark' : ''
}

/** One fact in one line; opens to the whole of it. */
export function FactRow({ row, project, isOpen, onOpen, lane }: Props) {
  return (
    <div
      class={`row ${toneOf(row)}${isOpen ? ' open' : ''}${lane ? ` lane lane-${Math.min(lane.at, MAX_LANES)}` : ''}`}
    >
      <button type="button" aria-expanded={isOpen} onClick={() => onOpen(row)}>
        <time title={moment(row.atMs)}>{timeSeconds(row.atMs)}</time>
        <span class="kind">{kindName(row.kind)}</span>
        {row.outcome !== '' && row.kind.startsWith('call.') && (
          <span class={`verdict v-${row.outcome}`}>{verdictName(row.outcome)}</span>
        )}
        {lane && lane.at > 0 && (
          <span class="tag">
            <AgentText text={lane.name} most={40} />
          </span>
        )}
        <span class="what">
          <AgentText text={row.text} most={220} />
        </span>
      </button>
      {isOpen && <OpenFact row={row} project={project} />}
    </div>
  )
}

function OpenFact({ row, project }: Pick<Props, 'row' | 'project'>) {
  const asked = useAsk<FactAnswer>(`/audit/${project}/fact/${row.seq}`, { live: false })
  const hold =
    row.number === undefined ? undefined : ({ page: 'queue', hold: { project, number: row.number } } as const)
  const command =
    row.kind === 'call.judged' && row.text.startsWith('Bash ') ? row.text.slice('Bash '.length) : undefined
  return (
    <Loaded asked={asked} lines={3}>
      {({ body, hash }) => (
        <div class="fact">
          <p class="line muted">
            <span>{SESSIONS.fact(row.seq)}</span>
            <code>{SESSIONS.hash(hash)}</code>
            {row.rule !== undefined && <code>{row.rule}</code>}
            {hold && (
              <a href={addressOf(hold)} onClick={(event) => onLink(event, hold)}>
                {SESSIONS.openHold}
              </a>
            )}
          </p>
          <pre class="codeblock script" tabIndex={0}>
            <AgentText text={body} />
          </pre>
          {command !== undefined && command.length < 200 && (
            <p class="line muted">
              {SESSIONS.explain} <CopyCommand command={SESSIONS.explainCommand(command)} />
            </p>
          )}
        </div>
      )}
    </Loaded>
  )
}
