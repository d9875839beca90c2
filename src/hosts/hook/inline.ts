import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDoorPort } from '../../config/door-port.ts'
import { type Paths, pathsOf } from '../../config/paths.ts'
import type { GovernedList } from '../../core/model/homes.ts'
import { GATE_WORDS } from '../../core/words/gate.ts'
import { PORT_CLOSED } from '../../core/words/person.ts'
import { holdOpen } from '../../disk/hold-open.ts'
import type { HookAnswer, HookCall } from '../../gate/gate.ts'
import type { countTokens as countReally } from '../../ledger/count-tokens.ts'
import type { LedgerLookups, ledgerLookups } from '../../ledger/ledger-lookups.ts'
import { awaitsDaemon, isTypedCommand } from '../../runtimes/peek.ts'
import { daemonArgs } from '../../wiring/daemon-args.ts'
import { ledgerPlaces, type Wiring, wireGate } from '../../wiring/wire-gate.ts'

interface LedgerBundle {
  readonly ledgerLookups: typeof ledgerLookups
}

interface TokensBundle {
  readonly countTokens: typeof countReally
}

/** Hooks come in bursts; one start at a time is enough. */
const START_PAUSE_MS = 3_000

interface InlineAnswer extends HookAnswer {
  /** Does what follows from the answer, as far as there is time. Undefined: it came late, and what still runs must not go on. */
  readonly finish?: (leftMs: number) => Promise<unknown>
  /** It was given without our state, and nothing could be written about that. */
  readonly isUnrecorded: boolean
}

/**
 * The same gate as the daemon's, in this process. A locked database, a git that hangs and a slow disk add up; when the time is
 * over, the rules that need none of them answer.
 */
export async function answerInline(call: HookCall, leftMs: number): Promise<InlineAnswer> {
  const paths = pathsOf(process.env)
  let isUnrecorded = false
  const unrecorded = () => {
    isUnrecorded = true
  }
  // Never closed again: that would drop SQLite's own locks.
  const database = [paths.database, `${paths.database}-wal`, `${paths.database}-shm`]
  const isLeased = holdOpen(database, 'write') === undefined
  let list: GovernedList | undefined = isLeased ? { ok: false, problem: GATE_WORDS.databaseLeased } : undefined
  // Read once: nobody else changes it in the life of one call. What could not be read now may be read in a moment.
  const governed = (read: () => GovernedList) => {
    const found = list ?? read()
    if (found.ok) list = found
    return found
  }
  const usual = { paths, env: process.env, loadYaml, governed, unrecorded, answersFirst: true }
  const { gate, store } = wireGate({ ...usual, countTokens, lookups: laterLookups(paths) })
  const alone = async (problem: string) => ({ ...(await gate.handleAlone(call, problem)), isUnrecorded })
  if (isLeased) return alone(GATE_WORDS.databaseLeased)
  const closed = isTypedCommand(call) ? { closed: PORT_CLOSED.daemonStarted } : {}
  // One connection for the list and for what follows; where it fails, the list says why.
  const opened = existsSync(paths.database) ? store().catch(() => undefined) : undefined
  const inTime = Promise.resolve(opened).then(() =>
    gate.handle(call, { way: 'program', parent: process.ppid, ...closed }),
  )
  const answer = await Promise.race([inTime, after(leftMs)])
  if (!answer) return alone(GATE_WORDS.outOfTime)
  return { ...answer, finish: (ms) => Promise.race([gate.settled(), after(ms)]), isUnrecorded }
}

function after(ms: number): Promise<undefined> {
  return new Promise((done) => setTimeout(done, Math.max(ms, 0), undefined))
}

/** YAML is parsed only when someone edited the state file, so its parser is a bundle of its own. */
function loadYaml(): ReturnType<Wiring['loadYaml']> {
  return require(join(__dirname, 'yaml.cjs')) as ReturnType<Wiring['loadYaml']>
}

/** The same as the daemon's, loaded by the first doorway that needs it. */
function laterLookups(paths: Paths): Omit<LedgerLookups, 'enclosing'> {
  let loaded: LedgerLookups | undefined
  const lookups = (): LedgerLookups => {
    loaded ??= (require(join(__dirname, 'ledger.cjs')) as LedgerBundle).ledgerLookups(ledgerPlaces(paths, process.env))
    return loaded
  }
  return {
    checkClaims: async (...given) => lookups().checkClaims(...given),
    reopen: async (...given) => lookups().reopen(...given),
    activeTask: async (...given) => lookups().activeTask(...given),
    standing: async (...given) => lookups().standing(...given),
    updateTasks: async (...given) => lookups().updateTasks(...given),
  }
}

async function countTokens(text: string): Promise<number> {
  return (require(join(__dirname, 'tokens.cjs')) as TokensBundle).countTokens(text)
}

/** For the next call. Nothing depends on it; only what a client's own connection follows waits until it listens. */
export async function startDaemonLater(call: HookCall, leftMs: number): Promise<void> {
  const { state, doorPort } = pathsOf(process.env)
  const daemon = join(__dirname, 'daemon.mjs')
  if (!existsSync(daemon)) return
  if (!startedRecently(join(state, 'daemon.starting'))) {
    // Loaded here: most cold calls start no daemon.
    const { spawn } = await import('node:child_process')
    spawn(process.execPath, daemonArgs(__dirname), { detached: true, stdio: 'ignore', cwd: '/' }).unref()
  }
  const port = awaitsDaemon(call) ? readDoorPort(doorPort) : undefined
  if (port !== undefined) await untilListens(port, Math.min(leftMs, LISTENING_MS))
}

const LISTENING_MS = 4_000
const POLL_MS = 50

async function untilListens(port: number, withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs
  while (Date.now() < deadline && !(await listens(port))) await new Promise((done) => setTimeout(done, POLL_MS))
}

async function listens(port: number): Promise<boolean> {
  const { connect } = await import('node:net')
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
}

function startedRecently(mark: string): boolean {
  try {
    if (Date.now() - statSync(mark).mtimeMs < START_PAUSE_MS) return true
  } catch {
    // No mark yet.
  }
  try {
    mkdirSync(join(mark, '..'), { recursive: true, mode: 0o700 })
    writeFileSync(mark, '', { mode: 0o600 })
    return false
  } catch {
    return true
  }
}
