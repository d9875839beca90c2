/**
 * `/edge` for Claude Code. Its text reaches the model even when our hook failed, so it must never say "approved".
 * `disable-model-invocation` keeps the model and its schedulers away from it (docs/adr/0009).
 */
export const EDGE_SKILL = `---
name: edge
description: Fairlead, for the person at the keyboard
argument-hint: approve <n> | skip <n> | dismiss <n> | status
disable-model-invocation: true
---
Do what Fairlead's note about this command says. Without such a note nothing was approved: say so and stop.
`

export function isEdgeSkill(text: string): boolean {
  return /^description: Fairlead, for the person at the keyboard$/m.test(text)
}
