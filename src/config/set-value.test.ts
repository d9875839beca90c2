import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { builtInRules } from '../core/rules/rule-book.ts'
import { sha256 } from '../stores/sha256.ts'
import { pathsOf } from './paths.ts'
import { planSetting } from './plan-edit.ts'
import { setValue } from './set-value.ts'
import * as yamlDoor from './yaml-door.ts'

const sign = (text: string) => sha256(`key ${text}`)

const wish = { section: 'edge', key: 'level', value: 'steer' }

describe('one value of a policy file', () => {
  const rows: readonly (readonly [name: string, before: string, after: string | RegExp])[] = [
    ['an empty file', '', 'edge:\n  level: steer\n'],
    ['another section', 'plane:\n  routine: steer', 'plane:\n  routine: steer\nedge:\n  level: steer\n'],
    [
      'the value itself',
      '# mine\nedge:\n  level: gate   # why\n  warn: off\n',
      '# mine\nedge:\n  level: steer   # why\n  warn: off\n',
    ],
    ['a section without it', 'edge:\n    warn: off\n', 'edge:\n    level: steer\n    warn: off\n'],
    ['an empty section', 'edge:   # nothing yet\n', 'edge:   # nothing yet\n  level: steer\n'],
    ['braces with it', 'edge: { level: gate, warn: off } # x\n', 'edge: { level: steer, warn: off } # x\n'],
    ['braces without it', 'edge: { warn: off }\n', 'edge: { warn: off, level: steer }\n'],
    ['empty braces', 'edge: {}\n', 'edge: { level: steer }\n'],
    ['braces over lines', 'edge: {\n  warn: off }\n', /has a layout/],
    ['a quoted value', 'edge:\n  level: "gate"\n', /has a layout/],
    ['what is no YAML', 'edge: [\n', /./],
  ]
  it.each(rows)('[PLANE-O2] in %s', (_name, before, after) => {
    const changed = setValue(before, wish, yamlDoor)
    if (typeof after === 'string') expect(changed).toMatchObject({ ok: true, text: after })
    else expect(changed).toMatchObject({ ok: false, problem: expect.stringMatching(after) })
  })
})

describe('a plan for one value', () => {
  it('[PLANE-O2] holds only when it counts and nothing else changes', () => {
    const home = mkdtempSync(join(tmpdir(), 'fairlead-plan-'))
    try {
      const paths = { ...pathsOf({ HOME: home }), managedPolicy: join(home, 'managed.yaml') }
      const parts = { paths, loadYaml: () => yamlDoor, sha256, sign, builtIn: builtInRules }
      const plan = () => planSetting(parts, home, wish)
      expect(plan()).toEqual({ kind: 'edit', before: '', text: 'edge:\n  level: steer\n', line: 2 })
      mkdirSync(dirname(paths.userPolicy), { recursive: true })
      writeFileSync(paths.userPolicy, 'edge: [\n')
      expect(plan()).toMatchObject({ kind: 'problem', line: expect.any(Number) })
      writeFileSync(paths.userPolicy, Buffer.from([0xff, 0xfe]))
      expect(plan()).toEqual({ kind: 'problem', problem: "it isn't UTF-8 text" })
      writeFileSync(paths.userPolicy, 'edge: { level: gate }\n')
      writeFileSync(paths.managedPolicy, 'edge: { level: gate }\n')
      expect(plan()).toMatchObject({ kind: 'problem', problem: expect.stringContaining('would stay `gate`') })
      rmSync(paths.userPolicy)
      mkdirSync(paths.userPolicy)
      expect(plan()).toMatchObject({ kind: 'problem', problem: expect.any(String) })
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  })
})
