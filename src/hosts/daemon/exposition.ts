import { METRIC_HELP, type MetricName } from '../../core/words/gate.ts'

/** One family of the Prometheus text format 0.0.4. */
export interface Family {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly samples: readonly Sample[]
}

interface Sample {
  /** Of a histogram: `_bucket`, `_sum`, `_count`. */
  readonly suffix?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export function exposition(families: readonly Family[]): string {
  return families.map(familyText).join('')
}

function familyText({ name, help, type, samples }: Family): string {
  const lines = samples.map(({ suffix = '', labels = {}, value }) => `${name}${suffix}${labelText(labels)} ${value}`)
  return [`# HELP ${name} ${escapeLine(help)}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n')
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLine(value).replaceAll('"', '\\"')}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escapeLine(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

export function gauge(name: MetricName, value: number, labels: Labels = {}): Family {
  return { name, help: METRIC_HELP[name], type: 'gauge', samples: [{ labels, value }] }
}

/** Upper bounds in seconds; a warm answer takes a few milliseconds, a hook is given ten seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** How long answers took, as a histogram. */
export function makeAnswerTimes() {
  const within = BOUNDS.map(() => 0)
  let [count, sum] = [0, 0]
  return {
    took(seconds: number): void {
      count += 1
      sum += seconds
      BOUNDS.forEach((bound, index) => {
        if (seconds <= bound) within[index] = (within[index] ?? 0) + 1
      })
    },
    family(name: MetricName): Family {
      const buckets = BOUNDS.map((bound, index) => bucket(String(bound), within[index] ?? 0))
      const whole = [
        { suffix: '_sum', value: sum },
        { suffix: '_count', value: count },
      ]
      return {
        name,
        help: METRIC_HELP[name],
        type: 'histogram',
        samples: [...buckets, bucket('+Inf', count), ...whole],
      }
    },
  }
}

function bucket(le: string, value: number) {
  return { suffix: '_bucket', labels: { le }, value }
}

type Labels = Readonly<Record<string, string>>

/** Labels come from closed sets of words; should a newer version have written others, those beyond are counted together. */
const MAX_SERIES = 64

/** A counter with labels and an end to how many there can be. */
export function makeCount(name: MetricName) {
  const series = new Map<string, { readonly labels: Labels; value: number }>()
  return {
    add(labels: Labels): void {
      const key = Object.values(labels).join('\n')
      const isRoom = series.has(key) || series.size < MAX_SERIES
      const counted = isRoom ? labels : Object.fromEntries(Object.keys(labels).map((label) => [label, 'other']))
      const slot = isRoom ? key : 'other'
      series.set(slot, { labels: counted, value: (series.get(slot)?.value ?? 0) + 1 })
    },
    family: (): Family => ({
      name,
      help: METRIC_HELP[name],
      type: 'counter',
      samples: [...series].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, sample]) => ({ ...sample })),
    }),
  }
}
