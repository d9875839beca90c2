import { relative } from 'node:path'
import type { Grounding, RecordedCitation } from '../core/model/citation.ts'
import type { ParsedEvent } from '../core/model/event.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import type { ActiveBead, GatheredLedger, LedgerRecord, Lines, Usage } from '../core/model/ledger.ts'
import type { Policy } from '../core/model/policy.ts'
import { checkClaims } from './cite/claims.ts'
import { standingWork } from './cite/standing-work.ts'
import { reopenCitations } from './cite/verify-citations.ts'
import type { LedgerFiles } from './files/ledger-files.ts'
import type { LedgerPlace } from './files/place.ts'
import type { TasksUpdated } from './tasks/mirror-beads.ts'

/** What the ledgers are made of. What a process cannot afford is left out, and then it is not known. */
export interface LedgerParts {
  readonly files: LedgerFiles
  /** How full the session's context is, from the runtime's transcript. */
  readonly usageOf?: ((event: ParsedEvent) => Usage | undefined) | undefined
  /** A real tokenizer. */
  readonly countTokens?: ((text: string) => Promise<number>) | undefined
  /** Cited files and tasks. */
  readonly lookups?: Partial<LedgerLookups> | undefined
}

/** What of the ledgers lies outside our own files: cited files, and tasks. Never part of a lean hook. */
export interface LedgerLookups {
  /** LEDGER-38: opens everything that was cited since the last handoff, and weighs the claims. */
  checkClaims(project: ProjectRoot, record: LedgerRecord, policy: Policy['ledger']): Promise<Grounding | undefined>
  /** Opens citations again: null for each that still stands, words for each that doesn't. Undefined: it took too long. */
  reopen(
    project: ProjectRoot,
    cited: readonly RecordedCitation[],
    waitMs?: number,
  ): Promise<readonly (string | null)[] | undefined>
  /** LEDGER-44, LEDGER-87: the whole function or class around these lines, where a parser knows the file. */
  enclosing(project: ProjectRoot, path: string, lines: Lines): Promise<Lines>
  /** LEDGER-23: the task with this id; without one, the first that is in progress. `gone`: no store holds it any more. */
  activeTask(project: ProjectRoot, id: string): Promise<ActiveBead | 'gone' | undefined>
  /** What of the commits and tests that were seen does not hold any more. */
  standing(project: ProjectRoot, record: LedgerRecord): Promise<Pick<GatheredLedger, 'undone' | 'untested'>>
  /** Tells tasks what the record says of them. With `redo`, also what earlier writers missed. */
  updateTasks(
    project: ProjectRoot,
    record: LedgerRecord,
    how: { readonly isDelta: boolean; readonly redo: boolean },
  ): Promise<TasksUpdated>
}

/** A tracker that does not answer in this time is not waited for at the start of a session. */
const BEAD_DEADLINE_MS = 1_500
const LAST_RULINGS = 20

/** Modules are loaded by the first event that needs them. */
export function ledgerLookups(placeOf: (project: ProjectRoot) => LedgerPlace): LedgerLookups {
  const beadsOf = async (project: ProjectRoot) => {
    const { openBeads } = await import('./tasks/open-beads.ts')
    return openBeads(placeOf(project))
  }
  return {
    checkClaims: (project, record, policy) => checkClaims(placeOf(project), { record, policy }),
    reopen: (project, cited, waitMs) => reopenCitations(placeOf(project).folder, project, cited, waitMs),
    activeTask: (project, id) => {
      const asked = beadsOf(project).then(async (beads) => {
        if (id !== '') return (await beads.show(id)) ?? 'gone'
        return (await beads.ready()).find(({ status }) => status === 'in_progress')
      })
      const late = new Promise<undefined>((done) => setTimeout(() => done(undefined), BEAD_DEADLINE_MS).unref())
      return Promise.race([asked, late]).then((bead) => {
        if (bead === undefined || bead === 'gone') return bead
        const decisions = bead.decisions.slice(-LAST_RULINGS).map(({ ts, decision }) => ({ ts, decision }))
        return { id: bead.id, title: bead.title, status: bead.status, decisions, nextSteps: bead.next_steps }
      })
    },
    standing: standingWork,
    enclosing: async (project, path, lines) => {
      const { sectionsOf } = await import('./sections/section.ts')
      const { root, env } = placeOf(project)
      const found = await sectionsOf({ root, env }, relative(root, path), { line: lines.from })
      const [section] = found.ok ? found.sections.filter(({ complete }) => complete) : []
      if (section === undefined) return lines
      return { from: Math.min(lines.from, section.line_start), to: Math.max(lines.to, section.line_end) }
    },
    updateTasks: async (project, record, { isDelta, redo }) => {
      const { mirrorBeads } = await import('./tasks/mirror-beads.ts')
      return mirrorBeads(await beadsOf(project), placeOf(project).homes.ledger, record, { isDelta, redo })
    },
  }
}
