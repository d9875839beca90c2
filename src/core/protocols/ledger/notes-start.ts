/** LEDGER-88 to LEDGER-93: how a NOTES.md begins. */
export const NOTES_START = `# Agent Working Memory (NOTES.md)

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
