import { shellText } from './shell-text.ts'

/**
 * LEDGER-21: reads a line of JSON in plain awk, which every machine has, and drops what does not parse. `row()` is called for each
 * whole object: F holds the texts of its fields and T their kinds; KNOWN, V and K hold the citations below `evidence` and `citations`.
 * The line is split at its quotes once, so that no line is slow, however long; a text is put together only where somebody asks for it.
 */
export const JSON_ROWS = shellText`
function read_row(line,    n, i, from) {
  if (index(line, "{") == 0) return
  n = split(line, PART, "\"")
  depth = 0; want = "{"; bad = 0; stop = 0
  for (i = 1; i <= n; i++) {
    if (!between(PART[i]) || stop) return
    if (i == n) break
    from = ++i
    while (goes_on(PART[i])) if (++i > n) return
    if (bad || i == n || !saw_text(from, i)) return
  }
  if (depth == 0 && want == "next") row()
}
# A piece of a string; true where the quote after it was escaped.
function goes_on(piece,    more) {
  if (piece ~ /[\001-\037]/) bad = 1
  if (index(piece, "\\") == 0) return 0
  gsub(/\\\\/, "", piece)
  more = sub(/\\$/, "", piece)
  gsub(/\\([\/bfnrt]|u[0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f])/, "", piece)
  if (index(piece, "\\")) bad = 1
  return more
}
# What stands between strings: brackets, commas, colons, numbers and words.
function between(piece,    k, c, m, word) {
  m = length(piece)
  for (k = 1; k <= m; k++) {
    c = substr(piece, k, 1)
    if (c == " " || c == "\t" || c == "\r") continue
    if (c == "{" || c == "[") { if (!opens(c)) return 0 }
    else if (c == "}" || c == "]") { if (!closes(c)) return 0; if (stop) return 1 }
    else if (c == ",") { if (want != ",") return 0; want = OPEN[depth] == "{" ? "key" : "value" }
    else if (c == ":") { if (want != ":") return 0; want = "value" }
    else {
      for (word = ""; c ~ /[-+.0-9A-Za-z]/; c = substr(piece, ++k, 1)) word = word c
      k--
      if (word ~ /^(true|false|null)$/) { if (!saw_value("word", word)) return 0 }
      else if (word !~ /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$/ || !saw_value("number", word)) return 0
    }
  }
  return 1
}
function opens(c,    name) {
  if (depth == 0) {
    if (c != "{" || (want != "{" && want != "next")) return 0
    if (want == "next") row()
    split("", F); split("", T); split("", V); split("", K); split("", KNOWN)
    PLACE[1] = "top"
  } else {
    if (!takes_value()) return 0
    name = KEY[depth]
    PLACE[depth + 1] = ""
    if (PLACE[depth] == "top") {
      T[name] = "container"; F[name] = ""
      if (name == "evidence" || name == "citations") {
        KNOWN[name] = c == "{" ? 1 : 0
        PLACE[depth + 1] = (c == "{" ? "item " : "list ") name
      }
    } else if (PLACE[depth] ~ /^list / && c == "{") {
      KNOWN[substr(PLACE[depth], 6)]++
      PLACE[depth + 1] = "item " substr(PLACE[depth], 6)
    }
  }
  OPEN[++depth] = c
  want = c == "{" ? "first key" : "first value"
  return 1
}
function closes(c) {
  if (depth == 0 || OPEN[depth] != (c == "}" ? "{" : "[")) return 0
  if (want != "," && want != (c == "}" ? "first key" : "first value")) return 0
  want = --depth ? "," : "next"
  if (depth == 0 && only_first) { row(); stop = 1 }
  return 1
}
function takes_value() { return want == "value" || want == "first value" }
function saw_text(from, to) {
  if (want == "key" || want == "first key") {
    KEY[depth] = decoded(joined(from, to, 200))
    want = ":"
    return 1
  }
  return saw_value("text", PLACE[depth] == "" ? "" : joined(from, to, 30000))
}
function saw_value(kind, text,    item) {
  if (depth == 0 || !takes_value()) return 0
  want = ","
  if (PLACE[depth] == "top") {
    F[KEY[depth]] = text; T[KEY[depth]] = kind
    if (KEY[depth] == "evidence" || KEY[depth] == "citations") KNOWN[KEY[depth]] = text != "null"
  } else if (PLACE[depth] ~ /^list /) KNOWN[substr(PLACE[depth], 6)]++
  else if (PLACE[depth] ~ /^item /) {
    item = substr(PLACE[depth], 6)
    V[item, KNOWN[item], KEY[depth]] = text; K[item, KNOWN[item], KEY[depth]] = kind
  }
  return 1
}
function joined(from, to, most,    text) {
  for (text = PART[from]; from < to && length(text) <= most; ) text = text "\"" PART[++from]
  return text
}
function decoded(text,    out, at, c, code, low) {
  for (out = ""; (at = index(text, "\\")) > 0; ) {
    out = out substr(text, 1, at - 1)
    c = substr(text, at + 1, 1)
    text = substr(text, at + 2)
    if (c == "u") {
      code = hex(substr(text, 1, 4))
      text = substr(text, 5)
      low = text ~ /^\\u[dD][c-fC-F]/ ? hex(substr(text, 3, 4)) : 0
      if (code >= 55296 && code < 56320 && low) { code = 65536 + (code - 55296) * 1024 + low - 56320; text = substr(text, 7) }
      out = out utf8(code)
    } else out = out (c == "n" ? "\n" : c == "t" ? "\t" : c ~ /[rbf]/ ? " " : c)
  }
  return out text
}
function hex(digits,    k, value) {
  for (k = 1; k <= 4; k++) value = value * 16 + index("0123456789abcdef", tolower(substr(digits, k, 1))) - 1
  return value
}
function utf8(code) {
  if (code < 1) return " "
  if (code < 128) return sprintf("%c", code)
  if (code < 2048) return sprintf("%c%c", 192 + int(code / 64), 128 + code % 64)
  if (code < 65536) return sprintf("%c%c%c", 224 + int(code / 4096), 128 + int(code / 64) % 64, 128 + code % 64)
  return sprintf("%c%c%c%c", 240 + int(code / 262144), 128 + int(code / 4096) % 64, 128 + int(code / 64) % 64, 128 + code % 64)
}
function text_of(name) { return T[name] == "text" ? decoded(F[name]) : "" }
# What a claim says, on one line.
function claim_text(    name, text) {
  name = has("claim") ? "claim" : "decision"
  if (!has(name)) return "Unknown claim"
  text = T[name] == "text" ? decoded(F[name]) : F[name]
  gsub(/[\001-\037\177]/, " ", text)
  sub(/^ +/, "", text); sub(/ +$/, "", text)
  return text
}
function has(name) { return T[name] == "text" || T[name] == "number" || F[name] == "true" }
`
