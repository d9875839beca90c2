/**
 * `/edge` for Claude Code. Its text reaches the model even when our hook failed, so it must never say "approved".
 * `disable-model-invocation` keeps the model and its schedulers away from it (docs/adr/0009).
 */
export const EDGE_SKILL = `---
name: edge
description: Fairlead, for the person at the keyboard
argument-hint: approve <n> | skip <n> | dismiss [#n] [minutes] | status
disable-model-invocation: true
---
Do what Fairlead's note about this command says. Without such a note nothing was approved: say so and stop.
`

/**
 * `/clear` for Claude Code, where the person asked for it: our hook answers before the built-in could run. `/new` stays
 * the built-in, as the way out (LEDGER-128).
 */
export const CLEAR_SKILL = `---
name: clear
description: Fairlead, for the person at the keyboard
disable-model-invocation: true
---
Do what Fairlead's note about this command says. Without such a note nothing was checked: say that \`/new\` clears, and stop.
`

export function isEdgeSkill(text: string): boolean {
  return /^description: Fairlead, for the person at the keyboard$/m.test(text)
}
