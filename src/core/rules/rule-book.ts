import type { Rule } from '../model/rule.ts'
import { type Compiled, compile } from './match.ts'
import { cloud } from './packs/cloud.ts'
import { database } from './packs/database.ts'
import { deploy } from './packs/deploy.ts'
import { disk } from './packs/disk.ts'
import { docker } from './packs/docker.ts'
import { filesystem } from './packs/filesystem.ts'
import { git } from './packs/git.ts'
import { infrastructure } from './packs/infrastructure.ts'
import { kubernetes } from './packs/kubernetes.ts'
import { network } from './packs/network.ts'
import { otherVcs } from './packs/other-vcs.ts'
import { packages } from './packs/packages.ts'
import { permissions } from './packs/permissions.ts'
import { persistence } from './packs/persistence.ts'
import { platform } from './packs/platform.ts'
import { process } from './packs/process.ts'
import { secrets } from './packs/secrets.ts'
import { self } from './packs/self.ts'
import { system } from './packs/system.ts'
import { takeAway } from './packs/take-away.ts'
import { tools } from './packs/tools.ts'
import { opaque, unresolved } from './packs/unresolved.ts'
import { unsaved } from './packs/unsaved.ts'
import { writes } from './packs/writes.ts'
import { isPlain, wildcard } from './wildcard.ts'

export const RULES: readonly Rule[] = [
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
  process,
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
].flat()

export interface Entry {
  readonly rule: Rule
  readonly test: Compiled
}

/** Rules by the program they are about. */
export interface RuleBook {
  readonly rules: readonly Rule[]
  /** Rules about every program. */
  readonly any: readonly Entry[]
  /** What was looked up before; bounded, since program names come from outside. */
  readonly found: Map<string, readonly Entry[]>
}

const MAX_FOUND = 512

const books = new WeakMap<readonly Rule[], RuleBook>()

/** Made once for each list of rules: the list is the key, so the answer stays the same. */
export function bookOf(rules: readonly Rule[]): RuleBook {
  const known = books.get(rules)
  if (known !== undefined) return known
  const book: RuleBook = { rules, any: entriesWhere(rules, (program) => program === '*'), found: new Map() }
  books.set(rules, book)
  return book
}

/** A cold hook asks about one program, so rules are looked through and compiled at need, not all beforehand. */
export function entriesFor(book: RuleBook, program: string): readonly Entry[] {
  const known = book.found.get(program)
  if (known !== undefined) return known
  const entries = entriesWhere(book.rules, (pattern) => pattern !== '*' && isNamed(pattern, program))
  if (book.found.size >= MAX_FOUND) book.found.clear()
  book.found.set(program, entries)
  return entries
}

/** Does some rule of a pack speak about this program? A rule that a policy file adds makes no stranger better known. */
export const isKnownProgram = (book: RuleBook, program: string): boolean =>
  entriesFor(book, program).some(({ rule }) => !FILES.has(rule.pack))

const FILES: ReadonlySet<string> = new Set(['managed', 'user', 'project'])

function entriesWhere(rules: readonly Rule[], fits: (program: string) => boolean): readonly Entry[] {
  return rules.flatMap((rule) =>
    rule.when
      .filter((matcher) => matcher.program.some(fits))
      .map((matcher): Entry => ({ rule, test: compile(matcher) })),
  )
}

function isNamed(pattern: string, program: string): boolean {
  return pattern === program || (!isPlain(pattern) && wildcard(pattern)(program))
}
