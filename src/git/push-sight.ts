import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** What decides where a push goes, what it carries, and which hooks run: read from the files, so that it takes no time. */
export interface PushSight {
  /** The top of the work tree. */
  readonly top: string
  readonly hooksFolder: string
  /** The current branch; empty where there is none. */
  readonly branch: string
  /** The commit of a ref by its full name, or of `HEAD`. */
  readonly commitOf: (ref: string) => string | undefined
  /** Files and folders that hold all refs. */
  readonly refFiles: readonly string[]
  /** Lines of the settings by remote; those that choose among them have an empty name. */
  readonly settings: ReadonlyMap<string, readonly string[]>
  /** What a word of one's own stands for, in every file that says it. */
  readonly aliasesOf: (verb: string) => readonly string[]
}

const MAX_BYTES = 4 * 1_024 * 1_024
const MAX_SETTING_FILES = 32

/** Undefined outside a repository. */
export function pushSightOf(folder: string, home: string): PushSight | undefined {
  const place = placeOf(folder)
  if (place === undefined) return undefined
  const { top, own, common } = place
  const packed = onlyOnce(() => packedRefs(join(common, 'packed-refs')))
  const head = textOf(join(own, 'HEAD')).trim()
  const branch = /^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? ''
  const commitOf = (ref: string): string | undefined =>
    textOf(join(ref === 'HEAD' ? own : common, ref)).trim() || packed().get(ref)
  const sections = settingFiles(home, place).flatMap(sectionsIn)
  const hooks = sections.findLast(({ name, line }) => name === 'core' && /^hookspath\s*=/i.test(line))?.line
  return {
    top,
    branch,
    hooksFolder: hooks === undefined ? join(common, 'hooks') : resolve(top, pathIn(hooks, home)),
    commitOf: (ref) => (ref === 'HEAD' && branch !== '' ? commitOf(`refs/heads/${branch}`) : commitOf(ref)),
    refFiles: ['packed-refs', 'refs/heads', 'refs/tags', 'reftable'].map((name) => join(common, name)),
    settings: settingsIn(sections, branch, (address) => leadsTo(top, address)),
    aliasesOf: (verb) => aliasesIn(sections, verb),
  }
}

function aliasesIn(sections: readonly SettingLine[], verb: string): readonly string[] {
  const given = sections.filter(({ name, of, line }) => {
    const key = line.split('=', 1).join('').trimEnd().toLowerCase()
    return name === 'alias' && (of === '' ? key === verb.toLowerCase() : of === verb && key === 'command')
  })
  return given.map(({ line }) => pathIn(line, '~').replaceAll('\\"', '"'))
}

/** The top of the work tree that this folder lies in; undefined outside a repository. */
export function gitTop(folder: string): string | undefined {
  return placeOf(folder)?.top
}

/** An address that is a folder here may be a link. */
export function leadsTo(top: string, address: string): string {
  try {
    return realpathSync.native(resolve(top, address.replace(/^file:\/\//, '')))
  } catch {
    return ''
  }
}

interface Place {
  readonly top: string
  /** Git's folder of this work tree, and the one that it shares with others. */
  readonly own: string
  readonly common: string
}

function placeOf(folder: string): Place | undefined {
  for (let top = folder; ; top = dirname(top)) {
    const git = join(top, '.git')
    if (existsSync(git)) {
      const linked = /^gitdir: (.+)$/m.exec(textOf(git))?.[1]
      const own = linked === undefined ? git : resolve(top, linked)
      const shared = textOf(join(own, 'commondir')).trim()
      return { top, own, common: resolve(own, shared) }
    }
    if (existsSync(join(top, 'objects')) && existsSync(join(top, 'HEAD'))) return { top, own: top, common: top }
    if (top === dirname(top)) return undefined
  }
}

/** Empty where there is none, or something else than a file in its place. */
function textOf(path: string): string {
  try {
    const { size } = statSync(path)
    return statSync(path).isFile() && size <= MAX_BYTES ? readFileSync(path, 'utf8') : ''
  } catch {
    return ''
  }
}

function packedRefs(path: string): ReadonlyMap<string, string> {
  const lines = textOf(path).split('\n')
  return new Map(lines.map((line) => [line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))]))
}

function onlyOnce<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

interface SettingLine {
  readonly name: string
  readonly of: string
  readonly line: string
}

/** All files that git may read settings from, in the order in which they count, with those that they include. */
function settingFiles(home: string, { own, common }: Place): readonly string[] {
  const files: string[] = []
  const waiting = [
    ...['/etc/gitconfig', join(home, '.config/git/config'), join(home, '.gitconfig')],
    ...[join(common, 'config'), join(own, 'config.worktree')],
  ]
  for (let path = waiting.shift(); path !== undefined && files.length < MAX_SETTING_FILES; path = waiting.shift()) {
    if (files.includes(path)) continue
    files.push(path)
    const included = sectionsIn(path).filter(
      ({ name, line }) => /^include(?:if)?$/.test(name) && /^path\s*=/i.test(line),
    )
    waiting.push(...included.map(({ line }) => resolve(dirname(path), pathIn(line, home))))
  }
  return files
}

const HEADER = /^\[([\w-]{1,80})(?:[ \t]{1,9}"((?:[^"\\]|\\.){0,400})"|\.([^\]]{1,400}))?\](.*)$/

function sectionsIn(path: string): readonly SettingLine[] {
  let section = { name: '', of: '' }
  return textOf(path)
    .replace(/\\\r?\n/g, ' ')
    .split('\n')
    .flatMap((raw): readonly SettingLine[] => {
      const [, name, quoted, dotted, rest] = HEADER.exec(raw.trim()) ?? []
      if (name !== undefined) section = { name: name.toLowerCase(), of: quoted ?? dotted ?? '' }
      const line = (name === undefined ? raw : (rest ?? '')).trim()
      return line === '' ? [] : [{ ...section, line }]
    })
}

const pathIn = (line: string, home: string): string =>
  line
    .slice(line.indexOf('=') + 1)
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replace(/^~(?=\/)/, home)

/** They run something, or say where to. */
const CORE = /^(?:sshcommand|hookspath|gitproxy|askpass|worktree|bare)\b/i
const CHOOSING = new Set(['url', 'push', 'credential', 'http', 'gpg', 'include', 'includeif', 'remote'])

function settingsIn(
  lines: readonly SettingLine[],
  branch: string,
  real: (address: string) => string,
): PushSight['settings'] {
  const settings = new Map<string, string[]>()
  for (const { name, of, line } of lines) {
    const counts = CHOOSING.has(name) || (name === 'core' && CORE.test(line)) || (name === 'branch' && of === branch)
    const remote = name === 'remote' ? of : ''
    const address = name === 'remote' && /^(?:push)?url\s*=/i.test(line) ? pathIn(line, '~') : name === 'url' ? of : ''
    const known = settings.get(remote) ?? []
    if (counts) settings.set(remote, [...known, `${name} ${of} ${line} ${address && real(address)}`])
  }
  return settings
}
