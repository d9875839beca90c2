import { unreachable } from '../../../core/model/language.ts'
import { shown } from '../../../core/rules/options/argv.ts'
import type { Input, ResolvedCommand, Step, Unresolved, Word } from '../../../core/rules/shell/reading.ts'
import { spelled } from '../../../core/rules/text/canonical.ts'

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
      const unknown = step.text === undefined ? [`the ${step.language} program is made when it runs`] : []
      return { ...plain(step, number), runs: `${step.language}: ${step.text ?? '…'}`, unresolved: unknown }
    }
    case 'run-file':
      return {
        ...plain(step, number),
        runs: `${step.interpreter} ${asTyped(step.path)}`,
        unresolved: [...unknownWords([step.path]), 'the content of the file'],
      }
    case 'unresolved':
      return {
        ...plain({ ...step, cwd: undefined, privileged: false, place: 'local' }, number),
        runs: step.raw,
        unresolved: [WHY[step.why]],
      }
    default:
      return unreachable(step)
  }
}

const WHY: Readonly<Record<Unresolved['why'], string>> = {
  unparsable: 'this is no shell text that can be parsed',
  'too-long': 'the text is too long to be read',
  'too-deep': 'text inside text goes too deep to be read',
  'unknown-command': 'the name of the program is made when it runs',
  'unknown-code': 'the code is made when it runs',
  'network-code': 'the code comes from the network',
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
    input: inputWords(step.input),
    redirects,
    unresolved: [...unknownWords(words), ...(isLost(step) ? ['the folder it runs in'] : [])],
  }
}

const isLost = ({ cwd, place }: ResolvedCommand): boolean => cwd === undefined && place === 'local'

/** Quoted where it was taken literally; what the shell still fills in stays as written. */
const asTyped = (word: Word): string =>
  word.kind === 'unknown' ? word.raw : word.glob ? word.text : spelled([word.text])

function unknownWords(words: readonly Word[]): readonly string[] {
  return [...new Set(words.flatMap((word) => (word.kind === 'unknown' ? [`\`${word.raw}\``] : [])))]
}

function inputWords(input: Input): string | null {
  switch (input.kind) {
    case 'none':
      return null
    case 'text':
      return `the text \`${input.text}\``
    case 'network':
      return `the network, \`${input.url}\``
    case 'file':
      return `the file \`${shown(input.path)}\``
    case 'command':
      return `the output of \`${input.argv.map(asTyped).join(' ')}\``
    case 'unknown':
      return 'something not known'
    default:
      return unreachable(input)
  }
}
