import type { RibbonPart } from '../../../../console/contract/shapes.ts'
import { workName } from '../state.ts'
import { SESSIONS } from '../words/en.ts'
import { span, time } from '../words/format.ts'

const WIDTH = 1_000
const HEIGHT = 26
const KINDS = new Set(['explore', 'edit', 'verify', 'ship', 'plan'])

interface Props {
  readonly parts: readonly RibbonPart[]
  readonly boundaries: readonly number[]
}

/** Kinds of work over time; boundaries as marks. The words below say the same without colour. */
export function Ribbon({ parts, boundaries }: Props) {
  const [from, to] = [parts[0]?.fromMs ?? 0, parts.at(-1)?.toMs ?? 0]
  if (to <= from) return null
  const x = (atMs: number) => ((Math.min(to, Math.max(from, atMs)) - from) / (to - from)) * WIDTH
  const kinds = [...Map.groupBy(parts, ({ work }) => work)].map(([work, own]) => ({
    work,
    ms: own.reduce((sum, one) => sum + one.toMs - one.fromMs, 0),
  }))
  return (
    <figure class="ribbon">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={SESSIONS.ribbon(parts.length)}
      >
        {parts.map(({ work, fromMs, toMs }) => (
          <rect
            key={fromMs}
            class={`work ${KINDS.has(work) ? work : 'other'}`}
            x={x(fromMs)}
            y="0"
            width={Math.max(2, x(toMs) - x(fromMs) - 1)}
            height={HEIGHT}
          >
            <title>{`${workName(work)}, ${span(toMs - fromMs)}`}</title>
          </rect>
        ))}
        {boundaries.map((atMs) => (
          <rect key={atMs} class="boundary" x={x(atMs) - 1} y="0" width="2" height={HEIGHT} />
        ))}
      </svg>
      <figcaption>
        <time>{time(from)}</time>
        {kinds
          .toSorted((left, right) => right.ms - left.ms)
          .map(({ work, ms }) => (
            <span key={work} class={`key ${KINDS.has(work) ? work : 'other'}`}>
              {`${workName(work)} ${span(ms)}`}
            </span>
          ))}
        <time class="end">{time(to)}</time>
      </figcaption>
    </figure>
  )
}
