import { type CodeText, codeText, valueAt } from './code-text.ts'
import { isPrivatePath } from './known-names.ts'
import { pseudoCommand } from './pseudo.ts'
import type { InlineCode, ResolvedCommand, Word } from './shell/reading.ts'

const MAX_DEEDS = 64

/** What a piece of code would do, in the words of commands; `shell` texts are read like any shell text. */
export interface CodeDeeds {
  readonly commands: readonly ResolvedCommand[]
  readonly shell: readonly string[]
}

type Where = Pick<InlineCode, 'cwd' | 'via' | 'place' | 'privileged'>

export function codeDeeds(source: string, language: InlineCode['language'], where: Where): CodeDeeds {
  const code = codeText(source, language)
  const deeds = { commands: [] as ResolvedCommand[], shell: [] as string[] }
  const add = (words: readonly (string | Word)[], more: Partial<ResolvedCommand> = {}): void => {
    if (deeds.commands.length < MAX_DEEDS) deeds.commands.push(pseudoCommand(words, { ...where, ...more }))
  }
  for (const call of callsIn(code)) actOn(call, code, { add, shell: deeds.shell })
  for (const text of quotedCommands(code)) deeds.shell.push(text)
  if (isHidden(code)) add(['<hidden-code>', 'decoded or downloaded code'])
  if (SDK_DELETE.test(code.skeleton)) add(['<sdk-delete>', SDK_DELETE.exec(code.skeleton)?.[0].replace(/\s*\($/, '') ?? ''])
  if (NETWORK.test(code.skeleton)) add(['<code-network>'])
  if (isReverseShell(code)) add(['nc', '-e', '/bin/sh', 'network'])
  if (/TIOCSTI/.test(code.text)) add(['tmux', 'send-keys'])
  if (/pty\.(spawn|fork)|pexpect|node-pty|PTY\.spawn/.test(code.skeleton) && /claude|codex|\/edge/.test(code.text)) add(['claude', '/edge approve'])
  if (/CLAUDE_CODE_MESSAGING_/.test(code.text) && /socket|connect|fetch|http/i.test(code.skeleton)) add(['curl', 'CLAUDE_CODE_MESSAGING_SOCKET'])
  if (looksLikeShell(source)) deeds.shell.push(source)
  return deeds
}

interface Call {
  readonly name: string
  /** Position of the first argument. */
  readonly at: number
  /** The arguments, strings blanked. */
  readonly args: string
}

const CALL = /(?:[\w$]+(?:\([^()\n]{0,80}\))?\s*(?:\.|::|->))?([A-Za-z_]\w*[!?]?)\s*\(/g
/** Ruby and Perl call without brackets: `system "x"`, `unlink $f`. */
const BARE_CALL = /(?:^|[\s;{(])(?:[A-Z]\w*(?:\.|::))?(system|exec|unlink|rmtree|remove_tree|rm_rf|rm_r|qx|popen|spawn|delete)\s+(?=["'$`~A-Za-z/\[(])/g

function callsIn(code: CodeText): readonly Call[] {
  const calls: Call[] = []
  const patterns = code.language === 'ruby' || code.language === 'perl' ? [CALL, BARE_CALL] : [CALL]
  for (const pattern of patterns) {
    for (const match of code.skeleton.matchAll(pattern)) {
      const name = match[1] ?? ''
      if (!INTERESTING.has(name)) continue
      const at = match.index + match[0].length
      calls.push({ name: qualified(match[0], name), at, args: argumentsFrom(code.skeleton, at) })
      if (calls.length >= MAX_DEEDS) return calls
    }
  }
  return calls
}

const INTERESTING = new Set(
  `rmtree rmSync rm rmdirSync rmdir rimraf removeSync remove emptyDirSync rm_rf rm_r remove_dir remove_entry_secure remove_tree delete_tree
  unlink unlinkSync delete deleteSync rm_f
  system popen run call check_call check_output Popen getoutput getstatusoutput exec execSync spawn spawnSync execFile execFileSync shell_exec passthru proc_open
  execute execve execvp execl execlp spawnl posix_spawn capture2 capture3 popen2 popen3 shell sh
  open write_text write_bytes writeFileSync writeFile appendFileSync appendFile createWriteStream file_put_contents write truncate
  readFileSync readFile read read_text read_bytes file_get_contents File post put patch delete request urlopen fetch executemany query executescript raw rmtree_ exec_command truncateSync copyfile copyFileSync`.split(/\s+/),
)

const qualified = (matched: string, name: string): string => matched.replace(/\s*\($/, '').replace(/\s+/g, '').replace(/^[\s;{(]+/, '') || name

function argumentsFrom(skeleton: string, at: number): string {
  let depth = 1
  let end = at
  const limit = Math.min(skeleton.length, at + 2000)
  for (; end < limit && depth > 0; end++) {
    const char = skeleton[end]
    if (char === '(') depth += 1
    else if (char === ')') depth -= 1
  }
  return skeleton.slice(at, end)
}

interface Sink {
  readonly add: (words: readonly (string | Word)[], more?: Partial<ResolvedCommand>) => void
  readonly shell: string[]
}

const TREES = /^(rmtree|rm_rf|rm_r|remove_dir|remove_entry_secure|remove_tree|delete_tree|rimraf|removeSync|emptyDirSync)$/
const FILES = /^(unlink|unlinkSync|rm_f|remove|delete|deleteSync)$/
const RUNS = /^(system|popen|run|call|check_call|check_output|Popen|getoutput|getstatusoutput|exec|execSync|spawn|spawnSync|execFile|execFileSync|shell_exec|passthru|proc_open|execve|execvp|execl|execlp|spawnl|posix_spawn|capture2|capture3|popen2|popen3|qx|sh|shell|exec_command|execute)$/
const WRITES = /^(write_text|write_bytes|writeFileSync|writeFile|appendFileSync|appendFile|createWriteStream|file_put_contents|copyfile|copyFileSync)$/

function actOn(call: Call, code: CodeText, sink: Sink): void {
  const last = call.name.split(/\.|::|->/).at(-1) ?? ''
  const owner = call.name.slice(0, -last.length)
  const value = (): Word => (call.at <= code.text.length ? valueAt(code, call.at) : valueAt(code, 0))
  if (TREES.test(last)) return sink.add(['rm', '-rf', value()])
  if (/^(rmSync|rm|rmdirSync|rmdir)$/.test(last)) return removeFolder(call, code, sink)
  if (FILES.test(last) && isFileOwner(owner, code)) return sink.add(['rm', receiver(call, code) ?? value()])
  if (/^(execute|executemany|executescript|query|raw)$/.test(last) && isSqlCall(code)) return sqlCall(value(), sink)
  if (RUNS.test(last) && isRunOwner(owner, last)) return runCall(call, code, sink)
  if (/^(readFileSync|readFile|read|read_text|read_bytes|file_get_contents)$/.test(last)) return readCall(receiver(call, code) ?? value(), sink)
  if (last === 'open' || (last === 'write' && /File\.?$/.test(owner))) return openCall(call, code, sink)
  if (WRITES.test(last)) return sink.add(['<code-write>'], { redirects: [{ op: '>', target: receiver(call, code) ?? value() }] })
  if (/^(truncate|truncateSync)$/.test(last) && /os\.|fs\.|File\./.test(owner)) return sink.add(['truncate', value()])
  if (/^(post|put|patch|delete|request|urlopen|fetch)$/.test(last)) return sendCall(call, code, sink)
}

/** In scripts, `x.remove(y)` and `x.delete(y)` mostly concern lists and maps. */
const isFileOwner = (owner: string, code: CodeText): boolean =>
  /^(os|fs|fsp|fse|fsPromises|File|FileUtils|Path\(.*\)|pathlib.*|promises|Pathname.*)(\.|::)$/.test(owner) ||
  (owner === '' && /unlink/.test(code.skeleton) && code.language !== 'python' && code.language !== 'node') ||
  /^Path\(/.test(owner)

const isRunOwner = (owner: string, name: string): boolean =>
  owner === '' || !/^(re|regex|pattern|\w*[rR]e(gex)?|db|cursor|conn|session|\w*[Qq]uery|engine|model|app|loop|asyncio|\w*[Pp]attern)\.$/.test(owner) || name === 'system'

/** `Path('x').unlink()`: the argument is before the dot. */
function receiver(call: Call, code: CodeText): Word | undefined {
  if (!/^[\w.]*Path\(/.test(call.name)) return undefined
  const open = code.text.lastIndexOf('(', call.at - 2)
  const before = code.text.lastIndexOf('Path(', call.at)
  return before < 0 || open < 0 ? undefined : valueAt(code, before + 'Path('.length)
}

function removeFolder(call: Call, code: CodeText, sink: Sink): void {
  const owner = call.name.replace(/\w+$/, '')
  if (owner !== '' && !/^(fs|fsp|fse|fsPromises|promises|os|FileUtils|Dir|shutil)(\.|::)/.test(owner) && !/require\(/.test(call.name)) return
  const recursive = /recursive\s*:\s*(true|1|!0)/.test(call.args) || /require\(/.test(call.name)
  if (/rm(Sync)?$/.test(call.name) || recursive) sink.add(['rm', ...(recursive ? ['-rf'] : []), valueAt(code, call.at)])
}

const isSqlCall = (code: CodeText): boolean => !code.text.includes(':memory:')

function sqlCall(value: Word, sink: Sink): void {
  if (value.kind === 'known' && /^\s*(drop|truncate|delete|alter|update)\b/i.test(value.text)) sink.add(['psql', '-c', value.text])
}

function runCall(call: Call, code: CodeText, sink: Sink): void {
  const words = /^\s*qw\s*[({[<|/]([^)}\]>|/]*)/.exec(code.text.slice(call.at, call.at + call.args.length))
  if (words !== null) return void sink.shell.push(words[1] ?? '')
  const first = code.text.slice(call.at, call.at + 64).trimStart()[0]
  if (first === '[' || first === '(') return runList(call, code, sink)
  const value = valueAt(code, call.at)
  if (value.kind === 'known') {
    const rest = restArguments(call, code)
    sink.shell.push(rest.length > 0 && !/\s/.test(value.text) ? [value.text, ...rest].join(' ') : value.text)
  } else if (value.prefix.trim() !== '') {
    sink.shell.push(`${value.prefix}"$UNKNOWN"${value.suffix}`)
  }
}

/** `spawn('rm', ['-rf', '/'])` and `system('rm', '-rf', '/')`. */
function restArguments(call: Call, code: CodeText): readonly string[] {
  const source = code.text.slice(call.at, call.at + call.args.length)
  const words = [...source.matchAll(/(['"])((?:[^'"\\\n]|\\.)*)\1/g)].map((match) => match[2] ?? '')
  return words.slice(1).filter((word) => !/^(utf-?8|inherit|pipe|ignore)$/.test(word)).map(quoteWord)
}

const quoteWord = (word: string): string => (/^[\w@%+=:,./~*-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

function runList(call: Call, code: CodeText, sink: Sink): void {
  const source = code.text.slice(call.at, call.at + call.args.length)
  const close = code.skeleton.slice(call.at, call.at + call.args.length).indexOf(']')
  const list = source.slice(0, close < 0 ? source.length : close)
  const words = [...list.matchAll(/(['"])((?:[^'"\\\n]|\\.)*)\1/g)].map((match) => match[2] ?? '')
  if (words.length > 0) sink.shell.push(words.map(quoteWord).join(' '))
}

function openCall(call: Call, code: CodeText, sink: Sink): void {
  const target = valueAt(code, call.at)
  const source = code.text.slice(call.at, call.at + call.args.length)
  const writing = /,\s*(?:mode\s*=\s*)?['"][rb]*[wax+>]/.test(source) || /['"]\s*>/.test(source) || call.name.endsWith('write')
  if (writing) sink.add(['<code-write>'], { redirects: [{ op: '>>', target }] })
  else readCall(target, sink)
}

/** Reading matters only where secrets are. */
function readCall(target: Word, sink: Sink): void {
  const text = (target.kind === 'known' ? target.text : target.prefix + target.suffix).replace(/^\s*[<>]+\s*/, '')
  if (isPrivatePath(text)) sink.add(['cat', { kind: 'known', text, glob: false }])
}

function sendCall(call: Call, code: CodeText, sink: Sink): void {
  const owner = call.name.replace(/\.?\w+$/, '')
  const verb = (/\w+$/.exec(call.name)?.[0] ?? '').toLowerCase()
  if (!/^(requests|httpx|axios|got|session|http|https|urllib(\.request)?|request|client|)$/.test(owner) || (owner === '' && verb !== 'fetch' && verb !== 'urlopen')) return
  const url = valueAt(code, call.at)
  if (url.kind === 'known' && !/^https?:/.test(url.text)) return
  const source = code.text.slice(call.at, call.at + call.args.length)
  const named = /method\s*[:=]\s*['"](\w+)/i.exec(source)?.[1]
  const method = named ?? (verb === 'fetch' || verb === 'request' || verb === 'urlopen' ? (/\bdata\s*=|\bbody\b/.test(source) ? 'POST' : 'GET') : verb)
  if (method.toUpperCase() !== 'GET') sink.add(['curl', '-X', method.toUpperCase(), url])
}

/** Commands in backticks (Perl, Ruby, PHP, not JavaScript), and awk's pipes. */
function quotedCommands(code: CodeText): readonly string[] {
  const found: string[] = []
  if (/^(perl|ruby|php)$/.test(code.language)) {
    for (const match of code.skeleton.matchAll(/`( *)`|%x[({[]|\bqx[({[/]/g)) {
      found.push(code.text.slice(match.index + match[0].length - (match[1] === undefined ? 0 : (match[1]?.length ?? 0) + 1), match.index + match[0].length + 200).split(/[`)}\]]/)[0] ?? '')
    }
  }
  if (code.language === 'awk') {
    for (const match of code.text.matchAll(/"((?:[^"\\]|\\.){1,400})"\s*\|\s*getline|(?:print|printf)[^|\n]{0,200}\|\s*"((?:[^"\\]|\\.){1,400})"/g)) {
      found.push((match[1] ?? match[2] ?? '').replace(/\\(.)/g, '$1'))
    }
    if (/system\s*\(\s*\$/.test(code.skeleton)) found.push('bash -c "$FIELD"')
  }
  return found.filter((text) => text.trim() !== '').slice(0, MAX_DEEDS)
}

const DECODERS = /b64decode|fromhex|unhexlify|base64|decode64|atob|Buffer\.from|codecs\.decode|zlib\.decompress|marshal\.loads|pack\s*\(|requests\.get|urlopen|urllib|fetch\(|file_get_contents|memfd_create|cloudpickle\.load|pickle\.loads?\(/
const EVALUATORS = /(?:^|[^.\w])(exec|eval|compile|Function|instance_eval|class_eval|vm\.runIn\w+)\s*\(|\.(?:fexecve|execve)\s*\(/

/** Code that first has to be decoded or fetched. */
function isHidden(code: CodeText): boolean {
  if (EVALUATORS.test(code.skeleton) && DECODERS.test(code.skeleton)) return true
  if (/\bsystem\s*\(\s*pack\s*\(/.test(code.skeleton)) return true
  if (/(?:torch|pickle|cloudpickle|joblib|dill)\.loads?\(\s*['"]https?:/.test(code.text)) return true
  return /memfd_create/.test(code.skeleton) || evaluatesUnknown(code)
}

/** `exec(answer)`, `eval(client.ask(…))`: neither a literal nor a file of the project. */
function evaluatesUnknown(code: CodeText): boolean {
  const match = /(?:^|[^.\w])(?:exec|eval)\s*\(\s*([A-Za-z_][\w.]*)/.exec(code.skeleton)
  if (match === null || code.language !== 'python') return false
  const name = match[1] ?? ''
  return !/^(open|compile|Path|[rbuf]{1,2}$|globals|locals|input)/.test(name) && !new RegExp(`\\b${name.split('.')[0]}\\s*=[^=]`).test(code.skeleton)
}

/** Clients of services, asked to delete. */
const SDK_DELETE = /\b(?:\w*[cC]lient|s3|ec2|rds|dynamodb|stripe|gateway|kms|route53|bucket|firestore|algolia\w*)(?:\.\w+(?:\(\))?)*\.(?:delete|terminate|destroy|drop|purge|cancel)[A-Za-z_]*\s*\(/

const NETWORK = /requests\.(?:post|put|patch)|urlopen|http\.client|httpx|axios|fetch\(|openai|anthropic|cohere|smtplib|socket\.|boto3|TCPSocket|IO::Socket|Net::HTTP/i

const isReverseShell = (code: CodeText): boolean =>
  /socket|TCPSocket|IO::Socket|fsockopen|net\.connect|Sockets/.test(code.skeleton) &&
  (/dup2|pty\.spawn|<&|>&/.test(code.text) || (/connect/.test(code.skeleton) && /\/bin\/(ba)?sh/.test(code.text)))

/** `node -e "rm -rf /"`: not the language it is given to, but clear enough. */
const looksLikeShell = (source: string): boolean => /^\s*(sudo\s+)?(rm\s+-|git\s+(reset|push|clean)\s|mkfs|dd\s+if=)/.test(source)
