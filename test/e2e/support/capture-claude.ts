import { join } from 'node:path'
import type { AnthropicBlock, AnthropicScript } from './anthropic-server.ts'
import { bash, dialogs, failure, terminal } from './capture-claude-tui.ts'
import type { Capture } from './capture-fixtures.ts'
import { type ClaudePrint, runClaudePrint } from './claude.ts'
import { addClaudeHooks, ask, deny, type Recorded, writeRecordingHook } from './recording-hook.ts'
import { createWorld, type World } from './world.ts'

/** Every event of the client except those whose mere presence changes what it does (worktrees, elicitation, display). */
const EVENTS = [
  ...['SessionStart', 'SessionEnd', 'Setup', 'InstructionsLoaded', 'UserPromptSubmit', 'UserPromptExpansion'],
  ...['PreToolUse', 'PermissionRequest', 'PermissionDenied', 'PostToolUse', 'PostToolUseFailure', 'PostToolBatch'],
  ...['Stop', 'StopFailure', 'SubagentStart', 'SubagentStop', 'PreCompact', 'PostCompact', 'PreModelSwitch'],
  ...['PostModelSwitch', 'ConfigChange', 'CwdChanged', 'FileChanged', 'Notification', 'TaskCreated', 'TaskCompleted'],
]

const SESSION = '6f1d3c52-0f3e-4c0a-9a57-3f6a1d2b7c11'
const MCP_SERVER = join(import.meta.dirname, 'mcp-echo.mjs')
const NOTEBOOK =
  '{"cells":[{"cell_type":"code","id":"c1","metadata":{},"source":["1"],"outputs":[],"execution_count":null}],"metadata":{},"nbformat":4,"nbformat_minor":5}'
const SKILL = '---\nname: greet\ndescription: says hello\n---\nSay hello to $ARGUMENTS.\n'
const EDGE =
  '---\nname: edge\ndescription: for the person\ndisable-model-invocation: true\n---\nFollow the note, if any.\n'

/** In this order, and each with the word that names payloads of another shape than those before. */
const SCENARIOS: readonly { readonly play: Play; readonly kind: string }[] = [
  { play: tools, kind: 'print' },
  { play: otherTools, kind: 'small-model' },
  { play: prompts, kind: 'resumed' },
  { play: compaction, kind: 'compacted' },
  { play: worktree, kind: 'worktree' },
  { play: background, kind: 'background' },
  { play: schedules, kind: 'scheduled' },
  { play: terminal, kind: 'tui' },
  { play: dialogs, kind: 'tui' },
  { play: failure, kind: 'tui' },
]

type Play = (world: World, recorded: Recorded) => Promise<void>

export async function captureClaude(say: (line: string) => void): Promise<readonly Capture[]> {
  const captures: Capture[] = []
  for (const { play, kind } of SCENARIOS) {
    const startedMs = Date.now()
    const { world, recorded } = stage()
    try {
      await play(world, recorded)
      for (const payload of recorded.payloads()) captures.push({ payload, world, kind })
      say(`claude: ${play.name} (${Date.now() - startedMs} ms)`)
    } finally {
      world.remove()
    }
  }
  return captures
}

function stage(): { readonly world: World; readonly recorded: Recorded } {
  const world = createWorld()
  // Web tools are stopped at the door: nothing here may leave the machine.
  const offline = ['WebFetch', 'WebSearch'].map((text) => ({
    event: 'PreToolUse',
    text,
    answer: deny('no network here'),
  }))
  const answers = [...offline, { event: 'PreToolUse', text: 'ASKED', answer: ask('is this wanted?') }]
  const recorded = writeRecordingHook({ folder: join(world.root, 'recorder'), answers })
  addClaudeHooks({ home: world.home, command: recorded.command, events: EVENTS })
  world.write('.mcp.json', JSON.stringify({ mcpServers: { echo: { command: 'node', args: [MCP_SERVER] } } }))
  world.write('.claude/skills/greet/SKILL.md', SKILL)
  world.write(join(world.home, '.claude/skills/edge/SKILL.md'), EDGE)
  world.write('book.ipynb', NOTEBOOK)
  world.write('CLAUDE.md', 'Be brief.\n')
  return { world, recorded }
}

const print = (world: World, options: Omit<ClaudePrint, 'home' | 'project'>) => runClaudePrint({ ...world, ...options })
const oneByOne = (calls: readonly AnthropicBlock[]): AnthropicScript => [...calls.map((call) => [call]), ['All done.']]

async function tools(world: World): Promise<void> {
  const note = world.path('note.txt')
  const agent = {
    description: 'look around',
    prompt: 'SUBPROMPT look',
    subagent_type: 'general-purpose',
    run_in_background: false,
  }
  const cell = { notebook_path: world.path('book.ipynb'), cell_id: 'c1', new_source: '2', edit_mode: 'replace' }
  await print(world, {
    prompt: 'do the work',
    args: ['--session-id', SESSION],
    script: [
      ['Let me look.', bash('echo hi')],
      [bash('echo one'), { name: 'Read', input: { file_path: world.path('README.md') } }],
      [bash('echo broken >&2; exit 3')],
      [bash('mkdir -p sub && cd sub')],
      [bash(`cd ${world.project}`)],
      [{ name: 'Write', input: { file_path: note, content: 'one\n' } }],
      [{ name: 'Read', input: { file_path: note } }],
      [{ name: 'Edit', input: { file_path: note, old_string: 'one', new_string: 'ONE' } }],
      [{ name: 'Write', input: { file_path: note, content: 'two\n' } }],
      [{ name: 'Read', input: { file_path: world.path('absent.txt') } }],
      [{ name: 'Read', input: { file_path: cell.notebook_path } }],
      [{ name: 'NotebookEdit', input: cell }],
      [{ name: 'mcp__echo__say', input: { text: 'hello' } }],
      [{ name: 'mcp__echo__say', input: { text: 'fail' } }],
      [{ name: 'WebFetch', input: { url: 'http://127.0.0.1/', prompt: 'what is there' } }],
      [{ name: 'WebSearch', input: { query: 'fairlead' } }],
      [{ name: 'Skill', input: { skill: 'greet', args: 'Ada' } }],
      [{ name: 'ToolSearch', input: { query: 'select:CronCreate', max_results: 1 } }],
      [{ name: 'SendMessage', input: { to: 'nobody', message: 'hello', summary: 'a greeting' } }],
      [{ name: 'Agent', input: agent }],
      { when: subagentOnly, blocks: [bash('echo in-sub')] },
      { when: subagentOnly, blocks: ['The sub-agent is done.'] },
      ['All done.'],
    ],
  })
}

async function worktree(world: World): Promise<void> {
  await print(world, { prompt: 'step aside', script: oneByOne([{ name: 'EnterWorktree', input: { name: 'side' } }]) })
}

/** The end of a background task comes back as a prompt that nobody typed. */
async function background(world: World): Promise<void> {
  const agent = {
    description: 'look around',
    prompt: 'SUBPROMPT look',
    subagent_type: 'Explore',
    run_in_background: true,
  }
  await print(world, {
    prompt: 'do the work',
    timeoutMs: 15_000,
    script: [
      [{ name: 'Agent', input: agent }],
      { when: subagentOnly, delayMs: 1_500, blocks: ['The sub-agent is done.'] },
      ['It is running.'],
      ['All done.'],
    ],
  })
}

/** A print run with something scheduled does not end by itself, so it is cut off. */
async function schedules(world: World): Promise<void> {
  const calls = [
    { name: 'CronCreate', input: { cron: '0 9 * * *', prompt: 'good morning', recurring: true } },
    { name: 'CronList', input: {} },
    { name: 'Monitor', input: { command: 'echo tick', description: 'ticks', timeout_ms: 1000, persistent: false } },
    { name: 'Bash', input: { command: 'sleep 0.2', description: 'a pause', run_in_background: true } },
    { name: 'ScheduleWakeup', input: { delaySeconds: 3600, reason: 'later', prompt: 'go on' } },
  ]
  await print(world, { prompt: 'later', timeoutMs: 8_000, script: oneByOne(calls) })
}

/** The parent's history holds the sub-agent's prompt too, but begins with its own. */
const subagentOnly = (request: { readonly text: string }) =>
  request.text.includes('SUBPROMPT look') && !request.text.includes('do the work')

/** Tools that this version offers only to some models, or when named. */
async function otherTools(world: World): Promise<void> {
  const search = [
    { name: 'Glob', input: { pattern: '*.md' } },
    { name: 'Grep', input: { pattern: 'project', path: '.' } },
  ]
  await print(world, { prompt: 'search', args: ['--tools', 'Glob,Grep'], script: oneByOne(search) })
  const todos = [{ content: 'step one', status: 'pending', activeForm: 'doing step one' }]
  await print(world, {
    prompt: 'plan',
    args: ['--model', 'claude-sonnet-4-5'],
    env: { CLAUDE_CODE_ENABLE_TASKS: '0' },
    script: oneByOne([{ name: 'TodoWrite', input: { todos } }]),
  })
  const task = [
    { name: 'TaskCreate', input: { subject: 'step one', description: 'the first step' } },
    { name: 'TaskUpdate', input: { taskId: '1', status: 'completed' } },
  ]
  await print(world, { prompt: 'plan', args: ['--model', 'claude-haiku-4-5'], script: oneByOne(task) })
}

async function prompts(world: World): Promise<void> {
  await print(world, {
    prompt: 'hello',
    permissionMode: 'manual',
    args: ['--session-id', SESSION],
    script: [['Hello.']],
  })
  await print(world, { prompt: '/greet Ada', args: ['--resume', SESSION], script: [['Hello, Ada.']] })
  await print(world, { prompt: '/edge approve 42', args: ['--resume', SESSION], script: [['Nothing was approved.']] })
  await print(world, { prompt: 'begin', args: ['--init'], script: [['Begun.']] })
}

async function compaction(world: World): Promise<void> {
  const full = { cache_read_input_tokens: 150_000 }
  const script = [
    { blocks: [bash('echo one')], usage: full },
    { blocks: [bash('echo two')], usage: full },
    ['All done.'],
  ]
  await print(world, { prompt: 'a long story', args: ['--autocompact', '100k'], script })
}
