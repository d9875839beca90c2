import { join } from 'node:path'
import { projectRootOf } from '../../config/governed.ts'
import { pathsOf } from '../../config/paths.ts'
import { appendRow } from '../../evidence/append-row.ts'
import { healState } from '../../evidence/heal/heal-state.ts'
import { checkIntegrity, type Integrity, repairFromGit } from '../../evidence/heal/integrity.ts'
import { backupsOf } from '../../install/apply.ts'
import { CHECKSUMS } from '../../install/ledger/plan-ledger.ts'
import { readRecord } from '../../install/record.ts'
import { DONE, type Exit, failed } from './exit.ts'
import { policyOf } from './load-policy.ts'
import { count } from './show.ts'
import type { Context } from './terminal.ts'

interface Shown {
  readonly json?: boolean
}

/** LEDGER-15 to LEDGER-20: brings missing ledgers back. It never fails: what could not be healed is told. */
export async function ledgerHeal({ cwd, env, terminal }: Context, { json }: Shown): Promise<Exit> {
  const root = projectRootOf(cwd)
  if (root === undefined) return failed(`\`${cwd}\` is in no project; go to one and try again`)
  const done = await healState({ root, env, atMs: Date.now() })
  if (json) terminal.out(JSON.stringify(done))
  else if (done.length === 0) terminal.out('state zone: complete')
  else
    for (const { what, source, detail } of done)
      terminal.out(`${source === 'nothing' ? 'left' : 'healed'}: ${what}: ${detail}`)
  return DONE
}

/** LEDGER-7, LEDGER-8, LEDGER-119: is the System Zone as it was installed. */
export async function ledgerIntegrity(
  context: Context,
  { json, repair }: Shown & { readonly repair?: boolean },
): Promise<Exit> {
  const { cwd, terminal } = context
  const root = projectRootOf(cwd)
  if (root === undefined) return failed(`\`${cwd}\` is in no project; go to one and try again`)
  const { policy } = await policyOf(context.env, root)
  const standard = { enforcement: policy.ledger.integrity, pinned: pinnedManifest(context, root) }
  const before = checkIntegrity(root, standard)
  const repaired = repair && before.status === 'drift' ? await repairFromGit(root, before) : []
  const found = repaired.length === 0 ? before : checkIntegrity(root, standard)
  if (before.status !== 'intact') record(root, before, repaired)
  if (json) terminal.out(JSON.stringify({ ...found, repaired }))
  else show(context, found, repaired)
  if (!found.halts) return DONE
  return failed(
    `the system zone has drifted, so framework operations stop; restore it with \`fairlead ledger integrity --repair\` or \`fairlead init --ledger\``,
  )
}

/** What `init` left there, from a place that no agent writes to: a manifest changed together with a file is found out. */
function pinnedManifest({ env }: Context, root: string): string | undefined {
  const { files } = readRecord(backupsOf(pathsOf(env)))
  return files.find(({ path }) => path === join(root, CHECKSUMS))?.after
}

function show(
  { terminal }: Context,
  { status, checked, tampered, missing }: Integrity,
  repaired: readonly string[],
): void {
  for (const path of repaired) terminal.out(`repaired from git: ${path}`)
  for (const path of tampered) terminal.out(`changed: ${path}`)
  for (const path of missing) terminal.out(`missing: ${path}`)
  terminal.out(
    status === 'unknown'
      ? 'system zone: not checked, there is no manifest'
      : `system zone: ${status}, ${count(checked, 'file')} checked`,
  )
}

function record(
  root: string,
  { status, tampered, missing, enforcement }: Integrity,
  repaired: readonly string[],
): void {
  const entry = { phase: 'integrity', status, tampered, missing, enforcement, repaired }
  appendRow({ root, agent: 'fairlead', atMs: Date.now(), entry })
}
