import { languageOfProgram } from '../book/languages.ts'
import { isDataConsumer } from '../book/readers.ts'
import { argvOf, wordText } from '../options/argv.ts'
import { pseudoCommand } from '../pseudo.ts'
import { literalCommandsIn } from '../shell/literal-commands.ts'
import type { ResolvedCommand } from '../shell/reading.ts'
import { textAt } from '../text/word-table.ts'
import { reachedPaths } from './code-reach.ts'
import { spokenCommands } from './code-spoken.ts'
import { codeText } from './code-text.ts'

export const MAX_SPOKEN_CHARS = 16_384

/** They say, search or hand on what they are given in sentences. */
const SAYS =
  /^(?:git|gh|glab|jj|hg|svn|sed|gsed|awk|gawk|mawk|jq|yq|grep|rg|find|g?find|fd|ssh|curl|wget|docker|kubectl|claude|codex|export|alias|test|\[|\[\[|read|declare|local|cd|tee|cat|for|case|echo|printf|print)$/

/** What they are handed, another machine runs. */
const ELSEWHERE = /^(?:adb|fly|flyctl|heroku|podman|nerdctl|lxc|incus|oc|multipass|vagrant|limactl|gcloud|az|aws)$/

/** Clients whose language writes files and starts programs. */
const QUERIES = /^(?:psql|mysql|mariadb|mongosh?|sqlite3|duckdb|g?make|clickhouse\S*)$/

/** Options whose value is code, by their names. */
const CODE = /^(?:-e|--?(?:eval|execute|expr|expression|code))$/

/** Variables that name a file which is written. */
const TRACES = /^GIT_TRACE|(?:^|_)(?:TRACE|LOG|LOGFILE|LOG_FILE|OUTPUT|OUTPUT_FILE|DUMP|REPORT|COVERAGE|HISTFILE)$/

/** `frob -e 'zap("/home/me")'`: a text in a language of its own, and what it could do to the paths that it names. */
export function spokenReach(step: ResolvedCommand): readonly ResolvedCommand[] {
  if (step.place === 'remote' || (step.argv.length < 2 && step.input.kind !== 'text' && step.env.length === 0))
    return []
  const { program } = argvOf(step)
  const traced = step.env.flatMap(([name, value]) => (TRACES.test(name) && value.kind === 'known' ? [value] : []))
  if (traced.length > 0) return [pseudoCommand(['<reach>', ...traced], step)]
  const edited = EDITORS.test(program) ? editedBy(step) : []
  if (edited.length > 0) return [pseudoCommand(['<reach>', ...edited], step)]
  if (program === '' || SAYS.test(program)) return []
  const doers = ELSEWHERE.test(program) ? [] : handedDoers(step, program)
  // Code in a language that is known is read as that.
  const isRead = languageOfProgram(program) !== 'other'
  if (isRead) return doers
  const isData = isDataConsumer(program) && !QUERIES.test(program)
  const words = step.argv.slice(1).map(wordText)
  const fed = step.input.kind === 'text' ? [step.input.text] : []
  const codes = (isData ? words.filter((_, at) => CODE.test(textAt(words, at - 1))) : [...words, ...fed])
    .filter((text) => /[~/]/.test(text) && /[\s(]/.test(text) && text.length <= MAX_SPOKEN_CHARS)
    .map((text) => codeText(text, 'other'))
  const reached = codes.flatMap((code) => reachedPaths(code, []))
  return [
    ...doers,
    ...codes
      .flatMap(spokenCommands)
      .flatMap(literalCommandsIn)
      .map((found) => ({ ...found, cwd: step.cwd })),
    ...(reached.length === 0 ? [] : [pseudoCommand(['<reach>', ...reached], step)]),
  ]
}

const DOER = /^["'|!\s]*(?:[\w/.-]{0,80}\/)?(?:rm|shred|srm|wipe|unlink|rmdir|trash|truncate)(?=$|[\s;,"'])/
const PATH = /^(?:~|\.{0,2}\/)[^\s]/

/** Behind them stands what is run. */
const HANDS = /^--?(?:[\w-]*-)?(?:exec|command|cmd|run|shell|wrapper|launcher|runner|tool|toolexec)$|^--$/

/**
 * `SHELL=/bin/rm FLAGS='-rf x'`, `--exec 'rm -rf' x`, `each x -- rm`: a program that takes away what it is given, in a value or
 * behind the first word of another one, and the paths around it.
 */
function handedDoers(step: ResolvedCommand, program: string): readonly ResolvedCommand[] {
  const texts = [...step.argv.slice(1), ...step.env.map(([, value]) => value)].map(wordText)
  const values = texts.map((text) => text.replace(/^[^\s=]*=/, ''))
  const isData = isDataConsumer(program)
  const at = values.findIndex(
    (value, index) =>
      DOER.test(value) &&
      (value !== texts[index] ||
        HANDS.test(textAt(texts, index - 1)) ||
        (!isData && (index > 0 || /[\s;,]/.test(value)))),
  )
  if (at < 0 || values.some((value) => /^(?:-h|--help|--version)$/.test(value))) return []
  const pieces = values.flatMap((value) => value.split(/[\s;,"']+/))
  const paths = pieces.filter((piece) => PATH.test(piece) && !DOER.test(piece) && !piece.startsWith('/dev/'))
  if (paths.length === 0) return []
  const isTree = pieces.some((piece) => /^-[a-zA-Z]*[rR]/.test(piece) && !texts.slice(0, at).includes(piece))
  return [pseudoCommand(isTree ? ['rm', '-rf', ...paths] : ['<reach>', ...paths], step)]
}

/** `vim -c 'w! ~/x'`, `ed ~/x <<< 'd'`: what is named in a command that writes, and the file itself. */
function editedBy(step: ResolvedCommand): readonly string[] {
  const texts = step.argv.slice(1).map(wordText)
  const said = [...texts, ...(step.input.kind === 'text' ? step.input.text.split('\n') : [])]
  const written = said.flatMap((text) => EX_WRITE.exec(text)?.[1] ?? [])
  const saves = said.some((text) => /^(?:\+|--cmd=?)?:?(?:w|wq|x|wa|xa|update|[^|]*\|\s*(?:w|wq|x))!?$/.test(text))
  return [...written, ...(saves ? texts.filter((text) => /^(?:~?\/|\.\.\/)/.test(text)) : [])]
}

const EDITORS = /^(?:n?vim?|view|ex|ed|red|kak|hx|nano|emacs)$/
const EX_WRITE = /^(?:\+|:)*(?:w|wq|write|sav|saveas|up|update)!?\s+(?:>>\s*)?((?:~?\/|\.\.\/)\S+)/
