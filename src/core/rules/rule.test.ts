import { expect, it } from 'vitest'
import { RISKS } from '../words/risks.ts'
import { definePack } from './rule.ts'

it('[PLANE-O3] a pack is read from its text, and what it does not know matches nothing', () => {
  const pack = definePack(
    'system',
    `
  lost before any rule
A = x|y
power: kill · external · family off · about first · unheard of
  {A} now, z · has -a · has -b|-c · operands 1-2 · operands+read is root,home · http method PUT · http upload yes
  z · never heard
  + x now ¦ y⏎now
  - z
`,
  )
  const [reason, safer] = RISKS['system.power']
  const shared = {
    has: ['-a', '-b|-c'],
    operands: [1, 2],
    targets: { of: ['operands', 'read'], is: ['root', 'home'] },
    http: { method: ['PUT'], upload: true },
  }
  expect(pack()).toEqual([
    {
      id: 'system.power',
      pack: 'system',
      harm: 'kill',
      tier: 'junction',
      type: 'external',
      override: 'any-door',
      family: 'off',
      about: 'first',
      when: [
        { program: ['x', 'y'], path: ['now'], ...shared },
        { program: ['z'], ...shared },
        { program: ['z'], words: ['unknown condition never heard'] },
      ],
      reason,
      safer,
      examples: { matches: ['x now', 'y\nnow'], not: ['z'] },
    },
  ])
})
