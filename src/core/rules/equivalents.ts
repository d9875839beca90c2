import { argvOf, textOf } from './argv.ts'
import { textAt } from './at.ts'
import { knownWord as word } from './pseudo.ts'
import type { ResolvedCommand, Word } from './shell/reading.ts'

/** The same deed in the words of another program, for programs whose arguments hold it in their own grammar. */
export function equivalents(command: ResolvedCommand): readonly ResolvedCommand[] {
  const { program, texts } = argvOf(command)
  if (program === 'find' || program === 'gfind' || program === 'bfs') return findDeeds(command, texts)
  if (program === 'fd' || program === 'fdfind') return fdDeeds(command, texts)
  if (/^python[\d.]*$/.test(program) && texts[0] === '-m') return [{ ...command, argv: command.argv.slice(2) }]
  if (/^(pnpm|yarn|bun)$/.test(program) && RUN_BY_NAME.has(textAt(texts, 0))) return [{ ...command, argv: command.argv.slice(1) }]
  if (/^(aws-sso|granted|assume)$/.test(program)) return afterProgram(command, texts, 'aws')
  return []
}

/** Package managers run an installed program by its bare name. */
const RUN_BY_NAME = new Set('wrangler vercel netlify firebase prisma knex sequelize typeorm drizzle-kit cdk serverless sls supabase lerna changeset semantic-release gh-pages hardhat'.split(' '))

function afterProgram(command: ResolvedCommand, texts: readonly string[], name: string): readonly ResolvedCommand[] {
  const at = texts.indexOf(name)
  return at < 0 ? [] : [{ ...command, argv: command.argv.slice(at + 1) }]
}

const NAME_TESTS = new Set(['-name', '-iname', '-path', '-ipath', '-wholename', '-regex', '-iregex'])
/** Tests that leave only part of the tree, without saying which. */
const OTHER_TESTS = new Set(['-mtime', '-atime', '-ctime', '-mmin', '-newer', '-size', '-empty', '-user', '-group', '-perm', '-maxdepth', '-links', '-inum', '-amin', '-cmin'])

/** `find … -delete` and `find … -exec rm`: a recursive delete, or with a name test a delete of what fits the name. */
function findDeeds(command: ResolvedCommand, texts: readonly string[]): readonly ResolvedCommand[] {
  const act = findAct(texts)
  if (act === undefined) return []
  const { starts, first } = startsOf(command.argv.slice(1), texts)
  const names = namesIn(texts)
  const narrowed = names.length > 0 || texts.slice(first).some((text) => OTHER_TESTS.has(text))
  const fixed = act.operands.filter((text) => text !== '{}' && !text.startsWith('-'))
  const vital: ResolvedCommand = { ...command, argv: [word('rm'), word('-rf'), ...fixed.map(word)] }
  const direct = act.program === 'rm' && fixed.length > 0 ? [vital] : []
  if (act.program === 'rm' && !narrowed) return [{ ...command, argv: [word('rm'), word('-rf'), ...starts] }, ...direct]
  const targets = findTargets(command)
  return [{ ...command, argv: [word(act.program === 'rm' ? '<find-delete>' : `<find-${act.program}>`), ...targets] }, ...direct]
}

const namesIn = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text, index) => (NAME_TESTS.has(text) ? [textAt(texts, index + 1)] : []))

/** What a find command names: its starting folders, narrowed by its name tests. */
function findTargets(command: ResolvedCommand): readonly Word[] {
  const { texts } = argvOf(command)
  const { starts } = startsOf(command.argv.slice(1), texts)
  const names = namesIn(texts)
  return starts.flatMap((start) => (names.length === 0 ? [start] : names.map((name) => below(start, name))))
}

interface Act {
  readonly program: string
  readonly operands: readonly string[]
}

const REMOVERS = new Set(['rm', 'unlink', 'shred', 'rmdir', 'srm', 'trash_'])

function findAct(texts: readonly string[]): Act | undefined {
  if (texts.includes('-delete')) return { program: 'rm', operands: [] }
  const at = texts.findIndex((text) => text === '-exec' || text === '-execdir' || text === '-ok' || text === '-okdir')
  if (at < 0) return undefined
  const end = texts.findIndex((text, index) => index > at && (text === ';' || text === '+'))
  const inner = texts.slice(at + 1, end < 0 ? texts.length : end)
  const skip = inner.findIndex((text) => !/^(sudo|command|env|busybox|nice|ionice|\\?.*\/(env|sudo))$/.test(text))
  const program = textAt(inner, skip).replace(/^.*\//, '').replace(/^\\/, '')
  const operands = inner.slice(skip + 1)
  if (REMOVERS.has(program)) return { program: 'rm', operands }
  return program === 'chmod' || program === 'chown' ? { program, operands } : undefined
}

/** The folders find starts from, and the index of its first test. */
function startsOf(words: readonly Word[], texts: readonly string[]): { readonly starts: readonly Word[]; readonly first: number } {
  const options = texts.findIndex((text) => !/^-[HLPEXdsx]+$|^-O\d$/.test(text))
  let at = Math.max(options, 0)
  const starts: Word[] = []
  if (texts[at] === '-f') at += 1
  for (; at < words.length; at++) {
    const next = words[at]
    if (next === undefined || /^[-(!,]/.test(textOf(next))) break
    starts.push(next)
  }
  return { starts: starts.length === 0 ? [word('.')] : starts, first: at }
}

/** `find dir -name '*.pyc'` as `dir/*.pyc`. */
function below(start: Word, name: string): Word {
  const inner = name.replace(/^(\*\/|\.\/)+/, '')
  if (start.kind === 'known') return { kind: 'known', text: `${start.text.replace(/\/+$/, '')}/${inner}`, glob: true }
  return { ...start, suffix: `${start.suffix}/${inner}` }
}

/** `fd pattern -x rm`. */
function fdDeeds(command: ResolvedCommand, texts: readonly string[]): readonly ResolvedCommand[] {
  const at = texts.findIndex((text) => /^(-x|-X|--exec|--exec-batch)$/.test(text))
  if (at < 0 || !REMOVERS.has(textAt(texts, at + 1))) return []
  const pattern = textAt(texts.slice(0, at).filter((text) => !text.startsWith('-')), 0)
  return [{ ...command, argv: [word('<find-delete>'), { kind: 'known', text: `./*${pattern}*`, glob: true }] }]
}
