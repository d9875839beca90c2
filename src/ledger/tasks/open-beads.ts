import type { ProjectHome } from '../../core/model/ids.ts'
import { redact } from '../../core/rules/text/redact.ts'
import { TASK_TEXTS } from '../../core/words/ledger-cli.ts'
import { redacted } from '../files/json.ts'
import { inTurn, type LedgerPlace } from '../files/place.ts'
import { type Bead, type BeadChange, inOrder, isBeadId, isReady } from './bead.ts'
import { type BeadsProgram, findBeadsProgram } from './beads-program.ts'
import { type EmbeddedWritten, isLive, listEmbedded, readEmbedded, writeEmbedded } from './embedded-beads.ts'
import { reachOf } from './reach.ts'

/** Tasks that a program is asked about one by one. */
const MAX_ASKED = 20

export type BeadsAnswer =
  /** `mirrored` is null where no Beads program keeps the tasks. */
  | { readonly ok: true; readonly bead: Bead; readonly mirrored: boolean | null; readonly setAside: string | null }
  | { readonly ok: false; readonly problem: string }

/**
 * The tasks of a project. Our own record is the embedded store and is always written; a Beads program on the PATH with a
 * live database is asked first and kept up to date beside it (C25).
 */
export interface Beads {
  readonly source: 'bd' | 'br' | 'embedded'
  /** Why the program of a live database is not asked. */
  readonly refused: string | undefined
  ready(): Promise<readonly Bead[]>
  show(id: string): Promise<Bead | undefined>
  create(task: {
    readonly title: string
    readonly type: string
    readonly priority: number
    readonly atMs: number
  }): Promise<BeadsAnswer>
  update(id: string, change: BeadChange, atMs: number): Promise<BeadsAnswer>
  /** Files that are no YAML; they are left alone until the next write of that bead. */
  malformed(): readonly string[]
}

export function openBeads(place: LedgerPlace): Beads {
  const { root, homes, env } = place
  const { notes: home } = homes
  const program = isLive(root) ? findBeadsProgram(root, env) : undefined
  const show = async (id: string): Promise<Bead | undefined> => {
    const own = readEmbedded(home, id)
    const ours = own.kind === 'bead' ? own.bead : undefined
    const theirs = await program?.show(id)
    return theirs === undefined ? ours : joined(theirs, ours)
  }
  return {
    source: program?.name ?? 'embedded',
    refused: isLive(root) && program === undefined ? reachOf(root) : undefined,
    show,
    async ready() {
      const own = listEmbedded(home).beads
      const theirs = await program?.ready()
      if (theirs === undefined) return inOrder(own.filter(isReady))
      const known = new Map(own.map((bead) => [bead.id, bead]))
      const theirIds = new Set(theirs.map(({ id }) => id))
      const alone = await onlyOurs(
        program,
        own.filter((bead) => isReady(bead) && !theirIds.has(bead.id)),
      )
      return inOrder([...theirs.map((bead) => joined(bead, known.get(bead.id))), ...alone])
    },
    async create({ title, type, priority, atMs }) {
      const clean = redact(title)
      const id = (await program?.create(clean, type, priority)) ?? freeId(home, title, atMs)
      return change(place, program, {
        id,
        change: { title: clean, type, priority, status: 'open' },
        atMs,
        mirror: false,
      })
    },
    async update(id, wanted, atMs) {
      if (!isBeadId(id)) return { ok: false, problem: TASK_TEXTS.badId(id) }
      const before = await show(id)
      if (before === undefined && readEmbedded(home, id).kind !== 'malformed')
        return { ok: false, problem: TASK_TEXTS.missing(id) }
      return change(place, program, { id, change: withIdentity(wanted, before), atMs, mirror: true })
    },
    malformed: () => listEmbedded(home).malformed,
  }
}

/** Tasks that the program does not know at all; those it knows and does not call ready are not. */
async function onlyOurs(program: BeadsProgram | undefined, beads: readonly Bead[]): Promise<readonly Bead[]> {
  const asked = beads.slice(0, MAX_ASKED)
  const known = await Promise.all(asked.map(({ id }) => program?.show(id)))
  return asked.filter((_, index) => known[index] === undefined)
}

interface Write {
  readonly id: string
  readonly change: BeadChange
  readonly atMs: number
  readonly mirror: boolean
}

async function change(place: LedgerPlace, program: BeadsProgram | undefined, wanted: Write): Promise<BeadsAnswer> {
  const { id, atMs } = wanted
  const clean = redacted(wanted.change)
  const written = await writeInTurn(place, { id, atMs, change: clean })
  if (!written.ok) return written
  const { bead, setAside } = written
  if (program === undefined) return { ok: true, bead, mirrored: null, setAside }
  return { ok: true, bead, setAside, mirrored: wanted.mirror ? await program.update(bead, clean) : true }
}

/** A full disk, a folder that may not be written, a writer that does not end: told, never thrown. */
async function writeInTurn(place: LedgerPlace, wanted: Omit<Write, 'mirror'>): Promise<EmbeddedWritten> {
  try {
    return await inTurn(place, () => writeEmbedded({ home: place.homes.notes, ...wanted }))
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    return { ok: false, problem: TASK_TEXTS.unwritten(why) }
  }
}

/** Our file of a task that a program keeps begins with what the program says of it. */
function withIdentity(change: BeadChange, before: Bead | undefined): BeadChange {
  if (before === undefined) return change
  const { title, type, status, priority } = before
  return { title, type, status, priority, ...change }
}

/** The program says what a task is; the longer of two lists that only grow is the one that lost nothing. */
function joined(theirs: Bead, ours: Bead | undefined): Bead {
  if (ours === undefined) return theirs
  const longer = <Item>(one: readonly Item[], other: readonly Item[]): readonly Item[] =>
    other.length > one.length ? other : one
  return {
    ...theirs,
    decisions: longer(theirs.decisions, ours.decisions),
    handoffs: longer(theirs.handoffs, ours.handoffs),
    test_scenarios: longer(theirs.test_scenarios, ours.test_scenarios),
    next_steps: ours.next_steps,
    blockers: ours.blockers,
    questions: ours.questions,
    delta_synced: ours.delta_synced,
  }
}

/** Short, readable and free; the same title at the same moment gets the same id, so a retry makes no second task. */
function freeId(home: ProjectHome, title: string, atMs: number): string {
  let hash = 0
  for (const letter of `${title}\0${atMs}`) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0
  for (let step = 0; ; step += 1) {
    const id = `bd-${(hash + step).toString(36).padStart(4, '0').slice(-4)}`
    const taken = readEmbedded(home, id)
    if (taken.kind === 'missing' || (taken.kind === 'bead' && taken.bead.title === redact(title))) return id
  }
}
