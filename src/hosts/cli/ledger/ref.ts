import { parseRef, type Resolved, resolveRef } from '../../../core/protocols/ledger/notes/notes-ref.ts'
import { NOTES_PATH } from '../../../core/protocols/ledger/notes/state-zone.ts'
import { count } from '../../../core/words/count.ts'
import { LEDGER_FILES } from '../../../ledger/files/ledger-files.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import { type OpenProject, withProject } from '../open-project.ts'
import { oneLine } from '../show.ts'
import type { Context } from '../terminal.ts'

/** C30: what became of the places in NOTES.md that a handoff or a decision points at. */
export async function ledgerRef(
  context: Context,
  given: string | undefined,
  { json }: { readonly json?: boolean },
): Promise<Exit> {
  if (given !== undefined && parseRef(given) === undefined)
    return misused(`\`${oneLine(given, 200)}\` is no reference; see \`fairlead ledger log --json\``)
  return withProject(context, async (open) => {
    const refs = given === undefined ? await lastRefs(open) : [given]
    if (refs.length === 0) return failed('there is no handoff yet; `fairlead ledger handoff` writes one')
    const notes = LEDGER_FILES.readNotes(open.project)
    if (notes.kind === 'problem') return failed(notes.problem)
    const found = refs.flatMap((text) => {
      const ref = parseRef(text)
      return ref ? [{ ref: text, ...resolveRef(notes.kind === 'text' ? notes.text : '', ref) }] : []
    })
    for (const one of found) context.terminal.out(json ? JSON.stringify(one) : describe(one))
    const lost = found.filter(({ kind }) => kind === 'changed' || kind === 'gone').length
    return lost === 0 ? DONE : failed(`${count(lost, 'place')} changed or gone; the trajectory has what stood there`)
  })
}

async function lastRefs({ project, store }: OpenProject): Promise<readonly string[]> {
  return (await store.read(project)).ledger.record.handoff?.refs ?? []
}

function describe(one: Resolved & { readonly ref: string }): string {
  const where =
    one.kind === 'gone' ? '' : ` ${NOTES_PATH}:${one.lines.from}-${one.lines.to} ${oneLine(one.heading, 120)}`
  return `${one.kind}:${where || ` ${oneLine(one.ref, 200)}`}`
}
