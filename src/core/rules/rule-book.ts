import { onFirstUse } from '../model/language.ts'
import type { Rule } from '../model/rule.ts'
import { PACK_PROGRAMS, type PackKey } from './book/pack-programs.ts'
import { type Compiled, compile } from './match.ts'
import { cloud } from './packs/cloud.ts'
import { database } from './packs/database.ts'
import { deploy } from './packs/deploy.ts'
import { disk } from './packs/disk.ts'
import { docker } from './packs/docker.ts'
import { filesystem } from './packs/filesystem.ts'
import { git, otherVcs } from './packs/git.ts'
import { infrastructure } from './packs/infrastructure.ts'
import { kubernetes } from './packs/kubernetes.ts'
import { network } from './packs/network.ts'
import { packages } from './packs/packages.ts'
import { permissions } from './packs/permissions.ts'
import { persistence } from './packs/persistence.ts'
import { platform, tools } from './packs/platform.ts'
import { processes } from './packs/process.ts'
import { secrets } from './packs/secrets.ts'
import { self } from './packs/self.ts'
import { system } from './packs/system.ts'
import { takeAway } from './packs/take-away.ts'
import { opaque, unresolved } from './packs/unresolved.ts'
import { unsaved } from './packs/unsaved.ts'
import { writes } from './packs/writes.ts'
import type { Pack } from './rule.ts'
import { isLiteral, wildcard } from './text/wildcard.ts'

/**
 * In the order of judgement: of two rules that say the same, a person reads the reason of the first.
 * @public
 */
export const PACKS: Readonly<Record<PackKey, Pack>> = {
  self,
  filesystem,
  writes,
  unsaved,
  takeAway,
  git,
  otherVcs,
  database,
  disk,
  system,
  process: processes,
  permissions,
  secrets,
  network,
  unresolved,
  opaque,
  persistence,
  cloud,
  platform,
  kubernetes,
  infrastructure,
  docker,
  packages,
  deploy,
  tools,
}

/** All rules that we bring, always the same list. */
export const builtInRules: () => readonly Rule[] = onFirstUse(() => Object.values(PACKS).flatMap((pack) => pack()))

export interface RuleEntry {
  readonly rule: Rule
  readonly test: Compiled
}

/** Rules by the program they are about. */
export interface RuleBook {
  /** The rules that may be about a program, in their order, and perhaps others. */
  readonly candidates: (program: string) => readonly Rule[]
  /** What was looked up before; bounded, since program names come from outside. */
  readonly found: Map<string, readonly RuleEntry[]>
}

const MAX_FOUND = 512
const ANY = '*'

export const BUILT_IN: RuleBook = { candidates: packedRules, found: new Map() }

export const bookOf = (rules: readonly Rule[]): RuleBook => ({ candidates: () => rules, found: new Map() })

function packedRules(program: string): readonly Rule[] {
  const rules: Rule[] = []
  for (const [key, pack] of Object.entries(PACKS))
    if (mayBeAbout(PACK_PROGRAMS[key as PackKey], program)) rules.push(...pack(program))
  return rules
}

const mayBeAbout = (names: string, program: string): boolean =>
  names.includes(` ${program} `) || (!isLiteral(names) && isAbout(names.split(' '), program))

export function entriesFor(book: RuleBook, program: string): readonly RuleEntry[] {
  const known = book.found.get(program)
  if (known !== undefined) return known
  const entries = entriesAbout(book.candidates(program), program)
  if (book.found.size >= MAX_FOUND) book.found.clear()
  book.found.set(program, entries)
  return entries
}

/** Rules about every program. */
export const entriesForAny = (book: RuleBook): readonly RuleEntry[] => entriesFor(book, ANY)

/** Does some rule of a pack speak about this program? A rule that a policy file adds makes no stranger better known. */
export const isKnownProgram = (book: RuleBook, program: string): boolean =>
  entriesFor(book, program).some(({ rule }) => !FILES.has(rule.pack))

const FILES: ReadonlySet<string> = new Set(['managed', 'user', 'project'])

// Plain loops: a cold hook goes through them once, in code that nothing has warmed up.
function entriesAbout(rules: readonly Rule[], program: string): readonly RuleEntry[] {
  const entries: RuleEntry[] = []
  for (const rule of rules)
    for (const matcher of rule.when)
      if (isAbout(matcher.program, program)) entries.push({ rule, test: compile(matcher) })
  return entries
}

/** Most are named as they are called; only a few stand for more. */
const isAbout = (names: readonly string[], program: string): boolean =>
  names.includes(program) || (program !== ANY && names.some((name) => covers(name, program)))

const covers = (pattern: string, program: string): boolean =>
  pattern !== ANY && !isLiteral(pattern) && wildcard(pattern)(program)
