import { describe, expect, it } from 'vitest'
import { SETTINGS } from '../core/model/policy.ts'
import { checkPolicyFile } from './check-policy.ts'
import { policySchema, starterPolicy } from './schema.ts'
import { locateYaml } from './yaml-door.ts'

function complaintsAbout(text: string): readonly string[] {
  const said: string[] = []
  const yaml = locateYaml(text)
  if (yaml.ok) checkPolicyFile(yaml.root, 'user', (_line, problem) => said.push(problem))
  return yaml.ok ? said : [yaml.problem]
}

/** The loader names every key it knows when it meets one it does not. */
function keysKnownAt(text: string): readonly string[] {
  const list = complaintsAbout(text).find((one) => one.includes('known are')) ?? ''
  return [...list.slice(list.indexOf('known are')).matchAll(/`([^`]+)`/g)].map(([, key = '']) => key)
}

type Node = {
  readonly properties: Readonly<Record<string, Node>>
  readonly items: Node
  readonly anyOf: readonly Node[]
}
const schema = policySchema() as unknown as Node
const added = schema.properties['rules']?.items.anyOf[1]
const matcher = added?.properties['when']?.items
const keysOf = (node: Node | undefined): readonly string[] => Object.keys(node?.properties ?? {})

const RULE = 'rules:\n  - id: x\n    harm: delete\n    reason: r\n'

describe('the schema describes what the loader accepts', () => {
  const rows: readonly (readonly [string, readonly string[], string])[] = [
    ['at the top', keysOf(schema), 'qqqqqqqqqqqq: 1\n'],
    ...[...new Set(SETTINGS.map(({ name }) => name.split('.')[0] ?? ''))].map(
      (name) => [`in ${name}`, keysOf(schema.properties[name]), `${name}: { qqqqqqqqqqqq: 1 }\n`] as const,
    ),
    ['in a rule', keysOf(added), `${RULE}    qqqqqqqqqqqq: 1\n    when: [{ program: a }]\n`],
    ['in a condition', keysOf(matcher), `${RULE}    when: [{ program: a, qqqqqqqqqqqq: 1 }]\n`],
    [
      'in targets',
      keysOf(matcher?.properties['targets']),
      `${RULE}    when: [{ program: a, targets: { qqqqqqqqqqqq: 1 } }]\n`,
    ],
    ['in http', keysOf(matcher?.properties['http']), `${RULE}    when: [{ program: a, http: { qqqqqqqqqqqq: 1 } }]\n`],
    ['in allow', keysOf(schema.properties['allow']?.items), 'allow: [{ qqqqqqqqqqqq: 1 }]\n'],
  ]
  it.each(rows)('%s', (_, described, text) => expect(keysKnownAt(text).toSorted()).toEqual(described.toSorted()))
})

describe('the starting policy', () => {
  const text = starterPolicy('/x/policy.schema.json')

  it('changes nothing as it is', () => expect(complaintsAbout(text)).toEqual([]))

  it('is accepted whole when every line is taken in, and holds every setting', () => {
    const on = text.replaceAll(/^( *)# ([a-z0-9_-]+:.*)$/gm, '$1$2').replace(/^yaml-language-server.*$/m, '')
    const said: string[] = []
    const yaml = locateYaml(on)
    if (!yaml.ok) throw new Error(yaml.problem)
    const { values } = checkPolicyFile(yaml.root, 'user', (_line, problem) => said.push(problem))
    expect(said).toEqual([])
    expect(Object.fromEntries([...values].map(([{ name }, { value }]) => [name, value]))).toEqual(
      Object.fromEntries(SETTINGS.map(({ name, initial }) => [name, initial])),
    )
  })
})
