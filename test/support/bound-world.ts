import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { AnchorFiles } from '../../src/anchor/anchor-files.ts'
import { anchorFiles } from '../../src/anchor/anchor-files.ts'
import { evolve } from '../../src/core/index.ts'
import { type HomesOf, IN_REPO } from '../../src/core/model/homes.ts'
import { eventId, type ProjectRoot, projectRoot } from '../../src/core/model/ids.ts'
import { DEFAULT_POLICY, type Policy } from '../../src/core/model/policy.ts'
import { INITIAL_STATE } from '../../src/core/model/state.ts'
import { makeGate } from '../../src/gate/pipeline.ts'
import type { ToolContext } from '../../src/hosts/mcp/tool.ts'
import { anchor } from '../../src/hosts/mcp/tools/anchor.ts'
import { memoryStore } from '../../src/stores/memory/store.ts'
import type { Store } from '../../src/stores/store.ts'
import { gateRooms, standsIn } from './gate-rooms.ts'
import type { Arguments } from './template-agent.ts'

export interface Agent {
  readonly session: string
  readonly agent?: string
}

export interface WorldOptions {
  readonly anchor?: Partial<Policy['anchor']>
  readonly main?: Policy['roles']['main']
  readonly files?: AnchorFiles
  readonly store?: Store
  readonly root?: string
  readonly homes?: HomesOf
}

const MAIN: Agent = { session: 'session-1' }
let minted = 0

/**
 * A project on disk, the real gate on it, and agents that call tools as a client would: the hook first, then the server.
 * When the case is over, nothing of it is left.
 */
export function boundWorld(options: WorldOptions = {}) {
  const root = options.root ?? realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-anchor-')))
  const project: ProjectRoot = projectRoot(join(root, 'project'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  if (!existsSync(project)) makeProject(project)
  const store = options.store ?? memoryStore({ evolve, initial: INITIAL_STATE })
  const { homes = IN_REPO } = options
  const policy: Policy = {
    ...DEFAULT_POLICY,
    roles: { ...DEFAULT_POLICY.roles, main: options.main ?? 'worker' },
    anchor: { ...DEFAULT_POLICY.anchor, required: true, ...options.anchor },
  }
  const gate = makeGate({
    ...gateRooms({ project, store, folder: root, home: join(root, 'home'), homes }),
    governed: {
      rootOf: (folder) => (folder.startsWith(project) ? project : undefined),
      standing: standsIn(project),
      policy: () => policy,
    },
    anchor: options.files ?? anchorFiles(homes),
  })
  const context: ToolContext = {
    gate,
    store: async () => store,
    runtime: 'claude-code',
    cwd: project,
    projectOf: (folder) => (folder.startsWith(project) ? project : undefined),
  }
  const hook = async (event: string, fields: object, { session, agent }: Agent = MAIN): Promise<string> => {
    minted += 1
    const who = agent === undefined ? {} : { agent_id: agent, agent_type: 'general-purpose' }
    const payload = {
      session_id: session,
      transcript_path: '',
      cwd: project,
      hook_event_name: event,
      ...who,
      ...fields,
    }
    const stamp = { id: eventId(`hook-${minted}-${process.pid}`), atMs: Date.now() }
    const call = { runtime: 'claude-code', bytes: JSON.stringify(payload), stamp, startDir: project }
    return (await gate.handle(call)).stdout
  }
  /** What the agent is told when it uses a tool: nothing, or why not. */
  const use = async (tool: string, input: object, who: Agent = MAIN): Promise<string> => {
    minted += 1
    const stdout = await hook('PreToolUse', { tool_name: tool, tool_input: input, tool_use_id: `call-${minted}` }, who)
    return stdout === '' ? '' : JSON.parse(stdout).hookSpecificOutput.permissionDecisionReason
  }
  /** One call of the tool, seen by the hook; `unseen` skips that, `call` is the number the client tells the server. */
  const bind = async (
    args: Arguments,
    who: Agent = MAIN,
    how: { readonly unseen?: boolean; readonly anonymous?: boolean } = {},
  ) => {
    minted += 1
    const call = `anchor-${minted}`
    if (how.unseen !== true) {
      const refused = await hook(
        'PreToolUse',
        { tool_name: 'mcp__fairlead__anchor', tool_input: args, tool_use_id: call },
        who,
      )
      if (refused !== '') throw new Error(`the anchor tool itself was refused: ${refused}`)
    }
    return (await anchor.call({ args, call: how.anonymous === true ? undefined : call }, context)).text
  }
  return {
    root,
    project,
    store,
    gate,
    context,
    hook,
    use,
    bind,
    write: (who?: Agent) => use('Write', { file_path: join(project, 'note.txt'), content: 'x' }, who),
    path: (name: string) => join(project, name),
    put: (name: string, text: string) => {
      mkdirSync(dirname(join(project, name)), { recursive: true })
      writeFileSync(join(project, name), text)
    },
    names: (folder: string) => (existsSync(join(project, folder)) ? readdirSync(join(project, folder)).toSorted() : []),
    read: (name: string) => readFileSync(join(project, name), 'utf8'),
    facts: async () => (await store.facts(project, {})).map((row) => row.fact),
  }
}

function makeProject(project: string): void {
  mkdirSync(join(project, 'src'), { recursive: true })
  mkdirSync(join(project, '..', 'home'), { recursive: true })
  writeFileSync(join(project, 'README.md'), '# A project\n\nIt does one thing.\n')
  writeFileSync(join(project, 'src/a.ts'), 'export const a = 1\n\nexport const b = 2\n')
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.invalid', ...args], {
      cwd: project,
      stdio: 'ignore',
    })
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-q', '-m', 'first')
}
