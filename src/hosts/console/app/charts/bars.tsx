import { useState } from 'preact/hooks'
import { INSIGHTS } from '../words/en.ts'
import { num } from '../words/format.ts'

interface Series {
  readonly name: string
  readonly label: string
}

export interface Bar {
  readonly key: number
  readonly label: string
  readonly values: Readonly<Record<string, number>>
}

interface Props {
  readonly title: string
  readonly sentence: string
  readonly axis: string
  readonly series: readonly Series[]
  readonly bars: readonly Bar[]
  /** Over the whole width of the page. */
  readonly wide?: boolean
}

const HEIGHT = 120
const STEP = 24
const LEAST_SLOTS = 8

/** Stacked bars with a sentence that says what they show, and the same as a table. */
export function Bars({ title, sentence, axis, series, bars, wide = false }: Props) {
  const [asTable, turn] = useState(false)
  const sums = bars.map(({ values }) => series.reduce((sum, { name }) => sum + (values[name] ?? 0), 0))
  const most = Math.max(1, ...sums)
  // A few bars stay bars.
  const slots = Math.max(bars.length, LEAST_SLOTS)
  return (
    <section class={`panel chart${wide ? ' wide' : ''}`}>
      <header>
        <h2>{title}</h2>
        <button type="button" class="quiet" onClick={() => turn(!asTable)}>
          {asTable ? INSIGHTS.chart : INSIGHTS.table}
        </button>
      </header>
      <p class="muted">{sentence}</p>
      {asTable ? (
        <Table axis={axis} series={series} bars={bars} />
      ) : (
        <>
          <svg viewBox={`0 0 ${slots * STEP} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={sentence}>
            <line class="base" x1="0" y1={HEIGHT - 0.5} x2={slots * STEP} y2={HEIGHT - 0.5} />
            {bars.map((bar, index) => {
              let top = HEIGHT
              return (
                <g key={bar.key}>
                  <title>{`${bar.label}: ${series.map(({ name, label }) => `${label} ${num(bar.values[name] ?? 0)}`).join(', ')}`}</title>
                  {series.map(({ name }) => {
                    const height = ((bar.values[name] ?? 0) / most) * (HEIGHT - 8)
                    top -= height
                    return height === 0 ? null : (
                      <rect
                        key={name}
                        class={`serie ${name}`}
                        x={index * STEP + 3}
                        y={top}
                        width={STEP - 6}
                        height={Math.max(1, height - 1)}
                      />
                    )
                  })}
                </g>
              )
            })}
          </svg>
          <p class="legend">
            <span>{bars[0]?.label}</span>
            {series.map(({ name, label }) => (
              <span key={name} class={`key ${name}`}>
                {label}
              </span>
            ))}
            <span class="end">{bars.at(-1)?.label}</span>
          </p>
        </>
      )}
    </section>
  )
}

function Table({ axis, series, bars }: Pick<Props, 'axis' | 'series' | 'bars'>) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={axis}>
      <table>
        <thead>
          <tr>
            <th scope="col">{axis}</th>
            {series.map(({ name, label }) => (
              <th key={name} scope="col" class="figure">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map(({ key, label, values }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              {series.map(({ name }) => (
                <td key={name} class="figure">
                  {num(values[name] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
