import { shellText } from './shell-text.ts'

/** First words of every script of ours, as `scripts.ts` knows them. */
const OURS = '# Fairlead:'

/** Every script begins so. Nothing is needed but a POSIX shell and awk; neither `init` nor a daemon nor git. */
export function scriptOf(about: string, body: string): string {
  return `#!/bin/sh\n${OURS} ${about}\n${ROOT}${body}`
}

const ROOT = shellText`set -u
root=$\{PROJECT_ROOT:-$(git rev-parse --show-toplevel 2>/dev/null || pwd)}
`

/** File names are made of it, and nothing outside the folder may be meant. */
export const IN_FOLDER = shellText`
leaves_folder() { case $1 in */* | *..*) return 0 ;; esac; return 1; }
`

/**
 * C3: where Fairlead governs, its own check has the last word. Whether it does is the program's to say; it is asked only where this
 * project was set up, because starting it costs more than all the rest.
 */
export const GOVERNED = shellText`
fairlead=$\{HOME:-}/.fairlead/bin/fairlead
maybe_governed() {
  [ -x "$fairlead" ] || return 1
  grep -qs '"generated": "fairlead"' "$root/.claude/checksums.json" && return 0
  real=$(CDPATH= cd -- "$root" 2>/dev/null && pwd -P) || return 1
  cat "$HOME"/.fairlead/projects/*/project.json 2>/dev/null | sed -n 's/^  "root": "\(.*\)",*$/\1/p' | {
    while IFS= read -r one; do case $real/ in "$one"/*) exit 0 ;; esac; done
    exit 1
  }
}
`
