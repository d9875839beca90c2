import { textAt } from '../text/word-table.ts'

const MAX_LOOP_CHARS = 65_536
const MAX_DEPTH = 3

const LOOP =
  /\bwhile\s{1,8}(?:true|:|\[{1,2}\s{1,8}(?:true|1)\s{1,8}\]{1,2}|\(\(\s{0,8}1\s{0,8}\)\))\s{0,8};?\s{0,8}do\s([^#]{0,1000}?)\bdone\b|\bfor\s{0,8}\(\(\s{0,8};\s{0,8};\s{0,8}\)\)\s{0,8};?\s{0,8}do\s([^#]{0,1000}?)\bdone\b/

/** Text in quotes that a shell is given to run; a quote inside of it may be spelled `'\''`. */
const HANDED =
  /\b(?:eval|(?:ba|z|da|k)?sh\s{1,8}-\w{0,4}c)\s{1,8}(?:'((?:[^']|'\\''){1,4000})'|"((?:[^"\\]|\\[\s\S]){1,4000})")/g

/** A loop without end that never pauses, or starts one process more each round. Strings and heredocs do not count. */
export function isEndless(command: string): boolean {
  if (command.length > MAX_LOOP_CHARS || !command.includes('do') || command.includes('<<')) return false
  return textsIn(command, MAX_DEPTH).some(loopsForever)
}

/** The command, and what the shells in it are given, deeper and deeper. */
function textsIn(command: string, depth: number): readonly string[] {
  if (depth === 0) return [command]
  const handed = [...command.matchAll(HANDED)].map(
    (match) => textAt(match, 1).replaceAll(`'\\''`, "'") + textAt(match, 2).replace(/\\([$`"\\])/g, '$1'),
  )
  return [command, ...handed.flatMap((text) => textsIn(text, depth - 1))]
}

function loopsForever(text: string): boolean {
  const match = LOOP.exec(text.replace(/'[^']*'|"[^"]*"/g, ' '))
  if (match === null) return false
  const body = textAt(match, 1) + textAt(match, 2)
  return (
    /\bdisown\b/.test(body) || !/\b(wait|sleep|usleep|read|break|exit|return|continue|exec|inotifywait)\b/.test(body)
  )
}
