import { wordOf } from '../options/argv.ts'
import type { Word } from '../shell/reading.ts'
import { textAt, wordSet } from '../text/word-table.ts'
import type { CodeText } from './code-text.ts'
import { HOME, valueAt } from './code-value.ts'

const MAX_NAMED = 32

/**
 * What calls do, by the words that their names are made of, whatever the language: `removeItem`, `delete-tree`,
 * `writeTextFileSync`, `run_program`. Then names by which some language calls what a string names, or runs text as code.
 */
const CAPABLE = wordSet(`
  rm rmdir rmtree rimraf remove removes removed delete deletes unlink erase destroy empty purge wipe trash shred trunc truncate ftruncate
  cleanup rmrf rmdirs uninstall vacuum edit writefile
  write writes writer write18 save dump output overwrite copy cp copyfile copytree cpsync move mv rename renames link symlink put
  store touch extract extractall unpack archive outfile filename logfile log_file inplace redirect tofile mkfifo
  exec execl execv execlp execvp execve execute exe execa spawn spawnv system popen popen2 popen3 shell sh subprocess fork cmd command
  capture2 capture2e capture3 shellout program startprocess pcntl
  eval evaluate apply reflect binding worker pickle marshal dill joblib getattr methodcaller globals getattribute
  getbuiltinmodule createrequire runsource unserialize coerce send method constructor ctypes cdll dlopen ffi dict vars`)

/** Modes in which what is there is written to: `'w'`, `'r+'`, `">"`. */
export const WRITE_MODE =
  /[,=:]\s*['"](?:[wax][bt]?\+?[bt]?|r[bt]?\+[bt]?|\+?>{1,2}|\+<)['"]|['"]\s*\+?>|\s[wa]\+?(?=[\];]|\s*$)|\bO_(?:TRUNC|WRONLY|RDWR)\b|\$\(file\s*>/

/** What is called was picked by a value: `fs[name](…)`. */
const PICKS = /[\w)\]]\[\s*[A-Za-z_$`(][^\]\n]{0,80}\]\s*\(/

/** Calls that look at what they are given, or name it to others. */
const LOOKS =
  /(?:^|[^\w])(?:open|openSync|load|loads|join|exists|existsSync|isfile|isdir|is_file|is_dir|file_exists|stat|statSync|lstat|getsize|filesize|walk|listdir|scandir|readdir|readdirSync|glob|iglob|rglob|list|print|puts|echo|log|require|import|include|insert|append|startswith|startsWith|endswith|includes|split|relpath|relative|basename|dirname|read_csv|read_json|read_text|read|readFile|readFileSync|readlines|connect|file_get_contents|replace|sub|chdir|cd|source|resolve|Path)\s{0,8}\(?\s{0,8}[rbuf]{0,2}$/

/** A path from the root or from a home, wherever it stands. */
const PATH =
  /(?<![\w.:/$})\]%*<-])(?:(?:~|\$HOME|\$\{HOME\}|\$env\(HOME\)|\$ENV\{HOME\}|\$\(HOME\))|\/[\w.@+~-]+)(?:\/[\w.@+~-]+)+/g

/** The words of `removeItemAtPath`, `delete-tree` and `rm_rf!`. */
const hasCapability = (skeleton: string): boolean =>
  [...new Set(skeleton.match(/[A-Za-z][\w$]*/g))].some(
    (name) => CAPABLE.has(name.toLowerCase()) || partsOf(name).some((part) => CAPABLE.has(part)),
  )

const partsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_')

/**
 * Paths that a piece of code names where it could do anything to them: it holds a call that deletes, writes or runs, and
 * none that is known takes the path. `known` are the values that such calls are given, and are judged by.
 */
export function reachedPaths(code: CodeText, known: readonly string[]): readonly Word[] {
  const named = [...new Set([...literals(code), ...homes(code)])].filter(
    (path) => !known.some((value) => value.includes(path)),
  )
  if (named.length === 0) return []
  const isCapable = hasCapability(code.skeleton) || WRITE_MODE.test(code.text) || PICKS.test(code.skeleton)
  return isCapable ? named.slice(0, MAX_NAMED).map((path) => wordOf(path)) : []
}

function literals({ text, skeleton, language }: CodeText): readonly string[] {
  return [...text.matchAll(PATH)].flatMap((match) => {
    // There, what is not in a string is a pattern or a division.
    if (/^(?:node|python|php)$/.test(language) && skeleton.charAt(match.index) === text.charAt(match.index)) return []
    const before = skeleton.slice(Math.max(0, match.index - 40), match.index).replace(/['"`]\s{0,8}$/, '')
    return LOOKS.test(before) ? [] : [textAt(match, 0).replace(SHELL_HOME, '~')]
  })
}

const SHELL_HOME = /^\$(?:HOME|\{HOME\}|\(HOME\)|env\(HOME\)|ENV\{HOME\})/

/** What is put together from a home that the code finds out. */
function homes(code: CodeText): readonly string[] {
  return [...code.text.matchAll(HOME_ANYWHERE)].map(({ index }) => {
    const value = valueAt(code, index)
    return value.kind === 'known' ? value.text : value.prefix
  })
}

const HOME_ANYWHERE = new RegExp(`(?<![\\w.$])${HOME.source.slice(1)}`, 'g')
