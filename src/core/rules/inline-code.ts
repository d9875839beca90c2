import { textAt } from './at.ts'
import { type Call, callsIn, isBareUnlink } from './code-calls.ts'
import { type CodeText, codeText, stringsIn } from './code-text.ts'
import { valueAt } from './code-value.ts'
import { isPrivatePath } from './known-names.ts'
import { ownSigns } from './own-code.ts'
import { pseudoCommand } from './pseudo.ts'
import type { InlineCode, ResolvedCommand, Word } from './shell/reading.ts'

const MAX_DEEDS = 64

/** What a piece of code would do, in the words of commands; `shell` texts are read like any shell text. */
export interface CodeDeeds {
  readonly commands: readonly ResolvedCommand[]
  readonly shell: readonly string[]
}

type Where = Pick<InlineCode, 'cwd' | 'via' | 'place' | 'privileged'>
type Deed = { readonly words: readonly (string | Word)[]; readonly writes?: Word } | { readonly shell: string }

export function codeDeeds(source: string, language: InlineCode['language'], where: Where): CodeDeeds {
  const code = codeText(source, language)
  const deeds = [
    ...callsIn(code).flatMap((call) => deedsOf(call, code)),
    ...signsIn(code),
    ...ownSigns(code).map((words) => ({ words })),
    ...quotedCommands(code),
  ].slice(0, MAX_DEEDS)
  return {
    commands: deeds.flatMap((deed) => ('shell' in deed ? [] : [commandOf(deed, where)])),
    shell: [
      ...deeds.flatMap((deed) => ('shell' in deed ? [deed.shell] : [])),
      ...(looksLikeShell(source) ? [source] : []),
    ],
  }
}

function commandOf(deed: Extract<Deed, { words: unknown }>, where: Where): ResolvedCommand {
  const redirects = deed.writes === undefined ? [] : [{ op: '>>' as const, target: deed.writes }]
  return pseudoCommand(deed.words, { ...where, redirects })
}

const TREES = /^(?:rmtree|rm_rf|rm_r|remove_dir|remove_entry_secure|remove_tree|rimraf|removeSync|emptyDirSync)$/
const RUNS =
  /^(?:system|popen|run|call|check_call|check_output|Popen|getoutput|getstatusoutput|exec|execSync|spawn|spawnSync|execFile|execFileSync|shell_exec|passthru|proc_open|execve|execvp|execl|execlp|posix_spawn|capture2|capture3|popen3|sh|exec_command)$/
const WRITES =
  /^(?:write_text|write_bytes|writeFileSync|writeFile|appendFileSync|appendFile|createWriteStream|file_put_contents|copyfile|copyFileSync)$/
const READS = /^(?:readFileSync|readFile|read|read_text|read_bytes|file_get_contents)$/
const SENDS = /^(?:post|put|patch|delete|request|urlopen|fetch)$/
const QUERIES = /^(?:execute|executemany|executescript|query|raw)$/

function deedsOf(call: Call, code: CodeText): readonly Deed[] {
  const { name, owner } = call
  const value = receiver(call, code) ?? valueAt(code, call.at)
  if (TREES.test(name)) return [{ words: ['rm', '-rf', value] }]
  if (/^rm(?:dir)?(?:Sync)?$/.test(name)) return removed(call, value)
  if (/^(?:unlink|unlinkSync|rm_f|remove|delete)$/.test(name) && isFileOwner(call, code))
    return [{ words: ['rm', value] }]
  if (QUERIES.test(name)) return asked(value, code)
  if (RUNS.test(name) && !isPattern(owner) && !(name === 'exec' && code.language === 'python')) return run(call, code)
  if (name === 'open' || (name === 'write' && owner === 'File')) return opened(call, value, code)
  if (WRITES.test(name)) return [{ words: ['<code-write>'], writes: value }]
  if (/^truncate(?:Sync)?$/.test(name) && /^(?:os|fs|File)$/.test(owner)) return [{ words: ['truncate', value] }]
  if (READS.test(name)) return read(value)
  return SENDS.test(name) ? sent(call, code) : []
}

/** In scripts, `x.remove(y)` and `x.delete(y)` mostly concern lists and maps. */
const isFileOwner = (call: Call, code: CodeText): boolean =>
  /^(?:os|fs|fsp|fse|fsPromises|File|FileUtils|promises|Path\(.*)$/.test(call.owner) ||
  isBareUnlink(call, code.language)

/** `pattern.exec(text)`, `cursor.run(…)`: no process. */
const isPattern = (owner: string): boolean =>
  /(?:[rR]e|[rR]egex|[pP]attern|db|cursor|conn|session|[qQ]uery|engine|model|app|loop|asyncio)$/.test(owner)

/** `Path('x').unlink()`: the argument is before the dot. */
function receiver(call: Call, code: CodeText): Word | undefined {
  if (!call.owner.startsWith('Path(')) return undefined
  return valueAt(code, code.text.lastIndexOf('Path(', call.at) + 'Path('.length)
}

function removed(call: Call, value: Word): readonly Deed[] {
  const recursive = /recursive\s*:\s*(?:true|1|!0)/.test(call.args)
  if (!/^(?:|fs|fsp|fse|fsPromises|promises|os|FileUtils|Dir|require\(.*)$/.test(call.owner)) return []
  if (recursive) return [{ words: ['rm', '-rf', value] }]
  return call.name.startsWith('rmdir') ? [] : [{ words: ['rm', value] }]
}

function asked(value: Word, code: CodeText): readonly Deed[] {
  if (value.kind === 'unknown' || code.text.includes(':memory:')) return []
  return /^\s*(?:drop|truncate|delete|alter|update)\b/i.test(value.text) ? [{ words: ['psql', '-c', value.text] }] : []
}

function run(call: Call, code: CodeText): readonly Deed[] {
  const source = code.text.slice(call.at, call.at + call.args.length)
  const words = /^\s*\(?\s*qw\s*[({[<|/]([^)}\]>|/]*)/.exec(source)
  if (words !== null) return [{ shell: textAt(words, 1) }]
  if (/^\s*[[(]/.test(source))
    return [
      {
        shell: stringsIn(source.slice(0, listEnd(call.args)))
          .map(quoteWord)
          .join(' '),
      },
    ]
  const value = valueAt(code, call.at)
  if (value.kind === 'unknown')
    return value.prefix.trim() === '' ? [] : [{ shell: `${value.prefix}"$UNKNOWN"${value.suffix}` }]
  const rest = stringsIn(source)
    .slice(1)
    .filter((word) => !/^(?:utf-?8|inherit|pipe|ignore)$/.test(word))
  return [{ shell: /\s/.test(value.text) ? value.text : [value.text, ...rest.map(quoteWord)].join(' ') }]
}

const listEnd = (args: string): number => (args.includes(']') ? args.indexOf(']') : args.length)

const quoteWord = (word: string): string =>
  /^[\w@%+=:,./~*-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`

function opened(call: Call, value: Word, code: CodeText): readonly Deed[] {
  const source = code.text.slice(call.at, call.at + call.args.length)
  const writing =
    call.name === 'write' || /,\s*(?:mode\s*=\s*)?['"][rb]*[wax+>]/.test(source) || /^[^,]*,?\s*['"]\s*>/.test(source)
  return writing ? [{ words: ['<code-write>'], writes: value }] : read(value)
}

/** Reading matters only where secrets are. */
function read(value: Word): readonly Deed[] {
  const text = (value.kind === 'known' ? value.text : value.prefix + value.suffix).replace(/^\s*[<>]+\s*/, '')
  return isPrivatePath(text) ? [{ words: ['cat', text] }] : []
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

/** Commands in backticks or `qx`, `%x` (Perl, Ruby, PHP; in JavaScript a backtick is a string). */
function quotedCommands(code: CodeText): readonly Deed[] {
  if (!/^(?:perl|ruby|php)$/.test(code.language)) return []
  return [...code.text.matchAll(/`([^`\n]{1,400})`|(?:%x|\bqx)\s*[({[/]([^)}\]/\n]{1,400})/g)].map((match) => ({
    shell: textAt(match, 1) + textAt(match, 2),
  }))
}

/** What the code as a whole gives away. */
function signsIn(code: CodeText): readonly Deed[] {
  const { text, skeleton } = code
  const deletes = SDK_DELETE.exec(skeleton)
  const signs: readonly (readonly [found: boolean, words: readonly string[]])[] = [
    [isHidden(code), ['<hidden-code>', 'decoded or downloaded code']],
    [deletes !== null, ['<sdk-delete>', textAt(deletes ?? [], 1)]],
    [NETWORK.test(skeleton), ['<code-network>']],
    [SOCKET.test(text) && SHELL_ON_SOCKET.test(text), ['nc', '-e', '/bin/sh', 'network']],
    [text.includes('TIOCSTI'), ['tmux', 'send-keys']],
    [PTY.test(skeleton) && /claude|codex|\/edge/.test(text), ['claude', '/edge approve']],
    [text.includes('CLAUDE_CODE_MESSAGING_') && NETWORK.test(skeleton), ['curl', 'CLAUDE_CODE_MESSAGING_SOCKET']],
  ]
  return signs.flatMap(([found, words]) => (found ? [{ words }] : []))
}

/** Clients of services, asked to delete. */
const SDK_DELETE =
  /\b((?:\w*[cC]lient|s3|ec2|rds|dynamodb|stripe|gateway|kms|route53|bucket|firestore)(?:\.\w+(?:\(\))?)*\.(?:delete|terminate|destroy|drop|purge|cancel)[A-Za-z_]*)\s*\(/
const NETWORK =
  /requests\.(?:post|put|patch)|urlopen|http\.client|httpx|axios|fetch\(|openai|anthropic|cohere|smtplib|socket|boto3|TCPSocket|IO::Socket|Net::HTTP|net\.connect/i
const SOCKET = /socket|TCPSocket|IO::Socket|fsockopen|net\.connect|require\(['"](?:node:)?net['"]\)/
const SHELL_ON_SOCKET = /dup2|pty\.spawn|<&|>&|\/bin\/(?:ba)?sh/
const PTY = /pty\.(?:spawn|fork)|pexpect|node-pty|PTY\.spawn/
const DECODERS =
  /b64decode|fromhex|unhexlify|base64|decode64|atob|Buffer\.from|codecs\.decode|zlib\.decompress|marshal\.loads|pack\s*\(|requests\.get|urlopen|fetch\(|file_get_contents/
const EVALUATORS = /(?:^|[^.\w])(?:exec|eval|compile|Function|instance_eval)\s*\(|\.(?:fexecve|execve)\s*\(/

/** Code that first has to be decoded, fetched or asked for. */
function isHidden(code: CodeText): boolean {
  const { text, skeleton } = code
  if (EVALUATORS.test(skeleton) && DECODERS.test(skeleton)) return true
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
