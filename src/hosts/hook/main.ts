import { appendFileSync, closeSync, existsSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { doorPathsOf } from '../../config/paths.ts'
import { eventId } from '../../core/model/ids.ts'
import { GATE_WORDS } from '../../core/words/gate.ts'
import { isOutOfReach } from '../../disk/reach.ts'
import type { HookAnswer, HookCall } from '../../gate/gate.ts'
import { doorwayIn, isBeforeTool, isRefusal, projectFolderIn } from '../../runtimes/peek.ts'
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

const NEWLINE = 0x0a

type Inline = typeof import('./inline.ts')

/**
 * The entry every runtime calls: `hook <runtime>`. No logic: bytes to the daemon, its answer to stdout; when the
 * daemon is away, the same gate in this process. Exits 0, always: code 2 means "block" to the agents.
 */
async function main(): Promise<void> {
  const [runtime = '', ...flags] = process.argv.slice(2)
  const bytes = readFileSync(0, 'utf8')
  const call: HookCall = {
    runtime,
    bytes,
    stamp: mintStamp(),
    startDir: projectFolderIn(process.env) ?? process.cwd(),
    ...waiting(flags),
  }
  try {
    const reply = await askDaemon(call)
    if (reply) print(reply.stdout)
    else await decideHere(call)
    if (process.env['FAIRLEAD_DEBUG']) logCall(call, reply ? 'daemon' : 'here')
  } catch (error) {
    recordFailure(call, error)
    if (flags.includes('--strict') && isBeforeTool(call)) failClosed()
  }
}

/** Whoever waits for no person has answered by then, whatever else keeps it; the guard around this program ends it there. */
const ANSWER_BY_MS = 8_000
/** So much earlier the answer is begun: on a crowded machine that takes its time, too. */
const RESERVE_MS = 2_500
/** Kept for deciding here when a daemon that told us to wait says nothing more. */
const OWN_DECISION_MS = 1_000

/** When this process has to have answered: a call that waits for a person has as long as the runtime gives it. */
let answerByMs = ANSWER_BY_MS

/** What is left of this process's time, whatever it has been waiting for. */
function leftMs(): number {
  return answerByMs - RESERVE_MS - process.uptime() * 1_000
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
async function decideHere(call: HookCall): Promise<void> {
  const use = isBeforeTool(call) ? 'before-a-tool' : 'otherwise'
  const inline = loadCompiled<Inline>(join(__dirname, 'gate.cjs'), use)
  const answer = await inline.exports.answerInline(call, leftMs())
  print(answer.stdout)
  if (!answer.finish) return
  await answer.finish(leftMs())
  inline.keep()
  await inline.exports.startDaemonLater(call)
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
  // Loading the network module for nothing would cost a cold call more than reading its payload.
  if (existsSync(socket))
    return ask(socket, { op: 'hook', version: VERSION, call, client: process.ppid }, call, answerIn)
  // Hidden is not missing. Nothing proves who answers there, so that only a refusal counts; the rest is decided here.
  return isOutOfReach(state) && isBeforeTool(call)
    ? ask(agentSocket, { op: 'judge', call }, call, refusalIn)
    : undefined
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
    let timer = setTimeout(() => socket.destroy(), HOOK_PATIENCE_MS)
    const chunks: Buffer[] = []
    const finish = () => {
      clearTimeout(timer)
      done(read(Buffer.concat(chunks).toString('utf8'), call))
    }
    socket.on('connect', () => socket.end(`${JSON.stringify(request)}\n`))
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      // The answer is one line; waiting until the connection is closed in good order would only take longer.
      if (chunk.at(-1) === NEWLINE) return finish()
      // The daemon waits for a person, and so do we.
      clearTimeout(timer)
      answerByMs = Math.max(answerByMs, (call.waitSeconds ?? 0) * 1_000)
      timer = setTimeout(() => socket.destroy(), Math.max(leftMs() - OWN_DECISION_MS, 0))
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', finish)
  })
}

/** Straight to the descriptor: `process.stdout` would load the stream and network modules for one line. */
function print(text: string): void {
  const bytes = Buffer.from(text)
  for (let sent = 0; sent < bytes.length; ) {
    try {
      sent += writeSync(1, bytes, sent)
    } catch (error) {
      // A full pipe is not a closed one.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error
    }
  }
}

/** Before a tool, only an answer that proves itself counts: a stranger on the socket must not say "go ahead". */
function answerIn(line: string, call: HookCall): { readonly stdout: string } | undefined {
  try {
    const reply = JSON.parse(line) as Reply
    if (reply.kind !== 'answer') return undefined
    if (!isBeforeTool(call)) return reply.answer
    const expected = answerProof(readFileSync(doorPathsOf(process.env).key), call, reply.answer.stdout)
    return reply.proof === expected ? reply.answer : undefined
  } catch {
    return undefined
  }
}

function refusalIn(line: string): HookAnswer | undefined {
  try {
    const reply = JSON.parse(line) as AgentReply
    return reply.kind === 'answer' && isRefusal(reply.answer.stdout) ? reply.answer : undefined
  } catch {
    return undefined
  }
}

/** Nothing could be judged, and the call passes: at least that is known afterwards. */
function recordFailure({ runtime, stamp, startDir }: HookCall, error: unknown): void {
  const problem = GATE_WORDS.hookFailed(
    error instanceof Error ? error.message.slice(0, 200) : GATE_WORDS.unknownFailure,
  )
  const gap = { atMs: stamp.atMs, runtime, project: startDir, problem, outcome: 'allow' }
  try {
    appendFileSync(join(doorPathsOf(process.env).key, '..', 'gaps.jsonl'), `${JSON.stringify(gap)}\n`, { mode: 0o600 })
  } catch {
    // Nowhere to write.
  }
}

/** Only with `init --strict`, and only before a tool: the person chose that no gate means no call. */
function failClosed(): void {
  process.stderr.write(`${GATE_WORDS.strictFailure}\n`)
  process.exitCode = 2
}

// Ended at once: tidying up the database connection would cost two more writes to disk, and the next call opens it anyway.
main()
  .catch(() => undefined)
  .finally(() => process.exit())
