import { isPrivatePath } from '../book/known-names.ts'
import { type CodeText, stringsIn } from './code-text.ts'

/** Names by which some language starts a program, or calls what is named by a string. */
const STARTS =
  /system|exec|spawn|popen|subprocess|child_process|shell|Process|Command|\bqx\b|\|-|getattr|globals\(|Reflect|\bcall\b|-command\b/i

/**
 * What nobody writes into a string but to have it run. A command that begins within another one is looked at when its turn
 * comes: so many of them in a row take no longer than their text, and none is too long to be seen.
 */
const DESTROYS =
  /(?:^|[;&|("'!=>\s])(?:sudo\s+)?(?:rm\s+-[^\Wrf]*[rf]\w*\s+(?:-(?:(?![;&|("'!]rm\s+-[^\Wrf]*[rf]\w*\s)\S)+\s+)*['"]?[~/$.\w]|shred\s+-|mkfs[.\s]|dd\s+\S*of=|find\s(?:(?![;&|("'!\s]find\s(?!-delete\b))[^\n])*\s-delete\b|git\s+(?:reset\s+--hard|clean\s+-\w*f|push\s))/

const MAX_SPOKEN = 16

/** Strings of a piece of code that a shell would take for a destroying command, where the code can start one by any name. */
export function spokenCommands({ text, language }: CodeText): readonly string[] {
  if (!DESTROYS.test(text) || (language !== 'other' && !STARTS.test(text))) return []
  return stringsIn(text)
    .filter((spoken) => DESTROYS.test(spoken) && spoken.length <= MAX_SPOKEN_CHARS)
    .slice(0, MAX_SPOKEN)
}

const MAX_SPOKEN_CHARS = 2_048

/** Lines of a settings file that hold such a command: `entry: rm -rf x`, `  - "rm -rf x"`, `ExecStart=rm -rf x`. */
export const destroyingLines = (text: string): readonly string[] =>
  DESTROYS.test(text)
    ? text
        .split('\n')
        .filter((line) => line.length <= MAX_SPOKEN_CHARS && DESTROYS.test(line))
        .map((line) =>
          line.replace(/^[\s-]*(?:["']?[\w.:-]+["']?\s*[:=]\s*)?[\s[("'|@!]*/, '').replace(/["')\],\s]{1,16}$/, ''),
        )
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
