import fc from 'fast-check'
import type { Json } from '../../src/core/model/json.ts'

/** For tests: settings files as people, editors and generators leave them behind. */
export function settingsTexts(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.tuple(settings(), layouts()).map(([value, layout]) => written(value, layout)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        '{}',
        '{ }',
        '{\n}\n',
        '\n',
        '  \r\n',
        '\ufeff{}',
        '{}\n\n',
        '// mine\n',
        '{ // c\n}',
      ),
    },
  )
}

export interface Layout {
  /** Consumed one by one, and again from the start, wherever a blank or a comment may stand. */
  readonly gaps: readonly string[]
  readonly trailingCommas: boolean
  readonly start: string
  readonly end: string
}

const GAPS = ['', '', ' ', '\n', '\n  ', '\r\n\t', '  ', '\n\n    ', ' /* } ] , " */ ', ' // it\'s "{\n', '\t']

export function layouts(): fc.Arbitrary<Layout> {
  const neat = fc.constantFrom(['\n  ', ' '], [''], [' '], ['\n'])
  return fc.record({
    gaps: fc.oneof(neat, fc.array(fc.constantFrom(...GAPS), { minLength: 1, maxLength: 12 })),
    trailingCommas: fc.boolean(),
    start: fc.constantFrom('', '', '\ufeff', '\n', '// head\n'),
    end: fc.constantFrom('', '\n', '\r\n', '\n\n', ' // tail'),
  })
}

export function written(value: Json, layout: Layout): string {
  let at = 0
  const gap = () => layout.gaps[at++ % layout.gaps.length] ?? ''
  const parts = (open: string, items: readonly string[], close: string) => {
    const trailing = layout.trailingCommas && items.length > 0 ? `${gap()},` : ''
    return `${open}${gap()}${items.join(`${gap()},${gap()}`)}${trailing}${gap()}${close}`
  }
  const write = (json: Json): string => {
    if (json === null || typeof json !== 'object') return JSON.stringify(json)
    if (Array.isArray(json)) return parts('[', json.map(write), ']')
    return parts(
      '{',
      Object.entries(json).map(([key, item]) => `${JSON.stringify(key)}${gap()}:${gap()}${write(item)}`),
      '}',
    )
  }
  return `${layout.start}${write(value)}${layout.end}`
}

const EVENTS = ['PreToolUse', 'PostToolUse', 'Stop', 'SessionStart', 'Notification', 'SubagentStop']

/** Other people's hooks, some in the very events we use. */
function settings(): fc.Arbitrary<Json> {
  const word = fc.oneof(
    fc.string({ maxLength: 12, unit: 'grapheme' }),
    fc.constantFrom('hooks', '"', '\\', '\u2028', 'ünï', '__proto__'),
  )
  const handler = fc.record(
    { type: fc.constant('command'), command: word, timeout: fc.nat(600) },
    { requiredKeys: ['type'] },
  )
  const group = fc.record({ matcher: word, hooks: fc.array(handler, { maxLength: 3 }) }, { requiredKeys: ['hooks'] })
  const hooks = fc.dictionary(fc.constantFrom(...EVENTS), fc.array(group, { maxLength: 3 }), {
    maxKeys: 4,
    noNullPrototype: true,
  })
  const rest = fc.dictionary(word, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4, noNullPrototype: true })
  return fc.tuple(rest, fc.option(hooks), fc.boolean()).map(([others, own, first]) => {
    const { hooks: _, ...foreign } = others
    return JSON.parse(
      JSON.stringify(own === null ? foreign : first ? { hooks: own, ...foreign } : { ...foreign, hooks: own }),
    )
  })
}
