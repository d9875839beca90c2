import { JSON_ROWS } from './json-rows.ts'
import { LOA_CONFIG_READER } from './loa-config.ts'
import { GOVERNED, IN_FOLDER, scriptOf } from './script-start.ts'
import { awkText, shellText } from './shell-text.ts'

/** One look at the trajectory: claims, ghosts of both kinds, test scenarios, and up to five ghosts by name. */
const LOOK = shellText`
function row(    status) {
  if (text_of("phase") == "cite") cites++
  if (text_of("type") == "test_scenario") scenarios++
  status = text_of("status")
  if (status == "unverified") unverified++
  if (status == "high_ambiguity") ambiguous++
  if (status ~ /^(unverified|high_ambiguity)$/ && unverified + ambiguous <= 5) GHOST[unverified + ambiguous] = claim_text()
}
NR == 1 { sub(/^\357\273\277/, "") }
{ read_row($0) }
END {
  print cites + 0, unverified + 0, ambiguous + 0, scenarios + 0
  for (n = 1; n in GHOST; n++) print "    - " GHOST[n]
}
`

/** The id of the first task; \`bd\` prints an array, or an object that holds one as \`data\`. */
const FIRST_TASK = shellText`
function row() { if (T["id"] == "text") print decoded(F["id"]) }
{ all = all " " $0 }
END {
  only_first = 1
  sub(/^ *\{.*"data" *: *\[/, "[", all)
  if (sub(/^ *\[ */, "", all)) read_row(all)
}
`

/** A name as JSON. Letter by letter: what a backslash means in a replacement is another thing in every awk. */
const QUOTED = shellText`
BEGIN {
  for (n = 1; n < 32; n++) CODE[sprintf("%c", n)] = sprintf("%02x", n)
  for (n = 1; (c = substr(ENVIRON["agent"], n, 1)) != ""; n++) text = text (c in CODE ? "\\u00" CODE[c] : c ~ /["\\]/ ? "\\" c : c)
  print "\"" text "\""
}
`

/** LEDGER-54: the seven published steps; exits with 0 for "may be cleared" and with 1 for "may not". */
export const SYNTHESIS_CHECKPOINT = scriptOf(
  'may the context be cleared; [agent] [date]; exits with 0 for yes, 1 for no',
  shellText`agent=$\{1:-implementing-tasks}
day=$\{2:-$(date +%Y-%m-%d)}
${IN_FOLDER}
if leaves_folder "$agent" || leaves_folder "$day"; then
  echo 'agent and date must be names without / and ..' >&2
  exit 2
fi
${GOVERNED}
governed=
maybe_governed && governed=yes
export LC_ALL=C agent
rows='${awkText(JSON_ROWS)}'
trajectory=$root/loa-grimoire/a2a/trajectory/$agent-$day.jsonl
grounding_check=$root/.claude/scripts/grounding-check.sh
config=$root/.loa.config.yaml
[ -f "$config" ] && [ -r "$config" ] || config=/dev/null
set -- "$\{1-}" $(tr '\000' '\001' <"$config" | awk '${awkText(LOA_CONFIG_READER)}')
named=$1 threshold=$2 enforcement=$3 negative=$4 least=$5
[ "$threshold" = default ] && threshold=0.95 && asked= || asked=$threshold
blocked= report=
ask() {
  # Where Fairlead governs, its own settings come first: nothing is asked for that nobody set.
  if [ "$governed" ]; then report=$("$grounding_check" "$named" "$asked" "$day" open 2>/dev/null)
  else report=$("$grounding_check" "$agent" "$threshold" "$day" 2>/dev/null)
  fi
}
# Only the lines before the list of claims: a claim may say anything.
field() { printf '%s\n' "$report" | sed -n "/^\$/q; s/^$1=//p" | tail -n 1; }
[ -x "$grounding_check" ] && [ -f "$grounding_check" ] && ask
ours=$(field enforcement)
if [ "$ours" ]; then enforcement=$ours threshold=$(field threshold); else governed=; fi
[ "$threshold" ] || threshold=0.95
say() { printf '%s\n' "$@"; }
double='=============================================='
single='----------------------------------------------'
step() { say '' "$1" "$single"; }
say "$double" '        SYNTHESIS CHECKPOINT' "$double" "Agent: $agent" "Date: $day" "Enforcement: $enforcement" "$single"

step 'Step 1: Grounding Verification'
if [ "$enforcement" = disabled ]; then
  say '  Status: SKIPPED (enforcement disabled)'
elif ! [ -x "$grounding_check" ] || ! [ -f "$grounding_check" ]; then
  say '  ERROR: grounding-check.sh not found or not executable'
  blocked=yes
else
  total=$(field total_claims) ratio=$(field grounding_ratio)
  say "  Total claims: $\{total:-0}" "  Grounding ratio: $\{ratio:-unknown}"
  [ "$governed" ] && say "  Verified ratio: $(field verified_ratio)"
  say "  Threshold: $threshold"
  if [ "$(field status)" = pass ]; then
    say '  Status: PASSED'
  elif [ "$(field clears)" = yes ]; then
    # C3: few enough, and every one of them says of itself that it is a guess.
    say '  Status: PASSED (the rest is marked as [ASSUMPTION])'
  else
    say '  Status: FAILED' '' '  Ungrounded claims require evidence:'
    printf '%s\n' "$report" | sed -n '/^ungrounded_claims:$/,$p'
    say ''
    if [ "$enforcement" = strict ]; then
      say '  ACTION REQUIRED:' '    - Add word-for-word code citations' '    - Or mark as [ASSUMPTION]' '    - Then retry /clear'
      blocked=yes
    else
      say '  WARNING: Grounding ratio below threshold (warn mode)'
    fi
  fi
fi

cites=0 unverified=0 ambiguous=0 scenarios=0 ghosts= known=
[ -f "$trajectory" ] && known=yes
if [ "$known" ]; then
  ghosts=$(tr '\000' '\001' <"$trajectory" 2>/dev/null | awk "$rows"'${awkText(LOOK)}')
  read -r cites unverified ambiguous scenarios <<END
$ghosts
END
fi
if [ "$governed" ] && [ "$(field open_decisions)" ]; then
  # The scope of step 1: what the record says is open, whatever file and day it stands in, and what somebody wrote there by hand.
  known=yes trajectory=$root/loa-grimoire/a2a/trajectory cites=$(field open_decisions)
  unverified=$((unverified + $(field unverified_ghosts))) scenarios=$((scenarios + $(field test_scenarios)))
  ghosts=$(say "$\{ghosts:-counts}" "$report" | sed -n '1p; 1d; s/^ghost=/    - /; /^    - /p' | head -n 6)
fi
if [ ! "$blocked" ]; then
  step 'Step 2: Negative Grounding (Ghost Features)'
  if [ "$negative" = off ]; then
    say '  Status: SKIPPED (disabled)'
  elif [ ! "$known" ]; then
    say '  Status: SKIPPED (no trajectory file)'
  else
    say "  Unverified ghosts: $unverified" "  High ambiguity: $ambiguous"
    if [ "$unverified" = 0 ] && [ "$ambiguous" = 0 ]; then
      say '  Status: PASSED'
    elif [ "$enforcement" = strict ]; then
      say '  Status: ISSUES FOUND' '' '  Ghost Features requiring verification:'
      printf '%s\n' "$ghosts" | sed 1d
      say '' '  ACTION REQUIRED:' '    - Run second diverse query for each ghost' '    - Or request human audit'
      blocked=yes
    else
      say '  Status: ISSUES FOUND' '  WARNING: Unverified ghost features (warn mode)'
    fi
  fi
fi

step 'Step 3: Update Decision Log'
if [ ! "$known" ]; then say '  Status: SKIPPED (no trajectory file)'
elif [ "$cites" = 0 ]; then say '  Status: SKIPPED (no decisions to sync)'
else
  say "  Decisions to sync: $cites"
  if [ -f "$root/loa-grimoire/NOTES.md" ]; then say '  Status: READY (agent will update NOTES.md)'
  else say '  Status: SKIPPED (NOTES.md not found)'
  fi
fi

step 'Step 4: Update Bead'
if ! command -v bd >/dev/null 2>&1; then say '  Status: SKIPPED (beads not available)'
else
  bead=$(bd list --status=in_progress --json 2>/dev/null </dev/null | awk "$rows"'${awkText(FIRST_TASK)}')
  if [ "$bead" ]; then say "  Active bead: $bead" '  Status: READY (agent will update bead)'
  else say '  Status: SKIPPED (no active bead)'
  fi
fi

step 'Step 5: Log Session Handoff'
if [ -x "$grounding_check" ] && [ -f "$grounding_check" ]; then ratio=$(field grounding_ratio); else ratio=1.00; fi
[ "$governed" ] && ratio=$(field verified_ratio)
say "  Trajectory: $trajectory" "  Grounding ratio: $\{ratio:=0.00}"
hand_over() {
  mkdir -p "$root/loa-grimoire/a2a/trajectory" && [ ! -d "$trajectory" ] || return 1
  quoted=$(awk '${awkText(QUOTED)}')
  # A last line that was torn stays alone.
  [ -s "$trajectory" ] && [ "$(tail -c 1 "$trajectory")" ] && quoted_first='\n' || quoted_first=
  status=complete
  [ "$blocked" ] && status=blocked
  number=$(awk 'BEGIN { print ENVIRON["ratio"] + 0 }')
  printf "$quoted_first"'{"timestamp": "%s", "phase": "session_handoff", "agent": %s, "grounding_ratio": %s, "checkpoint_status": "%s"}\n' \
    "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$quoted" "$number" "$status" >>"$trajectory"
}
export ratio
if [ "$governed" ]; then
  # The program keeps the handoff; one that would hide what is unmet is not made.
  if [ "$blocked" ]; then say '  Status: SKIPPED (resolve the issues above first)'
  elif told=$(cd -- "$root" && "$fairlead" ledger clear 2>&1 </dev/null); then say '  Status: LOGGED'
  else
    say "$told" | sed 's/^/  /'
    say '  Status: FAILED'
    blocked=yes
  fi
elif { hand_over; } 2>/dev/null; then say '  Status: LOGGED'
else
  say '  Status: FAILED'
  echo "the handoff could not be written to $trajectory" >&2
fi

step 'Step 6: Decay Raw Output'
say '  Status: ADVISORY' '  Note: Agent should convert code blocks to lightweight identifiers'

step 'Step 7: Verify EDD (Evidence-Driven Development)'
if [ ! "$known" ] && ! [ -f "$trajectory" ]; then say '  Status: SKIPPED (no trajectory file)'
else
  say "  Test scenarios documented: $scenarios" "  Minimum required: $least"
  if [ "$scenarios" -ge "$least" ]; then say '  Status: PASSED'
  else say '  Status: WARNING (below minimum)' '  Note: Document test scenarios for better quality'
  fi
fi

if [ "$blocked" ]; then
  say '' "$double" '  SYNTHESIS CHECKPOINT: FAILED' '  /clear is BLOCKED' '' '  Resolve the issues above and retry.' "$double"
  exit 1
fi
say '' "$double" '  SYNTHESIS CHECKPOINT: PASSED' '  /clear is permitted' "$double"
`,
)
