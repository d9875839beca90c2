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
import { packages } from './packs/packages.ts'
import { permissions } from './packs/permissions.ts'
import { persistence } from './packs/persistence.ts'
import { platform } from './packs/platform.ts'
import { process } from './packs/process.ts'
import { secrets } from './packs/secrets.ts'
import { self } from './packs/self.ts'
import { system } from './packs/system.ts'
import { tools } from './packs/tools.ts'
import { opaque, unresolved } from './packs/unresolved.ts'
import { writes } from './packs/writes.ts'
import type { Matcher, Rule } from './rule.ts'
import { type Test, wildcard } from './wildcard.ts'

export const RULES: readonly Rule[] = [
  self,
  filesystem,
  writes,
  git,
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
  readonly exact: ReadonlyMap<string, readonly Entry[]>
  readonly open: readonly (readonly [test: Test, entry: Entry])[]
  readonly any: readonly Entry[]
}

const books = new WeakMap<readonly Rule[], RuleBook>()

/** Made once for each list of rules: the list is the key, so the answer stays the same. */
export function bookOf(rules: readonly Rule[]): RuleBook {
  const known = books.get(rules)
  if (known !== undefined) return known
  const book = makeBook(rules)
  books.set(rules, book)
  return book
}

function makeBook(rules: readonly Rule[]): RuleBook {
  const exact = new Map<string, Entry[]>()
  const open: (readonly [Test, Entry])[] = []
  const any: Entry[] = []
  for (const rule of rules) {
    for (const matcher of rule.when) {
      const entry: Entry = { rule, test: compiledAtFirstUse(matcher) }
      for (const program of matcher.program) {
        if (program === '*') any.push(entry)
        else if (/[*?]/.test(program)) open.push([wildcard(program), entry])
        else pushTo(exact, program, entry)
      }
    }
  }
  return { exact, open, any }
}

function pushTo(map: Map<string, Entry[]>, program: string, entry: Entry): void {
  const known = map.get(program)
  if (known) known.push(entry)
  else map.set(program, [entry])
}

/** A cold hook asks about one command; compiling every rule for it would cost more than judging it. */
function compiledAtFirstUse(matcher: Matcher): Compiled {
  let compiled: Compiled | undefined
  return (view, about) => {
    compiled ??= compile(matcher)
    return compiled(view, about)
  }
}

export function entriesFor(book: RuleBook, program: string): readonly Entry[] {
  const open = book.open.flatMap(([test, entry]) => (test(program) ? [entry] : []))
  return [...(book.exact.get(program) ?? []), ...open]
}

/** Does some rule speak about this program? */
export const isKnownProgram = (book: RuleBook, program: string): boolean =>
  book.exact.has(program) || book.open.some(([test]) => test(program))
