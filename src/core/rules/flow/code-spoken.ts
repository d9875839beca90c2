import { isPrivatePath } from '../book/known-names.ts'
import { textAt } from '../text/word-table.ts'
import { shellWord } from './code-runs.ts'
import { type CodeText, stringsIn } from './code-text.ts'
import { valueAt } from './code-value.ts'

/**
 * What nobody writes into a string but to have it run. A command that begins within another one is looked at when its turn
 * comes: so many of them in a row take no longer than their text, and none is too long to be seen.
 */
const DESTROYS =
  /(?:^|[;&|("'!=>\s@])(?:sudo\s+)?(?:rm\s+-[^\Wrf]*[rf]\w*\s+(?:-(?:(?![;&|("'!]rm\s+-[^\Wrf]*[rf]\w*\s)\S)+\s+)*['"]?[~/$.#\w\0]|shred\s+-|mkfs[.\s]|dd\s+\S*of=|find\s(?:(?![;&|("'!\s]find\s(?!-delete\b))[^\n])*\s-delete\b|git\s+(?:reset\s+--hard|clean\s+-\w*f|push\s))/

/** The same, with the path still to come: `"rm -rf " .. home`. */
const BEGINS = /\brm\s+-\w*[rf]\w*\s+['"`]/

/** The first of several strings in a row that are the words of a command: `"rm", "-rf", x`. */
const PROGRAM = /(['"`])(?:[\w/.-]{0,80}\/)?(?:rm|shred|srm|wipe|find|dd|git|mkfs[\w.]{0,8})\1\s*[,\s)\]]/g

/** Names by which some language starts a program, or calls what is named by a string. */
const STARTS =
  /system|exec|spawn|popen|subprocess|child_process|shell|Process|Command|\bqx\b|\|-|getattr|globals\(|Reflect|\bcall\b|-command\b/i
/** An argument of some call, be it in a list. */
const IN_CALL = /[\w$!]\s{0,4}\((?:[^()\n]|\([^()\n]{0,40}\)){0,100}$/

/** The same where calls need no brackets: `readpipe "x"`. */
const BARE_CALL = /(?:^|[\s;{(])[a-z_]\w*\s+(?:[^;()=\n]{1,60},\s*)?$/

/** What is only said, compared or looked for. */
const SAID =
  /(?:\b(?:print\w*|puts|echo|log|warn|info|error|debug|say|writeln|println|fail|raise|die|expect|assert\w*|it|describe|test|includes|match|throw\s+\w*|Error|title|message|help|description|\w*(?:[rR]e|[rR]egex|[pP]attern)\.\w+)\s{0,8}\(?|[=!]==?|\bin|\bnot)\s{0,8}[rbufRBUF]{0,2}$/

const MAX_SPOKEN = 16
const MAX_SPOKEN_CHARS = 2_048
/** Characters of a list of words that are looked at. */
const MAX_LIST_CHARS = 300

/** Strings of a piece of code that a shell would take for a destroying command: whatever they are given to may start one. */
export function spokenCommands(code: CodeText): readonly string[] {
  const { text, language } = code
  const isAny = language === 'other' || STARTS.test(text)
  const isGiven = (index: number): boolean => {
    const before = text.slice(Math.max(0, index - 120), index)
    return isAny || IN_CALL.test(before) || (/^(?:perl|ruby)$/.test(language) && BARE_CALL.test(before))
  }
  const listed = [...text.matchAll(PROGRAM)]
    .filter(({ index }) => isGiven(index))
    .map(({ index }) => stringsFrom(text, index).map(shellWord).join(' '))
  const strings =
    DESTROYS.test(text) || BEGINS.test(text) ? [...text.matchAll(language === 'other' ? STRING_OR_TICKS : STRING)] : []
  const whole = strings
    .filter(
      ({ index, 0: spelled }) =>
        (DESTROYS.test(spelled) || BEGINS.test(spelled)) &&
        isGiven(index) &&
        !SAID.test(text.slice(Math.max(0, index - 40), index)),
    )
    .map((match) => spokenAt(code, match))
  return [...whole, ...listed]
    .filter((spoken) => DESTROYS.test(spoken) && spoken.length <= MAX_SPOKEN_CHARS)
    .slice(0, MAX_SPOKEN)
}

const STRING = /(['"])(?:[^'"\\\n]|\\.)*\1/g
const STRING_OR_TICKS = /(['"`])(?:[^'"`\\\n]|\\.)*\1/g

/** The command in a string, without the bar or the mark that says that it is one. */
function spokenAt(code: CodeText, { index }: RegExpExecArray): string {
  const value = valueAt(code, index)
  const text = value.kind === 'known' ? value.text : `${value.prefix}"$UNKNOWN"${value.suffix}`
  return text.replace(/^[\s|!]+/, '')
}

/** The strings of one statement, in a row. */
const stringsFrom = (text: string, from: number): readonly string[] =>
  stringsIn(textAt(text.slice(from, from + MAX_LIST_CHARS).split(/[;\n]/), 0)).filter(
    (word) => !/^(?:utf-?8|inherit|pipe|ignore)$/.test(word),
  )

/** Lines of a settings file that hold such a command: `entry: rm -rf x`, `  - "rm -rf x"`, `.shell rm -rf x`. */
export const destroyingLines = (text: string): readonly string[] =>
  DESTROYS.test(text)
    ? text
        .split('\n')
        .filter((line) => line.length <= MAX_SPOKEN_CHARS && DESTROYS.test(line))
        .map((line) => {
          const found = line.slice(DESTROYS.exec(line)?.index)
          const quote = /^["']/.exec(found)?.[0]
          return textAt(
            quote === undefined ? [found.replace(/^[\s;&|("'!=>@]/, '')] : found.slice(1).split(quote),
            0,
          ).replace(/["')\]},\s]{1,16}$/, '')
        })
        .slice(0, MAX_SPOKEN)
    : []

/** Files of secrets that a piece of code names, however it opens them. */
export const spokenSecrets = ({ text, language }: CodeText): readonly string[] =>
  // Some languages have words without quotes: `open .env`.
  (language === 'other' ? [...stringsIn(text), ...text.split(/[\s[\](){}"';]+/)] : stringsIn(text))
    .map((spoken) =>
      spoken.replace(/^\$(?:ENV\{HOME\}|\{?HOME\}?)|^\/(?=\.(?:ssh|aws|npmrc|netrc|pgpass|config)\b)/, '~/'),
    )
    .filter((spoken) => !/\s/.test(spoken) && isPrivatePath(spoken.replace(/^~/, '/home/user')))
    .slice(0, MAX_SPOKEN)
