import { appendFileSync, closeSync, existsSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { doorPathsOf } from '../../config/paths.ts'
import { eventId } from '../../core/model/ids.ts'
import { parseJson } from '../../core/model/json.ts'
import { codeOf } from '../../disk/error-code.ts'
import { isOutOfReach } from '../../disk/reach.ts'
import { AT_ONCE } from '../../disk/read-file.ts'
import { workingFolder } from '../../disk/working-folder.ts'
import type { HookAnswer, HookCall } from '../../gate/gate.ts'
import { doorwayIn, isBeforeTool, isRefusal, prefixVariableName, projectFolderIn } from '../../runtimes/peek.ts'
import { answerProof } from '../../wiring/answer-proof.ts'
import {
  type AgentReply,
  type AgentRequest,
  HOOK_PATIENCE_MS,
  type Reply,
  type Request,
} from '../../wiring/protocol.ts'
import { VERSION } from '../../wiring/version.ts'
import { loadCompiled } from './load-compiled.ts'

type Inline = typeof import('./inline.ts')

const ANSWERED = 0
const FAILED = 1
/** Answered without our state, and nothing could be written about that. */
const UNRECORDED = 3
type End = typeof ANSWERED | typeof UNRECORDED

/**
 * The program behind the command that every runtime calls: `hook <runtime> [--strict] [--wait <seconds>]`. No logic: bytes to the
 * daemon, its answer to stdout; when the daemon is away, the same gate in this process. The guard around it (`install/scripts.ts`)
 * turns every end but `ANSWERED` into a line in the record of gaps, and, unless it has answered, with `--strict` into a refusal.
 */
async function main(): Promise<End> {
  const [runtime = '', ...flags] = process.argv.slice(2)
  const bytes = await readInput()
  const call: HookCall = {
    runtime,
    bytes,
    stamp: HANDED_ON?.stamp ?? mintStamp(),
    startDir: startFolder(),
    prefix: process.env[prefixVariableName()] ?? '',
    ...waiting(flags),
  }
  if (HANDED_ON?.isParked) answerByMs = waitLimitMs(call)
  const reply = await askDaemon(call)
  const end = reply ? print(reply.stdout) : await decideHere(call)
  if (process.env['FAIRLEAD_DEBUG']) logCall(call, reply ? 'daemon' : 'here')
  return end
}

/** A client that sends nothing asks nothing that could be answered. */
async function readInput(): Promise<string> {
  const bytes = await inputBytes()
  if (bytes.length === 0) throw new Error('no input')
  return bytes.toString('utf8')
}

/** Read at once as a rule; where the input doesn't block and comes late, as a stream, which costs its modules. */
async function inputBytes(): Promise<Buffer> {
  const chunks: Buffer[] = []
  try {
    const chunk = Buffer.allocUnsafe(65_536)
    for (let size = readSync(0, chunk); size > 0; size = readSync(0, chunk))
      chunks.push(Buffer.from(chunk.subarray(0, size)))
  } catch (error) {
    if (codeOf(error) !== 'EAGAIN') throw error
    for await (const late of process.stdin) chunks.push(late as Buffer)
  }
  return Buffer.concat(chunks)
}

/** Where the session began. The shell still knows the name of a folder that is gone. */
function startFolder(): string {
  return projectFolderIn(process.env) ?? workingFolder() ?? process.env['PWD'] ?? '/'
}

/** Whoever waits for no person has answered by then, whatever else keeps it; the guard around this program ends it there. */
const ANSWER_BY_MS = 8_000
/** So much earlier the answer is begun: on a crowded machine that takes its time, too. */
const RESERVE_MS = 2_500
/** Kept for deciding here when a daemon that told us to wait says nothing more. */
const OWN_DECISION_MS = 1_000

/**
 * What the native client hands on with a call that it leaves to us: one event asked about twice is one event, and a client that
 * waits doesn't wait longer for two programs than for one. Nobody else can set it: what starts us sees to that.
 */
const HANDED_ON = handedOn(process.env['FAIRLEAD_EVENT'])

function handedOn(text = '') {
  const [, id, atMs, spentMs, parked] = /^([\da-f-]{36}) (\d{1,15}) (\d{1,9})( parked)?$/.exec(text) ?? []
  if (id === undefined) return undefined
  return {
    stamp: { id: eventId(id), atMs: Number(atMs) },
    spentMs: Number(spentMs),
    isParked: parked !== undefined,
  }
}

/** When this process has to have answered: a call that waits for a person has as long as the runtime gives it. */
let answerByMs = ANSWER_BY_MS

/** What is left of this process's time, whatever it has been waiting for. */
function leftMs(): number {
  return answerByMs - RESERVE_MS - (HANDED_ON?.spentMs ?? 0) - process.uptime() * 1_000
}

/** `--wait 600`: for so long the runtime lets this hook wait for a person. */
function waiting(flags: readonly string[]): Pick<HookCall, 'waitSeconds'> {
  const at = flags.indexOf('--wait')
  const seconds = at < 0 ? Number.NaN : Number(flags[at + 1])
  return Number.isInteger(seconds) ? { waitSeconds: seconds } : {}
}

/** `FAIRLEAD_DEBUG=1`: which call came when, and who answered it. Never what it was about. */
function logCall({ runtime, bytes, stamp, startDir }: HookCall, answeredBy: 'daemon' | 'here'): void {
  const line = {
    ...stamp,
    runtime,
    doorway: doorwayIn(bytes),
    sizeBytes: bytes.length,
    startDir,
    answeredBy,
    tookMs: Date.now() - stamp.atMs,
  }
  try {
    appendFileSync(join(doorPathsOf(process.env).key, '..', 'debug.jsonl'), `${JSON.stringify(line)}\n`, {
      mode: 0o600,
    })
  } catch {
    // A log must not cost the call.
  }
}

/** The fallback is a bundle of its own, so that the usual call never loads it. */
async function decideHere(call: HookCall): Promise<End> {
  const use = isBeforeTool(call) ? 'before-a-tool' : 'otherwise'
  const inline = loadCompiled<Inline>(join(__dirname, 'gate.cjs'), use)
  const answer = await inline.exports.answerInline(call, leftMs())
  const end = print(answer.stdout)
  if (answer.isUnrecorded) return UNRECORDED
  if (!answer.finish) return end
  try {
    await answer.finish(leftMs())
    inline.keep()
    await inline.exports.startDaemonLater(call, leftMs())
  } catch {
    // It has answered.
  }
  return end
}

/** A version 4 UUID from the kernel: loading a crypto module would cost more than the rest of this file. */
function mintStamp(): HookCall['stamp'] {
  const bytes = Buffer.alloc(16)
  const source = openSync('/dev/urandom', 'r')
  readSync(source, bytes)
  closeSync(source)
  bytes[6] = (bytes.readUInt8(6) & 0x0f) | 0x40
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  return { id: eventId(id), atMs: Date.now() }
}

/** Undefined when the daemon is away, dies, is too slow or is older than we are. */
async function askDaemon(call: HookCall): Promise<HookAnswer | undefined> {
  const { socket, state, agentSocket } = doorPathsOf(process.env)
  if (patienceMs() <= 0) return undefined
  // Loading the network module for nothing would cost a cold call more than reading its payload.
  if (existsSync(socket))
    return ask(socket, { op: 'hook', version: VERSION, call, client: clientPid() }, call, answerIn)
  // Hidden is not missing. Nothing proves who answers there, so that only a refusal counts; the rest is decided here.
  return isOutOfReach(state) && isBeforeTool(call)
    ? ask(agentSocket, { op: 'judge', call }, call, refusalIn)
    : undefined
}

/** The native client may have waited already, and in vain. */
function patienceMs(): number {
  return HOOK_PATIENCE_MS - (HANDED_ON?.spentMs ?? 0)
}

/** One line to the daemon, one back. */
async function ask(
  path: string,
  request: Request | AgentRequest,
  call: HookCall,
  read: (line: string, call: HookCall) => HookAnswer | undefined,
): Promise<HookAnswer | undefined> {
  const { connect } = await import('node:net')
  return new Promise((done) => {
    const socket = connect(path)
    const leave = () => socket.destroy()
    let patience = setTimeout(leave, patienceMs())
    let parked = 0
    const chunks: Buffer[] = []
    socket.on('connect', () => socket.end(`${JSON.stringify(request)}\n`))
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      const lines = Buffer.concat(chunks).toString('utf8').split('\n')
      if (parked === 0 && lines.length > 1 && saysWait(lines[0] ?? '', call)) {
        parked = 1
        clearTimeout(patience)
        patience = setTimeout(leave, PARKED_PATIENCE_MS)
        waitForPerson(call, leave)
      }
      if (parked > 0) patience.refresh()
      // The answer is one line; waiting until the connection is closed in good order would only take longer.
      if (lines.length > parked + 1) done(read(lines[parked] ?? '', call))
    })
    socket.on('error', leave)
    socket.on('close', () => done(undefined))
  })
}

/** A daemon that keeps us waiting for a person says so again and again; one that hangs meanwhile does not. */
const PARKED_PATIENCE_MS = 10_000

/** As long as the runtime lets us; the guard around this program has to know. */
function waitForPerson(call: HookCall, leave: () => void): void {
  answerByMs = waitLimitMs(call)
  setTimeout(leave, leftMs() - OWN_DECISION_MS)
  const guard = Number(process.env['FAIRLEAD_GUARD'])
  if (guard > 1) process.kill(guard, 'SIGUSR1')
}

function waitLimitMs({ waitSeconds = 0 }: HookCall): number {
  return Math.max(ANSWER_BY_MS, waitSeconds * 1_000)
}

/** The process that called: the guard, where there is one, knows it. */
function clientPid(): number {
  return Number(process.env['FAIRLEAD_CLIENT']) || process.ppid
}

/** Straight to the descriptor: `process.stdout` would load the stream and network modules for one line. */
function print(text: string): End {
  const bytes = Buffer.from(text)
  for (let sent = 0; sent < bytes.length; ) {
    try {
      sent += writeSync(1, bytes, sent)
    } catch (error) {
      // A full pipe is not a closed one.
      if (codeOf(error) !== 'EAGAIN') throw error
    }
  }
  return ANSWERED
}

/** Before a tool, only an answer that proves itself counts: a stranger on the socket must not say "go ahead". */
function answerIn(line: string, call: HookCall): HookAnswer | undefined {
  const reply = parseJson(line) as Reply | undefined
  // Whoever has the socket's name may send anything, also what only looks like an answer.
  if (reply?.kind !== 'answer' || typeof reply.answer?.stdout !== 'string') return undefined
  return !isBeforeTool(call) || proves(reply, call, reply.answer.stdout) ? reply.answer : undefined
}

/** Nor may it keep us waiting until the client gives up. */
function saysWait(line: string, call: HookCall): boolean {
  const reply = parseJson(line) as Reply | undefined
  return reply?.kind === 'waiting' && proves(reply, call)
}

function refusalIn(line: string): HookAnswer | undefined {
  const reply = parseJson(line) as AgentReply | undefined
  return reply?.kind === 'answer' && isRefusal(String(reply.answer?.stdout)) ? reply.answer : undefined
}

function proves({ proof }: { readonly proof?: string }, call: HookCall, stdout?: string): boolean {
  try {
    const key = readFileSync(doorPathsOf(process.env).key, { flag: AT_ONCE })
    return proof === answerProof(key, call, stdout)
  } catch {
    return false
  }
}

// Ended at once: tidying up the database connection would cost two more writes to disk, and the next call opens it anyway.
main().then(process.exit, () => process.exit(FAILED))
