import { pathsOf } from '../../../config/paths.ts'
import type { ProjectHome } from '../../../core/model/ids.ts'
import { notesChange } from '../../../core/protocols/ledger/notes/edit-notes.ts'
import { HEAL_TEXTS } from '../../../core/words/ledger-cli.ts'
import { standardOf } from '../../../install/ledger/integrity-of.ts'
import { tellLedger } from '../../../ledger/doors.ts'
import { newNotes } from '../../../ledger/files/notes-file.ts'
import { appendUnnumbered, refillTrajectory } from '../../../ledger/files/trajectory.ts'
import { type Healing, healState } from '../../../ledger/heal/heal-state.ts'
import { checkIntegrity, type Integrity, repairFromGit } from '../../../ledger/heal/integrity.ts'
import { ledgerLookups } from '../../../ledger/ledger-lookups.ts'
import { homesHere } from '../../../wiring/wire-gate.ts'
import { DONE, type Exit, failed } from '../exit.ts'
import { openProject, policyOf, projectHere } from '../open-project.ts'
import type { Context } from '../terminal.ts'
import { doorOf, operable } from './record.ts'

const DAY_MS = 86_400_000

interface Shown {
  readonly json?: boolean
}

/** LEDGER-15 to LEDGER-20: brings missing ledgers back. It never fails: what could not be healed is told. */
export async function ledgerHeal(context: Context, { json }: Shown): Promise<Exit> {
  const { env, terminal } = context
  const here = await operable(context)
  if (!here.ok) return here.exit
  const root = here.open
  const homes = homesHere(pathsOf(env))(root)
  const done = await withFacts(context, (known) => healState({ root, homes, env, atMs: Date.now(), ...known }))
  if (json) terminal.out(JSON.stringify(done))
  else if (done.length === 0) terminal.out(HEAL_TEXTS.complete)
  else
    for (const { what, source, detail } of done)
      terminal.out(source === 'nothing' ? HEAL_TEXTS.left(what, detail) : HEAL_TEXTS.healed(what, detail))
  return DONE
}

type Known = Pick<Healing, 'fromFacts' | 'refill' | 'retell' | 'log'>

/** What our own database can give, where there is one. Healing goes on without it. */
async function withFacts<Result>(context: Context, act: (known: Known) => Promise<Result>): Promise<Result> {
  const opened = await openProject(context)
  if (!opened.ok) return act({})
  const { gate, store, project, homes } = opened.open
  try {
    const { record } = (await store.read(project)).ledger
    const door = { ...doorOf(context, opened.open), runtime: 'cli' }
    return await act({
      refill: async () => {
        const { archiveDays } = (await policyOf(context.env, project)).policy.ledger
        return refillTrajectory(store, { project, home: homes.ledger }, Date.now() - archiveDays * DAY_MS)
      },
      retell: async () => {
        const { record: now } = (await store.read(project)).ledger
        await ledgerLookups(() => door.place).updateTasks(project, now, { isDelta: false, redo: true })
      },
      fromFacts: () => (record.n === 0 ? undefined : newNotes(homes, notesChange(record, []))),
      log: (entry) =>
        tellLedger(door, { do: 'note', entry }).then(
          ({ isRefused }) => !isRefused,
          () => false,
        ),
    })
  } finally {
    await gate.close()
  }
}

/** LEDGER-7, LEDGER-8, LEDGER-119: is the System Zone as it was installed. */
export async function ledgerIntegrity(
  context: Context,
  { json, repair }: Shown & { readonly repair?: boolean },
): Promise<Exit> {
  const { terminal } = context
  const here = projectHere(context)
  if (!here.ok) return here.exit
  const root = here.open
  const { policy } = await policyOf(context.env, root)
  const standard = standardOf(pathsOf(context.env), root, policy.ledger)
  const before = checkIntegrity(root, standard)
  const repaired = repair && before.status === 'drift' ? await repairFromGit(root, before) : []
  const found = repaired.length === 0 ? before : checkIntegrity(root, standard)
  const { ledger } = homesHere(pathsOf(context.env))(root)
  if (before.status !== 'intact') record(ledger, before, repaired)
  await logRepairs(context, ledger, repaired)
  if (json) terminal.out(JSON.stringify({ ...found, repaired }))
  else show(context, found, repaired)
  if (!found.halts) return DONE
  return failed(HEAL_TEXTS.halted)
}

/** LEDGER-20. */
function logRepairs(context: Context, home: ProjectHome, repaired: readonly string[]): Promise<void> {
  return withFacts(context, async ({ log }) => {
    for (const what of repaired) {
      const entry = { phase: 'self_heal', what, source: 'git', detail: 'as it is in HEAD' } as const
      if ((await log?.(entry)) !== true) appendUnnumbered(home, 'fairlead', Date.now(), entry)
    }
  })
}

function show(
  { terminal }: Context,
  { status, checked, tampered, missing }: Integrity,
  repaired: readonly string[],
): void {
  for (const path of repaired) terminal.out(HEAL_TEXTS.repaired(path))
  for (const path of tampered) terminal.out(HEAL_TEXTS.changed(path))
  for (const path of missing) terminal.out(HEAL_TEXTS.missing(path))
  terminal.out(status === 'unknown' ? HEAL_TEXTS.unchecked : HEAL_TEXTS.checked(status, checked))
}

function record(
  home: ProjectHome,
  { status, tampered, missing, enforcement }: Integrity,
  repaired: readonly string[],
): void {
  const entry = { phase: 'integrity', status, tampered, missing, enforcement, repaired }
  appendUnnumbered(home, 'fairlead', Date.now(), entry)
}
