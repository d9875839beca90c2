import { useState } from 'preact/hooks'
import type { InsightsAnswer } from '../../../../console/contract/shapes.ts'
import { Bars, type Bar as ChartBar } from '../charts/bars.tsx'
import { Bar } from '../parts/bar.tsx'
import { CopyCommand } from '../parts/copy.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { AgentText } from '../parts/text.tsx'
import { chosenProject } from '../state.ts'
import { useAsk } from '../use-ask.ts'
import { INSIGHTS } from '../words/en.ts'
import { date, num, percent } from '../words/format.ts'

const DAY_MS = 86_400_000
const DAYS = [7, 30, 90, 180]
const LEAST = 20
const OUTCOMES = ['approved', 'dismissed', 'skipped', 'lapsed', 'answered', 'waiting'] as const
const NOISE = { decided: 10, share: 0.9 }

/** What the holds of the last weeks say about the rules, not about people. */
export function Insights() {
  const [days, see] = useState(30)
  const only = chosenProject.value === '' ? '' : `&project=${chosenProject.value}`
  const asked = useAsk<InsightsAnswer>(`/insights?days=${days}${only}`)
  return (
    <>
      <Bar title={INSIGHTS.title}>
        <select
          aria-label={INSIGHTS.daysLabel}
          value={days}
          onChange={(event) => see(Number(event.currentTarget.value))}
        >
          {DAYS.map((value) => (
            <option key={value} value={value}>
              {INSIGHTS.days(value)}
            </option>
          ))}
        </select>
      </Bar>
      <main id="page" class="page insights" tabIndex={-1}>
        <Loaded asked={asked} lines={9}>
          {(answer) =>
            answer.decisions < LEAST ? (
              <Empty icon="chart" title={INSIGHTS.emptyTitle} next={INSIGHTS.emptyNext(answer.decisions)} />
            ) : (
              <Charts answer={answer} />
            )
          }
        </Loaded>
      </main>
    </>
  )
}

function Charts({ answer }: { readonly answer: InsightsAnswer }) {
  const holds = answer.rules.reduce((sum, { held }) => sum + held, 0)
  const passed = answer.rules.reduce((sum, rule) => sum + rule.passed, 0)
  const seen = OUTCOMES.filter((name) => answer.byDay.some(({ outcome }) => outcome === name))
  const series = seen.map((name) => ({ name, label: INSIGHTS.outcomes[name] ?? name }))
  const weeks = [...new Set(answer.waited.map(({ week }) => week))]
  const waited = weeks.map(
    (week): ChartBar => ({
      key: week,
      label: date(week * 7 * DAY_MS),
      values: Object.fromEntries(
        answer.waited.filter((one) => one.week === week).map(({ outcome, minutes }) => [outcome, minutes]),
      ),
    }),
  )
  return (
    <div class="grid">
      <Bars
        wide
        title={INSIGHTS.perDay}
        sentence={INSIGHTS.perDayText(holds, passed, answer.days)}
        axis={INSIGHTS.day}
        series={series}
        bars={daysOf(answer)}
      />
      <Rules answer={answer} />
      <Bars
        title={INSIGHTS.waited}
        sentence={INSIGHTS.waitedText(answer.waited.reduce((sum, { minutes }) => sum + minutes, 0))}
        axis={INSIGHTS.week}
        series={series}
        bars={waited}
      />
      <section class="panel">
        <h2>{INSIGHTS.decide}</h2>
        <p class="big">
          {answer.decideMs ? INSIGHTS.decideText(answer.decideMs.median, answer.decideMs.p90) : INSIGHTS.none}
        </p>
        <p class="muted">{INSIGHTS.loops(answer.loops)}</p>
      </section>
      <Top title={INSIGHTS.commands} rows={answer.commands} />
      <Top title={INSIGHTS.failing} rows={answer.failing} />
      <Top title={INSIGHTS.folders} rows={answer.folders} />
      <Top title={INSIGHTS.refusals} rows={answer.refusals} />
    </div>
  )
}

/** Every day of the time, also those on which nothing was held. */
function daysOf({ byDay, days }: InsightsAnswer): readonly ChartBar[] {
  const today = Math.floor(Date.now() / DAY_MS)
  return Array.from({ length: Math.min(days, 180) }, (_, index) => {
    const day = today - Math.min(days, 180) + 1 + index
    const own = byDay.filter((one) => one.day === day)
    return {
      key: day,
      label: date(day * DAY_MS),
      values: Object.fromEntries(own.map(({ outcome, n }) => [outcome, n])),
    }
  })
}

function Rules({ answer }: { readonly answer: InsightsAnswer }) {
  const isNoise = ({ decided, passed }: InsightsAnswer['rules'][number]) =>
    decided >= NOISE.decided && passed / decided >= NOISE.share
  return (
    <section class="panel wide">
      <h2>{INSIGHTS.rates}</h2>
      <p class="muted">{INSIGHTS.ratesText(answer.rules.filter(isNoise).length)}</p>
      <div class="scroll" tabIndex={0} role="region" aria-label={INSIGHTS.rates}>
        <table>
          <thead>
            <tr>
              <th scope="col">{INSIGHTS.rule}</th>
              <th scope="col" class="figure">
                {INSIGHTS.held}
              </th>
              <th scope="col">{INSIGHTS.passed}</th>
              <th scope="col" class="figure">
                {INSIGHTS.skipped}
              </th>
              <th scope="col" class="figure">
                {INSIGHTS.lapsed}
              </th>
            </tr>
          </thead>
          <tbody>
            {answer.rules.map((rule) => (
              <tr key={rule.rule}>
                <th scope="row">
                  <code>{rule.rule}</code>
                  {isNoise(rule) && (
                    <span class="noise">
                      <span class="tag hold">{INSIGHTS.noise}</span>
                      <CopyCommand command={INSIGHTS.tune(rule.rule)} />
                    </span>
                  )}
                </th>
                <td class="figure">{num(rule.held)}</td>
                <td>
                  <span class="meter" aria-hidden="true">
                    <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                      <rect class="track" width="100" height="8" rx="4" />
                      <rect
                        class="fill"
                        width={rule.decided === 0 ? 0 : (rule.passed / rule.decided) * 100}
                        height="8"
                        rx="4"
                      />
                    </svg>
                  </span>
                  {rule.decided === 0 ? INSIGHTS.none : percent(rule.passed / rule.decided)}
                </td>
                <td class="figure">{num(rule.skipped)}</td>
                <td class="figure">{num(rule.lapsed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Top({ title, rows }: { readonly title: string; readonly rows: InsightsAnswer['commands'] }) {
  const most = Math.max(1, ...rows.map(({ n }) => n))
  return (
    <section class="panel top">
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p class="muted">{INSIGHTS.none}</p>
      ) : (
        <ol>
          {rows.map(({ name, n }) => (
            <li key={name}>
              <code>
                <AgentText text={name} most={70} />
              </code>
              <span class="figure">{num(n)}</span>
              <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                <rect class="fill" width={(n / most) * 100} height="4" rx="2" />
              </svg>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
