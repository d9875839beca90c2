import type { Assessment, Finding, Tier } from '../model/assessment.ts'
import { isProjectRule } from '../model/rule.ts'
import type { CallSurroundings } from '../model/surroundings.ts'
import type { SessionMemory, ToolCall, WrittenFile } from '../model/tool.ts'
import { UNSEALED_MARK } from '../words/gate.ts'
import { movedBefore } from './flow/moves.ts'
import { type Judged, type Judging, judgeReading } from './judge-step.ts'
import { judgeTool } from './judge-tool.ts'
import { writtenFindings } from './judge-written.ts'
import { pseudoCommand } from './pseudo.ts'
import { rerouted } from './reroute.ts'
import { BUILT_IN, type RuleBook } from './rule-book.ts'
import { readShell } from './shell/read-shell.ts'
import type { ResolvedCommand } from './shell/reading.ts'
import { ownSteps } from './targets/own.ts'
import type { TargetContext } from './targets/targets.ts'
import { canonicalShell, canonicalTool } from './text/canonical.ts'
import { scriptWork, workOfTool } from './work/work-kind.ts'

export type Assess = (call: ToolCall, around: CallSurroundings, memory: SessionMemory) => Assessment

/** What one tool call would do, and how much is at stake (PLANE-O3). Pure: the same question always has the same answer. */
export const assess: Assess = (call, around, memory) => judgement(call, { around, memory, book: BUILT_IN })

/**
 * The same with other rules, those of a user among them.
 * @public
 */
export function assessBy(book: RuleBook): Assess {
  return (call, around, memory) => judgement(call, { around, memory, book })
}

/** Everything one call would run, in the words of commands. */
export function commandsOf(
  call: ToolCall,
  around: CallSurroundings,
  memory: SessionMemory,
): readonly ResolvedCommand[] {
  return judged(call, { around, memory, book: BUILT_IN }).commands
}

interface Basis {
  readonly around: CallSurroundings
  readonly memory: SessionMemory
  readonly book: RuleBook
}

/** What the session wrote, and the aliases of git that were there before. */
const writtenIn = ({ around: { aliases = [], home }, memory: { written } }: Basis): readonly WrittenFile[] =>
  aliases.length === 0
    ? written
    : [
        ...written,
        {
          path: `${home}/.gitconfig`,
          text: `[alias]\n${aliases.map(({ name, value }) => `${name} = ${value}`).join('\n')}`,
        },
      ]

/** Scripts as they are on disk. One that is too long to be read is unknown where it was made since the session began. */
const foundIn = ({ around: { texts = [] }, memory: { sinceMs } }: Basis): readonly WrittenFile[] =>
  texts.flatMap(({ path, text, bornAtMs }): readonly WrittenFile[] => {
    if (bornAtMs === undefined) return [{ path, text, onDisk: true }]
    return bornAtMs >= (sinceMs ?? Number.POSITIVE_INFINITY) ? [{ path, text: undefined, risk: 'unread' }] : []
  })

const groundOf = (basis: Basis): TargetContext => ({
  around: basis.around,
  cwd: basis.around.cwd,
  place: 'local',
  written: [...writtenIn(basis), ...foundIn(basis)],
  session: basis.memory.written,
  made: basis.memory.made,
  sinceMs: basis.memory.sinceMs,
  moved: movedBefore(basis.memory),
})

function judgement(call: ToolCall, basis: Basis): Assessment {
  const { findings, commands, canonical, work } = judged(call, basis)
  const found = findings.length > 0 ? findings : rerouted(commands, basis.memory, groundOf(basis))
  const [gravest, ...others] = gravestFirst(distinct(found))
  return gravest === undefined
    ? { tier: 'routine', findings: [], canonical, work }
    : { tier: gravest.tier, findings: [gravest, ...others], canonical, work }
}

function judged(call: ToolCall, basis: Basis): Judged & Pick<Assessment, 'canonical' | 'work'> {
  const judge: Judging = { ground: groundOf(basis), book: basis.book, depth: 0 }
  const { around } = basis
  if (call.kind !== 'shell') {
    return { ...judgeTool(call, judge), canonical: canonicalTool(call), work: workOfTool(call, around) }
  }
  const reading = readShell(call.command, {
    cwd: around.cwd,
    home: around.home,
    project: around.project,
    written: writtenIn(basis),
  })
  const signs = [...spelling(call.command), ...ownSteps(reading.steps, call.command)]
  const steps = [...reading.steps, ...signs.map((name) => pseudoCommand([name], {}))]
  const judgedSteps = judgeReading({ ...reading, steps }, judge)
  const work = scriptWork({ reading, commands: judgedSteps.commands }, around)
  const findings = [...judgedSteps.findings, ...writtenFindings(reading, judge)]
  return { ...judgedSteps, findings, canonical: canonicalShell(reading, call.command), work }
}

/** What shows in the text itself and in none of its commands. */
const spelling = (command: string): readonly string[] => [
  ...(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(command) ? ['<hidden-order>'] : []),
  ...(command.includes(UNSEALED_MARK) ? ['<unsealed>'] : []),
]

function distinct(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Map(findings.map((finding) => [`${finding.rule}\n${finding.targets.join('\n')}`, finding]))
  return [...seen.values()]
}

const WEIGHT: Readonly<Record<Tier, number>> = { routine: 0, junction: 1, catastrophic: 2 }
const DOOR = { 'any-door': 0, passphrase: 1, never: 2 } as const

const gravestFirst = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted(
    (left, right) =>
      WEIGHT[right.tier] - WEIGHT[left.tier] ||
      DOOR[right.override] - DOOR[left.override] ||
      fromRepository(left) - fromRepository(right),
  )

/** A person reads the first reason: a repository must not put its own before ours. */
const fromRepository = ({ rule }: Finding): number => Number(isProjectRule(rule))
