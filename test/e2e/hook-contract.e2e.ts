import { spawn } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Asked, type Behaviour, type FakeDaemon, fakeDaemon } from './support/fake-daemon.ts'
import { type Installed, installFairlead } from './support/installed.ts'
import { beforeTool } from './support/tool-call.ts'
import { createWorld, type World } from './support/world.ts'

/**
 * One contract for both programs behind the hook's command: the one in C, which leaves every doubt to the one in Node, and the one
 * in Node alone. A daemon that we play answers them in every way that a broken or a false one could.
 */
let world: World
let fairlead: Installed
let hook: string

beforeAll(() => {
  world = createWorld()
  fairlead = installFairlead(world, '--runtime', 'claude-code')
  fairlead.stopDaemon()
  hook = join(fairlead.stateFolder, '..', 'bin', 'hook')
  // One is being started, as far as hooks can tell: no real daemon comes between.
  const mark = join(fairlead.stateFolder, 'daemon.starting')
  writeFileSync(mark, '')
  utimesSync(mark, 4_000_000_000, 4_000_000_000)
})
afterAll(() => {
  fairlead.stopDaemon()
  world.remove()
})

type Program = 'native' | 'node'

interface Given {
  readonly input?: string | Buffer
  readonly words?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

/** `daemon`: what the daemon said; `own`: the hook judged by itself and refused; `nothing`: it printed nothing. */
interface Heard {
  readonly answer: string
  readonly code: number | null
  readonly stderr: string
  readonly ids: number
  readonly asked: readonly Asked[]
  readonly tookMs: number
}

const PAYLOAD = () => JSON.stringify(beforeTool(world, { id: 'toolu_1', name: 'Bash', input: { command: 'rm -rf /' } }))
const WORDS = ['claude-code', '--wait', '600']

async function hear(program: Program, behave: Behaviour | undefined, given: Given = {}): Promise<Heard> {
  const daemon: FakeDaemon | undefined = behave && (await fakeDaemon(fairlead.stateFolder, behave))
  const startedMs = performance.now()
  const command = program === 'native' ? hook : existsSync(`${hook}.sh`) ? `${hook}.sh` : hook
  const child = spawn(command, [...(given.words ?? WORDS)], {
    cwd: given.cwd ?? world.project,
    env: { PATH: process.env['PATH'] ?? '', HOME: world.home, CLAUDE_PROJECT_DIR: world.project, ...given.env },
  })
  const [out, err]: [Buffer[], Buffer[]] = [[], []]
  child.stdout.on('data', (chunk) => out.push(chunk))
  child.stderr.on('data', (chunk) => err.push(chunk))
  child.stdin.on('error', () => undefined)
  child.stdin.end(given.input ?? PAYLOAD())
  const code = await new Promise<number | null>((done) => child.on('close', done))
  const tookMs = performance.now() - startedMs
  await daemon?.close()
  const said = Buffer.concat(out).toString('utf8')
  return {
    answer: said === '' ? 'nothing' : said.includes('deletes everything') || isOwn(said) ? 'own' : said,
    code,
    stderr: Buffer.concat(err).toString('utf8'),
    ids: new Set(daemon?.asked.map(({ call }) => call.stamp.id)).size,
    asked: daemon?.asked ?? [],
    tookMs,
  }
}

function isOwn(said: string): boolean {
  return said.includes('"permissionDecision":"deny"') && !said.includes('FAKE')
}

/** Nothing to say: the call may pass. The worst that a stranger could make a hook print. */
const ALLOW = ''
const DENY = JSON.stringify({ hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'FAKE' } })
const line = (value: unknown) => `${JSON.stringify(value)}\n`

/** Answers that count: what is printed is what the daemon said. */
const HEARD: Readonly<
  Record<string, { readonly stdout: string; readonly behave: Behaviour; readonly given?: () => Given }>
> = {
  'an allowance': { stdout: ALLOW, behave: ({ socket, answer }) => socket.end(answer(ALLOW)) },
  'a refusal': { stdout: DENY, behave: ({ socket, answer }) => socket.end(answer(DENY)) },
  'letters of every length': same('FAKE é – 漢字 🙂 \u2028 \u007f \ufeff'),
  'control characters': same('FAKE \b\f\n\r\t\u0000\u0001\u001f'),
  'quotes and backslashes': same('FAKE "\\" \\\\ \\u0041 / </script>'),
  'a megabyte': same(`FAKE ${'x'.repeat(1_000_000)}`),
  'a lone surrogate': {
    stdout: 'FAKE \ufffd',
    behave: ({ socket, answer }) => socket.end(answer('FAKE \ud800')),
  },
  'an answer torn in two': {
    stdout: DENY,
    behave: async ({ socket, answer }) => {
      const text = answer(DENY)
      socket.write(text.slice(0, 70))
      await pause(100)
      socket.end(text.slice(70))
    },
  },
  'an answer letter by letter': {
    stdout: DENY,
    behave: async ({ socket, answer }) => {
      for (const letter of answer(DENY)) socket.write(letter) && (await pause(1))
      socket.end()
    },
  },
  'blanks before it': { stdout: DENY, behave: ({ socket, answer }) => socket.end(`   ${answer(DENY)}`) },
  'a second before it': {
    stdout: DENY,
    behave: async ({ socket, answer }) => {
      await pause(1_000)
      socket.end(answer(DENY))
    },
  },
  'more lines behind it': {
    stdout: DENY,
    behave: ({ socket, answer }) => socket.end(`${answer(DENY)}${answer(ALLOW)}`),
  },
  'a connection that stays open': { stdout: DENY, behave: ({ socket, answer }) => socket.write(answer(DENY)) },
  'a person who is waited for': {
    stdout: DENY,
    behave: async ({ socket, answer, waiting }) => {
      socket.write(waiting())
      await pause(300)
      socket.end(` ${answer(DENY)}`)
    },
  },
  'a person who is waited for longer than a silent daemon is': {
    stdout: ALLOW,
    behave: async ({ socket, answer, waiting }) => {
      socket.write(waiting())
      for (let round = 0; round < 9; round += 1) {
        await pause(1_000)
        socket.write(' ')
      }
      socket.end(answer(ALLOW))
    },
  },
  'waiting and answer at once': {
    stdout: ALLOW,
    behave: ({ socket, answer, waiting }) => socket.end(`${waiting()}${answer(ALLOW)}`),
  },
  // What only a reader of JSON understands is left to the one in Node.
  'another order of keys': {
    stdout: ALLOW,
    behave: ({ socket, proof }) => socket.end(line({ proof: proof(ALLOW), answer: { stdout: ALLOW }, kind: 'answer' })),
  },
  'a key more': {
    stdout: ALLOW,
    behave: ({ socket, proof }) =>
      socket.end(line({ kind: 'answer', answer: { stdout: ALLOW, more: 1 }, proof: proof(ALLOW) })),
  },
  'blanks between the keys': {
    stdout: DENY,
    behave: ({ socket, answer }) => socket.end(answer(DENY).replace('{"kind":', '{ "kind": ')),
  },
  'another line end': { stdout: DENY, behave: ({ socket, answer }) => socket.end(answer(DENY).replace('\n', '\r\n')) },
  'letters spelled as numbers': {
    stdout: 'FAKE',
    behave: ({ socket, answer }) => socket.end(answer('FAKE').replace('FAKE', '\\u0046AKE')),
  },
  'input that is no UTF-8': {
    ...same(DENY),
    given: () => ({ input: Buffer.concat([Buffer.from(PAYLOAD()), Buffer.from([0xff, 0xc0])]) }),
  },
  'input with every kind of letter': { ...same(DENY), given: () => ({ input: `${PAYLOAD()} é漢🙂\u0000\u001f"\\` }) },
  'input of 17 MB': { ...same(DENY), given: () => ({ input: `${PAYLOAD()}${' '.repeat(17_000_000)}` }) },
  'input of 9 MB': { ...same(DENY), given: () => ({ input: `${PAYLOAD()}${'\n'.repeat(9_000_000)}` }) },
  'no time to wait': { ...same(DENY), given: () => ({ words: ['claude-code'] }) },
  'a time that is none': { ...same(DENY), given: () => ({ words: ['claude-code', '--wait', 'soon'] }) },
  'another runtime': { ...same(DENY), given: () => ({ words: ['co"dex\\', '--strict', '--wait', '600'] }) },
  'a strange folder': { ...same(DENY), given: () => ({ env: { CLAUDE_PROJECT_DIR: '/nowhere/"é\n' } }) },
  'no folder of a project': { ...same(DENY), given: () => ({ env: { CLAUDE_PROJECT_DIR: '' } }) },
  'the log of calls': { ...same(DENY), given: () => ({ env: { FAIRLEAD_DEBUG: '1' } }) },
}

function same(stdout: string): { readonly stdout: string; readonly behave: Behaviour } {
  return { stdout, behave: ({ socket, answer }) => socket.end(answer(stdout)) }
}

/** Answers that must not count: the hook judges by itself, and what it was asked about is refused. */
const UNHEARD: Readonly<Record<string, Behaviour>> = {
  'a connection that is closed': ({ socket }) => socket.destroy(),
  'half an answer': ({ socket, answer }) => socket.end(answer(ALLOW).slice(0, 60)),
  'an answer without its end': ({ socket, answer }) => socket.end(answer(ALLOW).trimEnd()),
  silence: () => undefined,
  'blanks and nothing else': async ({ socket }) => {
    for (let round = 0; round < 30 && !socket.destroyed; round += 1) {
      socket.write(' ')
      await pause(250)
    }
  },
  'an answer that comes too late': async ({ socket, answer }) => {
    await pause(2_600)
    if (!socket.destroyed) socket.end(answer(ALLOW))
  },
  'no proof': ({ socket }) => socket.end(line({ kind: 'answer', answer: { stdout: ALLOW } })),
  'a made-up proof': ({ socket }) =>
    socket.end(line({ kind: 'answer', answer: { stdout: ALLOW }, proof: '0'.repeat(64) })),
  'the proof of another event': ({ socket, proof }) => socket.end(proven(proof(ALLOW, { id: 'another' }))),
  'the proof of another input': ({ socket, proof }) => socket.end(proven(proof(ALLOW, { bytes: '{}' }))),
  'the proof of another answer': ({ socket, proof }) => socket.end(proven(proof(DENY))),
  'the proof of waiting': ({ socket, proof }) => socket.end(proven(proof())),
  'the proof of another key': ({ socket, proof }) => socket.end(proven(proof(ALLOW, { key: Buffer.from('x') }))),
  'a proof in capitals': ({ socket, proof }) => socket.end(proven(proof(ALLOW).toUpperCase().replace(/^\d*/, 'A'))),
  'a short proof': ({ socket, proof }) => socket.end(proven(proof(ALLOW).slice(0, 32))),
  'a long proof': ({ socket, proof }) => socket.end(proven(`${proof(ALLOW)}00`)),
  'a daemon that leaves': ({ socket }) => socket.end(line({ kind: 'retired' })),
  'an answer to something else': ({ socket }) => socket.end(line({ kind: 'info', version: '0.0.0', pid: 1 })),
  'no JSON': ({ socket }) => socket.end('go ahead\n'),
  'an empty line': ({ socket, answer }) => socket.end(`\n${answer(ALLOW)}`),
  'bytes that are no text': ({ socket }) => socket.end(Buffer.from([0, 1, 2, 0xff, 0xfe, 10])),
  'no answer in the answer': ({ socket, proof }) =>
    socket.end(line({ kind: 'answer', answer: null, proof: proof('') })),
  'an answer that is a number': ({ socket, proof }) =>
    socket.end(line({ kind: 'answer', answer: { stdout: 5 }, proof: proof('5') })),
  'an answer that is a list': ({ socket, proof }) =>
    socket.end(line({ kind: 'answer', answer: { stdout: [] }, proof: proof('') })),
  'four megabytes without an end': ({ socket }) => socket.end(Buffer.alloc(4_000_000, ' ')),
  'waiting without a proof': ({ socket }) => socket.write(line({ kind: 'waiting' })),
  'waiting with a made-up proof': ({ socket, answer }) =>
    socket.end(`${line({ kind: 'waiting', proof: 'f'.repeat(64) })}${answer(ALLOW)}`),
  'waiting twice': ({ socket, answer, waiting }) => socket.end(`${waiting()}${waiting()}${answer(ALLOW)}`),
  'a daemon that dies while a person is waited for': async ({ socket, waiting }) => {
    socket.write(waiting())
    await pause(500)
    socket.destroy()
  },
  'a daemon that leaves while a person is waited for, and lies': async ({ socket, waiting }) => {
    socket.write(waiting())
    await pause(500)
    socket.end(line({ kind: 'answer', answer: { stdout: ALLOW }, proof: '0'.repeat(64) }))
  },
}

const proven = (proof: string) => line({ kind: 'answer', answer: { stdout: ALLOW }, proof })

/** What both must do alike. */
const essence = ({ answer, code, stderr, ids }: Heard) => ({ answer, code, stderr, ids })

/** Below the guard's own limit of 8 s: it has answered, and was not ended. */
const IN_TIME_MS = 8_000

for (const program of ['node', 'native'] as const) {
  // Without a C compiler there is none; `npm run build` says so.
  const isMissing = () => program === 'native' && !existsSync(`${hook}.pins`)
  describe(`the hook's program: ${program}`, () => {
    it.for(Object.entries(HEARD))('[PLANE-R12a] says what the daemon said: %s', async ([, heard], { skip }) => {
      if (isMissing()) skip('no native client was built')
      const found = await hear(program, heard.behave, heard.given?.())
      expect(essence(found)).toEqual({ answer: heard.stdout || 'nothing', code: 0, stderr: '', ids: 1 })
      const asked = found.asked.map(({ client, version, call }) => ({ client, version, ...call }))
      expect(asked.every((one) => one.client === process.pid && one.bytes === asked[0]?.bytes)).toBe(true)
    })

    it.for(Object.entries(UNHEARD))('[PLANE-R12a] judges by itself: %s', async ([, behave], { skip }) => {
      if (isMissing()) skip('no native client was built')
      const found = await hear(program, behave)
      expect(essence(found)).toEqual({ answer: 'own', code: 0, stderr: '', ids: 1 })
      expect(found.tookMs).toBeLessThan(IN_TIME_MS)
    })

    it('[PLANE-R12a] judges by itself where there is no daemon, or no key to believe it by', async ({ skip }) => {
      if (isMissing()) skip('no native client was built')
      const socket = join(fairlead.stateFolder, 'daemon.sock')
      const key = join(fairlead.stateFolder, 'approval.key')
      const answers: Record<string, string> = {}
      rmSync(socket, { force: true })
      answers['none'] = (await hear(program, undefined)).answer
      fairlead.stopDaemon()
      rmSync(socket, { force: true })
      writeFileSync(socket, '')
      answers['a file'] = (await hear(program, undefined)).answer
      fairlead.stopDaemon()
      renameSync(key, `${key}.away`)
      answers['no key'] = (await hear(program, same(ALLOW).behave)).answer
      writeFileSync(key, '')
      answers['an empty key'] = (
        await hear(program, ({ socket, proof }) => socket.end(proven(proof(ALLOW, { key: Buffer.from('x') }))))
      ).answer
      renameSync(`${key}.away`, key)
      expect(answers).toEqual({ none: 'own', 'a file': 'own', 'no key': 'own', 'an empty key': 'own' })
    })

    it('[PLANE-R12a] mints an event of its own, whatever the environment says', async ({ skip }) => {
      if (isMissing()) skip('no native client was built')
      const forged = '00000000-0000-4000-8000-000000000000'
      const env = { FAIRLEAD_EVENT: `${forged} 1 0`, FAIRLEAD_CLIENT: '1', FAIRLEAD_GUARD: '1', HOME: '/nowhere' }
      const { asked, answer } = await hear(program, ({ socket }) => socket.destroy(), { env })
      expect(answer).toBe('own')
      expect(asked.map(({ call, client }) => [call.stamp.id === forged, client])).toEqual(
        asked.map(() => [false, process.pid]),
      )
    })

    it('[PLANE-R12a] puts a call without input on record, or refuses it when strict', async ({ skip }) => {
      if (isMissing()) skip('no native client was built')
      const gaps = () => readFileSync(join(fairlead.stateFolder, 'gaps.jsonl'), 'utf8').split('\n').length
      writeFileSync(join(fairlead.stateFolder, 'gaps.jsonl'), '')
      const open = await hear(program, same(ALLOW).behave, { input: '' })
      const strict = await hear(program, same(ALLOW).behave, {
        input: '',
        words: ['claude-code', '--strict', '--wait', '9'],
      })
      for (let waited = 0; waited < 40 && gaps() < 3; waited += 1) await pause(50)
      expect({ open: [open.code, open.answer], strict: [strict.code, strict.answer], gaps: gaps() }).toEqual({
        open: [0, 'nothing'],
        strict: [2, 'nothing'],
        gaps: 3,
      })
    })
  })
}

describe('the native client alone', () => {
  const isMissing = () => !existsSync(`${hook}.pins`)

  it('[PLANE-R12a] answers although the environment loads a library into every program', async ({ skip }) => {
    if (isMissing()) skip('no native client was built')
    const env = { LD_PRELOAD: '/nowhere/x.so', LD_LIBRARY_PATH: '/nowhere', LD_AUDIT: '/nowhere/x.so' }
    expect(essence(await hear('native', same(DENY).behave, { env }))).toEqual({
      answer: DENY,
      code: 0,
      stderr: '',
      ids: 1,
    })
    // And Node behind it is not given it.
    expect(essence(await hear('native', ({ socket }) => socket.destroy(), { env }))).toMatchObject({
      answer: 'own',
      stderr: '',
    })
  })

  it('[PLANE-R12a] leaves the call to the script where what was pinned is gone or damaged', async ({ skip }) => {
    if (isMissing()) skip('no native client was built')
    const pins = readFileSync(`${hook}.pins`)
    try {
      for (const text of [undefined, '', 'version 1\n', `${pins}more of it\n`]) {
        rmSync(`${hook}.pins`)
        if (text !== undefined) writeFileSync(`${hook}.pins`, text)
        expect(essence(await hear('native', same(DENY).behave))).toEqual({ answer: DENY, code: 0, stderr: '', ids: 1 })
        writeFileSync(`${hook}.pins`, '')
      }
    } finally {
      writeFileSync(`${hook}.pins`, pins)
    }
  })

  it('[PLANE-R12a] ends with its guard, and its guard ends it', async ({ skip }) => {
    if (isMissing()) skip('no native client was built')
    const left: string[] = []
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const asked = Promise.withResolvers<void>()
      const daemon = await fakeDaemon(fairlead.stateFolder, () => asked.resolve())
      const child = spawn(hook, [...WORDS], { cwd: world.project, env: { HOME: world.home } })
      child.stdin.end(PAYLOAD())
      await asked.promise
      const worker = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim()
      expect(worker).toMatch(/^\d+$/)
      child.kill(signal)
      for (let waited = 0; waited < 40 && existsSync(`/proc/${worker}`); waited += 1) await pause(50)
      if (existsSync(`/proc/${worker}`)) left.push(signal)
      await daemon.close()
    }
    expect(left).toEqual([])
  })
})
