import { argvOf, wordText } from '../options/argv.ts'
import { knownWord } from '../pseudo.ts'
import type { ResolvedCommand, Word } from '../shell/reading.ts'
import { textAt, wordSet } from '../text/word-table.ts'
import { wordsDone } from './effects.ts'

/** The same deed in the words of another program, for programs whose arguments hold it in their own grammar. */
export function equivalents(command: ResolvedCommand): readonly ResolvedCommand[] {
  const argv = argvOf(command)
  const { program, texts } = argv
  if (/^(?:g?find|bfs)$/.test(program)) return findDeletes(texts) ? [findDelete(command, texts)] : []
  if (/^(?:pnpm|yarn|bun)$/.test(program) && RUN_BY_NAME.has(textAt(texts, 0)))
    return [{ ...command, argv: command.argv.slice(1) }]
  if (program === 'cmake' && /^-E (?:rm|remove_directory)$/.test(texts.slice(0, 2).join(' ')))
    return [asRemoval(command, 3)]
  const client = JS_RUNNERS.test(program) ? argv.operands[0]?.index : undefined
  const name = client === undefined ? undefined : clientAt(textAt(texts, client))
  if (client !== undefined && name !== undefined)
    return [{ ...command, argv: [knownWord(name), ...command.argv.slice(client + 2)] }]
  if (program === '-') return [{ ...command, argv: command.argv.slice(1) }] // `env - git …`: an empty environment
  const uprooted = /^[gs]?rm$/.test(program) ? [] : wordsDone(argv, 'uproots')
  if (uprooted.length > 0) return [{ ...command, argv: [knownWord('rm'), knownWord('-rf'), ...uprooted] }]
  const aws = /^(?:aws-sso|granted|assume)$/.test(program) ? texts.indexOf('aws') : -1
  return aws < 0 ? [] : [{ ...command, argv: command.argv.slice(aws + 1) }]
}

const JS_RUNNERS = /^(?:node|nodejs|bun|deno|tsx)$/

/** `node …/claude-code/cli.js`, `node $(which claude)`: a client by the path of its program. */
const clientAt = (path: string): string | undefined =>
  /(?:@anthropic-ai\/claude-code|@openai\/codex)\/|(?:^|[/\s])(?:claude|codex)(?:\.[cm]?js|\.exe)?["')]*$/.exec(
    path,
  ) === null
    ? undefined
    : /codex/.test(path)
      ? 'codex'
      : 'claude'

/** Empty folders hold nothing: `find . -empty -type d -delete` takes nothing away. The tests count only before `-delete`. */
function findDeletes(texts: readonly string[]): boolean {
  const at = texts.indexOf('-delete')
  if (at < 0) return false
  const tests = texts.slice(0, at)
  const isPlain = !texts.some((text) => /^(?:-o|-or|,|!|-not|\(|\))$/.test(text))
  return !(isPlain && tests.includes('-empty') && tests[tests.indexOf('-type') + 1] === 'd')
}

function asRemoval(command: ResolvedCommand, firstOperand: number): ResolvedCommand {
  return { ...command, argv: [knownWord('rm'), knownWord('-rf'), ...command.argv.slice(firstOperand)] }
}

/** Package managers run an installed program by its bare name. */
const RUN_BY_NAME = wordSet(
  'wrangler vercel netlify firebase prisma knex sequelize typeorm drizzle-kit cdk serverless sls supabase lerna changeset semantic-release gh-pages hardhat',
)

const NAME_TESTS = new Set(['-name', '-iname', '-path', '-ipath', '-wholename', '-regex', '-iregex'])
/** Tests that leave only part of the tree, without saying which. */
const OTHER_TESTS = wordSet(
  '-mtime -atime -ctime -mmin -newer -size -empty -user -group -perm -maxdepth -links -inum -amin -cmin',
)

/** `find … -delete`: a recursive delete, or with tests a delete of what fits them. */
function findDelete(command: ResolvedCommand, texts: readonly string[]): ResolvedCommand {
  const starts = startsOf(command.argv.slice(1), texts)
  const names = texts.flatMap((text, index) => (NAME_TESTS.has(text) ? [textAt(texts, index + 1)] : []))
  if (names.length > 0)
    return {
      ...command,
      argv: [knownWord('<find-delete>'), ...starts.flatMap((start) => names.map((name) => below(start, name)))],
    }
  if (texts.some((text) => OTHER_TESTS.has(text))) return { ...command, argv: [knownWord('<find-delete>'), ...starts] }
  return { ...command, argv: [knownWord('rm'), knownWord('-rf'), ...starts] }
}

/** The folders find starts from: the current one when none is named. */
function startsOf(words: readonly Word[], texts: readonly string[]): readonly Word[] {
  const first = texts.findIndex((text) => !/^-(?:[HLPEXdsxf]+|O\d)$/.test(text))
  const rest = words.slice(Math.max(first, 0))
  const starts = rest.slice(
    0,
    rest.findIndex((word) => /^[-(!,]/.test(wordText(word))),
  )
  return starts.length === 0 ? [knownWord('.')] : starts
}

/** `find dir -name '*.pyc'` as `dir/*.pyc`. */
function below(start: Word, name: string): Word {
  const inner = name.replace(/^(?:\*\/|\.\/)+/, '')
  if (start.kind === 'unknown') return { ...start, suffix: `${start.suffix}/${inner}` }
  return { kind: 'known', text: `${start.text.replace(/(?<!\/)\/+$/, '')}/${inner}`, glob: true }
}
