import type { MadeThing } from '../../model/tool.ts'
import type { RiskId } from '../../words/risks.ts'
import { type Argv, argvOf, GAP, hasOption, optionValues, wordText } from '../options/argv.ts'
import type { ResolvedCommand } from '../shell/reading.ts'
import type { TargetContext } from '../targets/targets.ts'
import { textAt } from '../text/word-table.ts'

/** What these rules speak of is lost to nobody, where this session made it. */
export const OWN_WORK_RULES: ReadonlySet<string> = new Set<RiskId>([
  ...(['git.branch-delete', 'docker.remove', 'database.drop-tool', 'database.sql-delete'] as const),
])

const ENGINES: ReadonlySet<string> = new Set(['docker', 'podman', 'nerdctl'])

/** EDGE-34: the judge asks whose work is lost. Everything that the command would delete was made by this session. */
export function isOwnWork(command: ResolvedCommand, { made = [] }: TargetContext): boolean {
  if (made.length === 0 || command.place !== 'local') return false
  const argv = argvOf(command)
  if (argv.program === 'psql') return deletesOwnRows(command, argv, made)
  const kind = kindOf(argv)
  if (kind === undefined) return false
  const [, ...rest] = argv.operands
  const named = kind === 'database' ? argv.operands : rest
  const names = named.map(({ index }) => textAt(argv.texts, index))
  return names.length > 0 && names.every((name) => made.some((one) => one.kind === kind && one.name === name))
}

/** What a command deletes, where it does nothing else. */
function kindOf(argv: Argv): MadeThing['kind'] | undefined {
  const [verb] = argv.operands.map(({ index }) => textAt(argv.texts, index))
  const others = (known: readonly string[]) => argv.options.every(({ name }) => known.includes(name))
  if (argv.program === 'git')
    return verb === 'branch' && others(['-D', '-d', '--delete', '-f', '--force']) && deletes(argv)
      ? 'branch'
      : undefined
  if (ENGINES.has(argv.program))
    return verb === 'rm' && others(['-f', '--force', '-v', '--volumes']) ? 'container' : undefined
  return argv.program === 'dropdb' && argv.options.every(({ name }) => name === '--if-exists') ? 'database' : undefined
}

const deletes = (argv: Argv): boolean => hasOption(argv, ['-D', '-d', '--delete'])

const PLAIN_PSQL = ['-c', '--command', '-d', '--dbname', '-q', '--quiet', '-t', '-A', '-X', '--no-psqlrc']

/** Rows of one database that this session made, each statement saying which; nothing leads to another host, file or database. */
function deletesOwnRows({ env, input, led }: ResolvedCommand, argv: Argv, made: readonly MadeThing[]): boolean {
  if (env.length > 0 || led === true || !/^(?:none|text)$/.test(input.kind)) return false
  if (!argv.options.every(({ name }) => PLAIN_PSQL.includes(name))) return false
  const named = optionValues(argv, ['-d', '--dbname']).map(wordText)
  const databases = [...named, ...argv.operands.map(({ index }) => textAt(argv.texts, index))]
  const [database] = databases
  if (databases.length !== 1 || !made.some(({ kind, name }) => kind === 'database' && name === database)) return false
  const texts = optionValues(argv, ['-c', '--command']).map(wordText)
  return [...texts, ...(input.kind === 'text' ? [input.text] : [])].every(isNarrow)
}

/** `\c` goes to another database; a statement without `where` takes every row. */
const isNarrow = (sql: string): boolean =>
  !/[\\]/.test(sql) &&
  !sql.includes(GAP) &&
  sql.split(';').every((statement) => !/\b(?:delete|update)\b/i.test(statement) || /\bwhere\b/i.test(statement))
