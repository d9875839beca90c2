import { type Argv, hasOption } from '../options/argv.ts'
import { hasWord, textAt, wordSet, wordsIn } from '../text/word-table.ts'

/** They look at names, sizes and dates, or only speak of a path. */
const LOOKERS = `ls dir stat du test [ [[ readlink realpath basename dirname cd pushd popd pwd which type echo printf
  true false : read let`
/** They also change the shell they run in, or something elsewhere, but no file that they are given. */
const SPEAKERS = `print export declare local readonly typeset set unset alias unalias gh glab bd beads logger notify-send
  man tldr history`
/** They show what is in a file, and write nowhere but to standard output. */
const SHOWERS = `cat less more head tail bat batcat tac nl wc file grep egrep fgrep rg ag ack diff cmp comm cut paste
  column fold fmt hexdump od strings md5sum sha1sum sha256sum sha512sum shasum cksum b2sum jq yq find fd sort tree uniq`
/** The same, and they may read what they check from elsewhere. */
const CHECKERS = `base64 base32 gron shellcheck yamllint jsonlint xmllint ajv check-jsonschema fairlead source . sed gsed
  awk gawk prettier biome eslint shfmt xxd`
/** They tell about the machine, or steer the script. */
const TELLERS = `df command tr seq date whoami id uname hostname env printenv ps uptime free nproc exit return break
  continue shift wait sleep`

const LOOKS = wordSet(LOOKERS, SPEAKERS)
const SHOWS = wordSet(SHOWERS, CHECKERS)
const READS = wordSet(LOOKERS, SHOWERS, TELLERS)

/** What turns a reader into something else. */
interface Turn {
  /** Options that write to a file it is given, or that they name. */
  readonly writes?: readonly string[]
  /** Options that run something, or change something else. */
  readonly acts?: readonly string[]
  /** Any word like this. */
  readonly words?: RegExp
  /** More operands than this: the last is written. */
  readonly most?: number
}

const PAGERS = { acts: wordsIn('--pager --paging --generate-config-file'), words: /^cache$/ }
const SED = { writes: ['--in-place'] }
const AWK = { writes: ['--include'], words: /inplace/ }

const TURNS: ReadonlyMap<string, Turn> = new Map<string, Turn>([
  ['find', { writes: wordsIn('-delete -exec -execdir -ok -okdir -fprint -fprint0 -fprintf -fls') }],
  ['fd', { writes: ['--exec', '--exec-batch'] }],
  ['sort', { writes: ['--output'], acts: ['--compress-program'] }],
  ['tree', { writes: ['-o'], acts: ['-R'] }],
  ['jq', { writes: wordsIn('-i --in-place --inplace') }],
  ['yq', { writes: ['--inplace'], acts: ['--split-exp'] }],
  ['rg', { acts: ['--pre', '--hostname-bin'] }],
  ['bat', PAGERS],
  ['batcat', PAGERS],
  ['ag', { acts: ['--pager'] }],
  ['ack', { acts: ['--pager', '--output'] }],
  ['file', { acts: ['--compile'] }],
  ['date', { acts: ['--set'], words: /^\d{8,}/ }],
  ['hostname', { words: /^[^-]|^-F|^--file/ }],
  ['env', { words: /^[^-]|^-[a-zA-Z]*S|^--s/ }],
  ['command', { words: /^[^-]/ }],
  ['less', { writes: ['--log-file', '--LOG-FILE'], acts: ['--lesskey-file'], words: /^\+/ }],
  ['more', { words: /^\+/ }],
  ['wait', { acts: ['-p'] }],
  ['uniq', { most: 1 }],
  ['xxd', { writes: ['-r'], most: 1 }],
  ['sed', SED],
  ['gsed', SED],
  ['awk', AWK],
  ['gawk', AWK],
  ['prettier', { writes: ['-w', '--write'] }],
  ['biome', { writes: wordsIn('--write --fix --apply --apply-unsafe') }],
  ['eslint', { writes: wordsIn('--fix --fix-dry-run --fix-type -o --output-file') }],
  ['shfmt', { writes: ['-w', '--write'] }],
])

const GIT_LOOKS = 'diff log show status blame annotate ls-files ls-tree check-ignore grep rev-parse cat-file shortlog'
/** Sub-commands that take what they are given as it is, and write none of it. */
const GIT_TAKES = wordSet(GIT_LOOKS, 'add commit check-attr tag notes')
const GIT_READS = wordSet(GIT_LOOKS, 'describe rev-list')
/** Options of git itself, before the sub-command, that run something or look elsewhere. */
const GIT_LEADS = wordsIn('-c --config-env --exec-path --git-dir --work-tree')
const GIT_RUNS = wordsIn('--output --ext-diff --textconv --open-files-in-pager')
/** `git grep -nOless` starts a pager; in other sub-commands an `O` inside a bundle is text: `git log -SOption`. */
const STARTS_PAGER = { grep: /^-[A-Za-z]*O/, other: /^-O/ }

/** Does it only look at the names of what it is given? */
export const onlyLooks = ({ program }: Argv): boolean => LOOKS.has(program)

/** Does it write to none of the files it is given? What else it does is not asked. */
export function onlyShows(argv: Argv): boolean {
  if (argv.program === 'git') return GIT_TAKES.has(verbOf(argv)) && !hasOption(argv, ['--output'])
  return SHOWS.has(argv.program) && !isTurned(argv, TURNS.get(argv.program), 'writes')
}

/** Does it change nothing at all, and run nothing? */
export function onlyReads(argv: Argv): boolean {
  if (argv.program === 'git') return isGitReading(argv)
  if (argv.program === 'sed') return isPrinting(argv.texts)
  return READS.has(argv.program) && !isTurned(argv, TURNS.get(argv.program), 'anything')
}

function isTurned(argv: Argv, turn: Turn | undefined, by: 'writes' | 'anything'): boolean {
  if (turn === undefined) return false
  const { writes = [], acts = [], words, most = Number.POSITIVE_INFINITY } = turn
  return (
    hasOption(argv, by === 'writes' ? writes : [...writes, ...acts]) ||
    argv.operands.length > most ||
    (words !== undefined && argv.texts.some((text) => words.test(text)))
  )
}

const verbOf = ({ texts, operands }: Argv): string => textAt(texts, operands[0]?.index ?? -1)

function isGitReading(argv: Argv): boolean {
  const [verb] = argv.operands
  const leads = argv.options.filter(({ index }) => verb === undefined || index < verb.index)
  const pager = STARTS_PAGER[verbOf(argv) === 'grep' ? 'grep' : 'other']
  return (
    GIT_READS.has(verbOf(argv)) &&
    !hasOption({ ...argv, options: leads }, GIT_LEADS) &&
    !hasOption(argv, GIT_RUNS) &&
    !argv.texts.some((text) => pager.test(text))
  )
}

/** `sed` runs and writes in more ways than can be listed, so what only prints is listed: `sed -n 10,20p`. */
function isPrinting(words: readonly string[]): boolean {
  const at = words.findIndex((word) => !word.startsWith('-'))
  // Options count wherever they stand: `sed 1p file -i` writes.
  const isQuiet = words.every((word) => !word.startsWith('-') || /^-[nErsuz]+$/.test(word))
  return isQuiet && /^(?:(?:\d+|\$|\/[^/]*\/)(?:,(?:\d+|\$|\/[^/]*\/))?)?[pqd=]$/.test(textAt(words, at))
}

/** Programs that print, search, store or compare their arguments and never run them: a command inside is a mention. */
const CONSUMERS = wordSet(`
  : true false echo printf print cat bat tac head tail less more grep egrep fgrep rg ag ack sed gsed awk gawk mawk cut sort uniq tr wc
  diff cmp comm paste column fold fmt nl tee jq yq gron xmllint pup htmlq cmark pandoc markdownlint prettier
  git gh glab hub jj hg svn tig curl wget http https xh ls dir find fd locate tree stat file du df which whereis type man info tldr cheat help apropos
  test [ [[ expr let declare export local readonly typeset set unset alias unalias read mapfile readarray return exit shift cd pushd popd pwd
  logger notify-send say osascript_ terminal-notifier wall write mail cowsay figlet toilet lolcat banner boxes
  basename dirname realpath readlink date seq yes rev base64 base32 md5sum sha1sum sha256sum shasum openssl xxd od hexdump strings
  touch mkdir cp mv ln rm rmdir chmod chown install tar zip unzip gzip gunzip
  npm pnpm yarn bun cargo go pip pip3 uv poetry gem bundle mvn gradle make cmake ninja
  psql mysql sqlite3 redis-cli mongosh mongo
  docker podman kubectl helm terraform tofu pulumi aws gcloud az
  claude codex gemini aider llm ollama sgpt mods chatgpt fabric goose opencode cursor-agent copilot amp bd beads
  vim vi nvim nano emacs code subl open xdg-open pbcopy xclip xsel wl-copy
  fairlead history fc bind complete compgen trap wait jobs kill pkill pgrep killall ps top htop lsof
  semgrep shellcheck shfmt eslint tsc vitest jest pytest mocha rspec phpunit ctest bats playwright cypress
  sleep time env sudo nohup watch timeout xargs parallel ssh scp rsync
`)

export const isDataConsumer = (program: string): boolean => CONSUMERS.has(program)

const DISPLAYS = 'cat bat less more head tail nl tac strings xxd od hexdump base64'
/** They print a file as it is. */
export const isDisplay = (program: string): boolean => hasWord(DISPLAYS, program)

/** They may stand beside a display without using what it shows. */
export const isBystander = (program: string): boolean =>
  isDisplay(program) || hasWord('ls cd pwd echo printf file stat wc true :', program)
