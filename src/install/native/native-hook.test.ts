import { spawnSync } from 'node:child_process'
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { compileNative } from '../../../scripts/build/native.mjs'
import { makeFakeBundle } from '../../../test/support/fake-bundle.ts'
import { type Paths, pathsOf } from '../../config/paths.ts'
import { installBundle, installedHook, isInstalled, retireHook } from '../bundle.ts'
import { hookProgramIn, nativeNameOf } from './native-hook.ts'

const compiled = compileNative(process.arch)
const program = compiled.programs?.find(({ name }) => name === nativeNameOf('hook'))?.contents
const root = realpathSync(mkdtempSync(join(tmpdir(), "fairlead-native o'x ")))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let paths: Paths
let env: Record<string, string>
let round = 0

beforeEach(() => {
  round += 1
  env = { HOME: join(root, `home ${round}`), PATH: process.env['PATH'] ?? '' }
  paths = pathsOf(env)
})

/** The fake build with a native program in it. */
function build(contents: Buffer, version = '1.2.3') {
  const made = makeFakeBundle(join(root, `clone ${round}`, 'dist'))
  const name = nativeNameOf('hook')
  mkdirSync(join(made.folder, name, '..'), { recursive: true })
  writeFileSync(join(made.folder, name), contents, { mode: 0o755 })
  const file = join(made.folder, 'manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const hash = createHash('sha256').update(contents).digest('hex')
  writeFileSync(file, JSON.stringify({ ...manifest, version, files: { ...manifest.files, [name]: hash } }))
  return { ...made, env }
}

const call = (args: readonly string[], more: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync(paths.hookCommand, args, {
    ...{ env: { ...env, ...more }, input: 'payload', encoding: 'utf8' },
  })
  return { status, stdout, stderr }
}

it('falls back to the script where the native program is missing or does not run', () => {
  const broken = build(Buffer.from('\x7fELF, but not for this machine'))
  expect(installBundle(paths, broken)).toEqual({
    ...{ ok: true, changed: true },
    hook: { kind: 'node', why: 'does-not-run' },
  })
  expect(existsSync(`${paths.hookCommand}.pins`)).toBe(false)
  expect(readFileSync(paths.hookCommand, 'utf8')).toMatch(/^#!\/bin\/sh\n# Fairlead:/)
  expect(JSON.parse(call(['codex'], { ECHO: '1' }).stdout).argv).toEqual(['codex'])
  expect(installedHook(paths)).toEqual({ hook: { kind: 'node', why: 'does-not-run' }, damaged: [] })
  expect(hookProgramIn(root)).toEqual({ kind: 'node', why: 'not-built' })
})

describe.skipIf(program === undefined)(`the native hook client (${compiled.problem ?? 'compiled'})`, () => {
  const native = program ?? Buffer.alloc(0)

  it('is the same from two folders, and so is the seal', () => {
    const elsewhere = join(root, 'elsewhere')
    cpSync(join(import.meta.dirname, '../../../native'), join(elsewhere, 'native'), { recursive: true })
    const again = compileNative(process.arch, elsewhere)
    expect(again).toEqual(compiled)
  })

  it('signs as RFC 4231 and Node do', () => {
    const file = join(root, 'hook')
    writeFileSync(file, native, { mode: 0o755 })
    const sign = (key: string, input: Buffer) => spawnSync(file, ['--prove', key], { input, encoding: 'utf8' }).stdout
    expect(sign('Jefe', Buffer.from('what do ya want for nothing?'))).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
    // Test case 1 has bytes that are no text; as an argument only these keys can be given.
    expect(sign('\x0b'.repeat(20), Buffer.from('Hi There'))).toBe(
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    )
    const sizes = [0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 1_000, 65_536, 65_537, 300_000]
    const keys = ['', 'k', 'k'.repeat(63), 'k'.repeat(64), 'k'.repeat(65), 'k'.repeat(200)]
    const wrong = keys.flatMap((key) =>
      sizes.filter((size) => {
        const text = randomBytes(size)
        return sign(key, text) !== createHmac('sha256', key).update(text).digest('hex')
      }),
    )
    expect(wrong).toEqual([])
  })

  it('stands behind the same command, with what was pinned and the script beside it', () => {
    const bundle = build(native)
    expect(isInstalled(paths, bundle)).toBe(false)
    expect(installBundle(paths, bundle)).toEqual({ ok: true, changed: true, hook: { kind: 'native' } })
    expect(readFileSync(paths.hookCommand).equals(native)).toBe(true)
    expect(installBundle(paths, bundle)).toEqual({ ok: true, changed: false, hook: { kind: 'native' } })
    expect(isInstalled(paths, bundle)).toBe(true)
    const foreign = { ECHO: '1', NODE_OPTIONS: '--no-such-option', HOME: '/elsewhere', LD_PRELOAD: '/nowhere.so' }
    const said = call(['codex', '--wait', '600'], foreign)
    expect({ ...said, stdout: JSON.parse(said.stdout) }).toEqual({
      status: 0,
      stdout: { argv: ['codex', '--wait', '600'], text: 'payload', home: env['HOME'], options: null },
      stderr: '',
    })
    expect(JSON.parse(call([], { ECHO: '1' }).stdout).argv).toEqual(['claude-code'])
  })

  it('records a program that fails, and refuses when strict, as the script does', () => {
    installBundle(paths, build(native))
    mkdirSync(paths.state, { recursive: true })
    const failed = [call(['claude-code'], { CRASH: '1' }), call(['claude-code', '--strict'], { CRASH: '1' })]
    const unrecorded = call(['claude-code', '--strict'], { CRASH: '3' })
    const refusal = 'fairlead could not judge this call, and it was installed with --strict; run fairlead doctor\n'
    expect([...failed, unrecorded]).toEqual([
      { status: 0, stdout: '', stderr: '' },
      { status: 2, stdout: '', stderr: refusal },
      { status: 0, stdout: '', stderr: '' },
    ])
  })

  it('shows damage, and goes back to the script or the stub', () => {
    const bundle = build(native)
    installBundle(paths, bundle)
    expect(installedHook(paths)).toEqual({ hook: { kind: 'native' }, damaged: [] })
    rmSync(paths.hookCommand)
    writeFileSync(paths.hookCommand, 'x')
    writeFileSync(join(paths.current, 'hook.cjs'), 'x')
    expect(installedHook(paths).damaged).toEqual([join(paths.current, 'hook.cjs'), paths.hookCommand])
    retireHook(paths)
    expect([existsSync(`${paths.hookCommand}.pins`), existsSync(`${paths.hookCommand}.sh`)]).toEqual([false, false])
    expect(call(['claude-code', '--strict'])).toEqual({ status: 0, stdout: '', stderr: '' })
  })
})
