import { NOTES_OUTLINE } from './notes-outline.ts'
import { GOVERNED, scriptOf } from './script-start.ts'
import { shellText } from './shell-text.ts'

/** LEDGER-15 to LEDGER-20: git, then a template; what cannot be brought back is told, and only that is an issue. */
export const SELF_HEAL_STATE = scriptOf(
  'brings missing ledgers back from git or from a template; [--check-only] [--verbose]',
  shellText`check_only=$\{CHECK_ONLY:-} verbose=$\{VERBOSE:-}
for one; do
  case $one in
    --check-only) check_only=true ;;
    --verbose) verbose=true ;;
    *) printf 'Unknown argument: %s\n' "$one"; exit 2 ;;
  esac
done
[ "$check_only" = true ] || check_only=
[ "$verbose" = true ] || verbose=
zone=$root/loa-grimoire notes=loa-grimoire/NOTES.md
issues=0 gaps=0
say() { printf '[SELF-HEAL] %s\n' "$1"; }
tell() { if [ "$verbose" ]; then say "$1"; fi; }
fail() { printf '[SELF-HEAL ERROR] %s\n' "$1" >&2; }
lost() { fail "$1"; issues=$((issues + 1)); }
# Nothing that the settings of a repository name is started, and its index stays as it is.
in_git() { git -C "$root" -c core.fsmonitor=false "$@" 2>/dev/null; }
${GOVERNED}
governed=
[ "$check_only" ] || { maybe_governed && governed=yes; }
say 'Starting State Zone health check...'
say "Project root: $root"
echo
if ! in_git rev-parse --git-dir >/dev/null && [ ! "$governed" ]; then
  fail 'Not in a git repository. Self-healing requires git.'
  fail 'Git is required for self-healing'
  exit 2
fi

# What git has of a folder: of the last commit, else of the index. Lines: mode, kind, name, tab, path.
rows() {
  found=$(in_git ls-tree -rz HEAD -- "./$1" | tr '\000' '\n')
  [ "$found" ] || found=$(in_git ls-files -sz -- "./$1" | tr '\000' '\n' | sed 's/^\([0-9]*\) \([0-9a-f]*\) [0-9]*/\1 blob \2/')
  [ "$found" ] && printf '%s\n' "$found" | grep '^100[67][45][45] blob '
}
restore() {
  rows "$1" | while IFS='	' read -r head path; do
    case $path in *../*) continue ;; esac
    mkdir -p -- "$root/$(dirname -- "$path")" && in_git cat-file blob "$\{head##* }" >"$root/$path" || exit 1
    case $head in 100755*) chmod +x -- "$root/$path" || exit 1 ;; esac
  done 2>/dev/null
}
# Checks a folder of ours that git may have: its name, whether it is wanted with content, what is made of it, and the words for that.
heal_folder() {
  if [ "$check_only" ]; then
    gaps=$((gaps + 1))
    if [ "$(rows "$1")" ]; then say "  Can recover $1/ from git"; else say "  Will create $3"; fi
  elif [ "$(rows "$1")" ] && restore "$1"; then say "  Recovered $1/ from git"
  elif mkdir -p -- "$root/$2" 2>/dev/null; then say "  Created $3"
  else lost "$1/ could not be created"
  fi
}
check_zone() {
  say 'Checking: loa-grimoire/'
  if [ -d "$zone" ]; then tell '  loa-grimoire/ exists'; return; fi
  if [ -e "$zone" ]; then lost 'loa-grimoire is not a folder'; return; fi
  say '  loa-grimoire/ is missing'
  heal_folder loa-grimoire loa-grimoire/a2a/trajectory 'loa-grimoire/ directory structure'
}

has_text() { LC_ALL=C grep -q '[^[:space:]]' "$1" 2>/dev/null; }
check_notes() {
  say 'Checking: NOTES.md'
  if [ -e "$root/$notes" ] && [ ! -f "$root/$notes" ]; then lost "$notes is not a file"; return; fi
  if has_text "$root/$notes"; then tell '  NOTES.md exists and is not empty'; return; fi
  # What a link leads to may be anybody's.
  if [ -L "$root/$notes" ]; then lost "$notes is a link to nothing"; return; fi
  if [ -f "$root/$notes" ]; then say '  NOTES.md exists but is empty'; else say '  NOTES.md is missing'; fi
  gaps=$((gaps + 1))
  tell "Attempting git history recovery for: $notes"
  from_git "HEAD:./$notes" history && return
  tell "Attempting git checkout recovery for: $notes"
  from_git ":./$notes" checkout && return
  tell "Attempting template recovery for: $root/$notes"
  if [ "$check_only" ]; then say "  Will create from template: $root/$notes"
  elif template | put; then say "  Created from template: $root/$notes"
  else lost "$root/$notes could not be written"
  fi
}
from_git() {
  in_git cat-file blob "$1" | has_text - || return 1
  if [ "$check_only" ]; then say "  Can recover from git $2: $notes"; return; fi
  in_git cat-file blob "$1" | put || return 1
  say "  Recovered from git $2: $notes"
}
# Blanks may be all that somebody has; they are kept beside it.
put() {
  {
    mkdir -p -- "$zone" || return 1
    [ ! -s "$root/$notes" ] || cp -- "$root/$notes" "$root/$notes.blank" || return 1
    cat >"$root/$notes"
  } 2>/dev/null
}
template() {
  cat <<'END'
${NOTES_OUTLINE}END
}

check_beads() {
  say 'Checking: .beads/'
  beads=$root/.beads
  if [ -e "$beads" ] && [ ! -d "$beads" ]; then lost '.beads is not a folder'; return; fi
  if [ -d "$beads" ] && [ "$(ls -A -- "$beads" 2>/dev/null)" ]; then tell '  .beads/ exists and has content'; return; fi
  if [ -d "$beads" ]; then say '  .beads/ exists but is empty'; else say '  .beads/ is missing'; fi
  heal_folder .beads .beads 'empty .beads/ directory'
}

check_trajectory() {
  say 'Checking: trajectory/'
  if [ -d "$zone/a2a/trajectory" ]; then tell '  trajectory/ exists'; return; fi
  say '  trajectory/ is missing'
  gaps=$((gaps + 1))
  if [ "$check_only" ]; then say '  Will create trajectory/ directory'
  elif mkdir -p -- "$zone/a2a/trajectory" 2>/dev/null; then say '  Created trajectory/ directory'
  else lost 'trajectory/ could not be created'
  fi
}

# LEDGER-18. An index is only a help, so it is never an issue.
check_ck() {
  say 'Checking: .ck/ (search index)'
  for file in index.db config.yaml manifest.json; do
    if [ -f "$root/.ck/$file" ]; then tell '  .ck/ index exists'; return; fi
  done
  if [ -d "$root/.ck" ]; then say '  .ck/ exists but may be corrupted'; else say '  .ck/ is missing (search index)'; fi
  if ! command -v ck >/dev/null 2>&1; then tell '  ck not available, skipping index recovery'; return; fi
  changed=0
  if [ -f "$root/.ck/.last_indexed" ]; then
    read -r last <"$root/.ck/.last_indexed"
    case $last in
      '' | *[!0-9a-f]*) ;;
      *) changed=$(in_git diff --name-only --no-ext-diff "$last" HEAD -- | wc -l | tr -d ' ') ;;
    esac
  fi
  if [ "$check_only" ]; then
    if [ "$changed" -lt 100 ]; then say "  Will perform delta reindex ($changed files)"
    else say "  Will perform full reindex ($changed files)"
    fi
  elif [ "$changed" -gt 0 ] && [ "$changed" -lt 100 ]; then
    say "  Performing delta reindex ($changed files)"
    ck --index "$root" >/dev/null 2>&1 </dev/null
  else
    say '  Performing full reindex'
    ck --reindex "$root" >/dev/null 2>&1 </dev/null 3>&- &
    say '  Full reindex started in background'
  fi
}

if [ "$governed" ]; then
  # It knows more than git: what was recorded here, and what was deleted on purpose.
  answer=$(cd -- "$root" && "$fairlead" ledger heal 2>&1 </dev/null) || lost 'fairlead could not heal'
  printf '%s\n' "$answer" | sed 's/^/[SELF-HEAL]   /'
else
  check_zone
  check_notes
  check_beads
  check_trajectory
  check_ck
fi

now=$(date -u +%Y-%m-%dT%H:%M:%SZ)
if [ ! "$check_only$governed" ]; then
  status=complete
  [ "$issues" = 0 ] || status=incomplete
  {
    printf '{"timestamp": "%s", "phase": "self_heal", "status": "%s", "message": "State Zone self-healing completed"}\n' "$now" "$status" \
      >>"$zone/a2a/trajectory/system-$(date +%Y-%m-%d).jsonl"
  } 2>/dev/null || lost 'the log entry could not be written'
fi
line='=============================================='
printf '\n%s\n  SELF-HEALING SUMMARY\n%s\n' "$line" "$line"
if [ "$check_only" ]; then echo '  Mode: Check only (no changes made)'; else echo '  Mode: Heal'; fi
echo "  Timestamp: $now"
if [ "$issues" -gt 0 ]; then
  echo "  Status: $issues issues found"
else
  echo '  Status: State Zone is healthy'
  if [ "$check_only" ] && [ "$gaps" -gt 0 ]; then echo "  Repairable: $gaps (run without --check-only to repair)"; fi
fi
echo "$line"
[ "$issues" = 0 ]
`,
)
