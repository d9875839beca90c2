import { hasWord, valueNamed } from '../text/word-table.ts'
import { type Grammar, grammarOf } from './grammar.ts'
import { ABBREVIATING, EXACT } from './rows.ts'

/** Programs whose long options have one dash, so `-delete` is no bundle of short ones. */
const ONE_DASH =
  'find terraform tofu terragrunt java gdb lldb nginx openssl atmos mvn javac go packer nomad consul vault'

const grammars = new Map<string, Grammar>()

/** How this program's options are spelled, where that is known. */
export function optionsOf(program: string): Grammar | undefined {
  const known = grammars.get(program)
  if (known !== undefined) return known
  const abbreviated = valueNamed(ABBREVIATING, program)
  const options = abbreviated ?? valueNamed(EXACT, program)
  if (options === undefined) return undefined
  const grammar = grammarOf(`${options} --help --version`, { abbreviates: abbreviated !== undefined })
  grammars.set(program, grammar)
  return grammar
}

/** Whether `-abc` may be three options. */
export const hasBundles = (program: string): boolean => !hasWord(ONE_DASH, program)
