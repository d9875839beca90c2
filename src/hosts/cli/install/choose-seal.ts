import { readSealPlan } from '../../../config/seal.ts'
import { rootsIn } from '../../../core/model/homes.ts'
import { SEAL_TEXTS } from '../../../core/words/install.ts'
import { RUNTIME_HEALTH } from '../../../install/runtime-health.ts'
import { hasPlan, passThrough, writeSeal } from '../../../install/seal/keep-seal.ts'
import { draftSeal, type SealDraft } from '../../../install/seal/seal-plan.ts'
import { trySeal } from '../../../install/seal/try-seal.ts'
import { governedIn } from '../../../wiring/wire-gate.ts'
import type { Context } from '../terminal.ts'
import { type InstallWork, wantsStrict } from './install-wish.ts'

/** What becomes of commands of Claude Code; `told` is for the person. */
export interface SealChosen {
  readonly draft?: SealDraft
  /** The person said no: it is remembered. */
  readonly declined?: true
  readonly told: readonly string[]
}

/** One question, and its default is yes only where a trial passed. What was chosen before stays until something else is asked for. */
export async function chooseSeal(work: InstallWork): Promise<SealChosen> {
  const { context, paths, options, project, runtimes } = work
  if (!runtimes.some((name) => RUNTIME_HEALTH[name].seals)) return { told: [] }
  const before = readSealPlan(paths)
  if (options.seal === false) return { declined: true, told: [] }
  if (options.seal === undefined && before?.isOff) return { told: [SEAL_TEXTS.stays(SEAL_TEXTS.declined)] }
  const projects = [...new Set([...rootsIn(governedIn(paths)), project])].filter((root) => root !== '/')
  const tried = await triedSeal(context, { paths, env: context.env, projects, strict: wantsStrict(work) })
  // What was on stays on: it may only be for now that it can't enter.
  if (!tried.ok) return { ...(before && tried.draft && { draft: tried.draft }), told: [SEAL_TEXTS.stays(tried.why)] }
  const { draft, differs } = tried
  const isAsked = options.seal === undefined && before === undefined && !options.yes && !options.dryRun
  if (!isAsked) return { draft, told: hasPlan(paths, draft) ? [] : toldOf(tried) }
  // What differs stood in the question.
  if ((await context.terminal.confirm(SEAL_TEXTS.question(differs))) === true) return { draft, told: [SEAL_TEXTS.on] }
  return { declined: true, told: [SEAL_TEXTS.stays(SEAL_TEXTS.declined)] }
}

type Wish = Parameters<typeof draftSeal>[0]
export type Tried =
  | { readonly ok: true; readonly draft: SealDraft; readonly differs: readonly string[] }
  | { readonly ok: false; readonly why: string; readonly draft?: SealDraft }

export async function triedSeal({ bundle, cwd }: Context, wish: Wish): Promise<Tried> {
  const drafted = draftSeal(wish)
  if (!drafted.ok) return drafted
  const trial = await trySeal(drafted.draft.plan, { ...wish, bundle, cwd })
  return trial.ok
    ? { ...trial, draft: drafted.draft }
    : { ok: false, draft: drafted.draft, why: [trial.why, trial.next].filter(Boolean).join('; ') }
}

export function toldOf({ differs }: Extract<Tried, { ok: true }>): readonly string[] {
  return [differs.length === 0 ? SEAL_TEXTS.on : SEAL_TEXTS.differs(differs)]
}

/** The helper before the settings that name it; without one, a helper that is still called only hands commands through. */
export function applySeal({ paths }: InstallWork, { draft, declined }: SealChosen): void {
  if (draft) writeSeal(paths, draft)
  else if (declined) passThrough(paths)
}
