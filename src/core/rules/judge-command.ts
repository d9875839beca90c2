import type { Finding } from '../model/assessment.ts'
import type { Rule } from '../model/rule.ts'
import { programNamed } from './book/book.ts'
import { touches } from './book/effects.ts'
import { equivalents } from './book/equivalents.ts'
import { saferWay } from './book/safer-way.ts'
import { undoes } from './book/undoing.ts'
import { isOwnWork, OWN_WORK_RULES } from './flow/own-work.ts'
import { type CommandView, type Match, viewOf } from './match.ts'
import { argvOf, asksForHelp, shown, wordText } from './options/argv.ts'
import { knownWord } from './pseudo.ts'
import { entriesFor, entriesForAny, type RuleBook, type RuleEntry } from './rule-book.ts'
import type { ResolvedCommand } from './shell/reading.ts'
import { ownDeeds } from './targets/own.ts'
import type { CommandTarget, TargetContext } from './targets/targets.ts'
import { spelled } from './text/canonical.ts'
import { showLookAlikes } from './text/look-alikes.ts'
import { redact } from './text/redact.ts'
import { textAt } from './text/word-table.ts'

const MAX_SHOWN_TARGETS = 3
const MAX_SHOWN_CHARS = 120

/** Every rule that speaks about this command, on its own words and on equivalent ones. */
export function judgeCommand(command: ResolvedCommand, ground: TargetContext, book: RuleBook): readonly Finding[] {
  const here = { ...ground, cwd: command.cwd, place: command.place }
  const found = findingsOf(command, command, here, book)
  const same = equivalents(command)
  const others = [...same, ...ownDeeds(command, here), ...[command, ...same].flatMap(undoings)]
  // A search finds what is below its start when it runs, whatever is there now.
  const seen = isSearch(command)
    ? { ...here, around: { ...here.around, paths: here.around.paths.filter(({ exists }) => exists) } }
    : here
  const all =
    others.length === 0 ? found : [...found, ...others.flatMap((each) => findingsOf(each, command, seen, book))]
  return all.length > 0 && isOwnWork(command, here) ? all.filter(({ rule }) => !OWN_WORK_RULES.has(rule)) : all
}

/** By its verb alone; what a rule says of it is told first. */
const undoings = (command: ResolvedCommand): readonly ResolvedCommand[] =>
  undoes(argvOf(command)) ? [{ ...command, argv: [UNDOING, ...command.argv] }] : []

const UNDOING = knownWord('<undoing>')

const isSearch = ({ argv }: ResolvedCommand): boolean =>
  argv.slice(0, 1).some((word) => /(?:^|\/)(?:g?find|bfs)$/.test(wordText(word)))

function findingsOf(
  each: ResolvedCommand,
  original: ResolvedCommand,
  ground: TargetContext,
  book: RuleBook,
): readonly Finding[] {
  const view = viewOf(each, ground)
  const findings: Finding[] = []
  const consider = (entry: RuleEntry): void => {
    const match = entry.test(view, entry.rule.about)
    if (match === undefined || findings.some((finding) => finding.rule === entry.rule.id)) return
    findings.push(findingOf(entry.rule, match, { original, program: view.argv.program }, ground.around))
  }
  const helps = asksForHelp(view.argv)
  if (!helps) for (const entry of entriesAbout(view, book)) consider(entry)
  if (each.redirects.length + each.env.length + each.via.length > 0 || (!helps && touches(view.argv)))
    for (const entry of entriesForAny(book)) consider(entry)
  return findings
}

interface Found {
  readonly original: ResolvedCommand
  /** As the rule sees it: `manage.py` where `python` was called. */
  readonly program: string
}

/** Of a program that nobody described, the verb tells: `acme apps delete web`. */
function entriesAbout({ argv, command }: CommandView, book: RuleBook): readonly RuleEntry[] {
  const entries = entriesFor(book, argv.program)
  if (isOwnScript(command)) return entries.filter(({ rule }) => OWN_HARMS.has(rule.harm))
  const isStranger = entries.length === 0 && /^[a-z]/.test(argv.program) && programNamed(argv.program)?.ours !== true
  return isStranger ? entriesFor(book, '<stranger>') : entries
}

/** `./script` is a file of the project, and not script(1); what it may lose is judged by its name all the same. */
const isOwnScript = ({ argv: [first] }: ResolvedCommand): boolean =>
  first?.kind === 'known' && /^\.{1,2}\/[^/]+$/.test(first.text)

const OWN_HARMS: ReadonlySet<Rule['harm']> = new Set<Rule['harm']>([
  'delete',
  'overwrite',
  'discard-uncommitted',
  'rewrite-history',
  'publish',
  'deploy',
  'migrate',
  'drop-data',
])

function findingOf(
  rule: Rule,
  match: Match,
  { original: command, program }: Found,
  around: TargetContext['around'],
): Finding {
  const targets = distinct(match.targets)
  const argv = command.argv.map(shown)
  const safer = saferWay(rule, program)
  return {
    rule: rule.id,
    harm: rule.harm,
    tier: rule.tier,
    type: rule.type,
    override: rule.override,
    // `git push https://user:token@host`: the person is asked about the push, not shown the token.
    reason: redact(fill(rule.reason, targets, argv)),
    ...(safer === undefined ? {} : { safer: fillCommand(safer, targets) }),
    argv,
    targets: targets.map((target) => target.path ?? target.shown),
    ...(command.cwd !== undefined && command.cwd !== around.cwd && { cwd: command.cwd }),
    family: rule.family,
    targetClass: classOfTargets(rule, targets),
  }
}

function distinct(targets: readonly CommandTarget[]): readonly CommandTarget[] {
  const byName = new Map(targets.map((target) => [target.shown, target]))
  return [...byName.values()]
}

/** EDGE-58: the same remote, the same kind of place; never the exact argument. */
function classOfTargets(rule: Rule, targets: readonly CommandTarget[]): string {
  if (rule.family.startsWith('git push')) return `remote:${targets[0]?.shown ?? 'default'}`
  if (rule.about !== undefined) return 'any'
  return [...new Set(targets.map((target) => target.class))].toSorted().join('+') || 'any'
}

/** `{target}` becomes the names in backticks; a colon or a blank before an empty list goes away with it. */
function fill(template: string, targets: readonly CommandTarget[], argv: readonly string[]): string {
  const names = targets.slice(0, MAX_SHOWN_TARGETS).map((target) => `\`${cut(target.shown)}\``)
  const more = targets.length > MAX_SHOWN_TARGETS ? ` and ${targets.length - MAX_SHOWN_TARGETS} more` : ''
  const list = names.join(', ') + more
  return (list === '' ? template.replace(/(?::| in)? ?\{target\}/, '') : template.replaceAll('{target}', list))
    .replace('{command}', `\`${cut(spelled(argv))}\``)
    .replace('{program}', textAt(argv, 0))
}

const fillCommand = (template: string, targets: readonly CommandTarget[]): string =>
  template.replaceAll('{target}', spelled([targets[0]?.shown ?? '.']))

const cut = (text: string): string => {
  const line = showLookAlikes(text).replace(/\s+/g, ' ')
  return line.length > MAX_SHOWN_CHARS ? `${line.slice(0, MAX_SHOWN_CHARS)}…` : line
}
