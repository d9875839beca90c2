import { programNamed } from '../book/book.ts'
import { argvOf, wordOf, wordText } from '../options/argv.ts'
import { pseudoCommand } from '../pseudo.ts'
import type { ResolvedCommand } from '../shell/reading.ts'
import { textAt } from '../text/word-table.ts'

/** A folder of this machine inside of a container. */
export interface Mount {
  readonly from: string
  readonly to: string
  readonly isReadOnly: boolean
}

const OPTION =
  /^(?:-v|--volume|--mount|-B|--bind|--bind-ro|--bind-try|--ro-bind|--dev-bind|-b|--build-context|--ssh|--secret|--env-file)$/
/** What is only handed in. */
const HANDED_IN = /^(?:--bind-ro|--ro-bind|--build-context|--ssh|--secret|--env-file)$/
const BOXES =
  /^(?:devcontainer|systemd-nspawn|bwrap|apptainer|singularity|proot|firejail|udocker|charliecloud|ch-run|enroot)$/

/** The folders that the options of a container engine, or of a sandbox, put in it. */
export function mountsIn(texts: readonly string[]): readonly Mount[] {
  return texts.flatMap((text, at) => {
    const equals = text.startsWith('--') ? text.indexOf('=') : -1
    const name = equals < 0 ? text : text.slice(0, equals)
    if (!OPTION.test(name)) return []
    return mountOf(equals < 0 ? textAt(texts, at + 1) : text.slice(equals + 1), name)
  })
}

function mountOf(value: string, name: string): readonly Mount[] {
  const fields = value.split(',').map((field) => field.split('=', 2))
  const fieldOf = (...names: readonly string[]): string =>
    fields.flatMap(([key = '', text = '']) => (names.includes(key) ? [text] : []))[0] ?? ''
  const source = fieldOf('src', 'source')
  if (source !== '') {
    const isReadOnly = HANDED_IN.test(name) || /(?:^|,)(?:readonly|ro)(?:=true|=1)?(?:,|$)/.test(value)
    return [{ from: source, to: fieldOf('dst', 'target', 'destination'), isReadOnly }]
  }
  const [first = '', second = '', mode = ''] = value.replace(/^[\w-]+=(?=[~/.])/, '').split(':')
  return isFolder(first)
    ? [{ from: first, to: second, isReadOnly: HANDED_IN.test(name) || /(?:^|,)ro(?:,|$)/.test(mode) }]
    : []
}

/** A name alone is a volume that the engine keeps. */
const isFolder = (text: string): boolean => /^(?:~|\.{1,2})?(?:\/|$)/.test(text) && text !== ''

/** What a container could do to what it is given. */
export function mountDeeds(step: ResolvedCommand): readonly ResolvedCommand[] {
  if (step.argv.length < 3 || step.place === 'remote') return []
  const { program, operands, texts } = argvOf(step)
  const isEngine = programNamed(program)?.work === '@containers'
  if (!isEngine && !BOXES.test(program)) return []
  const all = mountsIn(step.argv.slice(1).map(wordText))
  const written = all.filter(({ isReadOnly }) => !isReadOnly)
  const context = isEngine && operands.some(({ index }) => textAt(texts, index) === 'build') ? operands.slice(-1) : []
  const pseudo = (name: string, words: readonly string[]): readonly ResolvedCommand[] =>
    words.length === 0 ? [] : [pseudoCommand([name, ...words.map((word) => wordOf(word))], step)]
  return [
    ...pseudo(
      '<mount>',
      written.map(({ from }) => from),
    ),
    ...pseudo(
      '<mount-read>',
      all.map(({ from }) => from),
    ),
    // What a build is given, whoever wrote its steps may keep.
    ...pseudo(
      '<serves>',
      context.map(({ index }) => textAt(texts, index)),
    ),
  ]
}
