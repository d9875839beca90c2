import type { Assessment, Finding, Tier } from '../model/assessment.ts'
import type { SessionMemory } from '../model/session-memory.ts'
import type { Surroundings } from '../model/surroundings.ts'
import type { ToolCall } from '../model/tool.ts'
import { canonicalShell, canonicalTool } from './canonical.ts'
import { type Judge, type Judged, judgeReading } from './judge-step.ts'
import { judgeTool } from './judge-tool.ts'
import { rerouted } from './reroute.ts'
import type { Rule } from './rule.ts'
import { bookOf, RULES } from './rule-book.ts'
import { readShell } from './shell/read-shell.ts'

/** What one tool call would do, and how much is at stake (PLANE-O3). Pure: the same question always has the same answer. */
export function assess(
  call: ToolCall,
  around: Surroundings,
  memory: SessionMemory,
  rules: readonly Rule[] = RULES,
): Assessment {
  const ground = { around, cwd: around.cwd, place: 'local' as const, written: memory.written, moved: [] }
  const judge: Judge = { ground, book: bookOf(rules), depth: 0 }
  const conclude = (judged: Judged, canonical: string): Assessment => {
    const found = judged.findings.length > 0 ? judged.findings : rerouted(judged.commands, memory, ground)
    const findings = gravestFirst(distinct(found))
    return { tier: findings[0]?.tier ?? 'routine', findings, canonical }
  }
  if (call.kind !== 'shell') return conclude(judgeTool(call, judge), canonicalTool(call))
  const reading = readShell(call.command, { cwd: around.cwd, home: around.home, written: memory.written })
  return conclude(judgeReading(reading, judge), canonicalShell(reading, call.command))
}

function distinct(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Map(findings.map((finding) => [`${finding.rule}\n${finding.targets.join('\n')}`, finding]))
  return [...seen.values()]
}

const WEIGHT: Readonly<Record<Tier, number>> = { routine: 0, junction: 1, catastrophic: 2 }
const DOOR = { 'any-door': 0, passphrase: 1, never: 2 } as const

const gravestFirst = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted((left, right) => WEIGHT[right.tier] - WEIGHT[left.tier] || DOOR[right.override] - DOOR[left.override])
