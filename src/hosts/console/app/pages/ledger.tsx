import type { DecisionRow, LedgerAnswer } from '../../../../console/contract/shapes.ts'
import { Bars } from '../charts/bars.tsx'
import { Bar, oneProject } from '../parts/bar.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { AgentText } from '../parts/text.tsx'
import { now } from '../state.ts'
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
            answer.decisions.length === 0 ? (
              <Empty icon="book" title={LEDGER.emptyTitle} next={LEDGER.emptyNext} />
            ) : (
              <Book answer={answer} />
            )
          }
        </Loaded>
      </main>
    </>
  )
}

function Book({ answer }: { readonly answer: LedgerAnswer }) {
  const { decisions, grounding } = answer
  const [grounded, all] = grounding.reduce(([some, every], one) => [some + one.grounded, every + one.all], [0, 0])
  return (
    <div class="columns">
      <section aria-labelledby="decisions">
        <h2 id="decisions" class="overline flush">
          {LEDGER.decisions}
        </h2>
        <ol class="decisions">
          {decisions.map((one) => (
            <li key={one.id}>
              <Decision decision={one} />
            </li>
          ))}
        </ol>
      </section>
      <aside>
        <Todo title={LEDGER.next} texts={answer.nextSteps} />
        <Todo title={LEDGER.blockers} texts={answer.blockers} />
        <Todo title={LEDGER.questions} texts={answer.questions} />
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

function Decision({ decision }: { readonly decision: DecisionRow }) {
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
              <span class={`tag ${standing}`}>{LEDGER.standing[standing] ?? standing}</span>
            </li>
          ))}
        </ul>
      )}
    </article>
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
