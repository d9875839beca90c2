import { shellText } from './shell-text.ts'

/**
 * LEDGER-126: the few values of `.loa.config.yaml` that the checkpoint reads, in awk: nested keys by indentation or in braces, comments,
 * quotes, the first document, the last of two equal keys. Whatever is not understood means that nothing of the file counts.
 */
export const LOA_CONFIG_READER = shellText`
function stray() { broken = 1 }
# Key and value of one line at this place; deeper lines follow where there is no value.
function entry(text, indent,    at, name, known) {
  while (level && INDENT[level] > indent) level--
  if (level && INDENT[level] == indent) level--
  else if (level && VALUED[level]) return stray()
  at = colon(text)
  if (!at || text ~ /^[@%&*!|>?,\]}]/ || indent < margin) return stray()
  if (margin == "") margin = indent
  name = plain(substr(text, 1, at - 1))
  INDENT[++level] = indent
  PATH[level] = (level > 1 ? PATH[level - 1] "." : "") name
  for (known in VALUE) if (index(known, PATH[level] ".") == 1) delete VALUE[known]
  text = trimmed(substr(text, at + 1))
  sub(/^[&!][^ ]*( |$)/, "", text)
  VALUED[level] = text != ""
  if (text ~ /^[|>][-+0-9]*$/) { block = indent + 1; return }
  if (text ~ /^[{[]/) flow(text, PATH[level])
  else if (text != "" && is_scalar(text)) VALUE[PATH[level]] = text
  else if (text != "") stray()
  else delete VALUE[PATH[level]]
}
# The first colon that ends a key.
function colon(text,    k, c, quote) {
  for (k = 1; k <= length(text); k++) {
    c = substr(text, k, 1)
    if (quote != "") { if (c == quote) quote = "" }
    else if ((c == "\"" || c == "'") && k == 1) quote = c
    else if (c == ":" && substr(text, k + 1, 1) ~ /^[ \t]?$/) return k
  }
  return 0
}
function is_scalar(text) {
  if (text ~ /^"/) return text ~ /^"([^"\\]|\\.)*"$/
  if (text ~ /^'/) return text ~ /^'([^']|'')*'$/
  return text !~ /^[\]}@%,]/ && text !~ /: /
}
# { a: 1, b: { c: 2 } }, which may go on over lines: they are collected until the brackets match.
function flow(text, path,    depth, k, c, quote, part, base) {
  pending = ""
  for (k = 1; k <= length(text); k++) {
    c = substr(text, k, 1)
    if (quote != "") { if (c == quote) quote = ""; part = part c; continue }
    if (c == "\"" || c == "'") { quote = c; part = part c; continue }
    if (c == "{" || c == "[") {
      KIND[++depth] = c
      base = depth == 1 ? path : BASE[depth - 1]
      if (depth > 1 && KIND[depth - 1] == "{") { if (!colon(trimmed(part) " ")) return stray(); base = below(base, trimmed(part)) }
      BASE[depth] = c == "[" ? base "[]" : base
      part = ""
    } else if (c == "}" || c == "]" || c == ",") {
      if (!depth) return stray()
      if (trimmed(part) != "" && KIND[depth] == "{") {
        if (!flow_entry(trimmed(part), BASE[depth])) return stray()
      }
      part = ""
      if (c == ",") continue
      if (KIND[depth] != (c == "}" ? "{" : "[")) return stray()
      if (--depth == 0 && trimmed(substr(text, k + 1)) != "") return stray()
    } else part = part c
  }
  if (depth || quote != "") { pending = text; pending_path = path }
}
function below(path, part,    at) { at = colon(part " "); return (path == "" ? "" : path ".") plain(substr(part, 1, at - 1)) }
function flow_entry(part, path,    at) {
  at = colon(part)
  if (!at && part ~ /^".*":/) { at = index(part, "\":") + 1 }
  if (!at) return 1
  VALUE[(path == "" ? "" : path ".") plain(substr(part, 1, at - 1))] = trimmed(substr(part, at + 1))
  return 1
}
function trimmed(text) { sub(/^[ \t]+/, "", text); sub(/[ \t\r]+$/, "", text); return text }
function plain(text) { text = trimmed(text); return text ~ /^(".*"|'.*')$/ ? substr(text, 2, length(text) - 2) : text }
# Without its comment.
function bare(text,    k, c, quote) {
  if (index(text, "#") == 0) return text
  for (k = 1; k <= length(text); k++) {
    c = substr(text, k, 1)
    if (quote != "") { if (c == quote) quote = "" }
    else if ((c == "\"" || c == "'") && substr(" " text, k, 1) ~ /[ \t:[{,]/) quote = c
    else if (c == "#" && substr(" " text, k, 1) ~ /[ \t]/) return substr(text, 1, k - 1)
  }
  return text
}
function value(name) { return name in VALUE && VALUE[name] !~ /^(~|null|Null|NULL|false|False|FALSE)?$/ ? plain(VALUE[name]) : "" }
function number(text) { return text ~ /^[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?$/ }
{
  sub(/\r$/, "")
  if (NR == 1) sub(/^\357\273\277/, "")
  if (done || broken) next
  if (/[\001-\010\013\014\016-\037]/) { stray(); next }
  if (/^(---|\.\.\.)([ \t]|$)/) {
    if (started) done = 1
    started = 1
    next
  }
  if (/^%/ && !started) next
  match($0, /^ */)
  indent = RLENGTH
  if (pending != "") { flow(pending " " trimmed(bare($0)), pending_path); next }
  text = trimmed(bare($0))
  if (text == "") next
  if (block && indent >= block) next
  block = 0
  if (substr($0, indent + 1, 1) == "\t") { stray(); next }
  started = 1
  if (text ~ /^[{[]/ && !level) { flow(text, ""); next }
  # The items of a list are nobody's business here; a file that is one has no keys.
  if (text ~ /^-( |$)/) { if (level && !VALUED[level]) { block = indent + 1; next } stray(); next }
  entry(text, indent)
}
END {
  if (broken || pending != "") split("", VALUE)
  threshold = value("grounding.threshold")
  if (threshold == "") threshold = value("synthesis_checkpoint.grounding_threshold")
  enforcement = value("grounding_enforcement")
  if (enforcement == "") enforcement = value("grounding.enforcement")
  if (enforcement == "") enforcement = value("synthesis_checkpoint.grounding_enforcement")
  if (enforcement !~ /^[A-Za-z0-9_.-]+$/) enforcement = "warn"
  least = value("synthesis_checkpoint.edd.min_test_scenarios")
  negative = "grounding.negative.enabled" in VALUE ? tolower(plain(VALUE["grounding.negative.enabled"])) : "true"
  if (!number(threshold) || threshold + 0 < 0 || threshold + 0 > 1) threshold = ""
  else threshold = sprintf("%.15g", threshold)
  if (threshold !~ /^[0-9.]*$/) threshold = ""
  print (threshold == "" ? "default" : threshold), enforcement, negative ~ /^(false|no|off|n|0)$/ ? "off" : "on",
    least ~ /^[0-9]+$/ ? least + 0 : 3
}
`
