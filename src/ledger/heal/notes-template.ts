import { NOTES_TEMPLATE } from '../../core/protocols/ledger/notes/notes-template.ts'
import { openText } from '../files/open-text.ts'

/** LEDGER-11: a project's own form of the ledger, which no update touches. */
const NOTES_OVERRIDE = '.claude/overrides/NOTES.template.md'

/** LEDGER-88 to LEDGER-93, or what the project made of it. */
export function notesTemplate(root: string): string {
  const override = openText(root, NOTES_OVERRIDE)
  return override.kind === 'text' && override.text.trim() !== '' ? override.text : NOTES_TEMPLATE
}
