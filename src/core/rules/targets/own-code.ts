import { type CodeText, unescaped } from '../flow/code-text.ts'
import { textAt } from '../text/word-table.ts'
import { ENDING_CODE } from './own-processes.ts'

const MAX_STRINGS = 256
const MAX_STRING_CHARS = 512

/** The end of a path that is ours, wherever home is. */
const SETTINGS =
  /(?:^|\/)(\.fairlead\/(?:bin|policy|projects|agent)\/|\.claude\/(?:settings(?:\.local)?\.json|skills\/edge|commands\/edge\.md|hooks\/)|\.codex\/(?:hooks\.json|config\.toml))/i
const SECRET =
  /(?:^|\/)\.fairlead(?:\/(?:state|program)(?:\/|$)|\/?$)|(?:^|\/)approval\.key$|\/(?:hooks\.db|daemon\.sock)$/i
const SPREADS = /\b(?:extractall|unpack_archive|extract|chdir|cwd)\s*\(/
/** What started this code is the client, or a shell of it. */
const ENDS_PARENT =
  /\bkill\w*\s*\(?[^\n]{0,80}(?:getppid|\bppid\b)|(?:getppid|\bppid\b)[^\n]{0,80}\bkill|\.(?!log|info|debug|write|format|join|Process)\w{1,40}\(\s{0,8}(?:os\.getppid\(|process\.ppid\b)|\bkill\s*\([^\n]{0,80}process_iter|process_iter[^\n]{0,200}\.kill\s*\(/i
/** Code that ends or halts a process by its number: whose that is, the text around it tells. */
/** `kill(-1)`, or whatever is listed in `/proc`: everybody of this user. */
const ENDS_ALL = /\bkill\s{0,8}\(?\s{0,8}['"\w.]{0,12}[,\s(]{0,3}-1\s{0,4}[,)]/
const LISTED_PROCESSES = /['"`]\/proc(?:\/?|\/(?:\*|\[)[^'"`\n]{0,40})['"`]/
const ENDS = /\b(?:kill\w*|prlimit|setpriority|sched_set\w{1,20}|pidfd_\w{1,20})\s{0,8}\(\s{0,8}(\d{0,10})/
/** Most code has nothing of this, and is not looked at any further. */
const NEAR =
  /ptrace|\/users\/|\/root\b|['"]\/['"]|home|chdir|\bcd\b|~|ppid|process_iter|kill|prlimit|\.key|cla|cod|fair|edge|approv|settings|extractall|unpack_archive|\\[xu]/i
/** Calls that do more than look. */
const CHANGES =
  /\b(?:write\w*|append\w*|rename\w*|renames|replace|move\w*|copy(?!\s*\(\s*\))\w*|cp|cpSync|sym_?link\w*|link|linkSync|link_to|hardlink_to|symlink_to|unlink\w*|remove\w*|rm|rmSync|rmtree|truncate\w*|l?chmod\w*|l?chown\w*|l?utimes?\w*|dump|safe_dump|connect|bind|listen|createConnection|exec[lv]\w*|exec|execSync|execFile\w*|spawn\w*|system|run|call|check_\w+|[pP]open\w*|file_put_contents|touch|import|fork|createWriteStream|input|FileInput|safe_replace|outputFile\w*|ftruncate|mkfifo|mknod|fcntl|flock|lockf)\s*\(/
const LISP_CHANGES = /\((?:write|append|delete|rename|copy|save|make-symbolic)-?(?:file|region|buffer|to-file|link)\b/
const BARE_CHANGES =
  /\b(?:unlink|rename|link|symlink|system|exec|truncate|utime|chmod|mv|cp|ln_s?f?|move|copy|write|rm_?r?f?)\b\s+["'$~]/
const WRITE_MODE =
  /,\s*(?:mode\s*[=:]\s*|flags?\s*[=:]\s*)?['"](?:[wax][bt]?\+?[bt]?|r[bt]?\+[bt]?|\+?>>?|\+<)(?::[^'"]*)?['"]/
const RUNS = /\b(?:exec\w*|spawn\w*|system|run|call|check_\w+|[pP]open\w*|fork)\s*\(|\b(?:system|exec)\b\s+["'$]/
const TEMPORARY = /mkd?s?temp|tmpdir|tempfile|TemporaryDirectory|Dir\.mktmpdir/

/** What code does to the gate, in the words of commands: by name, since home is often found out at run time. */
export function ownSigns(code: CodeText): readonly (readonly string[])[] {
  if (!NEAR.test(code.text)) return []
  const strings = stringsOf(code)
  const joined = [strings.join('/'), strings.join('')].map((text) => text.replace(/\/{2,}/g, '/'))
  const paths = [...strings, ...joined]
  return [
    ...(paths.some((text) => isSecret(text)) ? [['<own-file>', 'key, state or bundle of the gate']] : []),
    ...(isChanging(code, strings) ? settingsIn(strings, joined, code) : []),
    ...(SPREADS.test(code.skeleton) ? foldersIn(strings) : []),
    ...unpackedIn(code, strings),
    ...(isFreeing(code) ? [['<own-free>']] : []),
    ...(isKeySearch(code, strings) || isThroughHome(code, strings) ? [['<own-spread>', '~']] : []),
    ...walkedIn(code, strings),
    ...(/\bptrace\b|\bPTRACE_\w/.test(code.skeleton) ? [['<attach>']] : []),
    ...(ENDS_PARENT.test(code.text) || endsEverybody(code) ? [['<own-stop>', 'the client']] : []),
    ...[ENDS.exec(code.skeleton)].flatMap((ends) => (ends === null ? [] : [[ENDING_CODE, textAt(ends, 1)]])),
    ...(isAnswer(strings) && RUNS.test(code.skeleton) ? [['<own-approve>', 'edge approve']] : []),
  ]
}

const endsEverybody = ({ text, skeleton }: CodeText): boolean =>
  ENDS_ALL.test(text) || (/\bkill\b/.test(skeleton) && LISTED_PROCESSES.test(text))

/** Logs and lists may be read. */
const isSecret = (text: string): boolean =>
  SECRET.test(text) && !/\.fairlead\/state\/[\w.-]+\.(?:log|jsonl?)$/i.test(text)

/** Unpacked into a folder that is ours, or gone into it. */
const foldersIn = (strings: readonly string[]): readonly (readonly string[])[] =>
  strings
    .filter((value) => /(?:^|\/)\.(?:claude|codex|fairlead)\/?$/i.test(value))
    .map((value) => ['<own-spread>', value])

const UNPACKS = /\b(?:extractall|unpack_archive)\s{0,8}\(/
const UNPACKED_TO =
  /\b(?:extractall\s{0,8}\(\s{0,8}(?:path\s{0,4}=\s{0,4})?|unpack_archive\s{0,8}\([^,()\n]{1,200},\s{0,8}(?:extract_dir\s{0,4}=\s{0,4})?)['"]([^'"\n]{1,200})['"]/

/** The same as `tar xf x.tar -C folder`: where the program is, unless a folder is named. */
function unpackedIn({ text, skeleton }: CodeText, strings: readonly string[]): readonly (readonly string[])[] {
  if (!UNPACKS.test(skeleton)) return []
  const from = strings.find((value) => /\.(?:tar|t[gbx]z|zip|whl|tar\.\w{1,4})$/i.test(value))
  return [['tar', 'xf', from ?? 'archive.tar', '-C', UNPACKED_TO.exec(text)?.[1] ?? '.']]
}

const CLIENT = /['"`](?:[^'"`\s]{0,200}\/)?(?:claude|codex)(?:\s[^'"`\n]{0,400})?['"`]/
const MOVED_HOME = /\b(?:CODEX_HOME|CLAUDE_CONFIG_DIR|CLAUDE_CODE_SIMPLE)\b|\bHOME['"]?\]?\s{0,4}[:=](?!=)/

/** A client that is started with another home, where nobody installed us. */
const isFreeing = ({ text, skeleton }: CodeText): boolean =>
  RUNS.test(skeleton) && MOVED_HOME.test(text) && CLIENT.test(text)

/** Every key below a home. */
const isKeySearch = ({ text }: CodeText, strings: readonly string[]): boolean =>
  /\b(?:walk|r?glob|iglob|scandir|readdir\w*|iterdir|find)\b/.test(text) &&
  /expanduser|homedir|\bHOME\b|\bhome\(|Dir\.home/.test(text) &&
  strings.some((value) => /^(?:\*\*\/)?(?:\*?\.key|approval.*)$/.test(value))

const HOME = String.raw`(?:(?:pathlib\.)?Path\.home\(\)|Path\(\s*['"]~\/?['"]\s*\)\.expanduser\(\)|(?:os\.path\.)?expanduser\(\s*['"]~\/?['"]\s*\)|(?:require\(\s*['"](?:node:)?os['"]\s*\)\.|os\.)?homedir\(\)|process\.env\.HOME|(?:os\.)?(?:environ|ENV)(?:\.get|\.fetch)?[[(]\s*['"]HOME['"]\s*[\])]|\$ENV\{['"]?HOME['"]?\}|Dir\.home(?:\(\))?|(?:os\.)?getenv\(\s*['"]HOME['"]\s*\)|\$(?:::)?env\(HOME\)|['"]~\/?['"])`
const LISTS = String.raw`(?:walk\w*|listdir|scandir|(?:open|read)dir\w*|iterdir|[ri]?glob\w*|children|entries|each_child|make_archive)`
/** Every name in it, or every hidden one. */
const ANY = String.raw`\/?(?:\.?\*|\.\[)`
const LISTED_HOME = [
  new RegExp(`\\b${LISTS}[\\s(]{1,4}["']?${HOME}\\s{0,4}(?:[,)\\]}]|$|["']?\\s{0,4}[+.]{0,2}\\s{0,4}["']?${ANY})`),
  new RegExp(`${HOME}\\)?\\.${LISTS}\\b`),
  new RegExp(`\\bmake_archive\\s{0,4}\\([^\\n]{0,200},\\s{0,4}${HOME}\\s{0,4}[,)]`),
  /\bpopen\s{0,4}\(\s{0,4}["'](?:ls|find|dir)\b[^\n]{0,80}(?:HOME|~)/,
  new RegExp(`\\b${LISTS}[\\s(]{1,4}["'](?:~|\\$ENV\\{HOME\\}|\\$HOME)${ANY}`),
]
const NAMED_HOME = new RegExp(`([A-Za-z_]\\w{0,40})\\s{0,4}=\\s{0,4}${HOME}\\s{0,4}(?:[;,\\n)]|$)`, 'g')
const WENT_HOME = new RegExp(
  `\\bchdir\\s{0,4}(?:\\(\\s{0,4}\\)\\s{0,4})?(?:[;\\n]|$)|\\bchdir[\\s(]{1,4}${HOME}|(?:^|[;\\n])\\s{0,4}cd\\s{0,4}(?:[;\\n]|~\\s)`,
)
const SHOWS =
  /\bmake_archive\s*\(|\bread(?!dir|link)\w*\s*\(|\bopen\s*[( ]|File\.(?:read|open)|file_get_contents|\b(?:unlink|rename|delete|remove)\b/

const WALKED = new RegExp(`\\b${LISTS}[\\s(]{1,4}["']([~/][^"'\\n*]{0,200})["']`, 'g')
const ANY_LIST = new RegExp(`\\b${LISTS}\\b`)
const listOf = (name: string): RegExp =>
  new RegExp(`\\b${LISTS}[\\s(]{1,4}\\$?${name}\\s{0,4}[,)}]|\\b${name}\\.${LISTS}\\b`)

/** @internal What is put together here, for the test that looks for slow patterns. */
export const HOME_PATTERNS: readonly RegExp[] = [
  ...LISTED_HOME,
  NAMED_HOME,
  WENT_HOME,
  WALKED,
  ANY_LIST,
  listOf('name'),
]

const MAX_WALKS = 8

/** The same as a search that shows every line below a folder that is named. */
const walkedIn = (code: CodeText, strings: readonly string[]): readonly (readonly string[])[] =>
  SHOWS.test(code.skeleton) || isChanging(code, strings)
    ? [...code.text.matchAll(WALKED)].slice(0, MAX_WALKS).map((match) => ['grep', '-r', '', textAt(match, 1)])
    : []

/** It goes through whatever is in the home, and does more than tell the names. */
function isThroughHome(code: CodeText, strings: readonly string[]): boolean {
  const { text, skeleton } = code
  if (!SHOWS.test(skeleton) && !isChanging(code, strings)) return false
  if (LISTED_HOME.some((pattern) => pattern.test(text))) return true
  if (WENT_HOME.test(text) && ANY_LIST.test(skeleton)) return true
  return [...text.matchAll(NAMED_HOME)].some((match) => listOf(textAt(match, 1)).test(skeleton))
}

const isAnswer = (strings: readonly string[]): boolean =>
  strings.some((text, index) => text === 'edge' && /^(?:approve|skip|dismiss)$/.test(textAt(strings, index + 1)))

/** Strings that may be paths, in order; what is put into them at run time is left out. */
function stringsOf({ text, skeleton }: CodeText): readonly string[] {
  return [...skeleton.matchAll(/(['"`])( *)\1/g)]
    .slice(0, MAX_STRINGS)
    .filter((match) => match[0].length <= MAX_STRING_CHARS && !isReplaced(skeleton, match))
    .map((match) => unescaped(text.slice(match.index, match.index + match[0].length).replace(/^['"`]+|['"`]+$/g, '')))
    .map((value) => value.replace(/^%s|[$#]\{[^}]*\}|\$?ENV\{[^}]*\}|\{[^}]*\}/g, ''))
    .filter((value) => value !== '' && !/\s\S/.test(value.replace(/^\s*\+?[<>|]+\s*/, '')))
}

/** `text.replace('a', 'b')`: text in a text. */
const isReplaced = (skeleton: string, match: RegExpExecArray): boolean =>
  /(?<!\bos)\.replace(?:All)?\(\s*(?:['"] *['"]\s*,\s*)?$/.test(
    skeleton.slice(Math.max(0, match.index - 200), match.index),
  ) && /^\s*,\s*['"]|^\s*\)/.test(skeleton.slice(match.index + match[0].length))

function isChanging({ text, skeleton, language }: CodeText, strings: readonly string[]): boolean {
  const silent = skeleton.replace(
    /\b(?:stdout|stderr)\.write\s*\(|(?<!\bos)\.replace(?:All)?\(\s*['"/][^)\n]{0,400},/g,
    ' ',
  )
  if (CHANGES.test(silent) || WRITE_MODE.test(text) || LISP_CHANGES.test(skeleton)) return true
  if (strings.some((value) => /^\s*\+?[>|]/.test(value))) return true
  if (language === 'awk') return /\bprintf?\b[^;}\n]{0,400}>|\|/.test(skeleton)
  return (language === 'perl' || language === 'ruby') && BARE_CHANGES.test(skeleton)
}

/** The settings that are named: as written where the place is certain, else the user's. */
function settingsIn(
  strings: readonly string[],
  joined: readonly string[],
  { skeleton }: CodeText,
): readonly (readonly string[])[] {
  const temporary = TEMPORARY.test(skeleton)
  const whole = strings.map((text) => text.replace(/^\s*\+?[<>|]+\s*/, '')).filter((text) => SETTINGS.test(text))
  if (whole.length > 0) return whole.map((text) => ['<own-code>', placed(text, temporary)])
  const found = temporary ? [] : joined.flatMap((text) => tailOf(text)).slice(0, 1)
  return found.map((tail) => ['<own-code>', `~/${tail}`])
}

const tailOf = (text: string): readonly string[] => (SETTINGS.exec(text) ?? []).slice(1, 2)

/** `home + '/.claude/settings.json'`: what stands before it is not in the string. */
function placed(text: string, temporary: boolean): string {
  if (!/^\/?\./.test(text)) return text
  return temporary ? '/tmp' : `~/${tailOf(text).join('')}`
}
