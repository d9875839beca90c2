/** NOTES.md as a project gets it that has nothing else to start from: the published sections, in our own words. */
export const NOTES_OUTLINE = `# Agent Working Memory (NOTES.md)

> What the agent keeps from one session to the next.
> Edits by hand are kept.

## Active Sub-Goals
<!-- What is being worked towards now -->

## Discovered Technical Debt
<!-- What should be repaired later, and where -->

## Blockers & Dependencies
<!-- What has to happen elsewhere first -->

## Session Continuity
<!-- Read first after a clear -->

| Timestamp | Agent | Summary |
|-----------|-------|---------|

## Decision Log
<!-- Only ever added to -->

`
