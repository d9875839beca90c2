import { useState } from 'preact/hooks'
import type { DecisionRow, LedgerAnswer, PacketAnswer, RecheckAnswer } from '../../../../console/contract/shapes.ts'
import { ask } from '../api.ts'
import { Bars } from '../charts/bars.tsx'
import { Bar, oneProject } from '../parts/bar.tsx'
import { Icon } from '../parts/icon.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { AgentText } from '../parts/text.tsx'
import { meet, now } from '../state.ts'
import { useAsk } from '../use-ask.ts'
import { LEDGER } from '../words/en.ts'
import { date, when } from '../words/format.ts'

const DAY_MS = 86_400_000

/** What was decided about the work and why, and what is open. To read. */
export function Ledger() {
  const id = oneProject()
  const asked = useAsk<LedgerAnswer>(id === undefined ? undefined : `/ledger/${id}`)
  return (
    <>
      <Bar title={LEDGER.title} one />
      <main id="page" class="page ledger" tabIndex={-1}>
        <Loaded asked={asked} lines={7}>
          {(answer) =>
            id === undefined || answer.decisions.length === 0 ? (
              <Empty icon="book" title={LEDGER.emptyTitle} next={LEDGER.emptyNext} />
            ) : (
              <Book answer={answer} project={id} />
            )
          }
        </Loaded>
      </main>
    </>
  )
}

interface BookProps {
  readonly answer: LedgerAnswer
  readonly project: string
}

function Book({ answer, project }: BookProps) {
  const [looked, tell] = useState<RecheckAnswer | 'going' | undefined>(undefined)
  const recheck = () => {
    tell('going')
    ask<RecheckAnswer>(`/ledger/${project}/recheck`, { method: 'POST', body: {} }).then(tell, (error: unknown) => {
      meet(error)
      tell(undefined)
    })
  }
  const cites = typeof looked === 'object' ? looked.cites : []
  const { decisions, grounding } = answer
  const [grounded, all] = grounding.reduce(([some, every], one) => [some + one.grounded, every + one.all], [0, 0])
  return (
    <div class="columns">
      <section aria-labelledby="decisions">
        <header class="line">
          <h2 id="decisions" class="overline flush">
            {LEDGER.decisions}
          </h2>
          <button type="button" class="quiet end" disabled={looked === 'going'} onClick={recheck}>
            <Icon name="check" size={14} />
            {LEDGER.recheck}
          </button>
        </header>
        {looked !== undefined && (
          <p class="muted" role="status">
            {looked === 'going'
              ? LEDGER.rechecking
              : LEDGER.rechecked(cites.filter(({ stands }) => stands).length, cites.length)}
          </p>
        )}
        <ol class="decisions">
          {decisions.map((one) => (
            <li key={one.id}>
              <Decision decision={one} looked={cites.filter(({ decision }) => decision === one.id)} />
            </li>
          ))}
        </ol>
      </section>
      <aside>
        <Todo title={LEDGER.next} texts={answer.nextSteps} />
        <Todo title={LEDGER.blockers} texts={answer.blockers} />
        <Todo title={LEDGER.questions} texts={answer.questions} />
        <NextPacket project={project} />
        {all > 0 && (
          <Bars
            title={LEDGER.grounding}
            sentence={LEDGER.groundingText(grounded, all)}
            axis={LEDGER.grounding}
            series={[
              { name: 'approved', label: LEDGER.withEvidence },
              { name: 'lapsed', label: LEDGER.without },
            ]}
            bars={grounding.map((one) => ({
              key: one.day,
              label: date(one.day * DAY_MS),
              values: { approved: one.grounded, lapsed: one.all - one.grounded },
            }))}
          />
        )}
      </aside>
    </div>
  )
}

interface DecisionProps {
  readonly decision: DecisionRow
  /** Its citations as they were found just now. */
  readonly looked: RecheckAnswer['cites']
}

function Decision({ decision, looked }: DecisionProps) {
  const { title, claim, rationale, atMs, isSuperseded, grounding, citations } = decision
  return (
    <article class={`panel decision${isSuperseded ? ' old' : ''}`}>
      <header class="line">
        <h3>
          <AgentText text={title} most={160} />
        </h3>
        {isSuperseded && <span class="tag">{LEDGER.superseded}</span>}
        <span class={`tag ground ${grounding}`}>{LEDGER.grounded[grounding] ?? grounding}</span>
        <time class="muted end">{when(atMs, now.value)}</time>
      </header>
      {claim !== '' && claim !== title && (
        <p>
          <AgentText text={claim} most={600} />
        </p>
      )}
      {rationale !== '' && (
        <p class="muted">
          <b>{LEDGER.why}</b> <AgentText text={rationale} most={600} />
        </p>
      )}
      {citations.length > 0 && (
        <ul class="cites">
          {citations.map(({ place, standing }) => (
            <li key={place}>
              <code>
                <AgentText text={place} most={120} />
              </code>
              <Standing standing={standing} looked={looked.find((one) => one.place === place)} />
            </li>
          ))}
        </ul>
      )}
    </article>
  )
}

/** As it was when it was written; as it is, where somebody looked again. */
function Standing({
  standing,
  looked,
}: {
  readonly standing: string
  readonly looked: RecheckAnswer['cites'][number] | undefined
}) {
  if (looked === undefined) return <span class={`tag ${standing}`}>{LEDGER.standing[standing] ?? standing}</span>
  return (
    <span class={`tag ${looked.stands ? 'verified' : 'changed'}`}>
      {looked.stands ? LEDGER.standsNow : <AgentText text={looked.how} most={160} />}
    </span>
  )
}

/** What the next session is told at its start, as it would be told now. */
function NextPacket({ project }: { readonly project: string }) {
  const asked = useAsk<PacketAnswer>(`/ledger/${project}/packet`)
  return (
    <section class="panel todo">
      <h2>{LEDGER.packet}</h2>
      <Loaded asked={asked} lines={3}>
        {({ text, tokens }) =>
          text === '' ? (
            <p class="muted">{LEDGER.noPacket}</p>
          ) : (
            <>
              <p class="muted">{LEDGER.packetText(tokens)}</p>
              <pre class="codeblock script" tabIndex={0}>
                <AgentText text={text} />
              </pre>
            </>
          )
        }
      </Loaded>
    </section>
  )
}

function Todo({ title, texts }: { readonly title: string; readonly texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <section class="panel todo">
      <h2>{title}</h2>
      <ul>
        {texts.map((text) => (
          <li key={text}>
            <AgentText text={text} most={300} />
          </li>
        ))}
      </ul>
    </section>
  )
}
