import { HEALTH_TEXTS } from '../../../core/words/runtime-health.ts'
import type { InstallPlan } from '../../../install/plan-install.ts'
import { consentNeeded } from '../../../install/runtime-health.ts'
import type { Context } from '../terminal.ts'

/** What only the person can agree to. */
export interface Consent {
  readonly trust: boolean
  readonly closeTty: boolean
}

/** Asks what the plan needs consent for, after saying what it is. Null when the person cancelled. */
export async function agree(
  { terminal }: Context,
  options: { readonly yes?: boolean; readonly dryRun?: boolean; readonly verbose?: boolean },
  draft: InstallPlan,
): Promise<Consent | null> {
  const needed = consentNeeded(draft)
  if (needed === undefined || needed.untrusted.length === 0 || options.yes || options.dryRun) return ALL
  const { title, untrusted } = needed
  terminal.out(HEALTH_TEXTS.trustWhat(title, untrusted.length))
  if (options.verbose)
    for (const { key, hash } of untrusted) terminal.out(terminal.colors.dim(`  ${nameOf(key)}  ${hash}`))
  const trust = await terminal.confirm(HEALTH_TEXTS.trustThem(title))
  // Without hooks there is no gap to close.
  return trust === null ? null : trust ? ALL : { trust, closeTty: false }
}

/** What an agent types into an open terminal reaches no hook, so it gets none; the summary says so. */
const ALL: Consent = { trust: true, closeTty: true }

/** `pre_tool_use` of `<file>:pre_tool_use:0:0`. */
function nameOf(key: string): string {
  return (key.split(':').at(-3) ?? key).padEnd(18)
}
