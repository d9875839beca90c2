import { randomUUID } from 'node:crypto'
import { mkdirSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { governedRootOf, projectRootOf } from '../../config/governed.ts'
import { PATH_VARIABLES, type Paths } from '../../config/paths.ts'
import { eventId, sessionId } from '../../core/model/ids.ts'
import { isInside } from '../../core/model/inside.ts'
import type { Environment } from '../../core/model/json.ts'
import { agentDeed } from '../../core/rules/book/own-verbs.ts'
import { redactedPreview } from '../../core/rules/text/preview.ts'
import { AGENT_DOOR_TEXTS } from '../../core/words/cli.ts'
import { GATE_WORDS } from '../../core/words/gate.ts'
import { groundAsked, NOT_GOVERNED, readQuestion, verdictLines } from '../../ledger/cite/ground.ts'
import { saysBeforeTool } from '../../runtimes/peek.ts'
import { runtimeOf } from '../../runtimes/registry.ts'
import type { AgentReply, AgentRequest } from '../../wiring/protocol.ts'
import { governedIn, ledgerPlaces, type Wired } from '../../wiring/wire-gate.ts'
import { isAgentRequest } from './requests.ts'
import { runCli } from './run-cli.ts'
import { type ClaimedSocket, type Spoken, takeSocket } from './socket.ts'

interface AgentDoorParts {
  readonly paths: Paths
  readonly env: Environment
  readonly gate: Pick<Wired['gate'], 'submit' | 'handleAlone'>
  readonly policy: Wired['policy']
  readonly store: Wired['store']
  /** The daemon does not leave meanwhile. */
  readonly working: <Done>(work: () => Promise<Done>) => Promise<Done>
  /** The program and the words before those of an agent. */
  readonly cli: readonly [string, ...string[]]
}

const MAX_BYTES = 1_024 * 1_024
const ARRIVE_MS = 5_000
const MAX_CALLERS = 32

/**
 * What agents may ask of us where our files are hidden from them: to read, to record, to claim, to have a call judged. Nothing
 * here registers, approves, loosens, reads the key or ends anything. Their words are run by the command line in a process of
 * its own, which looks them up in the same table again.
 */
export function agentDoor(parts: AgentDoorParts): Spoken<AgentRequest> {
  return {
    isAsked: isAgentRequest,
    answer: (asked) => parts.working(() => (asked.op === 'judge' ? judge(parts, asked) : run(parts, asked))),
    maxBytes: MAX_BYTES,
    arriveMs: ARRIVE_MS,
    maxCallers: MAX_CALLERS,
  }
}

/** By the rules alone: a call that anybody can send is recorded as a gap, and changes nothing else. */
async function judge({ gate }: AgentDoorParts, { call }: Extract<AgentRequest, { op: 'judge' }>): Promise<AgentReply> {
  if (!saysBeforeTool(call)) return { kind: 'answer', answer: { stdout: '' } }
  return { kind: 'answer', answer: await gate.handleAlone(call, GATE_WORDS.outOfReach) }
}

type Words = Extract<AgentRequest, { op: 'agent' }>

async function run(parts: AgentDoorParts, words: Words): Promise<AgentReply> {
  const { paths, env, cli } = parts
  const deed = agentDeed(words.argv)
  if (deed === undefined || deed === 'look') return refuse(parts, words)
  const cwd = workFolder(words.cwd, paths)
  if (cwd === undefined) return ran(AGENT_DOOR_TEXTS.badFolder(words.cwd))
  const verdict = await groundFor(parts, cwd, words.argv)
  if (verdict !== undefined) return { kind: 'ran', exit: 0, stdout: `${verdict.join('\n')}\n`, stderr: '' }
  return { kind: 'ran', ...(await runCli([...cli, ...words.argv], { cwd, env: childEnv(env, words) })) }
}

/**
 * What `grounding-check.sh` asks, answered here: the daemon has what it takes at hand, and a process would cost the script ten times
 * its own time. Other words, and other shapes of these, are the command line's.
 */
async function groundFor(
  { paths, env, policy, store }: AgentDoorParts,
  cwd: string,
  [ledger, ground, shim, dashes, agent, threshold, date, ...more]: readonly string[],
): Promise<readonly string[] | undefined> {
  if (`${ledger} ${ground} ${shim} ${dashes}` !== 'ledger ground --shim --' || more.length > 0) return undefined
  const read = readQuestion({ agent, threshold, date })
  const root = projectRootOf(cwd)
  if (!read.ok || root === undefined) return undefined
  if (governedRootOf(root, governedIn(paths)) === undefined) return [NOT_GOVERNED]
  const record = async () => (await (await store()).read(root)).ledger.record
  const { ledger: rules } = policy(root)
  const parts = { place: ledgerPlaces(paths, env)(root), policy: rules, record, atMs: Date.now() }
  return verdictLines(await groundAsked(read.question, parts), rules.grounding)
}

/** Our own folder is in no project of theirs: else a file of ours could be read as one of the project's. */
function workFolder(folder: string, paths: Paths): string | undefined {
  try {
    const real = realpathSync(folder)
    const project = projectRootOf(real) ?? real
    const own = realpathSync(paths.folder)
    const isApart = !isInside(real, own) && !isInside(own, project)
    return folder.startsWith('/') && isApart && statSync(real).isDirectory() ? real : undefined
  } catch {
    return undefined
  }
}

const KEPT = [...PATH_VARIABLES, 'USER', 'LOGNAME', 'LANG', 'LC_ALL', 'TZ']

/** Built from nothing. Programs are looked for only where an agent cannot have put one. */
function childEnv(env: Environment, { runtime, session }: Words): NodeJS.ProcessEnv {
  const client = runtime === undefined ? undefined : runtimeOf(runtime)?.client
  const kept = KEPT.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))
  return {
    ...Object.fromEntries(kept),
    PATH: (env['PATH'] ?? '').split(':').filter(isTheSystems).join(':'),
    ...(client && { [client.calling]: '1' }),
    ...(client && session !== undefined && { [client.session]: session }),
  }
}

const WRITABLE_BY_OTHERS = 0o022

function isTheSystems(folder: string): boolean {
  try {
    const { uid, mode } = statSync(folder)
    return folder.startsWith('/') && uid === 0 && (mode & WRITABLE_BY_OTHERS) === 0
  } catch {
    return false
  }
}

const MAX_SHOWN_CHARS = 200

async function refuse({ gate, paths }: AgentDoorParts, { argv, cwd }: Words): Promise<AgentReply> {
  const asked = redactedPreview(`fairlead ${argv.join(' ')}`, MAX_SHOWN_CHARS)
  const project = governedRootOf(cwd, governedIn(paths))
  const report = { of: 'own-change', source: 'agent-door', path: asked, refused: true } as const
  const stamp = { id: eventId(randomUUID()), atMs: Date.now(), runtime: 'fairlead', session: sessionId('agent-door') }
  if (project !== undefined) await gate.submit({ kind: 'report', report, ...stamp, cwd: project }, project)
  return ran(AGENT_DOOR_TEXTS.persons(asked))
}

function ran(line: string): AgentReply {
  return { kind: 'ran', exit: 1, stdout: '', stderr: `fairlead: ${line}\n` }
}

/** Keeps the door open for as long as the daemon lives: its name may be taken away, or be too long for a socket. */
export function keepAgentDoor(path: string, spoken: Spoken<AgentRequest>) {
  let open: ClaimedSocket | undefined
  return {
    async keepOpen(): Promise<void> {
      if (open?.isOurs()) return
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
        void open?.close('at once')
        open = await takeSocket(path, spoken)
      } catch {
        // Agents find no door, and the hooks go on.
      }
    },
    close: async () => open?.close('at once'),
  }
}
