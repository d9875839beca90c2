import { classText, DECISION_TEXTS, EXPLAIN_TEXTS, pathText } from '../../../core/words/explain.ts'
import { oneLine, overrideWords, rows, tierColor } from '../show.ts'
import { type Context, shortPath } from '../terminal.ts'
import type { ExplainedStep } from './describe-step.ts'
import type { ExplainedFinding, ExplainedTarget, Explanation } from './explanation.ts'

const MAX_LINE_CHARS = 400
const MAX_STEPS = 40

/** The way to the verdict, in the order in which it was found. */
export function showExplanation(context: Context, found: Explanation): void {
  const { terminal, env } = context
  const { bold, dim } = terminal.colors
  const tell = (lines: readonly string[]): void => {
    for (const line of lines) terminal.out(line)
  }
  const section = (title: string, lines: readonly string[]): void => {
    if (lines.length > 0) tell(['', bold(title), ...lines])
  }
  terminal.out(
    `${cut(found.command)}\n${dim(EXPLAIN_TEXTS.where(shortPath(found.cwd, env), shortPath(found.project, env)))}`,
  )
  section(EXPLAIN_TEXTS.wouldRun, stepLines(context, found))
  section(EXPLAIN_TEXTS.wouldWrite, rows(found.writes.map((file) => [shortPath(file.path, env), writtenWords(file)])))
  section(
    EXPLAIN_TEXTS.targets,
    rows(found.targets.map((target) => [cut(shortPath(target.target, env)), targetWords(target)])),
  )
  section(EXPLAIN_TEXTS.verdict, [verdictLine(context, found)])
  for (const finding of found.findings) tell(findingLines(context, finding))
  section(EXPLAIN_TEXTS.agentSees, messageLines(context, found))
}

function stepLines({ terminal, env }: Context, { steps, cwd }: Explanation): readonly string[] {
  const { dim, yellow } = terminal.colors
  if (steps.length === 0) return [dim(`  ${EXPLAIN_TEXTS.nothing}`)]
  const more = steps.length > MAX_STEPS ? [dim(`  ${EXPLAIN_TEXTS.moreSteps(steps.length - MAX_STEPS)}`)] : []
  const lines = steps.slice(0, MAX_STEPS).flatMap((step) => {
    const about = stepWords(step, cwd, (path) => shortPath(path, env))
    return [
      `  ${String(step.number).padStart(2)}  ${cut(step.runs)}`,
      ...(about.length === 0 ? [] : [dim(`      ${about.join(' · ')}`)]),
      ...(step.unresolved.length === 0
        ? []
        : [yellow(`      ${EXPLAIN_TEXTS.unresolved(cut(step.unresolved.join(', ')))}`)]),
    ]
  })
  return [...lines, ...more]
}

function stepWords(step: ExplainedStep, cwd: string, short: (path: string) => string): readonly string[] {
  return [
    ...(step.cwd === null || step.cwd === cwd ? [] : [EXPLAIN_TEXTS.in(short(step.cwd))]),
    ...(step.via.length === 0 ? [] : [EXPLAIN_TEXTS.via(step.via)]),
    ...(step.privileged ? [EXPLAIN_TEXTS.privileged] : []),
    ...(step.remote ? [EXPLAIN_TEXTS.remote] : []),
    ...(step.input === null ? [] : [EXPLAIN_TEXTS.reads(cut(step.input))]),
  ]
}

function writtenWords({ content, from, link }: Explanation['writes'][number]): string {
  if (from !== null) return link ? EXPLAIN_TEXTS.linkTo(cut(from)) : EXPLAIN_TEXTS.from(cut(from))
  return content === 'known' ? EXPLAIN_TEXTS.contentKnown : EXPLAIN_TEXTS.contentUnknown
}

function targetWords({ class: kind, known }: ExplainedTarget): string {
  const told = known === null ? [] : pathText(known)
  return (known?.exists === false ? told : [...told, classText(kind)]).join(', ')
}

function verdictLine({ terminal }: Context, { tier, decision }: Explanation): string {
  const why = tier === 'routine' ? EXPLAIN_TEXTS.noRule : DECISION_TEXTS[decision]
  return `  ${tierColor(terminal, tier)(tier)}: ${why}`
}

function findingLines({ terminal }: Context, finding: ExplainedFinding): readonly string[] {
  const { dim } = terminal.colors
  const step = finding.step === null ? EXPLAIN_TEXTS.inCode : EXPLAIN_TEXTS.step(finding.step)
  return [
    `  ${tierColor(terminal, finding.tier)(finding.rule)} ${dim(`${step}: ${cut(finding.does)}`)}`,
    ...rows([
      ['harm', finding.harm],
      ['tier', `${finding.tier}, ${finding.type}`],
      ['why', cut(finding.reason)],
      ['override', overrideWords(finding)],
      ['safer', finding.safer === undefined ? dim(EXPLAIN_TEXTS.none) : cut(finding.safer)],
    ]).map((line) => `  ${line}`),
  ]
}

function messageLines({ terminal }: Context, { message }: Explanation): readonly string[] {
  if (message === null) return [terminal.colors.dim(`  ${EXPLAIN_TEXTS.runtimeDecides}`)]
  return message.split('\n').map((line) => `  ${cut(line)}`)
}

const cut = (text: string): string => oneLine(text, MAX_LINE_CHARS)
