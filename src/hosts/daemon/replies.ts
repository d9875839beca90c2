import type { Paths } from '../../config/paths.ts'
import { readKey } from '../../config/read-key.ts'
import * as yamlDoor from '../../config/yaml-door.ts'
import type { DaemonEnd } from '../../core/model/event.ts'
import type { ProjectRoot } from '../../core/model/ids.ts'
import type { Caller, HookAnswer, HookCall } from '../../gate/gate.ts'
import { skillIsIntact } from '../../install/settings-health.ts'
import { countTokens } from '../../ledger/count-tokens.ts'
import { ledgerFiles } from '../../ledger/files/ledger-files.ts'
import { ledgerLookups } from '../../ledger/ledger-lookups.ts'
import type { Arrival } from '../../person/arrival.ts'
import { typedDoor } from '../../person/typed-command.ts'
import { answerProof } from '../../wiring/answer-proof.ts'
import { isNewer, type Reply, type Request } from '../../wiring/protocol.ts'
import { VERSION } from '../../wiring/version.ts'
import { gapsFileOf, homesHere, ledgerPlaces, type Wired, wireGate } from '../../wiring/wire-gate.ts'
import { makeAttested } from './attested.ts'
import { type ClientPort, makeClientPort } from './client-port.ts'
import { makeClients } from './clients.ts'
import { type ConsolePort, makeConsole } from './console-port.ts'
import { makeMetrics } from './metrics.ts'
import { makeOrigins } from './origins.ts'
import { recordSideDoors } from './side-doors.ts'
import type { SocketCaller } from './socket.ts'
import { makeTwins } from './twins.ts'

export interface Replies extends Wired {
  readonly door: ClientPort
  readonly page: ConsolePort
  readonly metrics: ReturnType<typeof makeMetrics>
  readonly clients: ReturnType<typeof makeClients>
  readonly lastWorkMs: () => number
  readonly working: <Done>(work: () => Promise<Done>) => Promise<Done>
  readonly reply: (request: Request, caller: SocketCaller) => Promise<Reply>
}

interface ReplyOptions {
  readonly paths: Paths
  readonly env: Readonly<Record<string, string | undefined>>
  /** Ends this daemon. */
  readonly leave: (how: DaemonEnd) => void
  readonly isReachable?: (project: ProjectRoot) => boolean
}

/** Everything the daemon answers: hook programs on its socket, clients' own connections at its door. */
export function makeReplies({ paths, env, leave, isReachable = () => false }: ReplyOptions): Replies {
  const proveTyped = typedDoor({ skillIsIntact: () => skillIsIntact(paths) })
  // This process lives on: it may load a tokenizer and finish its writing after the answer.
  const lookups = ledgerLookups(ledgerPlaces(paths, env))
  const reaches = (one: ProjectRoot) => isReachable(one) || page.isWatched()
  const lasting = { countTokens, lookups, answersFirst: true, isReachable: reaches }
  const wired = wireGate({ paths, env, loadYaml: () => yamlDoor, proveTyped, ...lasting })
  const [clients, attested] = [makeClients(), makeAttested(paths)]
  const [twins, origins, work] = [makeTwins(), makeOrigins(wired), makeWork()]
  const metrics = metricsOf(wired, paths)
  const door = makeClientPort(paths, { answer: answerConnection, metrics: metrics.text })
  const ledger = { files: ledgerFiles(homesHere(paths)), lookups, countTokens }
  const page = makeConsole(paths, { ...wired, working: work.working, ledger })

  function answerConnection(call: HookCall, arrival: Arrival): Promise<HookAnswer> {
    twins.connected(call)
    origins.typed(call)
    return work.working(() =>
      metrics.timed({ way: 'connection', runtime: call.runtime }, () => wired.gate.handle(call, arrival)),
    )
  }

  async function answerProgram(call: HookCall, parent: number, caller: Caller): Promise<HookAnswer> {
    const closed = door.closed()
    // What came over the connection is answered there; this program only speaks when nothing did.
    if (!closed && (await twins.hasTwin(call))) return { stdout: '' }
    await origins.check(call)
    await recordSideDoors(wired, call)
    const arrival: Arrival = { way: 'program', parent, ...(closed && { closed }) }
    return metrics.timed({ way: 'program', runtime: call.runtime, caller }, (timed) =>
      wired.gate.handle(call, arrival, timed),
    )
  }

  async function answerRequest(request: Request, caller: SocketCaller): Promise<Reply> {
    if (request.op === 'info') return infoOf(door)
    if (request.op === 'attest') return attested.note(request)
    if (request.op === 'unseal') return attested.letOut(request)
    if (request.op === 'stop') return left(leave, 'told', 'stopping')
    if (isNewer(request.version, VERSION)) return left(leave, 'newer', 'retired')
    if (request.op === 'console') return { kind: 'console', ...(await page.open()) }
    const { client } = request
    clients.seen(client)
    const call = { ...request.call, ran: await attested.ran(request.call, client) }
    const keepWaiting = () => caller.keepWaiting(`${JSON.stringify({ kind: 'waiting', ...provenBy(paths, call) })}\n`)
    const answer = await answerProgram(call, client, { ...caller, keepWaiting })
    attested.letPass(call, client, answer)
    const { stdout } = answer
    return { kind: 'answer', answer: { stdout }, ...provenBy(paths, call, stdout) }
  }

  const reply: Replies['reply'] = (...asked) => work.working(() => answerRequest(...asked))
  return { ...wired, ...work, door, page, metrics, clients, reply }
}

/** Leaves once the answer is on its way. */
function left(leave: ReplyOptions['leave'], how: DaemonEnd, kind: 'stopping' | 'retired'): Reply {
  setImmediate(leave, how)
  return { kind }
}

function metricsOf({ store }: Wired, paths: Paths) {
  const memoryBytes = () => process.memoryUsage.rss()
  return makeMetrics({ store, gapsFile: gapsFileOf(paths), version: VERSION, now: Date.now, memoryBytes })
}

/** When something was last answered: now, as long as something is. */
function makeWork(): Pick<Replies, 'working' | 'lastWorkMs'> {
  let [lastMs, atWork] = [Date.now(), 0]
  return {
    lastWorkMs: () => (atWork > 0 ? Date.now() : lastMs),
    working: async (work) => {
      atWork += 1
      try {
        return await work()
      } finally {
        atWork -= 1
        lastMs = Date.now()
      }
    },
  }
}

function provenBy(paths: Paths, call: HookCall, stdout?: string): { readonly proof?: string } {
  const key = readKey(paths.key)
  return key ? { proof: answerProof(key, call, stdout) } : {}
}

function infoOf(door: ClientPort): Reply {
  const [port, closed] = [door.port(), door.closed()]
  return {
    kind: 'info',
    version: VERSION,
    pid: process.pid,
    memoryBytes: process.memoryUsage().rss,
    door: { ...(port !== undefined && { port }), ...(closed && { closed }) },
  }
}
