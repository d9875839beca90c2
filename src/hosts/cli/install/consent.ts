import { HEALTH_TEXTS } from '../../../core/words/runtime-health.ts'
import type { InstallPlan } from '../../../install/plan-install.ts'
import { consentNeeded } from '../../../install/runtime-health.ts'
import type { Context, Terminal } from '../terminal.ts'

/** What only the person can agree to. */
export interface Consent {
  readonly trust: boolean
  readonly closeTty: boolean
}

/** Asks what the plan needs consent for. Null when the person cancelled. */
export async function agree(
  { terminal }: Context,
  options: { readonly yes?: boolean; readonly dryRun?: boolean },
  draft: InstallPlan,
): Promise<Consent | null> {
  const needed = consentNeeded(draft)
  if (needed === undefined || options.yes || options.dryRun) return { trust: true, closeTty: true }
  const { title, untrusted, hasTerminals } = needed
  const trust = untrusted.length === 0 || (await askTrust(terminal, title, untrusted))
  if (trust === null) return null
  const closeTty = !hasTerminals || (await askTty(terminal, title))
  return closeTty === null ? null : { trust, closeTty }
}

function askTrust(terminal: Terminal, title: string, hooks: InstallPlan['trust']): Promise<boolean | null> {
  terminal.out(HEALTH_TEXTS.trustWhich(title))
  for (const { key, hash } of hooks) terminal.out(terminal.colors.dim(`  ${nameOf(key)}  ${hash}`))
  return terminal.confirm(HEALTH_TEXTS.trustThem(title))
}

function askTty(terminal: Terminal, title: string): Promise<boolean | null> {
  terminal.out(HEALTH_TEXTS.openTerminals(title))
  return terminal.confirm(HEALTH_TEXTS.closeTerminals)
}

/** `pre_tool_use` of `<file>:pre_tool_use:0:0`. */
function nameOf(key: string): string {
  return (key.split(':').at(-3) ?? key).padEnd(18)
}
