import { isInside } from '../../../model/inside.ts'
import { STATE_FILE } from '../../../model/state.ts'

/** LEDGER-5: the State Zone, and where its ledgers are, relative to the project (C4). */
export const STATE_ZONE = 'loa-grimoire'
export const NOTES_PATH = `${STATE_ZONE}/NOTES.md`
/** LEDGER-103: `{agent}-{date}.jsonl`. */
export const TRAJECTORY_PATH = `${STATE_ZONE}/a2a/trajectory`

const OWN_PATHS = [STATE_ZONE, '.proof', '.beads', STATE_FILE]

/** What we write ourselves below a project is no work of the agent's. */
export function isOurs(inside: string): boolean {
  return OWN_PATHS.some((path) => isInside(inside, path))
}

/** The published form, in our own words. Comments say to a reader what the headings do not. */
export const NOTES_TEMPLATE = `# Agent Working Memory (NOTES.md)

## Session Continuity
<!-- Read first after a clear; the rest only when it is needed. -->

### Active Context
- **Current Bead**: none
- **Last Checkpoint**: none
- **Reasoning State**: none

### Lightweight Identifiers
<!-- Where to look, not what is there. -->
| Identifier | Purpose | Last Verified |
|------------|---------|---------------|

### Decision Log
<!-- Only ever added to. -->

### Pending Questions
<!-- Carried from session to session. -->

## Active Sub-Goals

## Discovered Technical Debt

## Blockers & Dependencies
`

/** Headings every NOTES.md has, in order, with what is put in when one is missing. */
export const NOTES_HEADINGS: readonly (readonly [name: string, skeleton: string])[] = [
  ['Session Continuity', '## Session Continuity\n\n'],
  [
    'Active Context',
    '### Active Context\n- **Current Bead**: none\n- **Last Checkpoint**: none\n- **Reasoning State**: none\n\n',
  ],
  [
    'Lightweight Identifiers',
    '### Lightweight Identifiers\n| Identifier | Purpose | Last Verified |\n|------------|---------|---------------|\n\n',
  ],
  ['Decision Log', '### Decision Log\n\n'],
  ['Pending Questions', '### Pending Questions\n\n'],
  ['Active Sub-Goals', '## Active Sub-Goals\n\n'],
  ['Discovered Technical Debt', '## Discovered Technical Debt\n\n'],
  ['Blockers & Dependencies', '## Blockers & Dependencies\n\n'],
]
