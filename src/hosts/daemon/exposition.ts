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
