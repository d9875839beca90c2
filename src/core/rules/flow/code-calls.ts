import type { InlineCode } from '../shell/reading.ts'
import { textAt, wordSet } from '../text/word-table.ts'
import type { CodeText } from './code-text.ts'

const MAX_ARGUMENT_CHARS = 4_096
const MAX_OWNER_CHARS = 96

export interface Call {
  /** `rmtree` of `shutil.rmtree(…)`. */
  readonly name: string
  /** What stands before the last dot: `shutil`, `Path(…)`, or nothing. */
  readonly owner: string
  /** Position of the first argument. */
  readonly at: number
  /** The arguments, strings blanked. */
  readonly args: string
  /** Longer than is looked at. */
  readonly isCut: boolean
}

const INTERESTING =
  wordSet(`rmtree rmSync rm rmdirSync rmdir rimraf removeSync remove emptyDirSync rm_rf rm_r remove_dir remove_entry_secure remove_tree
  unlink unlinkSync delete rm_f system popen run call check_call check_output Popen getoutput getstatusoutput exec execSync spawn
  spawnSync execFile execFileSync shell_exec passthru proc_open execve execvp execl execlp posix_spawn capture2 capture3 popen3 sh
  exec_command open write_text write_bytes writeFileSync writeFile appendFileSync appendFile createWriteStream file_put_contents write
  truncate truncateSync copytree cpSync cp copySync cp_r extractall unpack_archive extract extractAllTo copyfile copyFileSync readFileSync readFile read read_text read_bytes file_get_contents post put patch request
  urlopen fetch execute executemany executescript query raw sync eval Function compile runInThisContext
  runInNewContext instance_eval class_eval loadstring load RemoveAll remove_dir_all removedirs Command new spawnl spawnle spawnlp
  spawnlpe spawnv spawnve spawnvp spawnvpe create_subprocess_shell create_subprocess_exec rename renames replace move renameSync moveSync
  openSync fopen copyFile Worker rm_rf! rmdir_r cmd ProcessBuilder execa execaSync execaCommand execaCommandSync shelljs startProcess`)

const CALL = /(?<![\w$])(?:([\w$]+)(\.|::|->))?([A-Za-z_]\w*!?)\s{0,8}\(/g
/** Ruby and Perl call without brackets: `system "x"`, `unlink $f`. */
const BARE_CALL =
  /(?:^|[\s;{(])(?:([A-Z]\w*)(\.|::))?(system|exec|open|sh|unlink|rmtree|remove_tree|rm_rf|rm_r|popen|spawn|rename|truncate)\s+(?=["'$`~A-Za-z/[(])/g

/** Calls that could do harm, with what they are called on. */
export function codeCalls(code: CodeText): readonly Call[] {
  const bare = code.language === 'ruby' || code.language === 'perl' ? [...code.skeleton.matchAll(BARE_CALL)] : []
  const matches = [...code.skeleton.matchAll(CALL), ...bare].filter((match) => INTERESTING.has(textAt(match, 3)))
  const lines = new Map(matches.map((match) => [lineFrom(match.index, code.text), match]))
  return [...lines.values()].map((match) => callOf(match, code.skeleton))
}

/** The same call with the same constant is one call; what a name stands for may have changed in between. */
function lineFrom(at: number, text: string): string {
  const end = text.indexOf('\n', at)
  const line = text.slice(at, end < 0 ? text.length : end)
  return /^[\w.]+\(\s{0,8}(?:'[^'\\]*'|"[^"\\]*")\s{0,8}\)\s{0,8};?$/.test(line) ? line : `${at}`
}

function callOf(match: RegExpExecArray, skeleton: string): Call {
  const at = match.index + match[0].length
  const owner = textAt(match, 1) + ownerCall(skeleton.slice(Math.max(match.index - MAX_OWNER_CHARS, 0), match.index))
  const args = argumentsFrom(skeleton, at)
  return { name: textAt(match, 3), owner, at, args, isCut: args.length >= MAX_ARGUMENT_CHARS }
}

/** `require('fs')` before `.rmSync(`. */
const ownerCall = (before: string): string =>
  textAt(/(?<![\w$])([\w$]+\([^()\n]*\))(?:\.|::|->)$/.exec(before) ?? [], 1)

function argumentsFrom(skeleton: string, at: number): string {
  const limit = Math.min(skeleton.length, at + MAX_ARGUMENT_CHARS)
  let depth = 1
  let end = at
  for (; end < limit && depth > 0; end++) {
    const char = skeleton.charAt(end)
    if (char === '(') depth += 1
    else if (char === ')') depth -= 1
  }
  return skeleton.slice(at, end)
}

/** `unlink $f` is the file call where no module has to be named. */
export const isBareUnlink = (call: Call, language: InlineCode['language']): boolean =>
  call.owner === '' && call.name === 'unlink' && /^(?:perl|php|ruby|python)$/.test(language)
