import type { Spliced } from './json-splice.ts'
import { scanToml, type TomlPair, type TomlStatement } from './toml-scan.ts'

/** What we want in Codex's `config.toml`. */
export interface CodexWish {
  /** Hooks the person trusts: Codex's name of each hook and the hash of its definition. */
  readonly trust: readonly TrustedHook[]
  /** Switch off terminals for commands: what is typed into one (`write_stdin`) reaches no hook. */
  readonly closeTty: boolean
  /** Our MCP server, through which a person decides in a dialog of Codex. */
  readonly server?: { readonly command: string }
  /** Codex's own sandbox keeps commands from reading `state` and from writing into `folder`. */
  readonly profile?: { readonly folder: string; readonly state: string }
}

export interface TrustedHook {
  readonly key: string
  readonly hash: string
}

const BEGIN = '# >>> fairlead: `fairlead uninstall` removes these lines'
const END = '# <<< fairlead'
const MARK = ' # fairlead'
const WAS = ' # fairlead: was '
const TTY = ['features', 'unified_exec_tty']
const SERVER = ['mcp_servers', 'fairlead']
const PROFILE = ['permissions', 'fairlead']
/** Ours stands before the first table, as it has to. */
const CHOSEN = 'default_permissions = "fairlead" # fairlead'
/** A person reads before they answer; Codex would give up after a minute. */
const SERVER_TIMEOUT_SECONDS = 660

export function addToConfig(text: string, wish: CodexWish): Spliced {
  const missing: string[] = []
  let result = text
  for (const hook of wish.trust) {
    const spliced = trustInPlace(result, hook)
    if (!spliced.ok) return spliced
    if (spliced.text === null)
      missing.push(`[hooks.state.${JSON.stringify(hook.key)}]`, `trusted_hash = "${hook.hash}"`, '')
    else result = spliced.text
  }
  if (wish.closeTty) {
    const spliced = closeTty(result)
    if (!spliced.ok) return spliced
    if (spliced.text === null) missing.unshift('[features]', `${TTY[1]} = false`, '')
    else result = spliced.text
  }
  if (wish.server && !pairsOf(result).some(isServer)) missing.push(...serverLines(wish.server.command))
  if (wish.profile && !hasOwnSandbox(result)) {
    missing.push(...profileLines(wish.profile))
    result = `${CHOSEN}${newlineOf(result)}${result}`
  }
  return { ok: true, text: missing.length === 0 ? result : withBlock(result, missing.slice(0, -1)) }
}

/** Whoever chose a sandbox or a profile keeps it. */
function hasOwnSandbox(text: string): boolean {
  return pairsOf(text).some(({ path }) => ['default_permissions', 'sandbox_mode'].includes(path[0] ?? ''))
}

export function hasProfile(text: string): boolean {
  return text.startsWith(CHOSEN)
}

function profileLines({ folder, state }: NonNullable<CodexWish['profile']>): readonly string[] {
  const name = PROFILE.join('.')
  return [
    `[${name}]`,
    'extends = ":workspace"',
    '',
    `[${name}.filesystem]`,
    `${JSON.stringify(folder)} = "read"`,
    `${JSON.stringify(state)} = "deny"`,
    '',
  ]
}

export function removeFromConfig(text: string): Spliced {
  const scanned = scanToml(text)
  if (!scanned.ok) return scanned
  const block = blockOf(text)
  const inBlock = (statement: TomlStatement) => statement.start > block.from && statement.end < block.to
  const ours = scanned.statements.filter(
    (statement) => inBlock(statement) && (isTrust(statement) || isServer(statement) || isProfile(statement)),
  )
  const tty = scanned.statements.filter((statement) => isPair(statement, TTY) && inBlock(statement))
  const header = scanned.statements.find((statement) => inBlock(statement) && isTable(statement, ['features']))
  const foreign = scanned.statements.some((statement) => isInFeatures(statement) && !tty.includes(statement))
  const cuts = [...ours, ...tty, ...(header !== undefined && !foreign ? [header] : [])]
  const lines = [...cuts.map(({ start, end }) => lineSpan(text, start, end)), ...blankLines(text, block)]
  return { ok: true, text: withoutMarks(cutSpans(text, lines)) }
}

export function hasInConfig(text: string, wish: CodexWish): boolean {
  const hashes = trustedHashes(text)
  return (
    wish.trust.every((hook) => hashes.get(hook.key) === hook.hash) &&
    (!wish.closeTty || featureOf(text, 'unified_exec_tty') === 'false') &&
    (!wish.server || pairsOf(text).some(isServer)) &&
    (!wish.profile || hasOwnSandbox(text))
  )
}

export function trustedHashes(text: string): ReadonlyMap<string, string> {
  const hashes = new Map<string, string>()
  for (const pair of pairsOf(text)) {
    const [hooks, state, key = '', field] = pair.path
    if (hooks !== 'hooks' || state !== 'state') continue
    const value = text.slice(pair.valueStart, pair.end)
    const hash =
      field === 'trusted_hash' ? value : field === undefined ? /trusted_hash\s*=\s*("[^"]*")/.exec(value)?.[1] : ''
    if (hash) hashes.set(key, hash.replaceAll(/["']/g, ''))
  }
  return hashes
}

/** The value as written, wherever the table is spelled; undefined when it is not set. */
export function featureOf(text: string, name: string): string | undefined {
  const pair = pairsOf(text).find(({ path }) => path.length === 2 && path[0] === 'features' && path[1] === name)
  if (pair !== undefined) return text.slice(pair.valueStart, pair.end)
  const inline = pairsOf(text).find(({ path }) => path.length === 1 && path[0] === 'features')
  const found = inline && new RegExp(`\\b${name}\\s*=\\s*(\\w+)`).exec(text.slice(inline.valueStart, inline.end))
  return found?.[1]
}

/** Text with the change, or null where no place for it exists yet. */
type InPlace = { readonly ok: true; readonly text: string | null } | { readonly ok: false; readonly problem: string }

function trustInPlace(text: string, hook: TrustedHook): InPlace {
  const scanned = scanToml(text)
  if (!scanned.ok) return scanned
  const path = ['hooks', 'state', hook.key]
  const closed = scanned.statements.find(
    (statement) => isPair(statement, ['hooks']) || isPair(statement, ['hooks', 'state']),
  )
  if (closed) return { ok: false, problem: '`hooks` is written as an inline table, which cannot be added to' }
  const pair = scanned.statements.find((statement) => isPair(statement, [...path, 'trusted_hash']))
  if (pair?.kind === 'pair') return { ok: true, text: replaced(text, pair, `"${hook.hash}"`) }
  const inline = scanned.statements.find((statement) => isPair(statement, path))
  if (inline?.kind === 'pair') return { ok: true, text: replaced(text, inline, `{ trusted_hash = "${hook.hash}" }`) }
  const header = scanned.statements.find((statement) => isTable(statement, path))
  if (header === undefined) return { ok: true, text: null }
  return { ok: true, text: insertLine(text, header.end, `trusted_hash = "${hook.hash}"`) }
}

function closeTty(text: string): InPlace {
  const scanned = scanToml(text)
  if (!scanned.ok) return scanned
  const { statements } = scanned
  if (statements.some((statement) => isPair(statement, ['features']))) {
    const problem = `\`features\` is written as an inline table; add \`${TTY[1]} = false\` to it by hand`
    return featureOf(text, 'unified_exec_tty') === 'false' ? { ok: true, text } : { ok: false, problem }
  }
  const pair = statements.find((statement) => isPair(statement, TTY))
  if (pair?.kind === 'pair') {
    const value = text.slice(pair.valueStart, pair.end)
    return { ok: true, text: value === 'false' ? text : replaced(text, pair, `false${WAS}${value}`) }
  }
  const header = statements.find((statement) => isTable(statement, ['features']))
  if (header) return { ok: true, text: insertLine(text, header.end, `${TTY[1]} = false${MARK}`) }
  const dotted = statements.find((statement) => isFeature(statement) && statement.table.length === 0)
  if (dotted) return { ok: true, text: insertLine(text, dotted.end, `${TTY.join('.')} = false${MARK}`) }
  return { ok: true, text: null }
}

function isFeature(statement: TomlStatement): statement is TomlPair {
  return statement.kind === 'pair' && statement.path.length > 1 && statement.path[0] === 'features'
}

function isInFeatures(statement: TomlStatement): boolean {
  return statement.kind === 'pair' && isSame(statement.table, ['features'])
}

function isServer({ path }: TomlStatement): boolean {
  return SERVER.every((key, index) => path[index] === key)
}

function isProfile({ path }: TomlStatement): boolean {
  return PROFILE.every((key, index) => path[index] === key)
}

/** Its one tool asks the person; that the person agrees to being asked goes without saying. */
function serverLines(command: string): readonly string[] {
  const name = SERVER.join('.')
  return [
    `[${name}]`,
    `command = ${JSON.stringify(command)}`,
    'args = ["mcp", "codex"]',
    `tool_timeout_sec = ${SERVER_TIMEOUT_SECONDS}`,
    '',
    `[${name}.tools.ask_person]`,
    'approval_mode = "approve"',
    '',
  ]
}

function isTrust({ path }: TomlStatement): boolean {
  return path.length > 2 && path[0] === 'hooks' && path[1] === 'state'
}

function isPair(statement: TomlStatement, path: readonly string[]): boolean {
  return statement.kind === 'pair' && isSame(statement.path, path)
}

function isTable(statement: TomlStatement, path: readonly string[]): boolean {
  return statement.kind === 'table' && isSame(statement.path, path)
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((key, index) => key === right[index])
}

function pairsOf(text: string): readonly TomlPair[] {
  const scanned = scanToml(text)
  return scanned.ok ? scanned.statements.filter((statement) => statement.kind === 'pair') : []
}

function replaced(text: string, pair: TomlPair, value: string): string {
  return `${text.slice(0, pair.valueStart)}${value}${text.slice(pair.end)}`
}

function insertLine(text: string, after: number, line: string): string {
  const newline = newlineOf(text)
  const end = text.indexOf('\n', after)
  if (end === -1) return `${text}${newline}${line}`
  return `${text.slice(0, end + 1)}${line}${newline}${text.slice(end + 1)}`
}

function withBlock(text: string, lines: readonly string[]): string {
  const newline = newlineOf(text)
  const gap = text === '' ? '' : text.endsWith('\n') ? newline : `${newline}${newline}`
  return `${text}${gap}${[BEGIN, ...lines, END].join(newline)}${newline}`
}

function newlineOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}

interface Span {
  readonly from: number
  readonly to: number
}

function blockOf(text: string): Span {
  const from = text.indexOf(BEGIN)
  const to = from === -1 ? -1 : text.indexOf(END, from)
  return to === -1 ? { from: 0, to: 0 } : { from, to }
}

/** Our marker lines, the empty lines between them, and the one that we put before them. */
function blankLines(text: string, { from, to }: Span): readonly Span[] {
  if (to === 0) return []
  const inside = [...text.slice(from, to).matchAll(/^[ \t]*\r?\n/gm)].map(({ index, 0: line }) => ({
    from: from + index,
    to: from + index + line.length,
  }))
  const before = /(?<=\n)\r?\n$/.exec(text.slice(0, from))?.[0].length ?? 0
  return [
    { ...lineSpan(text, from, from + BEGIN.length), from: from - before },
    ...inside,
    lineSpan(text, to, to + END.length),
  ]
}

function lineSpan(text: string, start: number, end: number): Span {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const newline = text.indexOf('\n', end)
  return { from: start === 0 ? 0 : from, to: newline === -1 ? text.length : newline + 1 }
}

function cutSpans(text: string, spans: readonly Span[]): string {
  const ordered = spans.toSorted((left, right) => right.from - left.from)
  return ordered.reduce((rest, { from, to }) => `${rest.slice(0, from)}${rest.slice(to)}`, text)
}

/** Lines that we put into a table of the user's, and values that we replaced there. */
function withoutMarks(text: string): string {
  return text
    .replaceAll(/(\bunified_exec_tty[ \t]*=[ \t]*)false # fairlead: was (\S+)/g, '$1$2')
    .replace(new RegExp(`^${CHOSEN}\\r?\\n`), '')
    .replaceAll(/^(?:features\.)?unified_exec_tty = false # fairlead[ \t]*(?:\r?\n|$)/gm, '')
}
