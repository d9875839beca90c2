import { type Argv, argvOf, hasOption, shown } from '../options/argv.ts'
import type { ResolvedCommand } from '../shell/reading.ts'
import { textAt } from '../text/word-table.ts'
import { ownReach } from './own-reach.ts'
import { absolute, isBroad, type TargetContext } from './targets.ts'

/** Code that does what `kill` does. */
export const ENDING_CODE = '<ending-code>'
/** They end a process, halt it, or look into it. */
const HANDLERS =
  /^(?:<ending-code>|kill|skill|gdb|lldb|strace|ltrace|gcore|dlv|rr|py-spy|rbspy|perf|bpftrace|frida[\w-]*|reptyr|criu|prlimit|renice|ionice|snice|chrt|taskset|schedtool|uclampset|choom|cpulimit)$/
/** They hold on to a process, or copy what is in it. */
const TRACERS = /^(?:gdb|gdbserver|lldb|strace|ltrace|gcore|dlv|py-spy|rbspy|perf|bpftrace|frida[\w-]*|criu)$/
const ATTACHING =
  /^-[A-Za-z]{0,4}p(?:$|[\d\0,=])|^--?(?:pid|tid|attach)|^attach$|^(?:process\s+)?attach\s|^(?:-n|--waitfor)$/
const FINDERS = /^(?:pgrep|pkill|killall|pidof|skill|snice)$/
const LISTERS = /^(?:ps|lsof|ss|netstat|fuser|pstree|top)$/
const FILTERS = /^(?:[ef]?grep|rg|g?awk|sed)$/

/** `gdb -p 42`, `gdb ./app 42`, `gcore 42`: whosever process it is, it runs already. */
export function attaches({ input, ...command }: ResolvedCommand): boolean {
  const argv = argvOf(command)
  const { program, texts, words } = argv
  if (!TRACERS.test(program) || (program === 'perf' && /^(?:report|script|annotate)$/.test(textAt(texts, 0))))
    return false
  if (texts.some((text) => ATTACHING.test(text))) return true
  if (input.kind === 'text' && /^[ \t]{0,16}(?:process[ \t]{1,16})?attach\s/m.test(input.text)) return true
  const isProgram = program === 'gdb' && !texts.includes('--args')
  return (isProgram || program === 'gcore') && words.some((word) => /^\d+$|pgrep|pid/i.test(shown(word)))
}

/** Does the text handle a process that may be ours, or that of the client it runs in? */
export function handlesOurs(commands: readonly ResolvedCommand[], ground: TargetContext): boolean {
  const local = commands.filter(({ place }) => place === 'local').map((command) => argvOf(command))
  if (local.some((argv) => endsByName(argv, ground) || endsByFile(argv, ground) || looksInside(argv))) return true
  const handlers = local.filter((argv) => HANDLERS.test(argv.program) && !isHarmless(argv))
  if (handlers.some(({ words }) => words.some((word) => /\bPPID\b|\/proc\//.test(shown(word))))) return true
  if (handlers.some(({ words }) => words.some((word) => word.kind === 'known' && word.glob))) return true
  const isGuarded = (argv: Argv): boolean =>
    numbersIn([argv]).some((number) => ground.around.guarded?.includes(number) === true)
  if (local.some((argv) => (HANDLERS.test(argv.program) || isEnding(argv)) && isGuarded(argv))) return true
  const isComputed = ({ program, texts, words }: Argv): boolean =>
    program === ENDING_CODE ? textAt(texts, 0) === '' : words.some(({ kind }) => kind === 'unknown')
  if (!handlers.some(isComputed)) return false
  return local.some(isGuarded) || mayFindOurs(local, ground)
}

const isEnding = (argv: Argv): boolean => argv.program === 'fuser' && hasOption(argv, ['-k', '--kill'])

/** The numbers of processes and ports that these commands are given: `kill 42`, `strace -p42`, `fuser -k 42/tcp`. */
export const numbersIn = (commands: readonly Argv[]): readonly number[] =>
  commands
    .filter((argv) => (HANDLERS.test(argv.program) || LISTERS.test(argv.program)) && !isHarmless(argv))
    .flatMap(({ texts }) => texts.flatMap((text) => text.match(/(?<!\d)\d{1,10}(?=(?:\/tcp)?$)/) ?? []))
    .map(Number)

/** `kill -0` asks whether it lives; `kill -l` lists signals. */
const isHarmless = (argv: Argv): boolean =>
  argv.program === 'kill' && argv.texts.some((text) => /^-(?:0|l|L|-list|-table)$/.test(text))

/** `/proc/$PPID/mem`. */
const looksInside = ({ words }: Argv): boolean => words.some((word) => /\/proc\/\$[^/]+\/mem\b/.test(shown(word)))

function endsByName(argv: Argv, ground: TargetContext): boolean {
  if (!/^(?:pkill|killall|skill|snice)$/.test(argv.program) || hasOption(argv, ['-l', '--list'])) return false
  return namesOurs(argv, ground)
}

/** `fuser -k -m ~` ends whoever uses anything there. */
const endsByFile = (argv: Argv, ground: TargetContext): boolean =>
  isEnding(argv) &&
  argv.operands.some(({ index }) => {
    const path = absolute(textAt(argv.texts, index), ground)
    return path !== undefined && isBroad(path, ground.around) && ownReach(path, ground.around) !== undefined
  })

function mayFindOurs(commands: readonly Argv[], ground: TargetContext): boolean {
  const finders = commands.filter(({ program }) => FINDERS.test(program))
  if (finders.some((argv) => namesOurs(argv, ground))) return true
  if (commands.some((argv) => readsOurs(argv, ground) || listsAll(argv))) return true
  const listers = commands.filter(({ program }) => LISTERS.test(program))
  const filters = commands.filter((argv) => FILTERS.test(argv.program) && !hasOption(argv, ['-v', '--invert-match']))
  const patterns = filters.flatMap(patternsOf)
  return (
    listers.some((argv) => !isNarrow(argv)) &&
    patterns.every((pattern) => fits(pattern, linesOf(ground)) || isMere(pattern))
  )
}

/** One port, one file, or the children of one process. */
const isNarrow = ({ texts }: Argv): boolean =>
  texts.some(
    (text) =>
      /:\d|^\d+\/(?:tcp|udp)|^--ppid|^-P$/.test(text) || (/^[\w./~-]*\/[\w./~-]*$/.test(text) && !/^-/.test(text)),
  )

/** `pid=[0-9]*` picks numbers out of a line and leaves no line out. */
const isMere = (pattern: string): boolean => /^(?:pid|users?)?\W{0,8}(?:0-9|\\d|\[)/.test(pattern)

/** What a filter looks for: the pattern of grep, the texts between slashes of awk. */
function patternsOf({ program, texts, operands }: Argv): readonly string[] {
  const first = textAt(texts, operands[0]?.index ?? -1)
  return /grep$|^rg$/.test(program)
    ? [first]
    : [...first.matchAll(/(?<!!)\/([^/]+)\//g)].map((match) => textAt(match, 1))
}

/** `ls /proc`, `/proc/[0-9]*\/cmdline`. */
const listsAll = ({ texts }: Argv): boolean => texts.some((text) => /^\/proc(?:\/?$|\/[[*])/.test(text))

const readsOurs = ({ texts }: Argv, ground: TargetContext): boolean =>
  texts.some((text) => {
    const path = /\//.test(text) ? absolute(text, ground) : undefined
    return path !== undefined && ownReach(path, ground.around)?.relation === 'inside'
  })

const NAMES = ['node', 'fairlead', 'hook', 'claude', 'codex']

/** Our processes and the clients that we are asked by, as a list of processes shows them. */
const linesOf = ({ around: { home } }: TargetContext): readonly string[] => [
  `${home}/.fairlead/program/current/node --disable-sigusr1 ${home}/.fairlead/program/current/daemon.mjs`.toLowerCase(),
  `${home}/.fairlead/bin/hook claude-code`.toLowerCase(),
  `${home}/.fairlead/state/daemon.sock`.toLowerCase(),
  ...NAMES,
]

/** Options of these programs that take the next word. */
const VALUED = /^(?:-[ugtsGPFUM]|--(?:signal|user|euid|uid|group|pgroup|session|terminal|parent|pidfile|older|newer))$/

function namesOurs(argv: Argv, ground: TargetContext): boolean {
  const { program, texts } = argv
  // A signal looks like a bundle of options: `-STOP`, `-9`.
  const words = texts.filter((text) => !/^[-+](?:\d+|(?:SIG)?[A-Z]{3,}\d*)$/.test(text))
  const has = (letter: string, name: string): boolean =>
    hasOption(argv, [`-${letter}`, name]) || words.some((word) => /^-\w+$/.test(word) && word.includes(letter))
  const patterns = words.filter((word, at) => !word.startsWith('-') && !VALUED.test(textAt(words, at - 1)))
  // A whole terminal, session or group of processes, or everything of a user.
  if (patterns.length === 0)
    return words.some((word) => /^-(?:[tsgGuU]|-(?:terminal|session|p?group|user|euid|uid))/.test(word))
  const isExact = has('x', '--exact') || (/^(?:killall|pidof)$/.test(program) && !has('r', '--regexp'))
  const lines = has('f', '--full') ? linesOf(ground) : NAMES
  return patterns.some((pattern) => (isExact ? NAMES.includes(pattern.toLowerCase()) : fits(pattern, lines)))
}

/** Whatever in a regular expression may stand for something else. */
const UNCERTAIN = /\\.|\[[^[\]]*\][*+?]?|[\w /-][*?]|\{[\d,]*\}|[.^$()+*?]/

/** Whether it may match one of the lines: the texts that are certain in it stand there in order. */
const fits = (pattern: string, lines: readonly string[]): boolean =>
  pattern.split('|').some((part) => {
    const certain = part.toLowerCase().split(UNCERTAIN)
    return lines.some((line) => standInOrder(certain, line))
  })

function standInOrder(texts: readonly string[], line: string): boolean {
  let at = 0
  for (const text of texts) {
    const found = line.indexOf(text, at)
    if (found < 0) return false
    at = found + text.length
  }
  return true
}
