import type { FileChange, ToolCall } from '../model/tool.ts'
import { unreachable } from '../model/unreachable.ts'
import { judgeCommand } from './judge-command.ts'
import type { Judge, Judged } from './judge-step.ts'
import { knownWord, pseudoCommand } from './pseudo.ts'
import type { ResolvedCommand } from './shell/reading.ts'

type Tool = Exclude<ToolCall, { kind: 'shell' }>

/** Everything that is not a shell, put into the words of commands and judged by the same rules. */
export function judgeTool(tool: Tool, judge: Judge): Judged {
  const commands = deedsOf(tool, judge)
  return { commands, findings: commands.flatMap((command) => judgeCommand(command, judge.ground, judge.book)) }
}

function deedsOf(tool: Tool, judge: Judge): readonly ResolvedCommand[] {
  const cwd = judge.ground.around.cwd
  switch (tool.kind) {
    case 'read': // EDGE-31: reading is always allowed.
      return []
    case 'edit':
      return tool.changes.flatMap((change) => changeDeeds(change, cwd))
    case 'mcp':
      return mcpDeeds(tool, cwd)
    case 'network':
      return [pseudoCommand(['curl', '-X', tool.method.toUpperCase(), tool.target], { cwd })]
    case 'delegate':
    case 'schedule':
      return approvalIn(tool.prompt, cwd)
    case 'skill':
      return approvalIn(`/${tool.skill} ${tool.args}`, cwd)
    case 'other':
      return approvalIn(JSON.stringify(tool.input), cwd)
    default:
      return unreachable(tool)
  }
}

function changeDeeds(change: FileChange, cwd: string): readonly ResolvedCommand[] {
  const write = (path: string): ResolvedCommand =>
    pseudoCommand(['<edit-tool>'], { cwd, redirects: [{ op: '>>', target: knownWord(path) }] })
  switch (change.op) {
    case 'write':
    case 'edit':
      return [write(change.path)]
    case 'delete':
      return [pseudoCommand(['rm', '--', change.path], { cwd })]
    case 'move':
      return [
        pseudoCommand(['mv', '--', change.path, change.to ?? change.path], { cwd }),
        write(change.to ?? change.path),
      ]
    default:
      return unreachable(change.op)
  }
}

/** Only a person answers a junction: a helper, a timetable or a skill may not be told to. */
const approvalIn = (text: string, cwd: string): readonly ResolvedCommand[] =>
  /(^|[\s"'`/])(\/edge|edge)\s+(approve|skip|dismiss)\b|\bfairlead\s+(edge|trust|pause|approve)\b/i.test(text)
    ? [pseudoCommand(['claude', '/edge approve'], { cwd })]
    : []

const CHANGES =
  /(^|[_\-.\s/])(delete|drop|destroy|remove|purge|truncate|publish|deploy|merge|send|terminate|revoke|transfer|charge|refund|pay|archive|uninstall|reset|wipe|unpublish|rollback|migrate|execute_sql|apply_migration|push|force|cancel|kill|shutdown|ban|invite|grant|release)([_\-.\s/]|$)/

/** MCP tools say of themselves that they only read; else their name decides. */
function mcpDeeds(tool: Extract<Tool, { kind: 'mcp' }>, cwd: string): readonly ResolvedCommand[] {
  const text = JSON.stringify(tool.input)
  const approving = approvalIn(text, cwd)
  if (tool.readOnly === true) return approving
  const name = tool.tool.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
  const deeds =
    CHANGES.test(name) && !isLocalHelper(tool.server)
      ? [pseudoCommand(['<mcp-tool>', `${tool.server}/${tool.tool}`], { cwd })]
      : []
  return [...approving, ...deeds, ...sqlDeeds(name, tool.input, cwd)]
}

/** Servers that keep to the agent's own memory or to the page it looks at. */
const isLocalHelper = (server: string): boolean =>
  /^(memory|sequential-?thinking|playwright|puppeteer|chrome-devtools|browser|context7|fetch|time|todo)/i.test(server)

function sqlDeeds(name: string, input: unknown, cwd: string): readonly ResolvedCommand[] {
  if (!/sql|query|database|db/.test(name) || typeof input !== 'object' || input === null) return []
  return Object.values(input)
    .filter((value): value is string => typeof value === 'string')
    .map((value) => pseudoCommand(['psql', '-c', value], { cwd }))
}
