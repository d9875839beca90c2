import { isPrivatePath } from '../book/known-names.ts'
import { wordText } from '../options/argv.ts'
import { pseudoCommand } from '../pseudo.ts'
import type { InlineCode, ResolvedCommand, Word } from '../shell/reading.ts'
import { ownSigns } from '../targets/own-code.ts'
import { textAt } from '../text/word-table.ts'
import { type Call, codeCalls, isBareUnlink } from './code-calls.ts'
import { COPIES, copied, secondValue } from './code-copies.ts'
import { mayHarm, reachedPaths, WRITE_MODE } from './code-reach.ts'
import { isSpawn, shellsRun, spawnedShell } from './code-runs.ts'
import { spokenCommands, spokenSecrets } from './code-spoken.ts'
import { type CodeText, codeText } from './code-text.ts'
import { furtherStrings, valueAt, valuesAt } from './code-value.ts'

const MAX_DEEDS = 64

/** What a piece of code would do, in the words of commands; `shell` texts are read like any shell text. */
export interface CodeDeeds {
  readonly commands: readonly ResolvedCommand[]
  readonly shell: readonly string[]
}

type Where = Pick<InlineCode, 'cwd' | 'via' | 'place' | 'privileged' | 'given'>
type Deed =
  | { readonly words: readonly (string | Word)[]; readonly writes?: Word; readonly anew?: boolean }
  | { readonly shell: string }
  | { readonly nested: string }

/** Code in strings in code: deeper is not looked into. */
const MAX_NESTED = 3

export function codeDeeds(
  source: string,
  language: InlineCode['language'],
  where: Where & { readonly nested?: number; readonly isPlain?: boolean },
): CodeDeeds {
  const code = codeText(source, language)
  const { nested = 0 } = where
  const called = codeCalls(code).map((call) => ({ ...deedsOf(call, code), call }))
  const known = called.flatMap(({ values, deeds, call }) =>
    deeds.length > 0 || READS.test(call.name) || isReading(call, code) ? values : [],
  )
  const deeds = [
    ...called.flatMap((each) => each.deeds),
    ...reachDeeds(code, known, called),
    ...signsIn(code),
    ...ownSigns(code).map((words) => ({ words })),
    ...quotedCommands(code),
    ...(where.given !== undefined && mayHarm(code) ? [{ words: ['<reach>', ...where.given] }] : []),
    ...(where.isPlain === true ? [] : spokenCommands(code).map((shell) => ({ shell }))),
  ].slice(0, MAX_DEEDS)
  const inner = deeds.flatMap((deed) =>
    'nested' in deed && nested < MAX_NESTED ? [codeDeeds(deed.nested, language, { ...where, nested: nested + 1 })] : [],
  )
  return {
    commands: [
      ...deeds.flatMap((deed) => ('words' in deed ? [commandOf(deed, where)] : [])),
      ...inner.flatMap(({ commands }) => commands),
    ],
    shell: [
      ...new Set([
        ...deeds.flatMap((deed) => ('shell' in deed ? [deed.shell] : [])),
        ...(looksLikeShell(source) ? [source] : []),
        ...inner.flatMap(({ shell }) => shell),
      ]),
    ],
  }
}

function commandOf(deed: Extract<Deed, { words: unknown }>, where: Where): ResolvedCommand {
  const redirects =
    deed.writes === undefined
      ? []
      : [{ op: deed.anew === true ? ('>' as const) : ('>>' as const), target: deed.writes }]
  return pseudoCommand(deed.words, { ...where, redirects })
}

const TREES =
  /^(?:rmtree|rm_rf!?|rm_r|remove_dir|remove_entry_secure|remove_tree|rimraf|removeSync|emptyDirSync|RemoveAll|remove_dir_all|rmdir_r)$/
const RUNS =
  /^(?:spawn(?:l|v)p?e?|create_subprocess_(?:shell|exec)|execa(?:Command)?(?:Sync)?|ProcessBuilder|system|popen|run|call|check_call|check_output|Popen|getoutput|getstatusoutput|exec|execSync|spawn|spawnSync|execFile|execFileSync|shell_exec|passthru|proc_open|execve|execvp|execl|execlp|posix_spawn|capture2|capture3|popen3|sh|exec_command)$/
const MOVES = /^(?:rename|renames|replace|move|renameSync|moveSync)$/
const WRITES =
  /^(?:write_text|write_bytes|writeFileSync|writeFile|appendFileSync|appendFile|createWriteStream|file_put_contents)$/
/** A file, for reading or writing; with a bar before or behind it, a command. */
const OPENS = /^(?:open|openSync|fopen)$/
const READS = /^(?:readFileSync|readFile|read|read_text|read_bytes|file_get_contents)$/
const SENDS = /^(?:post|put|patch|delete|request|urlopen|fetch)$/
/** They run a text in their own language. */
const EVALUATES =
  /^(?:eval|Function|compile|runInThisContext|runInNewContext|instance_eval|class_eval|loadstring|load)$/
const QUERIES = /^(?:execute|executemany|executescript|query|raw)$/

/** It opens what it is given, and says how: to read it. */
const isReading = ({ name, at, args }: Call, { text }: CodeText): boolean =>
  OPENS.test(name) && ONLY_READ.test(text.slice(at, at + args.length))
const ONLY_READ = /^[^,]*$|,\s*(?:(?:mode\s*=\s*)?['"](?:r[bt]?|utf-?8)['"]|encoding|newline|errors)/

interface Called {
  readonly values: readonly Word[]
  readonly deeds: readonly Deed[]
}

function deedsOf(call: Call, code: CodeText): Called {
  const first = receiver(call, code)
  const values = first === undefined ? valuesAt(code, call.at) : [first]
  const opens = call.name === 'open' && code.language === 'perl' ? furtherStrings(code, call.at, call.args.length) : []
  const deeds = [...values.flatMap((value) => deedsWith(value, call, code)), ...opens.flatMap(read)]
  return { values, deeds: call.isCut && deeds.length > 0 ? [...deeds, { words: ['<too-long>'] }] : deeds }
}

/** Paths of the person's own that the code names and could do anything to. */
function reachDeeds(code: CodeText, known: readonly Word[], called: readonly Called[]): readonly Deed[] {
  const told = called.flatMap(({ deeds }) =>
    deeds.flatMap((deed) =>
      'shell' in deed
        ? [deed.shell]
        : 'nested' in deed
          ? [deed.nested]
          : deed.words.map((word) => (typeof word === 'string' ? word : wordText(word))),
    ),
  )
  const reached = reachedPaths(code, [...known.map(wordText), ...told])
  return reached.length === 0 ? [] : [{ words: ['<reach>', ...reached] }]
}

function deedsWith(value: Word, call: Call, code: CodeText): readonly Deed[] {
  const { name, owner } = call
  if (name === 'sync' && /rimraf|\bdel\b/.test(receiverText(call, code))) return [{ words: ['rm', '-rf', value] }]
  if (TREES.test(name)) return [{ words: ['rm', '-rf', value] }]
  if (/^rm(?:dir)?(?:Sync)?$/.test(name) || (name === 'remove' && owner === 'Deno')) return removed(call, value, code)
  if (name === 'unlink' && /recursive\s*=\s*(?:TRUE|T)\b/.test(call.args)) return [{ words: ['rm', '-rf', value] }]
  if (/^(?:unlink|unlinkSync|rm_f|remove|delete)$/.test(name) && isFileOwner(call, code))
    return [{ words: ['rm', value] }]
  if (isSpawn(call)) return [{ shell: spawnedShell(call, code) }]
  if (isEvaluation(call, code)) return evaluated(value, call, code)
  if (/^(?:execute|create_subprocess_shell)$/.test(name) && /^(?:os|asyncio)$/.test(owner))
    return run(value, call, code)
  if (QUERIES.test(name)) return asked(value, code)
  if (RUNS.test(name) && !isPattern(owner) && !(name === 'exec' && code.language === 'python'))
    return run(value, call, code)
  if (
    MOVES.test(name) &&
    (/^(?:os|shutil|fs|fsp|fse|fsPromises|promises|File|FileUtils)$/.test(owner) || code.language === 'perl')
  )
    return [{ words: ['mv', value, secondValue(call, code)] }]
  if (COPIES.test(name)) return copied(call, value, code).map((words) => ({ words }))
  if (OPENS.test(name) || (name === 'write' && owner === 'File')) return opened(call, value, code)
  if (WRITES.test(name)) return [{ words: ['<code-write>'], writes: value, anew: !name.startsWith('append') }]
  if (/^truncate(?:Sync)?$/.test(name) && (/^(?:os|fs|File)$/.test(owner) || code.language === 'perl'))
    return [{ words: ['truncate', value] }]
  if (READS.test(name)) return read(value)
  return SENDS.test(name) ? sent(call, code) : []
}

const isEvaluation = ({ name, owner, args }: Call, { language }: CodeText): boolean =>
  (EVALUATES.test(name) ||
    (name === 'exec' && language === 'python') ||
    (name === 'Worker' && /eval\s*:\s*(?:true|1|!0)/.test(args))) &&
  !isPattern(owner)

/** The text, or all texts where the first are the names of what it is given. */
function evaluated(value: Word, call: Call, code: CodeText): readonly Deed[] {
  const values =
    call.name === 'Function'
      ? [...call.args.matchAll(/(['"`]) *\1/g)].map(({ index }) => valueAt(code, call.at + index))
      : [value]
  return values.flatMap((each) => (each.kind === 'known' ? [{ nested: each.text }] : []))
}

/** In scripts, `x.remove(y)` and `x.delete(y)` mostly concern lists and maps. */
const isFileOwner = (call: Call, code: CodeText): boolean =>
  /^(?:os|fs|fsp|fse|fsPromises|File|FileUtils|promises|Path\(.*|CDLL\(.*)$/.test(call.owner) ||
  isBareUnlink(call, code.language)

/** `pattern.exec(text)`, `cursor.run(…)`: no process. */
const isPattern = (owner: string): boolean =>
  /(?:[rR]e|[rR]egex|[pP]attern|db|cursor|conn|session|[qQ]uery|engine|model|app|loop|asyncio)$/.test(owner)

/** What stands before the call on its line. */
const receiverText = (call: Call, { text }: CodeText): string => text.slice(Math.max(0, call.at - 40), call.at)

/** `Path('x').unlink()`: the argument is before the dot. */
function receiver(call: Call, code: CodeText): Word | undefined {
  if (!call.owner.startsWith('Path(')) return undefined
  return valueAt(code, code.text.lastIndexOf('Path(', call.at) + 'Path('.length)
}

const RECURSIVE = /recursive\s*[:=]\s*(?:true|1|!0)/

function removed(call: Call, value: Word, code: CodeText): readonly Deed[] {
  // The options may be in a variable.
  const recursive =
    RECURSIVE.test(call.args) || (/,\s*[A-Za-z_$][\w$]*\s*\)/.test(call.args) && RECURSIVE.test(code.skeleton))
  if (recursive) return [{ words: ['rm', '-rf', value] }]
  if (!/^(?:|fs|fsp|fse|fsPromises|promises|os|FileUtils|Dir|require\(.*)$/.test(call.owner)) return []
  if (/^(?:os|Dir)$/.test(call.owner) && call.name === 'rmdir') return []
  return call.name.startsWith('rmdir') ? [] : [{ words: ['rm', value] }]
}

function asked(value: Word, code: CodeText): readonly Deed[] {
  if (value.kind === 'unknown' || code.text.includes(':memory:')) return []
  return /^\s*(?:drop|truncate|delete|alter|update)\b/i.test(value.text) ? [{ words: ['psql', '-c', value.text] }] : []
}

function run(value: Word, call: Call, code: CodeText): readonly Deed[] {
  const source = code.text.slice(call.at, call.at + call.args.length)
  const shells = shellsRun(value, call, code)
  if (shells.length === 0 && DECODERS.test(source)) return [{ words: ['<hidden-code>', 'a decoded command'] }]
  return shells.map((shell) => ({ shell }))
}

function opened(call: Call, value: Word, code: CodeText): readonly Deed[] {
  const source = code.text.slice(call.at, call.at + call.args.length)
  const piped = /['"]\s*\|([^'"\n]+)['"]|['"]([^'"\n]+)\|\s*['"]/.exec(source)
  if (piped !== null && /^(?:perl|ruby)$/.test(code.language)) return [{ shell: textAt(piped, 1) + textAt(piped, 2) }]
  const isWrite = call.name === 'write'
  if (!isWrite && !WRITE_MODE.test(source) && !/^[^,]*,?\s*['"]\s*>/.test(source)) return read(value)
  const anew =
    isWrite || /['"][rb]*w|['"]\s*>(?!>)|O_TRUNC/.test(source) || /\bf?truncate(?:Sync)?\s*\(/.test(code.skeleton)
  return [{ words: ['<code-write>'], writes: value, anew }]
}

/** Reading matters only where secrets are. */
function read(value: Word): readonly Deed[] {
  const text = (value.kind === 'known' ? value.text : value.prefix + value.suffix).replace(/^\s*[<>]+\s*/, '')
  return isPrivatePath(text.replace(/^~/, '/home/user')) ? [{ words: ['cat', text] }] : []
}

function sent(call: Call, code: CodeText): readonly Deed[] {
  const { name, owner } = call
  const alone = owner === '' && (name === 'fetch' || name === 'urlopen')
  if (!alone && !/^(?:requests|httpx|axios|got|session|http|https|urllib|request|client)$/.test(owner)) return []
  const url = valueAt(code, call.at)
  if (url.kind === 'known' && !/^https?:/.test(url.text)) return []
  const source = code.text.slice(call.at, call.at + call.args.length)
  const method = /method\s*[:=]\s*['"](\w+)/i.exec(source)
  const verb = method === null ? verbOf(name, source) : textAt(method, 1).toUpperCase()
  return verb === 'GET' ? [] : [{ words: ['curl', '-X', verb, url] }]
}

function verbOf(name: string, source: string): string {
  if (!/^(?:fetch|request|urlopen)$/.test(name)) return name.toUpperCase()
  return /\bdata\s*=|\bbody\b/.test(source) ? 'POST' : 'GET'
}

/** Commands in backticks or `qx`, `%x` (Perl, Ruby, PHP; in JavaScript a backtick is a string, but for zx and Bun). */
function quotedCommands(code: CodeText): readonly Deed[] {
  if (code.language === 'node')
    return [...code.text.matchAll(/(?<![\w$])(?:\$|\$\.\w+|Bun\.\$|execa|sh)`([^`]{1,400})`/g)].map((match) => ({
      shell: textAt(match, 1),
    }))
  if (code.language === 'other')
    return [...code.text.matchAll(/(["'])([^"'\n]{1,400})\1\.execute\(\)/g)].map((match) => ({
      shell: textAt(match, 2),
    }))
  // IPython.
  if (code.language === 'python')
    return [...code.text.matchAll(/^[ \t]*!+([^=\n].{0,400})$/gm)].map((match) => ({ shell: textAt(match, 1) }))
  if (!/^(?:perl|ruby|php)$/.test(code.language)) return []
  return [...code.text.matchAll(/`([^`\n]{1,400})`|(?:%x|\bqx)\s*(?:[({[]([^)}\]\n]{1,400})|\/([^/\n]{1,400}))/g)].map(
    (match) => ({
      shell: match.slice(1).join(''),
    }),
  )
}

/** What the code as a whole gives away. */
function signsIn(code: CodeText): readonly Deed[] {
  const { text, skeleton } = code
  const deletes = SDK_DELETE.exec(skeleton)
  const walk = WALKS.exec(skeleton)
  const wiped = walk !== null && (WIPES.test(skeleton) || /array_map\(\s*['"]unlink/.test(text))
  const signs: readonly (readonly [found: boolean, words: readonly string[]])[] = [
    [isHidden(code), ['<hidden-code>', 'decoded or downloaded code']],
    [deletes !== null, ['<sdk-delete>', textAt(deletes ?? [], 1)]],
    [NETWORK.test(skeleton), ['<code-network>']],
    [ORM_WIPES.test(skeleton), ['psql', '-c', 'delete from every_row']],
    [SOCKET.test(text) && SHELL_ON_SOCKET.test(text), ['nc', '-e', '/bin/sh', 'network']],
    [text.includes('TIOCSTI'), ['tmux', 'send-keys']],
    [PTY.test(skeleton) && /claude|codex|\/edge/.test(text), ['claude', '/edge approve']],
    [text.includes('CLAUDE_CODE_MESSAGING_') && NETWORK.test(skeleton), ['curl', 'CLAUDE_CODE_MESSAGING_SOCKET']],
  ]
  return [
    ...signs.flatMap(([found, words]) => (found ? [{ words }] : [])),
    ...(NETWORK.test(skeleton) ? spokenSecrets(code).map((path) => ({ words: ['cat', path] })) : []),
    ...perlWipes(code),
    ...walkedWipes(code),
    ...editorDeletes(code),
    ...(wiped ? [{ words: ['<find-delete>', valueAt(code, walk.index + walk[0].length)] }] : []),
  ]
}

/** `unlink glob "*"`, `unlink <*>`, `find(sub { unlink }, ".")`. */
function perlWipes({ text, language }: CodeText): readonly Deed[] {
  if (language !== 'perl') return []
  const globbed = /\bunlink\s*(?:\(\s*)?(?:glob\s*(?:\(\s*)?["']([^"'\n]+)|<([^>\n]+)>)/.exec(text)
  const found = /\bfind(?:depth)?\s*\(\s*sub\s*\{[^}]*\b(?:unlink|rmdir|rmtree)\b[^}]*\}\s*,\s*["']([^"'\n]+)/.exec(
    text,
  )
  const looped = /\bunlink\b/.test(text) ? /\b(?:glob|opendir)\b[^"'\n]{0,40}["']([^"'\n]+)/.exec(text) : null
  return [globbed, found, looped].flatMap((match) =>
    match === null ? [] : [{ words: ['<find-delete>', textAt(match, 1) + textAt(match, 2)] }],
  )
}

/** `for p in Path.home().joinpath('x').rglob('*'): p.write_text('')`: every file below a folder that is named before the walk. */
function walkedWipes({ text, skeleton }: CodeText): readonly Deed[] {
  const found =
    /(?:(Path\.home\(\))|Path\(\s*['"]([^'"\n]*)['"]\s*\))(?:\.joinpath\(\s*['"]([^'"\n]*)['"]\s*\)|\s*\/\s*['"]([^'"\n]*)['"])?\)?(?:\.expanduser\(\))?\.(?:rglob|glob|iterdir|walk)\(/.exec(
      text,
    )
  if (found === null || !(WIPES.test(skeleton) || /\.(?:write_text|write_bytes|truncate)\(/.test(skeleton))) return []
  const [home, folder, below, beside] = [1, 2, 3, 4].map((group) => textAt(found, group))
  return [{ words: ['rm', '-rf', [home === '' ? folder : '~', `${below}${beside}`].filter(Boolean).join('/')] }]
}

/** Folders deleted in the words of editors and small shells, or entry by entry. */
function editorDeletes({ text, language }: CodeText): readonly Deed[] {
  const found =
    language === 'other'
      ? OTHER_DELETES.exec(text)
      : /Path\(\s*['"]([^'"\n]+)['"]\s*\)\.iterdir\(\)|\bfor\s+\w+\s+in\s+Path\(\s*['"]([^'"\n]+)['"]\s*\)\.iterdir/.exec(
          text,
        )
  if (found === null || (language !== 'other' && !/\.unlink\(|rmtree\(/.test(text))) return []
  return [
    {
      words: [
        'rm',
        '-rf',
        found
          .slice(1)
          .join('')
          .replace(OTHER_HOME, (head) => (head.length > 1 ? '~' : '')),
      ],
    },
  ]
}

/** Vim, Emacs Lisp, Tcl, CMake: one file or a whole folder. */
const OTHER_DELETES =
  /\b(?:delete|rename)\(\s*(?:expand\(\s*)?((?:\$HOME\s*\.\s*)?['"][^'"\n]+)['"]|\((?:delete-directory|delete-file|rename-file)\s+"([^"\n]+)"|\bfile\s+(?:delete|rename)\s+(?:-force\s+)?(?:--\s+)?([^\s\]]+)|\bfile\s*\(\s*(?:REMOVE|REMOVE_RECURSE)\s+([^\s)]+)/
const OTHER_HOME = /^(?:\$HOME\s*\.\s*['"]|\$env\(HOME\)|\$ENV\{HOME\}|['"])/

/** Every file of a folder or of a pattern, one after the other, and a delete of what is not named. */
const WALKS =
  /(?<![\w$])(?:os\.walk|os\.listdir|os\.scandir|\w*glob|Dir\.(?:glob|children|entries|each_child)|Dir(?=\[)|readdirSync|readdir|scandir|globSync|filepath\.Walk(?:Dir)?)\s{0,8}[([]/
const WIPES =
  /(?:os\.(?:remove|unlink)|\.unlink|unlinkSync|fs\.(?:rm|unlink)|File\.(?:delete|unlink)|(?<![\w.])unlink|os\.Remove)\s{0,8}[(\s]\s{0,8}(?:[A-Za-z_$]|\)|`|['"] *['"]\s*\+)/

/** Clients of services, asked to delete. */
const SDK_DELETE =
  /\b((?:\w*[cC]lient|s3|ec2|rds|dynamodb|stripe|gateway|kms|route53|bucket|firestore)(?:\.\w+(?:\(\))?){0,16}\.(?:delete|terminate|destroy|drop|purge|cancel)[A-Za-z_]*)\s*\(/
const NETWORK =
  /requests\.(?:post|put|patch)|urlopen|http\.client|httpx|axios|fetch\(|openai|anthropic|cohere|smtplib|socket|boto3|TCPSocket|IO::Socket|Net::HTTP|net\.connect/i
const SOCKET = /socket|TCPSocket|IO::Socket|fsockopen|net\.connect|require\(['"](?:node:)?net['"]\)/
const SHELL_ON_SOCKET = /dup2|pty\.spawn|<&|>&|\/bin\/(?:ba)?sh/
/** Rows of a whole table, in the words of object mappers. */
const ORM_WIPES =
  /\b[A-Z]\w*\.(?:delete_all|destroy_all|truncate)\b|\.objects\.(?:all|filter)\([^()\n]{0,80}\)\.delete\(|\.deleteMany\(\s*(?:\{\s*\}\s*)?\)/
const PTY = /pty\.(?:spawn|fork)|pexpect|node-pty|PTY\.spawn/
const DECODERS =
  /b64decode|fromhex|unhexlify|base64|decode64|atob|Buffer\.from|codecs\.decode|zlib\.decompress|marshal\.loads|\bu?n?pack1?\s*\(|decode_base64|requests\.get|urlopen|fetch\(|file_get_contents|https?\.(?:get|request)\(|require\(['"]\s*['"]\)\.get\(|URI\.(?:open|parse)|curl_exec|HTTP::Tiny|LWP::/
const EVALUATORS =
  /(?:^|[^.\w])(?:exec|eval|compile|Function|instance_eval|source)\s*\(|\.(?:fexecve|execve)\s*\(|(?:^|[^.\w])eval\s+[^{\s]/
/** A member of what spawns or deletes, picked by a value. */
const PICKED =
  /(?:\brequire\([^)\n]{0,40}\)|\b(?:fs|fsp|cp|child_process|os|shutil|subprocess|Kernel|builtins|__builtins__|FileUtils))\s*\[\s*[A-Za-z_$`(][^\]\n]{0,80}\]\s*\(|\bgetattr\(\s*(?:os|shutil|subprocess|sys|builtins|__builtins__|__import__\([^)\n]{0,40}\)|\w+)\s*,\s*[A-Za-z_([][^)\n]{0,80}\)\s*\(/

/** Code that first has to be decoded, fetched or asked for. */
function isHidden(code: CodeText): boolean {
  const { text, skeleton } = code
  if ((EVALUATORS.test(skeleton) && DECODERS.test(skeleton)) || PICKED.test(skeleton)) return true
  if (/\b(?:include|require)(?:_once)?\s*(?:\(\s*)?['"]https?:|\beval\s+(?:URI|Net::|open)\b/.test(text)) return true
  if (/\bsystem\s*\(\s*pack\s*\(|memfd_create/.test(skeleton)) return true
  return (
    /(?:torch|pickle|cloudpickle|joblib|dill)\.loads?\(\s*['"]https?:/.test(text) ||
    (code.language === 'python' && evaluatesUnknown(skeleton))
  )
}

/** `exec(answer)`, `eval(client.ask(…))`: neither a literal, nor a file, nor something set in the same text. */
function evaluatesUnknown(skeleton: string): boolean {
  const match = /(?:^|[^.\w])(?:exec|eval)\s*\(\s*([A-Za-z_]\w*)/.exec(skeleton)
  if (match === null) return false
  const name = textAt(match, 1)
  return (
    !/^(?:open|compile|Path|[rbuf]{1,2}|globals|locals|input)$/.test(name) &&
    !new RegExp(`\\b${name}\\s*=[^=]`).test(skeleton)
  )
}

/** `node -e "rm -rf /"`: not the language it is given to, but clear enough. */
const looksLikeShell = (source: string): boolean =>
  /^\s*(?:sudo\s+)?(?:rm\s+-|git\s+(?:reset|push|clean)\s|mkfs|dd\s+if=)/.test(source)
