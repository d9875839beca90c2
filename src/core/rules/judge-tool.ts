import { unreachable } from '../model/language.ts'
import type { FileChange, ToolCall } from '../model/tool.ts'
import { judgeCommand } from './judge-command.ts'
import { mcpDeeds, otherDeeds } from './judge-mcp.ts'
import type { Deeds, Judged, Judging } from './judge-step.ts'
import { unaskedFindings } from './judge-written.ts'
import { knownWord, pseudoCommand } from './pseudo.ts'
import type { ResolvedCommand } from './shell/reading.ts'
import { keyReads } from './targets/own.ts'

type Tool = Exclude<ToolCall, { kind: 'shell' }>

/** Everything that is not a shell, put into the words of commands and judged by the same rules. */
export function judgeTool(tool: Tool, judge: Judging): Judged {
  const { commands, findings } = deedsOf(tool, judge)
  const unasked =
    tool.kind === 'edit'
      ? tool.changes.flatMap((change) => unaskedFindings({ path: change.to ?? change.path, text: change.after }, judge))
      : []
  const found = commands.flatMap((command) => judgeCommand(command, judge.ground, judge.book))
  return { commands, findings: [...found, ...findings, ...unasked] }
}

function deedsOf(tool: Tool, judge: Judging): Deeds {
  if (tool.kind === 'mcp') return mcpDeeds(tool, judge)
  if (tool.kind === 'other') return otherDeeds(tool, judge)
  return { commands: commandsOf(tool, judge), findings: [] }
}

function commandsOf(tool: Exclude<Tool, { kind: 'mcp' | 'other' }>, judge: Judging): readonly ResolvedCommand[] {
  const cwd = judge.ground.around.cwd
  switch (tool.kind) {
    case 'read': // EDGE-31: reading is always allowed, but for the key with which a person answers.
      return keyReads(tool, judge.ground)
    case 'edit':
      return tool.changes.flatMap((change) => changeDeeds(change, cwd))
    case 'network':
      return [pseudoCommand(['curl', '-X', tool.method.toUpperCase(), tool.target], { cwd })]
    case 'delegate':
      return answering(ANSWER.test(tool.prompt), cwd)
    case 'schedule':
      return answering(anyLine(tool.prompt), cwd)
    case 'skill':
      return answering(isEdgeSkill(tool.skill) && ANSWER.test(`edge ${tool.args.trim()}`), cwd)
    default:
      return unreachable(tool)
  }
}

/** A change of one file, as the rules about commands see it. */
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

/** Only a person answers a junction: a helper, a timetable or a skill may not be told to. To speak about it is no answer. */
const ANSWER = /^[\s`"'>]*(?:fairlead\s+|\/)?edge\s+(?:approve|skip|dismiss)\b/i

const answering = (isAnswer: boolean, cwd: string): readonly ResolvedCommand[] =>
  isAnswer ? [pseudoCommand(['claude', '/edge approve'], { cwd })] : []

/** What a timetable says arrives as if a person had typed it, line by line. */
const anyLine = (prompt: string): boolean => prompt.split('\n').some((line) => ANSWER.test(line))

const isEdgeSkill = (skill: string): boolean => /^(?:[\w-]+:)?\/?edge$/i.test(skill.trim())
