import { featureOf, type TrustedHook, trustedHashes } from '../../../install/codex-config.ts'
import type { InstallPlan } from '../../../install/plan-install.ts'
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
  const config = draft.edits.find((edit) => edit.kind === 'codex-config')
  const everything: Consent = { trust: true, closeTty: true }
  if (config === undefined || options.yes || options.dryRun) return everything
  const known = trustedHashes(config.before ?? '')
  const fresh = draft.trust.filter(({ key, hash }) => known.get(key) !== hash)
  const trust = fresh.length === 0 || (await askTrust(terminal, fresh))
  if (trust === null) return null
  const closeTty = featureOf(config.before ?? '', 'unified_exec_tty') === 'false' || (await askTty(terminal))
  return closeTty === null ? null : { trust, closeTty }
}

function askTrust(terminal: Terminal, hooks: readonly TrustedHook[]): Promise<boolean | null> {
  terminal.out('Codex runs only hooks that you trust; these are the hooks and their hashes:')
  for (const { key, hash } of hooks) terminal.out(terminal.colors.dim(`  ${nameOf(key)}  ${hash}`))
  return terminal.confirm('Trust these hooks in Codex?')
}

function askTty(terminal: Terminal): Promise<boolean | null> {
  terminal.out('what an agent types into an open terminal (`write_stdin`) reaches no hook of Codex')
  return terminal.confirm('Close that gap: switch off terminals for commands (`unified_exec_tty = false`)?')
}

/** `pre_tool_use` of `<file>:pre_tool_use:0:0`. */
function nameOf(key: string): string {
  return (key.split(':').at(-3) ?? key).padEnd(18)
}
