import { fitted, oneLine, overrideWords, rows, tierColor } from '../show.ts'
import { type Context, shortPath } from '../terminal.ts'
import type { ExplainedStep } from './describe-step.ts'
import { classWords, knowledgeWords } from './describe-target.ts'
import type { ExplainedFinding, ExplainedTarget, Explanation } from './explanation.ts'

const MAX_LINE_CHARS = 400
const MAX_STEPS = 40

/** The way to the verdict, in the order in which it was found. */
export function showExplanation(context: Context, found: Explanation): void {
  const { terminal, env } = context
  const { bold, dim } = terminal.colors
  const tell = (lines: readonly string[]): void => {
    for (const line of lines) terminal.out(fitted(line, terminal.columns))
  }
  const section = (title: string, lines: readonly string[]): void => {
    if (lines.length > 0) tell(['', bold(title), ...lines])
  }
  terminal.out(
    `${cut(found.command)}\n${dim(`in ${shortPath(found.cwd, env)}, project ${shortPath(found.project, env)}`)}`,
  )
  section('would run', stepLines(context, found))
  section('would write', rows(found.writes.map((file) => [shortPath(file.path, env), writtenWords(file)])))
  section('targets', rows(found.targets.map((target) => [cut(shortPath(target.target, env)), targetWords(target)])))
  section('verdict', [verdictLine(context, found)])
  for (const finding of found.findings) tell(findingLines(context, finding))
  section('the agent would be told', messageLines(context, found))
}

function stepLines({ terminal, env }: Context, { steps, cwd }: Explanation): readonly string[] {
  const { dim, yellow } = terminal.colors
  if (steps.length === 0) return [dim('  nothing')]
  const more = steps.length > MAX_STEPS ? [dim(`  and ${steps.length - MAX_STEPS} more; \`--json\` has them all`)] : []
  const lines = steps.slice(0, MAX_STEPS).flatMap((step) => {
    const about = stepWords(step, cwd, (path) => shortPath(path, env))
    return [
      `  ${String(step.number).padStart(2)}  ${cut(step.runs)}`,
      ...(about.length === 0 ? [] : [dim(`      ${about.join(' · ')}`)]),
      ...(step.unresolved.length === 0
        ? []
        : [yellow(`      not known before it runs: ${cut(step.unresolved.join(', '))}`)]),
    ]
  })
  return [...lines, ...more]
}

function stepWords(step: ExplainedStep, cwd: string, short: (path: string) => string): readonly string[] {
  return [
    ...(step.cwd === null || step.cwd === cwd ? [] : [`in ${short(step.cwd)}`]),
    ...(step.via.length === 0 ? [] : [`via ${step.via.join(', ')}`]),
    ...(step.privileged ? ['with raised rights'] : []),
    ...(step.remote ? ['on another machine or in a container'] : []),
    ...(step.input === null ? [] : [`reads ${cut(step.input)}`]),
  ]
}

function writtenWords({ content, from, link }: Explanation['writes'][number]): string {
  if (from !== null) return `${link ? 'a link to' : 'from'} ${cut(from)}`
  return content === 'known' ? 'content known' : 'content not known before it runs'
}

function targetWords({ class: kind, known }: ExplainedTarget): string {
  const told = known === null ? [] : knowledgeWords(known)
  return (known?.exists === false ? told : [...told, classWords(kind)]).join(', ')
}

const DECISIONS = {
  allow: 'passes',
  hold: 'held for a person',
  ask: 'asked',
  block: 'blocked',
  answer: 'answered',
} as const

function verdictLine({ terminal }: Context, { tier, decision }: Explanation): string {
  const why = tier === 'routine' ? 'no rule speaks against it' : DECISIONS[decision]
  return `  ${tierColor(terminal, tier)(tier)}: ${why}`
}

function findingLines({ terminal }: Context, finding: ExplainedFinding): readonly string[] {
  const { dim } = terminal.colors
  const step = finding.step === null ? 'in code' : `step ${finding.step}`
  return [
    `  ${tierColor(terminal, finding.tier)(finding.rule)} ${dim(`${step}: ${cut(finding.does)}`)}`,
    ...rows([
      ['harm', finding.harm],
      ['tier', `${finding.tier}, ${finding.type}`],
      ['why', cut(finding.reason)],
      ['override', overrideWords(finding)],
      ['safer', finding.safer === undefined ? dim('none') : cut(finding.safer)],
    ]).map((line) => `  ${line}`),
  ]
}

function messageLines({ terminal }: Context, { message }: Explanation): readonly string[] {
  if (message === null) return [terminal.colors.dim("  nothing; the runtime's own permissions decide")]
  return message.split('\n').map((line) => `  ${cut(line)}`)
}

const cut = (text: string): string => oneLine(text, MAX_LINE_CHARS)
