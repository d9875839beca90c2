import { wordOf } from '../options/argv.ts'
import type { Word } from '../shell/reading.ts'
import { textAt, wordSet } from '../text/word-table.ts'
import type { CodeText } from './code-text.ts'
import { HOME, valueAt } from './code-value.ts'

const MAX_NAMED = 32

/** What calls do, by the words that their names are made of, whatever the language: `removeItem`, `delete-tree`, `run_program`. */
const DESTROYING = `
  rm rmdir rmtree rimraf remove removes removed delete deletes unlink erase destroy empty purge wipe trash shred trunc truncate ftruncate
  cleanup rmrf rmdirs uninstall vacuum splice spew clear mv move rename renames
  exec execl execv execlp execvp execve execute exe execa spawn spawnv system popen popen2 popen3 shell sh subprocess fork cmd command
  capture2 capture2e capture3 shellout program startprocess pcntl
  eval evaluate apply reflect binding worker pickle marshal dill joblib getattr methodcaller globals getattribute
  getbuiltinmodule createrequire runsource unserialize coerce send method constructor ctypes cdll dlopen ffi dict vars`
const DESTROYERS = wordSet(DESTROYING)
/** The same, and what writes. */
const CAPABLE = wordSet(`${DESTROYING}
  edit spit writefile write writes writer write18 binwrite save dump output overwrite copy cp copyfile copytree cpsync link symlink put
  store touch extract extractall unpack archive outfile filename logfile log_file inplace redirect tofile mkfifo tie sink`)

/** Modes in which what is there is written to: `'w'`, `'r+'`, `">"`. */
export const WRITE_MODE =
  /[,=:]\s*['"](?:[wax][bt]?\+?[bt]?|r[bt]?\+[bt]?|\+?>{1,2}|\+<)['"]|['"]\s*\+?>|\s[wa]\+?(?=[\];]|\s*$)|\bopen\(\s*['"][wax]|\$\^I\b|\bO_(?:TRUNC|WRONLY|RDWR)\b|\$\(file\s*>/

/** What is called was picked by a value: `fs[name](…)`. */
const PICKS = /[\w)\]]\[\s*[A-Za-z_$`(][^\]\n]{0,80}\]\s*\(/

/** Calls that look at what they are given, or name it to others. */
const LOOKS =
  /(?:^|[^\w])(?:join|exists|existsSync|isfile|isdir|is_file|is_dir|file_exists|getsize|filesize|print|puts|echo|log|require|import|include|insert|append|startswith|startsWith|endswith|endsWith|includes|split|relpath|relative|basename|dirname|readlines|connect|copy2?|file_get_contents|replace|sub|chdir|cd|source|resolve)\s{0,8}\(?\s{0,8}[rbuf]{0,2}$/
/** They give back what is in a folder, or what fits a pattern, to be looked at or not. */
const LISTS =
  /(?:^|[^\w])(?:walk|listdir|scandir|readdir|readdirSync|opendir\w*|glob|iglob|rglob|globSync|list|children|entries)\s{0,8}[([]?\s{0,8}[rbuf]{0,2}$/
/** Words of names that only read: `imread`, `read_csv`, `loadFont`. */
const READING = wordSet(
  'access from read reads reader imread parse scan show find search count info has get stat lstat size digest load loads open lines file_get hash sha256 md5',
)
/** How an opened file is only read. */
const READ_MODE =
  /^['"]?\s*(?:[)\];]|$|,\s*(?:(?:mode\s*=\s*)?['"](?:r[bt]?|r:[\w*]{0,4}|<[^'"]{0,20}|utf-?8)['"]|encoding|newline|errors|\w*O_RDONLY|\w+\s*=>|\(|\$))/

/** A path from the root or from a home, wherever it stands. */
const PATH =
  /(?<![\w.:/$})\]%*<-])(?:(?:~|\$HOME|\$\{HOME\}|\$env\(HOME\)|\$ENV\{HOME\}|\$\(HOME\))|\/[\w.@+~-]+)(?:\/[\w.@+~-]+)+/g

/** The words of `removeItemAtPath`, `delete-tree` and `rm_rf!`. */
const hasCapability = (skeleton: string, words: ReadonlySet<string>): boolean =>
  [...new Set(skeleton.match(/[A-Za-z][\w$]*/g))].some(
    (name) => words.has(name.toLowerCase()) || partsOf(name).some((part) => words.has(part)),
  )

const partsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_')

/** Can it delete, write, run or evaluate anything at all, by the names of what it calls? */
export const mayHarm = ({ text, skeleton }: CodeText): boolean =>
  hasCapability(skeleton, CAPABLE) || WRITE_MODE.test(text) || PICKS.test(skeleton)

/**
 * Paths that a piece of code names where it could do anything to them: it holds a call that deletes, writes or runs, and
 * none that is known takes the path. `known` are the values that such calls are given, and are judged by.
 */
export function reachedPaths(code: CodeText, known: readonly string[]): readonly Word[] {
  const named = [...literals(code), ...homes(code)].filter(({ path }) => !known.some((value) => value.includes(path)))
  if (named.length === 0) return []
  const canHarm = mayHarm(code)
  const canDestroy = canHarm && hasCapability(code.skeleton, DESTROYERS)
  const reached = named.filter(
    ({ use }) => use === 'given' || (use === 'listed' ? canDestroy : use === 'named' && canHarm),
  )
  return [...new Set(reached.map(({ path }) => path))].slice(0, MAX_NAMED).map((path) => wordOf(path))
}

interface Named {
  readonly path: string
  /** What is done with it where it stands. */
  readonly use: 'looked-at' | 'listed' | 'given' | 'named'
}

function literals({ text, skeleton, language }: CodeText): readonly Named[] {
  return [...text.matchAll(PATH)].flatMap((match) => {
    // There, what is not in a string is a pattern or a division.
    if (/^(?:node|python|php)$/.test(language) && skeleton.charAt(match.index) === text.charAt(match.index)) return []
    const end = match.index + match[0].length
    const before = skeleton.slice(Math.max(0, match.index - 100), match.index).replace(/['"`]\s{0,8}$/, '')
    const isWhole = /['"`]/.test(skeleton.charAt(match.index - 1)) || language === 'other'
    const after = text.slice(end, end + 90).replace(/^[^'"\n]{1,60}(?=['"])/, '')
    return [
      {
        path: textAt(match, 0).replace(SHELL_HOME, '~'),
        use: isWhole ? useOf(before, after) : 'named',
      },
    ]
  })
}

function useOf(before: string, after: string): Named['use'] {
  if (LOOKS.test(before)) return 'looked-at'
  const isListed =
    LISTS.test(before) || (/\bPath\s{0,8}\($/.test(before) && /^['"]\)\.(?:iterdir|r?glob|walk)/.test(after))
  if (isListed) return 'listed'
  if (/(?:^|[^\w.>:])file\($|\bread\.\w+\($/.test(before)) return 'looked-at'
  if (/\bPath\s{0,8}\($/.test(before) && PATH_READ.test(after)) return 'looked-at'
  if (MAKES.test(before)) return 'named'
  const caller = textAt(/([A-Za-z_]\w{0,80})\s{0,8}\(?\s{0,8}[rbuf]{0,2}$/.exec(before) ?? [], 1)
  if (partsOf(caller).some((part) => READING.has(part)))
    return /open/i.test(caller) && !READ_MODE.test(after) ? 'given' : 'looked-at'
  return isGivenTo(before) ? 'given' : 'named'
}

/** Is it an argument, be it not the first, of a call that is not known to read, or of what writes logs and archives? */
function isGivenTo(before: string): boolean {
  const open = openBracket(before)
  if (open < 0 || /[=:]\s{0,8}[rbuf]{0,2}$/.test(before)) return false
  const head = before.slice(0, open)
  const caller = textAt(/([A-Za-z_]\w{0,80})$/.exec(head) ?? [], 1)
  if (caller === 'new' || /^[A-Z]/.test(caller)) return WRITERS.test(head)
  return (
    caller !== '' &&
    !LOOKS.test(`${head}(`) &&
    !MAKES.test(`${head}(`) &&
    !ASKS.test(caller) &&
    !partsOf(caller).some((part) => READING.has(part))
  )
}

const WRITERS = /(?:Logg?er|Handler|Writer|Output\w*|Stream|Phar)(?:\s|\.new|::new)*$/
const ASKS =
  /^(?:assert|expect|equal|is|has|to|if|while|for|switch|catch|elif|and|or|not|return|in|format|dict|list|set|tuple|len)/

/** The bracket that holds the end of the text; none within braces, which hold data. */
function openBracket(text: string): number {
  let depth = 0
  for (let at = text.length - 1; at >= 0; at--) {
    const char = text.charAt(at)
    if (/[)\]}]/.test(char)) depth += 1
    else if (/[({[]/.test(char)) depth -= 1
    if (depth < 0 && char === '{') return -1
    if (depth < 0 && char === '(') return at
    if (depth < 0) depth = 0
  }
  return -1
}

/** What it is given, it gives back as a path. */
const MAKES =
  /\b(?:expanduser|expand_path|abspath|realpath|normpath|fspath|path|url\w*|str|string|Symbol|quote)\s{0,8}\(\s{0,8}[rbuf]{0,2}$/i

/** `Path('x').read_text()` */
const PATH_READ =
  /^['"]\)(?:\.expanduser\(\)|\.resolve\(\))?\.(?:read_\w+|exists|is_\w+|stat|name|stem|suffix|parent|open\(\s{0,8}(?:['"]r[bt]?['"])?\s{0,8}\))/

const SHELL_HOME = /^\$(?:HOME|\{HOME\}|\(HOME\)|env\(HOME\)|ENV\{HOME\})/

/** What is put together from a home that the code finds out. */
function homes(code: CodeText): readonly Named[] {
  return [...code.text.matchAll(HOME_ANYWHERE)].map(({ index }) => {
    const value = valueAt(code, index)
    return { path: value.kind === 'known' ? value.text : value.prefix, use: 'named' }
  })
}

const HOME_ANYWHERE = new RegExp(`(?<![\\w$])${HOME.source.slice(1)}`, 'g')
