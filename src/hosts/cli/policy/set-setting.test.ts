import { existsSync, readFileSync, rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ownPolicy } from '../../../../test/support/confirm-policy.ts'
import { asPerson, ranAt, type Seat, typed } from '../../../../test/support/fake-terminal.ts'
import { freshHome } from '../../../../test/support/fresh-home.ts'
import type { Paths } from '../../../config/paths.ts'
import type { Prove } from '../prove-here.ts'
import { configSet } from './set-setting.ts'

let root: string
let seat: Seat
let paths: Paths

beforeEach(async () => {
  ;({ root, seat, paths } = freshHome())
  await typed(seat, ['init', '--yes'])
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const set = (name: string, value?: string, answers: readonly boolean[] = [true], prove: Prove = asPerson) =>
  ranAt(seat, (context) => configSet(context, { name, value }, prove), { answers })
const value = async (name: string) => JSON.parse((await typed(seat, ['config', 'get', name, '--json'])).out).value
const text = () => readFileSync(paths.userPolicy, 'utf8')

describe('fairlead config set, get and unset', () => {
  it('changes one line of the own policy, which counts at once, and takes it out again', async () => {
    ownPolicy(seat.env, '# mine\nedge:\n  warn: always # loud\n')
    expect(await set('edge.level', 'steer', [false])).toMatchObject({ code: 1, line: 'cancelled; nothing was changed' })
    expect(await set('edge.level', 'steer')).toMatchObject({
      code: 0,
      out: '`edge.level`: gate → steer\n? Change it for all your projects? (No)\nchanged in ~/.fairlead/policy/policy.yaml:3',
    })
    expect([await value('edge.level'), text()]).toEqual([
      'steer',
      '# mine\nedge:\n  level: steer\n  warn: always # loud\n',
    ])
    expect((await set('edge.level')).code).toBe(0)
    expect([await value('edge.level'), text()]).toEqual(['gate', '# mine\nedge:\n  warn: always # loud\n'])
    expect((await set('edge.warn')).code).toBe(0)
    expect([await value('edge.warn'), text()]).toEqual(['once', '# mine\n'])
    expect((await set('edge.warn')).out).toBe('`edge.warn` is already `once`')
  })

  it('is for a person, knows its settings, and keeps what does not fit', async () => {
    const agent: Prove = async () => ({ kind: 'unproven', why: 'an agent started it', instead: 'run it yourself' })
    expect((await set('edge.level', 'observe', [true], agent)).line).toContain('an agent started it')
    expect((await set('edge.levl', 'observe')).line).toBe('unknown setting `edge.levl`; did you mean `edge.level`?')
    expect((await set('edge.level', 'whatever')).code).toBe(1)
    expect(existsSync(paths.userPolicy)).toBe(false)
    expect((await typed(seat, ['config', 'get', 'edge.level'])).out).toMatch(/^gate {2}default$/)
  })
})
