import { unreachable } from '../../../core/model/language.ts'
import { shown } from '../../../core/rules/options/argv.ts'
import type { Input, ResolvedCommand, Step, Word } from '../../../core/rules/shell/reading.ts'
import { spelled } from '../../../core/rules/text/canonical.ts'
import { inputText, UNRESOLVED_TEXTS } from '../../../core/words/explain.ts'

/** One thing that would run, wrappers taken off. */
export interface ExplainedStep {
  readonly number: number
  readonly kind: Step['kind']
  readonly runs: string
  /** Words after evaluation; null when it is no command. */
  readonly argv: readonly string[] | null
  /** Null when it is not constant. */
  readonly cwd: string | null
  readonly via: readonly string[]
  readonly privileged: boolean
  readonly remote: boolean
  readonly input: string | null
  readonly redirects: readonly string[]
  /** What cannot be known before it runs, and why. */
  readonly unresolved: readonly string[]
}

export function describeStep(step: Step, number: number): ExplainedStep {
  switch (step.kind) {
    case 'command':
      return describeCommand(step, number)
    case 'code': {
      const unknown = step.text === undefined ? [UNRESOLVED_TEXTS.program(step.language)] : []
      return { ...plain(step, number), runs: `${step.language}: ${step.text ?? '…'}`, unresolved: unknown }
    }
    case 'run-file':
      return {
        ...plain(step, number),
        runs: `${step.interpreter} ${asTyped(step.path)}`,
        unresolved: [...unknownWords([step.path]), UNRESOLVED_TEXTS.file],
      }
    case 'unresolved':
      return {
        ...plain({ ...step, cwd: undefined, privileged: false, place: 'local' }, number),
        runs: step.raw,
        unresolved: [UNRESOLVED_TEXTS[step.why]],
      }
    default:
      return unreachable(step)
  }
}

type Whereabouts = Pick<ResolvedCommand, 'cwd' | 'via' | 'privileged' | 'place'>

function plain(step: Whereabouts & { readonly kind: Step['kind'] }, number: number): ExplainedStep {
  return {
    number,
    kind: step.kind,
    runs: '',
    argv: null,
    cwd: step.cwd ?? null,
    via: step.via,
    privileged: step.privileged,
    remote: step.place === 'remote',
    input: null,
    redirects: [],
    unresolved: [],
  }
}

function describeCommand(step: ResolvedCommand, number: number): ExplainedStep {
  const assigned = step.env.map(([name, value]) => `${name}=${asTyped(value)}`)
  const redirects = step.redirects.map(({ op, target }) => `${op} ${asTyped(target)}`)
  const words = [...step.env.map(([, value]) => value), ...step.argv, ...step.redirects.map(({ target }) => target)]
  return {
    ...plain(step, number),
    runs: [...assigned, ...step.argv.map(asTyped), ...redirects].join(' '),
    argv: step.argv.map(shown),
    input: inputOf(step.input),
    redirects,
    unresolved: [...unknownWords(words), ...(isLost(step) ? [UNRESOLVED_TEXTS.folder] : [])],
  }
}

const isLost = ({ cwd, place }: ResolvedCommand): boolean => cwd === undefined && place === 'local'

/** Quoted where it was taken literally; what the shell still fills in stays as written. */
const asTyped = (word: Word): string =>
  word.kind === 'unknown' ? word.raw : word.glob ? word.text : spelled([word.text])

function unknownWords(words: readonly Word[]): readonly string[] {
  return [...new Set(words.flatMap((word) => (word.kind === 'unknown' ? [`\`${word.raw}\``] : [])))]
}

function inputOf(input: Input): string | null {
  switch (input.kind) {
    case 'none':
      return null
    case 'text':
      return inputText({ kind: 'text', what: input.text })
    case 'network':
      return inputText({ kind: 'network', what: input.url })
    case 'file':
      return inputText({ kind: 'file', what: shown(input.path) })
    case 'command':
      return inputText({ kind: 'command', what: input.argv.map(asTyped).join(' ') })
    case 'unknown':
      return inputText(input)
    default:
      return unreachable(input)
  }
}
