import { type ExceptionPlan, planExceptions } from '../../../config/plan-edit.ts'
import { loadPolicy, type PolicyParts } from '../../../config/policy.ts'
import type { Fact, StoredFact } from '../../../core/model/fact.ts'
import type { Exception } from '../../../core/model/policy.ts'
import type { Hold } from '../../../core/model/state.ts'
import { ALLOW_TEXTS } from '../../../core/words/explain.ts'
import { refusedText } from '../../../core/words/person.ts'
import { holdNumber } from '../arguments.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import { everyFact, type OpenProject, openProject, partsOfPolicy } from '../open-project.ts'
import { sentenceBefore } from '../policy/backtest.ts'
import { writeUserPolicy } from '../policy/write-user-policy.ts'
import { type Prove, proveHere } from '../prove-here.ts'
import { oneLine } from '../show.ts'
import { askFirst, type Context, shortPath } from '../terminal.ts'

interface AllowOptions {
  readonly hold: string
  readonly yes?: boolean
}

/** Settles a false hold: the narrowest exception, in the person's own policy. Never for the catastrophic. */
export async function rulesAllow(
  context: Context,
  { hold, yes }: AllowOptions,
  prove: Prove = proveHere,
): Promise<Exit> {
  const { terminal, env } = context
  const number = holdNumber(hold)
  if (number === undefined) return misused(ALLOW_TEXTS.notANumber(hold))
  const opened = await openProject(context)
  if (!opened.ok) return opened.exit
  const { project, store, paths } = opened.open
  const held = await findHold(opened.open, number).finally(() => store.close())
  if (held === undefined) return failed(ALLOW_TEXTS.noHold(number, shortPath(project, env)))
  const refusal = whyNot(held)
  if (refusal !== undefined) return failed(ALLOW_TEXTS.refused(number, refusal))
  const parts = await partsOfPolicy(env)
  const exceptions = exceptionsFor(held, parts, project)
  if (exceptions.length === 0) return failed(ALLOW_TEXTS.refused(number, ALLOW_TEXTS.noRule))
  const proof = await prove(context, `fairlead rules allow ${number}`)
  if (proof.kind === 'unproven') return failed(refusedText(proof))
  const plan = planExceptions(parts, project, exceptions)
  if (plan.kind === 'present') {
    terminal.out(ALLOW_TEXTS.already(shortPath(plan.from, env)))
    return DONE
  }
  const file = shortPath(paths.userPolicy, env)
  if (plan.kind === 'problem') return failed(objection(plan, file, number))
  showPlan(context, plan, { file, reason: held.junction.reason })
  const sentence = await sentenceBefore(context, parts, plan.added.text)
  if (sentence !== undefined) terminal.out(sentence)
  const declined = await askFirst(terminal, ALLOW_TEXTS.question, yes)
  if (declined) return declined
  return write(context, { parts, plan, again: () => planExceptions(parts, project, exceptions) })
}

interface Held {
  readonly junction: Hold
  readonly judged?: Extract<Fact, { readonly kind: 'call.judged' }>
}

/** The newest hold with this number, and how its call was judged in the same step. */
async function findHold(open: OpenProject, number: number): Promise<Held | undefined> {
  let found: Held | undefined
  let judged: { readonly row: StoredFact; readonly fact: NonNullable<Held['judged']> } | undefined
  for await (const row of everyFact(open)) {
    const { fact } = row
    if (fact.kind === 'call.judged') judged = { row, fact }
    if (fact.kind !== 'junction.opened' || fact.junction.number !== number) continue
    const same = judged?.row.eventId === row.eventId
    found = { junction: fact.junction, ...(judged && same && { judged: judged.fact }) }
  }
  return found
}

/** The audit cuts what is longer. */
const MAX_PREVIEW_CHARS = 500
/** What a person cannot see, a person cannot agree to; line breaks and tabs are shown as `\n` and `\t`. */
const HIDDEN = /[^\P{Cc}\n\t]|[\p{Cf}\u2028\u2029]|‹U\+/u

/** Goes on after `hold #3`. Undefined when its exact command is known and may be settled. */
function whyNot({ junction, judged }: Held): string | undefined {
  if (judged === undefined) return ALLOW_TEXTS.notACall
  const { tier, toolKind, tool, preview, cwd } = judged
  if (tier === 'catastrophic') return ALLOW_TEXTS.catastrophic
  if (toolKind !== 'shell') return ALLOW_TEXTS.notShell(oneLine(tool, 60))
  if (cwd === undefined) return ALLOW_TEXTS.noFolder
  if (junction.override !== 'any-door') return ALLOW_TEXTS.needsMore
  if (preview.length >= MAX_PREVIEW_CHARS || preview.endsWith('…')) return ALLOW_TEXTS.tooLong
  if (preview.includes('[redacted:')) return ALLOW_TEXTS.hasSecret
  return HIDDEN.test(preview) ? ALLOW_TEXTS.hidden : undefined
}

function exceptionsFor({ judged }: Held, parts: PolicyParts, project: string): readonly Exception[] {
  const { policy } = loadPolicy(parts, project)
  const known = new Set([...parts.builtIn(), ...policy.rules].map(({ id }) => id))
  const command = judged?.preview.trim() ?? ''
  const rules = judged?.rules.filter((rule) => known.has(rule)) ?? []
  return rules.map((rule) => ({ rule, command, project, folder: judged?.cwd ?? project }))
}

type Edit = Extract<ExceptionPlan, { readonly kind: 'edit' }>

function objection(
  { line, problem }: Extract<ExceptionPlan, { readonly kind: 'problem' }>,
  file: string,
  number: number,
): string {
  const place = line === undefined ? file : `${file}:${line}`
  return ALLOW_TEXTS.unchanged(place, oneLine(problem, 200), number)
}

function showPlan(
  { terminal }: Context,
  { added }: Edit,
  { file, reason }: { readonly file: string; readonly reason: string },
): void {
  const { dim, yellow } = terminal.colors
  terminal.out(ALLOW_TEXTS.heldBecause(oneLine(reason, 400)))
  terminal.out(ALLOW_TEXTS.added(file, added.to - added.inserted.length + 1))
  for (const line of added.inserted) terminal.out(line.startsWith('#') ? dim(line) : yellow(line))
}

interface Writing {
  readonly parts: PolicyParts
  readonly plan: Edit
  /** The same plan made from what is there now. */
  readonly again: () => ExceptionPlan
}

function write({ terminal, env }: Context, { parts, plan, again }: Writing): Exit {
  const file = parts.paths.userPolicy
  const fresh = again()
  if (fresh.kind !== 'edit' || fresh.before !== plan.before)
    return failed(ALLOW_TEXTS.changedMeanwhile(shortPath(file, env)))
  const { text, from, to } = plan.added
  const unwritten = writeUserPolicy(parts, text)
  if (unwritten !== undefined) return failed(ALLOW_TEXTS.unwritable(shortPath(file, env), unwritten))
  terminal.out(ALLOW_TEXTS.allowed(shortPath(file, env), from, to))
  return DONE
}
