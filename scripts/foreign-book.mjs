// Writes what is known of programs that nobody described here: how their options are spelled, which of them name a file that is
// written or a command that is run, and which sub-commands start a command. Source: the package @withfig/autocomplete (MIT), fetched
// from the registry, reduced, and no dependency. node scripts/foreign-book.mjs [folder of an unpacked package]
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { namesInBook } from '../src/core/rules/book/book.ts'
import { saidBy } from '../src/core/rules/book/spoken.ts'
import { ROOT } from './setup/paths.mjs'

const PACKAGE = '@withfig/autocomplete'
const VERSION = '2.692.3'
const TARGET = join(ROOT, 'src/core/rules/book/foreign.json')
/** Words of shells, and clouds whose thousands of options all take a value. */
const LEFT_OUT =
  /^(?:-|if|then|elif|else|do|while|until|repeat|for|case|export|alias|unset|source|aws|az|gcloud|index|dynamic|fig|q|cw)$/
/** An option of so many sub-commands is taken for one of all. */
const COMMON = 3

const WRITES =
  /\b(?:write|save|dump|store|export|append|redirect|record)s?\b[^.]{0,50}\b(?:to|into|in|as)\b[^.]{0,30}\b(?:file|path|filename)\b|\boutput (?:file|path|filename)\b|\bfile(?:name)? to (?:write|save|output|create|store)|\blog file\b|\bdestination file\b/i
const READS = /\b(?:read|load|input|use|import)s?\b[^.]{0,40}\b(?:from|file|path)\b/i

const listOf = (given) => (given === undefined || given === null ? [] : Array.isArray(given) ? given : [given])
const isOption = (name) => /^--?[A-Za-z0-9][\w.-]{0,40}$/.test(name)
const isName = (name) => /^[a-z][\w.+-]{0,30}$/.test(name)

/** Every option of every sub-command: where it stands, how it is spelled and what it takes. */
function optionsOf(spec, path = []) {
  const own = listOf(spec.options).flatMap((option) => {
    const names = listOf(option.name).filter(isOption)
    const [arg] = listOf(option.args)
    const isLoose = arg?.isOptional || option.requiresSeparator || option.requiresEquals
    const takes = arg === undefined ? '' : isLoose ? '?' : '='
    return names.length === 0 ? [] : [{ path, names, takes, role: roleOf(names, option, arg) }]
  })
  const inner = listOf(spec.subcommands).flatMap((sub) => {
    const names = listOf(sub?.name).filter((name) => /^[\w:+-]{1,40}$/.test(name))
    return names.length === 0 || path.length > 3 ? [] : optionsOf(sub, [...path, names])
  })
  return [...own, ...inner]
}

/** Where its description says more than its name does. */
function roleOf(names, { description = '' }, arg) {
  if (arg === undefined) return undefined
  if (arg.isCommand) return saidBy(names) === 'executes' ? undefined : 'executes'
  const said = saidBy(names)
  const told = `${description} ${arg.description ?? ''}`
  return said !== 'overwrites' && said !== 'executes' && WRITES.test(told) && !READS.test(told)
    ? 'overwrites'
    : undefined
}

const spelled = ({ names, takes }) => names.join('|') + takes
const placeOf = ([last, ...outer]) =>
  last.map((name) => [...outer.map(([first]) => first).toReversed(), name].join('.')).join('|')

/** What most sub-commands agree upon stands for all; the rest by sub-command. */
function written(options) {
  const byName = Map.groupBy(
    options.flatMap((option) => option.names.map((name) => ({ name, option }))),
    ({ name }) => name,
  )
  const usual = new Map()
  for (const [name, all] of byName) {
    const counts = Map.groupBy(all, ({ option }) => option.takes)
    const [takes, most] = [...counts].toSorted(([, left], [, right]) => right.length - left.length)[0]
    const top = all.find(({ option }) => option.path.length === 0)
    if (top !== undefined) usual.set(name, top.option.takes)
    else if (counts.size === 1 && most.length >= COMMON) usual.set(name, takes)
  }
  const top = new Map()
  const below = new Map()
  for (const option of options) {
    const common = option.names.filter((name) => usual.get(name) === option.takes)
    if (option.takes !== '' && common.length > 0) top.set(common.join('|'), { names: common, takes: option.takes })
    const own = option.names.filter((name) => usual.get(name) !== option.takes)
    if (own.length === 0 || option.path.length === 0 || (option.takes === '' && own.every((name) => !usual.has(name))))
      continue
    const place = placeOf(option.path.toReversed())
    below.set(place, new Set([...(below.get(place) ?? []), spelled({ names: own, takes: option.takes })]))
  }
  return [...[...top.values()].map(spelled), ...[...below].flatMap(([place, own]) => [`@${place}`, ...own])]
}

function recordOf(names, spec) {
  const options = optionsOf(spec)
  const long = options.flatMap((option) => option.names).filter((name) => /^-[^-]../.test(name)).length
  const isOneDash = long > options.flatMap((option) => option.names).filter((name) => name.startsWith('--')).length
  const does = ['executes', 'overwrites'].flatMap((role) => {
    const own = [...new Set(options.filter((option) => option.role === role).flatMap((option) => option.names))]
    return own.length === 0 ? [] : [`${role} option:${own.join('|')}`]
  })
  const words = written(options)
  const starts = startsOf(spec)
  if (words.length + does.length + starts.length === 0) return []
  const head = `[ ${names.join(' ')} ]${isOneDash ? ' one-dash' : ''}${does.length === 0 ? '' : ` · ${does.join('; ')}`}`
  return [[head, ...starts, ...(words.length === 0 ? [] : [`  options open ${words.join(' ')}`])].join('\n')]
}

/** `tool exec cmd`: sub-commands the words of which are a command. */
function startsOf(spec) {
  const isStart = ({ args }) => listOf(args).some((arg) => arg?.isCommand)
  const skipped = ({ args }) => listOf(args).findIndex((arg) => arg?.isCommand)
  const verbs = listOf(spec.subcommands).filter((sub) => sub && isStart(sub))
  const skips = (sub) => (skipped(sub) > 0 ? ` · skips ${skipped(sub)}` : '')
  if (isStart(spec)) return [`  wraps${skips(spec).replace(' ·', '')}`]
  return verbs.length === 0
    ? []
    : [`  wraps verbs ${verbs.flatMap((sub) => listOf(sub.name)).join('|')}${skips(verbs[0])}`]
}

async function specsIn(folder) {
  const files = readdirSync(join(folder, 'build')).filter((name) => name.endsWith('.js'))
  const all = await Promise.all(
    files.map(async (file) => {
      const spec = (await import(pathToFileURL(join(folder, 'build', file)))).default
      const names = [...new Set([file.slice(0, -3), ...listOf(spec?.name)].map((name) => name.toLowerCase()))]
      return { names: names.filter(isName), spec }
    }),
  )
  return all.filter(
    ({ names, spec }) => typeof spec === 'object' && names.length > 0 && !names.some((name) => LEFT_OUT.test(name)),
  )
}

const given = process.argv[2]
const scratch = mkdtempSync(join(tmpdir(), 'foreign-book-'))
try {
  if (given === undefined) {
    execFileSync('npm', ['pack', '--silent', `${PACKAGE}@${VERSION}`], { cwd: scratch })
    execFileSync('tar', ['-xzf', ...readdirSync(scratch)], { cwd: scratch })
  }
  const folder = given ?? join(scratch, 'package')
  const ours = new Set(namesInBook())
  const taken = new Set()
  const records = (await specsIn(folder))
    .toSorted((left, right) => (left.names[0] < right.names[0] ? -1 : 1))
    .flatMap(({ names, spec }) => {
      const free = names.filter((name) => !taken.has(name))
      for (const name of free) taken.add(name)
      return free.length === 0 ? [] : recordOf(free, spec)
    })
  const text = `\n${records.join('\n')}\n`
  writeFileSync(TARGET, `${JSON.stringify(text)}\n`)
  const licence = readFileSync(join(folder, 'LICENSE'), 'utf8').trimEnd()
  writeFileSync(
    join(ROOT, 'THIRD-PARTY'),
    `${PACKAGE} ${VERSION} (MIT), reduced to how options are spelled, in src/core/rules/book/foreign.json\n\n${licence}\n`,
  )
  const known = records.filter((record) =>
    record
      .slice(2, record.indexOf(' ]'))
      .split(' ')
      .some((name) => ours.has(name)),
  ).length
  console.log(`${records.length} programs, ${known} of them described here too, ${text.length} characters`)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
