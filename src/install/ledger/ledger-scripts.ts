import { GROUNDING_CHECK } from './scripts/grounding-check.ts'
import { scriptOf } from './scripts/script-start.ts'
import { SELF_HEAL_STATE } from './scripts/self-heal-state.ts'
import { shellText } from './scripts/shell-text.ts'
import { SYNTHESIS_CHECKPOINT } from './scripts/synthesis-checkpoint.ts'

/** LEDGER-128: for a runtime that asks before a clear (blocking, on failure: reject). */
const PRE_CLEAR = scriptOf(
  'the check before a clear, for a runtime that asks (blocking, on failure: reject)',
  shellText`check=$root/.claude/scripts/synthesis-checkpoint.sh
[ -x "$check" ] && exec "$check" "$@"
echo "$check is missing, so nothing was checked" >&2
`,
)

/** LEDGER-111, LEDGER-128: what stands at the published paths. */
export const LEDGER_SCRIPTS = [
  { path: '.claude/scripts/grounding-check.sh', text: GROUNDING_CHECK },
  { path: '.claude/scripts/synthesis-checkpoint.sh', text: SYNTHESIS_CHECKPOINT },
  { path: '.claude/scripts/self-heal-state.sh', text: SELF_HEAL_STATE },
  { path: '.claude/hooks/pre-clear.sh', text: PRE_CLEAR },
] as const
