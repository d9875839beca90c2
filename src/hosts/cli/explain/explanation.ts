import { decide } from '../../../core/index.ts'
import type { Assessment, Finding, Tier } from '../../../core/model/assessment.ts'
import type { Decision } from '../../../core/model/decision.ts'
import type { EventOf } from '../../../core/model/event.ts'
import type { Policy } from '../../../core/model/policy.ts'
import { INITIAL_STATE } from '../../../core/model/state.ts'
import type { PathKnowledge } from '../../../core/model/surroundings.ts'
import { NO_MEMORY } from '../../../core/model/tool.ts'
import { assessBy } from '../../../core/rules/assess.ts'
import { bookFor } from '../../../core/rules/rules-of.ts'
import { readShell } from '../../../core/rules/shell/read-shell.ts'
import type { ShellReading } from '../../../core/rules/shell/reading.ts'
import { targetOf } from '../../../core/rules/targets/targets.ts'
import { spelled } from '../../../core/rules/text/canonical.ts'
import { plainText } from '../../../runtimes/plain-text.ts'
import { describeStep, type ExplainedStep } from './describe-step.ts'

/** What `explain --json` prints. */
export interface Explanation {
  readonly command: string
  readonly cwd: string
  readonly project: string
  readonly steps: readonly ExplainedStep[]
  readonly writes: readonly {
    readonly path: string
    readonly content: 'known' | 'unknown'
    readonly from: string | null
    readonly link: boolean
  }[]
  readonly targets: readonly ExplainedTarget[]
  readonly tier: Tier
  readonly decision: Decision['kind']
  readonly findings: readonly ExplainedFinding[]
  /** What the agent would be told; null when nothing. */
  readonly message: string | null
}

export interface ExplainedTarget {
  readonly target: string
  /** The meaning of the place, several joined by `+`. */
  readonly class: string
  /** What the disk and git said; null when they were not asked. */
  readonly known: PathKnowledge | null
}

export type ExplainedFinding = Finding & {
  /** The step that is meant; null when it is hidden in code. */
  readonly step: number | null
  readonly does: string
}

/** Everything that leads to the verdict, for a call of which nothing was approved before. */
export function explanationOf(command: string, event: EventOf<'tool.before'>, policy: Policy): Explanation {
  const { around } = event
  const reading = readShell(command, { cwd: around.cwd, home: around.home, written: [] })
  const assessment = assessBy(bookFor(policy))(event.tool, around, NO_MEMORY)
  const { decision } = decide(INITIAL_STATE, event, policy)
  const steps = reading.steps.map((step, index) => describeStep(step, index + 1))
  return {
    command,
    cwd: around.cwd,
    project: around.project,
    steps,
    writes: reading.writes.map(({ path, text, from, link }) => ({
      path,
      content: text === undefined ? 'unknown' : 'known',
      from: from ?? null,
      link: link === true,
    })),
    targets: targetsOf(assessment, event, reading),
    tier: assessment.tier,
    decision: decision.kind,
    findings: assessment.findings.map((finding) => explainFinding(finding, steps)),
    message: 'reasons' in decision ? plainText(decision.reasons.map(({ text }) => text).join('\n')) : null,
  }
}

function explainFinding(finding: Finding, steps: readonly ExplainedStep[]): ExplainedFinding {
  const [first = '', ...rest] = finding.argv
  // What cannot be read is judged under a name of its own, such as `<unknown-code>`, with the text behind it.
  const made = isMade(first)
  const step = steps.find(({ argv, runs }) =>
    made ? runs === rest[0] : argv !== null && sameWords(argv, finding.argv),
  )
  return {
    ...finding,
    step: step?.number ?? null,
    does: step?.runs ?? (made ? rest.join(' ') : spelled(finding.argv)),
  }
}

const sameWords = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((word, index) => word === right[index])

const isMade = (program: string): boolean => /^<.*>$/.test(program)

/** Paths that git was asked about, and whatever else a finding names. */
function targetsOf(
  { findings }: Assessment,
  { around }: EventOf<'tool.before'>,
  { writes }: ShellReading,
): readonly ExplainedTarget[] {
  const ground = { around, cwd: around.cwd, place: 'local', written: writes, session: [], moved: [] } as const
  const classOf = (path: string): string => targetOf({ kind: 'known', text: path, glob: false }, ground).class
  const asked = around.paths.map(({ path }) => [path, classOf(path)] as const)
  const named = findings
    .filter(({ targetClass }) => isPlace(targetClass))
    .flatMap(({ targets, targetClass }) => targets.map((one) => [one, classIn(targetClass, one, classOf)] as const))
  return [...new Map([...asked, ...named])].map(([target, kind]) => ({
    target,
    class: kind,
    known: around.paths.find(({ path }) => path === target) ?? null,
  }))
}

/** A remote's name, or words of which the rule asks nothing, are no places. */
const isPlace = (targetClass: string): boolean => targetClass !== 'any' && !targetClass.startsWith('remote:')

function classIn(joined: string, target: string, classOf: (path: string) => string): string {
  return joined.includes('+') && target.startsWith('/') ? classOf(target) : joined
}
