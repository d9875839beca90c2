import { JSON_ROWS } from './json-rows.ts'
import { GOVERNED, IN_FOLDER, scriptOf } from './script-start.ts'
import { awkText, shellText } from './shell-text.ts'

/** LEDGER-66: a quote is looked up in the file that it names, on the line that it names. What cannot be opened does not count. */
const OPENED = shellText`
# All citations of a claim have to stand; they are kept and opened at the end, when the files are known.
function keep_citations(    list, k) {
  claims++
  list = KNOWN["citations"] > 0 ? "citations" : "evidence"
  SIZE[claims] = text_of("grounding") ~ /^(citation|code_reference)$/ ? KNOWN[list] + 0 : 0
  for (k = 1; k <= SIZE[claims]; k++) {
    QUOTE[claims, k] = K[list, k, "quote"] == "text" ? decoded(V[list, k, "quote"]) : ""
    FILE[claims, k] = K[list, k, "path"] == "text" ? inside(decoded(V[list, k, "path"])) : ""
    LINES[claims, k] = V[list, k, "line"]
    if (FILE[claims, k] != "") WANTED[FILE[claims, k]]
  }
}
# The file below the project that a path names; nothing for a relative one and for one that leads out.
function inside(path) {
  if (path ~ /[\001-\037\177\\]/ || ("/" path "/") ~ /\/\.\.\//) return ""
  if (index(path, "$" "{PROJECT_ROOT}/") == 1) return ENVIRON["root"] "/" substr(path, 17)
  return index(path, ENVIRON["real"] "/") == 1 || (path ~ /^\// && index(path, ENVIRON["root"] "/") == 1) ? path : ""
}
function verified_claims(    c, k, whole, good) {
  find_files()
  for (c = 1; c <= claims; c++) {
    whole = SIZE[c] > 0
    for (k = 1; k <= SIZE[c] && whole; k++) whole = stands(FILE[c, k], LINES[c, k], QUOTE[c, k])
    good += whole
  }
  return good + 0
}
# Plain files only: a pipe would never end.
function find_files(    path, list, command) {
  for (path in WANTED) {
    command = path
    gsub(/'/, "'\\''", command)
    list = list " '" command "'"
    if (length(list) > 60000) { ask_files(list); list = "" }
  }
  if (list != "") ask_files(list)
}
function ask_files(list,    command, path) {
  command = "find" list " -prune -type f -size -40000 2>/dev/null"
  while ((command | getline path) > 0) PLAIN[path]
  close(command)
}
function stands(path, lines, quote,    ends, wanted, flat, n, bare, limit, at, from) {
  if (!(path in PLAIN) || lines !~ /^[0-9]+(-[0-9]+)?$/) return 0
  bare = quote
  gsub(/[^0-9A-Za-z\200-\377]/, "", bare)
  wanted = flattened(quote)
  if (length(bare) < 3 || length(quote) > 4000) return 0
  split(lines, ends, "-")
  if (!(2 in ends)) ends[2] = ends[1]
  if (ends[1] < 1 || ends[2] + 0 < ends[1] + 0) return 0
  open_file(path)
  flat = " "
  limit = -1
  for (n = ends[1] + 0; n <= LENGTH[path] && (limit < 0 || length(flat) < limit); n++) {
    if (LINE[path, n] != "") flat = flat LINE[path, n] " "
    if (n == ends[2] + 0) { at = length(flat); limit = at + length(wanted) + 2 }
  }
  if (limit < 0) at = length(flat)
  # It begins on one of the lines, and no word is cut at either end.
  for (from = 1; (n = index(substr(flat, from), wanted)) > 0; from += n) {
    if (from + n - 1 > at) return 0
    if (!cuts(flat, from + n - 2) && !cuts(flat, from + n - 2 + length(wanted))) return 1
  }
  return 0
}
function cuts(text, left) { return substr(text, left, 2) ~ /^[0-9A-Za-z_$\200-\377][0-9A-Za-z_$\200-\377]/ }
function open_file(path,    n, text) {
  if (path in LENGTH) return
  while ((getline text < path) > 0) LINE[path, ++n] = flattened(text)
  close(path)
  LENGTH[path] = n + 0
}
function flattened(text) {
  gsub(/[ \t\r\n\f\v]+/, " ", text)
  sub(/^ /, "", text); sub(/ $/, "", text)
  return text
}
`

const COUNT = shellText`
function row(    grounding) {
  grounding = text_of("grounding")
  if (grounding == "assumption" && ++assumptions <= 10) LIST[assumptions] = claim_text()
  if (text_of("phase") != "cite") return
  total++
  if (grounding == "citation") citations++
  if (grounding == "code_reference") references++
  if (grounding == "user_input") inputs++
  keep_citations()
}
NR == 1 { sub(/^\357\273\277/, "") }
{ read_row($0) }
END {
  grounded = citations + references + inputs
  threshold = ENVIRON["threshold"]
  verdict = ENVIRON["verdict"]
  if (total == 0) {
    shown = "1.00"; opened = "1.00"
    if (verdict == "unknown") verdict = "pass"
  } else {
    shown = sprintf("%.2f", int(grounded * 10000 / total + 1e-9) / 10000)
    opened = verified_claims()
    if (verdict == "unknown") verdict = met(opened) ? "pass" : "fail"
    opened = sprintf("%.2f", int(opened * 100 / total + 1e-9) / 100)
  }
  if (ENVIRON["verified"] != "") opened = ENVIRON["verified"]
  what = verdict == "" ? "Grounding ratio " shown : "Verified ratio " opened
  passes = verdict == "" ? total == 0 || met(grounded) : verdict == "pass"
  print "total_claims=" total + 0
  print "grounded_claims=" grounded
  if (total > 0) {
    print "grounded_citations=" citations + 0
    print "grounded_references=" references + 0
    print "grounded_user_input=" inputs + 0
  }
  print "assumptions=" assumptions + 0
  print "grounding_ratio=" shown
  if (total > 0 || !passes) print "threshold=" threshold
  print "status=" (passes ? "pass" : "fail")
  if (total > 0 || !passes) print "message=" what (passes ? " meets" : " below") " threshold " threshold
  else if (ENVIRON["found"] == "") print "message=No trajectory log for " ENVIRON["day"] " (zero-claim session)"
  else print "message=Zero-claim session (passes by default)"
  print "verified_ratio=" opened
  if (ENVIRON["enforcement"] != "") print "enforcement=" ENVIRON["enforcement"]
  if (ENVIRON["clears"] != "") print "clears=" ENVIRON["clears"]
  printf "%s", ENVIRON["standing"]
  if (passes) exit 0
  if (assumptions > 0) print "\nungrounded_claims:"
  for (n = 1; n <= assumptions && n <= 10; n++) print "  - " LIST[n]
  exit 1
}
# As close as the shares of any two numbers of claims can be.
function met(count) { return count / total + 1e-9 >= threshold + 0 }
`

/** LEDGER-58 to LEDGER-61, LEDGER-67. */
export const GROUNDING_CHECK = scriptOf(
  'how many claims of a day are grounded, and how many quotes were really found; [agent] [threshold] [date]',
  shellText`agent=$\{1:-implementing-tasks}
threshold=$\{2:-0.95}
day=$\{3:-$(date +%Y-%m-%d)}
refuse() { printf 'error=%s\nmessage=%s\n' "$1" "$2"; exit 2; }
number='Threshold must be a number between 0 and 1'
case $threshold in .* | *.*.* | *[!0-9.]*) refuse invalid_threshold "$number" ;; esac
case $threshold in *.*) part=$\{threshold#*.} ;; *) part= ;; esac
case $\{threshold%%.*} in *[!0]*) whole=$\{threshold%%.*} ;; *) whole= ;; esac
while case $whole in 0*) ;; *) false ;; esac; do whole=$\{whole#0}; done
case $whole in '') ;; 1) case $part in *[!0]*) refuse invalid_threshold "$number" ;; esac ;; *) refuse invalid_threshold "$number" ;; esac
${IN_FOLDER}
leaves_folder "$agent" && refuse invalid_agent 'Agent must be a name without / and ..'
leaves_folder "$day" && refuse invalid_date 'Date must be a name without / and ..'
command -v awk >/dev/null || refuse missing_dependency 'awk is required to count claims'
${GOVERNED}
folder=$root/loa-grimoire/a2a/trajectory
# Our checkpoint asks for what else is open; nobody else reads these lines.
[ "$\{4-}" = open ] && is_asked_all=yes || is_asked_all=
verdict= verified= enforcement= clears= found= everybody= standing=
if maybe_governed; then
  # Where nobody is named and the usual name has no claims, everybody's of the day are meant.
  [ $\{1:+named} ] || grep -qs '"cite"' "$folder/$agent-$day.jsonl" || everybody=yes
  # The daemon has the answer at hand; starting the program takes far longer.
  door=$HOME/.fairlead/agent/agent.sock ask=$HOME/.fairlead/bin/hook answer=
  [ -S "$door" ] && [ -f "$ask.pins" ] &&
    answer=$(cd -- "$root" && "$ask" --ask "$door" ledger ground --shim -- "$\{1-}" "$\{2-}" "$day" 2>/dev/null </dev/null)
  case $answer in
    governed=*) ;;
    *) answer=$(cd -- "$root" && "$fairlead" ledger ground --shim -- "$\{1-}" "$\{2-}" "$day" 2>/dev/null </dev/null) ;;
  esac
  case $answer in
    governed=no*) everybody= ;;
    governed=yes*)
      newline='
'
      while IFS== read -r key value; do
        case $key in
          status) verdict=$value ;;
          verified_ratio) verified=$value ;;
          threshold) threshold=$value ;;
          enforcement) enforcement=$value ;;
          clears) clears=$value ;;
          open_decisions | unverified_ghosts | test_scenarios | ghost) standing=$standing$key=$value$newline ;;
        esac
      done <<END
$answer
END
      ;;
    *) verdict=unknown enforcement=strict ;;
  esac
fi
[ "$is_asked_all" ] || standing=
set --
if [ "$everybody" ]; then
  for file in "$folder"/*-"$day".jsonl; do [ -f "$file" ] && set -- "$@" "$file"; done
elif [ -f "$folder/$agent-$day.jsonl" ]; then
  set -- "$folder/$agent-$day.jsonl"
fi
[ $# -gt 0 ] && found=yes
real=$(CDPATH= cd -- "$root" 2>/dev/null && pwd -P) || real=$root
export root real threshold day verdict verified enforcement clears found standing
export LC_ALL=C
cat -- /dev/null "$@" 2>/dev/null | tr '\000' '\001' | awk '${awkText(JSON_ROWS + OPENED + COUNT)}'
`,
)
