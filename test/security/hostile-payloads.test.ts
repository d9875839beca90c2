import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sessionSaying } from '../support/hostile-session.ts'
import { bashPayload, governedHome, type InstalledHome } from '../support/installed-home.ts'

const RUNTIMES = ['claude-code', 'codex'] as const

const stillGuards = async (home: InstalledHome, runtime: string) =>
  JSON.parse(await home.send(bashPayload({ cwd: home.project, command: 'rm -rf /' }), runtime))
const REFUSED = { hookSpecificOutput: { permissionDecision: 'deny' } }

describe('names that objects know by themselves', () => {
  const KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf']

  it.each(KEYS)('as any name of a session change nothing: %s', async (key) => {
    const home = governedHome()
    await sessionSaying(home, key)
    expect(await stillGuards(home, 'claude-code')).toMatchObject(REFUSED)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect((await home.say('status')).code).toBe(0)
    expect((await home.say('audit', 'verify')).code).toBe(0)
  })

  it('as keys of payloads, settings, policy and state reach no prototype', async () => {
    const home = governedHome()
    const planted = '"__proto__":{"polluted":1,"command":"ls"},"constructor":{"prototype":{"polluted":1}}'
    const payload = JSON.stringify(bashPayload({ cwd: home.project, command: 'rm -rf ~' }))
    const inside = payload.replace('"command":', `${planted},"command":`).replace(/\}$/, `,${planted}}`)
    expect(JSON.parse(await home.send(inside))).toMatchObject(REFUSED)
    const yaml = '__proto__: { polluted: 1 }\nconstructor: { prototype: { polluted: 1 } }\n'
    writeFileSync(join(home.project, 'fairlead.yaml'), `${yaml}edge: { __proto__: { level: observe }, level: gate }\n`)
    writeFileSync(join(home.project, 'active_context.yaml'), `schema_version: 4\n${yaml}`)
    writeFileSync(join(home.project, '.loa.config.yaml'), yaml)
    writeFileSync(home.paths.claude.settings, `{${planted},"hooks":{"__proto__":[1],"PreToolUse":[]}}`)
    for (const args of [['doctor'], ['config', 'check'], ['config', 'show'], ['status'], ['init', '--yes']])
      await home.say(...args)
    expect(await stillGuards(home, 'claude-code')).toMatchObject(REFUSED)
    const bare = {} as Record<string, unknown>
    expect([bare['polluted'], bare['level'], Object.keys(Object.prototype)]).toEqual([undefined, undefined, []])
  })
})

const deep = (levels: number, open: string, close: string, inner = '1') =>
  open.repeat(levels) + inner + close.repeat(levels)

describe.each(RUNTIMES)('payloads of %s that no client sends', (runtime) => {
  const rows: readonly (readonly [name: string, bytes: (project: string) => string])[] = [
    ['nothing', () => ''],
    ['no JSON', () => 'rm -rf /'],
    ['null', () => 'null'],
    ['lists 100,000 deep', () => deep(100_000, '[', ']')],
    ['objects 100,000 deep', () => deep(100_000, '{"a":', '}')],
    ['lists 100,000 deep beside a call', (cwd) => withField(cwd, 'extra', deep(100_000, '[', ']'))],
    ['NUL everywhere', () => '\u0000'.repeat(10_000)],
    ['bytes that are no UTF-8', () => Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0x7b]).toString('utf8')],
    ['halves of characters', (cwd) => withField(cwd, 'extra', '"\\ud800\\udc00\\udfff \\ud800"')],
    [
      'a million keys',
      (cwd) => withField(cwd, 'extra', `{${Array.from({ length: 200_000 }, (_, at) => `"k${at}":1`).join(',')}}`),
    ],
    ['numbers without an end', (cwd) => withField(cwd, 'timeout', '1e999999')],
  ]

  it.each(rows)('are answered, and the next call is judged: %s', async (_name, bytes) => {
    const home = governedHome()
    expect(typeof (await home.send(bytes(home.project), runtime))).toBe('string')
    expect(await stillGuards(home, runtime)).toMatchObject(REFUSED)
    expect((await home.say('audit', 'verify')).code).toBe(0)
  })

  it('of 50 MB are answered; what is grave in them is not let through', async () => {
    const home = governedHome()
    const command = `rm -rf / # ${'x'.repeat(50_000_000)}`
    const answer = await home.send(bashPayload({ cwd: home.project, command }), runtime)
    expect(JSON.parse(answer)).toMatchObject(REFUSED)
    expect(answer.length).toBeLessThan(20_000)
    expect(await stillGuards(home, runtime)).toMatchObject(REFUSED)
  })

  function withField(cwd: string, name: string, json: string): string {
    return JSON.stringify(bashPayload({ cwd })).replace(/\}$/, `,"${name}":${json}}`)
  }
})
