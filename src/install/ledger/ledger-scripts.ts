/** First words of every script of ours, as `scripts.ts` knows them. */
const OURS = '# Fairlead:'

/** Finds the command line on whatever machine the project was cloned to; without it nothing can be checked, which stops nothing. */
function shim(about: string, command: string): string {
  return `#!/bin/sh
${OURS} ${about}
cd "\${PROJECT_ROOT:-$(git rev-parse --show-toplevel 2>/dev/null || pwd)}" || exit 2
fairlead="$HOME/.fairlead/bin/fairlead"
[ -x "$fairlead" ] || fairlead=$(command -v fairlead) || {
  echo 'fairlead is not installed on this machine, so nothing was checked' >&2
  exit 0
}
exec "$fairlead" ${command} "$@"
`
}

/** LEDGER-111, LEDGER-128: thin shims at the published paths. */
export const LEDGER_SCRIPTS = [
  {
    path: '.claude/scripts/grounding-check.sh',
    text: shim("how many of today's claims are verified; [agent] [threshold]", 'ledger ground --shim'),
  },
  {
    path: '.claude/scripts/synthesis-checkpoint.sh',
    text: shim('may the context be cleared; exits with 0 for yes, 1 for no', 'ledger clear'),
  },
  {
    path: '.claude/scripts/self-heal-state.sh',
    text: shim('brings missing ledgers back', 'ledger heal'),
  },
  {
    path: '.claude/hooks/pre-clear.sh',
    text: shim('the check before a clear, for a runtime that asks (blocking, on failure: reject)', 'ledger clear'),
  },
] as const
