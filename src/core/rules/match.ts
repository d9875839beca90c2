import { onFirstUse } from '../model/language.ts'
import type { HttpTest, Matcher, TargetTest, Words } from '../model/rule.ts'
import { placed, wordsDone } from './book/effects.ts'
import { type HttpRequest, hostKinds, httpRequests, isHttpClient } from './flow/http.ts'
import { sqlDeeds } from './flow/sql.ts'
import {
  type Argv,
  argvOf,
  arranged,
  askedOptions,
  followPath,
  mayHave,
  type Path,
  SKIP,
  shown,
  surelyHas,
  type Trail,
  wordOf,
  wordText,
} from './options/argv.ts'
import { matchesPattern } from './shell/expand/patterns.ts'
import { resolvePath } from './shell/path.ts'
import type { ResolvedCommand, Word } from './shell/reading.ts'
import { absolute, type CommandTarget, type TargetContext, targetOf } from './targets/targets.ts'
import { type Test, wildcard } from './text/wildcard.ts'

/** One command as the matchers see it. */
export interface CommandView {
  readonly command: ResolvedCommand
  readonly argv: Argv
  readonly ground: TargetContext
  readonly requests: readonly HttpRequest[]
  /** Words already looked up: many rules ask about the same ones. */
  targets: Map<Word, CommandTarget> | undefined
}

export interface Match {
  readonly targets: readonly CommandTarget[]
}

/** A matcher with its patterns made ready. */
export type Compiled = (view: CommandView, about: Words | undefined) => Match | undefined

export function viewOf(command: ResolvedCommand, ground: TargetContext): CommandView {
  const argv = argvOf(command)
  return { command, argv, ground, requests: isHttpClient(argv.program) ? httpRequests(argv) : [], targets: undefined }
}

/** `git -C x branch`: options before the sub-command are git's own. Elsewhere their place does not matter. */
const globalOptions = (view: CommandView, trail: Trail): number => (view.argv.program === 'git' ? trail.head : -1)

type Check = (view: CommandView, head: number) => boolean

const AT_START: Trail = { next: 0, head: -1 }

export function compile(matcher: Matcher): Compiled {
  const path: Path = (matcher.path ?? []).map((step) => (step === '**' ? SKIP : wildcard(step)))
  // Of many rules about one program only those of its sub-command come so far.
  const checks = onFirstUse(() => checksOf(matcher))
  return (view, about) => {
    const trail = path.length === 0 ? AT_START : followPath(view.argv, path)
    if (trail === undefined) return undefined
    const head = globalOptions(view, trail)
    for (const check of checks()) if (!check(view, head)) return undefined
    const start = trail.next
    if (matcher.operands !== undefined) {
      const count = arranged(view.argv, start).length
      if (count < matcher.operands[0] || count > matcher.operands[1]) return undefined
    }
    if (matcher.targets === undefined) return { targets: about === undefined ? [] : named(view, about, start) }
    const targets = chosen(view, matcher.targets, start)
    return targets.length === 0 ? undefined : { targets }
  }
}

function checksOf(matcher: Matcher): readonly Check[] {
  const checks: Check[] = []
  for (const entry of matcher.has ?? []) {
    const asked = askedOptions(entry)
    checks.push((view, head) => mayHave(view.argv, asked, head))
  }
  const lacks = (matcher.lacks ?? []).flatMap(askedOptions)
  if (lacks.length > 0) checks.push((view) => !surelyHas(view.argv, lacks))
  for (const test of (matcher.words ?? []).map(wildcard)) checks.push((view) => someWord(view, test))
  for (const test of (matcher.noWords ?? []).map(wildcard)) checks.push((view) => !someWord(view, test))
  if (matcher.env !== undefined) checks.push(envCheck(wildcard(matcher.env)))
  if (matcher.input !== undefined) checks.push(inputCheck(matcher.input.map(wildcard)))
  const raw = matcher.raw?.map(wildcard)
  if (raw !== undefined)
    checks.push((view) => view.argv.words.some((word) => raw.some((test) => test(shown(word).toLowerCase()))))
  const kinds = matcher.inputKind
  if (kinds !== undefined) checks.push((view) => kinds.includes(view.command.input.kind))
  const via = (matcher.via ?? []).map(wildcard)
  if (via.length > 0) checks.push((view) => isInOrder(via, view.command.via))
  const noEnv = matcher.noEnv === undefined ? undefined : envCheck(wildcard(matcher.noEnv))
  if (noEnv !== undefined) checks.push((view, head) => !noEnv(view, head))
  const from = matcher.inputFrom === undefined ? undefined : wildcard(matcher.inputFrom)
  if (from !== undefined)
    checks.push(({ command: { input } }) => input.kind === 'command' && from(programOf(input.argv)))
  const place = matcher.place
  if (place !== undefined) checks.push((view) => view.command.place === place)
  if (matcher.unlessClean === true)
    checks.push((view) => view.ground.around.dirty !== false || view.command.place === 'remote')
  const sql = matcher.sql
  if (sql !== undefined) checks.push((view) => [...sqlDeeds(sqlText(view))].some((deed) => sql.includes(deed)))
  if (matcher.http !== undefined) checks.push(httpCheck(matcher.http))
  return checks
}

const someWord = (view: CommandView, test: Test): boolean =>
  view.argv.texts.some((text) => test(text) || test(text.toLowerCase()))

const programOf = (argv: readonly Word[]): string => argvOf({ argv }).program

const envCheck =
  (test: Test): Check =>
  (view) =>
    view.command.env.some(([name, value]) => test(`${name}=${wordText(value)}`))

function inputCheck(tests: readonly Test[]): Check {
  return (view) => {
    const { input } = view.command
    return input.kind === 'text' && tests.some((test) => test(input.text.toLowerCase()))
  }
}

/** Everything a database client might be given to execute: arguments and standard input. */
function sqlText(view: CommandView): string {
  // A database that is gone with its program holds nothing.
  if (view.argv.texts.some((text) => text === ':memory:') && !/\battach\b/i.test(view.argv.texts.join(' '))) return ''
  if (isScratch(view)) return ''
  const { input } = view.command
  if (view.requests.length > 0) return sentSql(view).join(';\n')
  const given = view.argv.texts.filter((text) => text.includes(' ') || text.includes('('))
  const tail = view.argv.texts.filter((text) => !text.startsWith('-')).join(' ')
  // `psql -c "select 'drop table ' || …" | psql`: what the first prints, the second runs.
  const printed = input.kind === 'command' ? `execute ${input.argv.map(wordText).join(' ')}` : ''
  return [...given, tail, input.kind === 'text' ? input.text : printed, ...writtenSql(view)].join(';\n')
}

/** A database in a file of the temporary folder, and statements that lead to no other. */
function isScratch(view: CommandView): boolean {
  const {
    argv,
    command: { input },
  } = view
  if (!/^(?:sqlite3?|litecli|duckdb)$/.test(argv.program) || !/^(?:none|text)$/.test(input.kind)) return false
  const texts = [...argv.texts.slice(1), ...(input.kind === 'text' ? [input.text] : [])].join('\n')
  return (
    argv.options.length === 0 &&
    named(view, 'first', 0).every(
      ({ class: kind, path }) => kind === 'temp-entry' && ledTo(path, view.ground) === undefined,
    ) &&
    !/\b(?:attach|writefile|load_extension|edit|copy|install|load)\b|(?<!\S)\.|\0/i.test(texts)
  )
}

/** What a request hands to a database: each text of its body and of its address. */
const sentSql = ({ requests }: CommandView): readonly string[] =>
  requests.flatMap(({ path, body }) => [
    ...body.split(/["{}]|\bq=/),
    ...path
      .replaceAll('+', ' ')
      .replaceAll(/%20/g, ' ')
      .split(/[?&][a-z_]*=/),
  ])

/** `psql -f x.sql`, `sqlite3 a.db '.read x.sql'`, `mysql < x.sql`: what this session wrote there. */
function writtenSql({ argv, command: { input, cwd }, ground: { written } }: CommandView): readonly string[] {
  if (written.length === 0) return []
  const names = [...argv.texts, ...(input.kind === 'file' ? [wordText(input.path)] : [])]
  const paths = new Set(
    names.flatMap((text) => text.split(/[\s=]/)).map((name) => resolvePath(name.replace(/^-f|^@/, ''), cwd)),
  )
  return written.flatMap(({ path, text }) => (text !== undefined && paths.has(path) ? [text] : []))
}

function httpCheck(test: HttpTest): Check {
  const paths = test.path?.map(wildcard)
  const bodies = test.body?.map(wildcard)
  const without = test.noBody?.map(wildcard)
  return (view) =>
    view.requests.some((request) => {
      if (test.method !== undefined && !test.method.includes(request.method)) return false
      if (
        test.host !== undefined &&
        !hostKinds(request.host).some((kind) => test.host?.some((wanted) => wanted === kind))
      )
        return false
      if (paths !== undefined && !paths.some((path) => path(request.path))) return false
      if (bodies !== undefined && !bodies.some((body) => body(request.body))) return false
      if (without?.some((body) => body(request.body) || body(request.path)) === true) return false
      if (test.upload === true && request.files.length === 0 && !request.openBody) return false
      return test.output === undefined || isOutput(view, request, test.output)
    })
}

/** What is put in place was made by this session, be it that it has its new name by now. */
function isMade(view: CommandView): boolean {
  const { written } = view.ground
  const landed = named(view, 'landings', 0)
  if (landed.length === 0) return false
  return (
    named(view, 'sources', 0).every(({ path }) => written.some((file) => file.path === path)) ||
    landed.some(({ path }) => written.some((file) => file.path === path && file.from === undefined))
  )
}

function isOutput(view: CommandView, request: HttpRequest, classes: readonly CommandTarget['class'][]): boolean {
  if (request.output === undefined) return false
  const target = lookUp(view, request.output)
  return classes.includes(target.class) || target.facets.some((facet) => classes.includes(facet))
}

function chosen(view: CommandView, test: TargetTest, start: number): readonly CommandTarget[] {
  const targets =
    typeof test.of === 'string' ? named(view, test.of, start) : test.of.flatMap((each) => named(view, each, start))
  return targets.filter(
    (target) => test.is.includes(target.class) || target.facets.some((facet) => test.is.includes(facet)),
  )
}

export function named(view: CommandView, source: Words, start: number): readonly CommandTarget[] {
  return wordsOf(view, source, start).map((word) => lookUp(view, word))
}

function lookUp(view: CommandView, word: Word): CommandTarget {
  const known = view.targets?.get(word)
  if (known !== undefined) return known
  const target = targetOf(word, view.ground)
  view.targets ??= new Map()
  view.targets.set(word, target)
  return target
}

function wordsOf(view: CommandView, source: Words, start: number): readonly Word[] {
  switch (source) {
    case 'written':
    case 'read':
      return redirected(view, source === 'read')
    case 'emptying':
      return [...emptying(view), ...selfEmptied(view)]
    case 'emptied':
      return emptied(view)
    case 'reads':
      return [...wordsDone(view.argv, READS), ...redirected(view, true)]
    case 'writes':
      return [...wordsDone(view.argv, WRITES), ...redirected(view, false)]
    case 'overwrites':
      // What this session made and puts in place is an edit in two steps.
      return wordsDone(
        view.argv,
        isMade(view) ? 'overwrites empties endangers' : 'overwrites empties endangers replaces',
      )
    case 'uproots':
    case 'alters':
    case 'reshapes':
    case 'moves':
      return wordsDone(view.argv, source)
    case 'deletes':
      return wordsDone(view.argv, DELETES)
    case 'changes':
      return [...wordsDone(view.argv, `${WRITES} ${DELETES} moves sets changes`), ...redirected(view, false)]
    case 'fills':
      return wordsDone(view.argv, 'fills')
    case 'empties':
      return empties(view)
    case 'replaced':
      return replacing(view)
    case 'linked':
      return linked(view)
    default:
      return placed(view.argv, source, start)
  }
}

const READS = 'prints shows encodes filters opens copies links moves packs'
const WRITES = 'writes overwrites empties'
const DELETES = 'deletes destroys uproots'

const redirected = ({ command }: CommandView, isRead: boolean): readonly Word[] =>
  command.redirects.filter(({ op }) => (op === '<') === isRead).map(({ target }) => target)

/** `> x`: what was there is gone; `<> x` begins at its start. */
const replacing = ({ command }: CommandView): readonly Word[] =>
  command.redirects.filter(({ op }) => /^(?:&?>|>\||<>)$/.test(op)).map(({ target }) => target)

/** What is written to a link is written to where it leads. */
function linked(view: CommandView): readonly Word[] {
  const { ground } = view
  // Who makes or replaces the link does not go through it.
  if (ground.written.length + ground.around.paths.length === 0 || /^g?(?:ln|link|mv|install)$/.test(view.argv.program))
    return []
  return [...redirected(view, false), ...wordsDone(view.argv, WRITES)].flatMap((word) => {
    const path = word.kind === 'known' ? absolute(word.text, ground) : undefined
    const real = ledTo(path, ground)
    return real === undefined ? [] : [wordOf(real)]
  })
}

/** Where a link leads. */
function ledTo(path: string | undefined, { written, around }: TargetContext): string | undefined {
  const link = written.find((file) => file.link === true && file.path === path)
  const real = link?.from ?? around.paths.find((known) => known.path === path)?.real
  return real === path ? undefined : real
}

const emptying = (view: CommandView): readonly Word[] => (isSilent(view) ? replacing(view) : [])

/** One effect in many spellings: `truncate -s 0 f`, `: > f`, `cp /dev/null f`, `tee f </dev/null`. */
const empties = (view: CommandView): readonly Word[] => [
  ...wordsDone(view.argv, isFedNothing(view) ? WRITES : 'empties'),
  ...emptied(view),
]

const emptied = (view: CommandView): readonly Word[] =>
  wordsOf(view, 'emptying', 0).filter((word) => isThere(view, word))

/** `sort f > f`: the shell empties the file before anybody reads it. */
function selfEmptied(view: CommandView): readonly Word[] {
  const anew = replacing(view).filter((word) => word.kind === 'known')
  if (anew.length === 0) return []
  const { command, argv } = view
  const before = command.input.kind === 'command' ? command.input.argv.slice(1) : []
  const fed = command.input.kind === 'file' ? [command.input.path] : []
  const reads = [...redirected(view, true), ...fed, ...before, ...(MENTIONS.test(argv.program) ? [] : argv.words)]
  const paths = new Set(reads.map((word) => lookUp(view, word).path))
  return anew.filter((word) => paths.has(lookUp(view, word).path))
}

/** They speak of a file, and do not read it. */
const MENTIONS = /^(?:echo|printf|ls|stat|git|touch|test|rm|find)$/

/** What it writes is nothing. */
function isFedNothing({ argv, command: { input, redirects } }: CommandView): boolean {
  if (wordsDone(argv, 'copies').some(isNothing)) return true
  if (argv.program !== 'tee') return false
  return (
    (input.kind === 'file' && isNothing(input.path)) ||
    redirects.some(({ op, target }) => op === '<' && isNothing(target))
  )
}

const isNothing = (word: Word): boolean => word.kind === 'known' && word.text === '/dev/null'

/** EDGE-36: only what exists can be emptied; a name nobody asked about is taken for a new file. */
function isThere(view: CommandView, word: Word): boolean {
  const { path = '' } = lookUp(view, word)
  const isPattern = word.kind === 'known' && word.glob
  return view.ground.around.paths.some(
    (known) =>
      known.exists &&
      known.kind !== 'directory' &&
      (known.path === path || (isPattern && matchesPattern(path, known.path))),
  )
}

/** A command that prints nothing, so that its redirection empties the file. */
function isSilent(view: CommandView): boolean {
  const { program, texts } = view.argv
  if (program === '' || program === ':' || program === 'true') return true
  if (program === 'cat' || program === 'cp') return texts.length === 1 && texts[0] === '/dev/null'
  if (program === 'echo') return texts.length === 1 && texts[0] === '-n'
  return program === 'printf' && texts.length === 1 && texts[0] === ''
}

/** What is passed through from the outside in: `xargs sh -c` runs its input, `sh -c "… | xargs …"` does not. */
function isInOrder(tests: readonly ((text: string) => boolean)[], via: readonly string[]): boolean {
  let at = 0
  for (const test of tests) {
    const found = via.findIndex((text, index) => index >= at && test(text))
    if (found < 0) return false
    at = found + 1
  }
  return true
}
