import type { Finding, Harm } from '../model/assessment.ts'
import type { Words } from '../model/rule.ts'
import type { SessionMemory } from '../model/session-memory.ts'
import { argvOf, shown } from './argv.ts'
import { equivalents } from './equivalents.ts'
import { named, viewOf } from './match.ts'
import type { ResolvedCommand } from './shell/reading.ts'
import { covers, type Ground, type Target } from './targets.ts'

/** What each of these takes away, and from which words. `git rm` is the way we advise, and not listed. */
const TAKERS: ReadonlyMap<string, Words> = new Map([
  ['rm', 'operands'],
  ['unlink', 'operands'],
  ['shred', 'operands'],
  ['truncate', 'operands'],
  ['<find-delete>', 'operands'],
  ['mv', 'sources'],
  ['rsync', 'last'],
])

/**
 * A deed that no rule minds by itself, and that reaches what was refused a moment ago by other means: one file at a
 * time, with another tool, by moving it away.
 */
export function rerouted(
  commands: readonly ResolvedCommand[],
  memory: SessionMemory,
  ground: Ground,
): readonly Finding[] {
  if (memory.blocked.length === 0) return []
  return commands
    .flatMap((command) => [command, ...equivalents(command)])
    .flatMap((command) => {
      const words = TAKERS.get(argvOf(command).program)
      if (words === undefined) return []
      const targets = named(viewOf(command, { ...ground, cwd: command.cwd, place: command.place }), words, 0)
      return targets.flatMap((target) => findingFor(target, command, memory))
    })
}

function findingFor(target: Target, command: ResolvedCommand, memory: SessionMemory): readonly Finding[] {
  const { path } = target
  if (path === undefined) return []
  const earlier = memory.blocked.find(
    (entry) => isTaking(entry.harm) && entry.targets.some((held) => covers(held, path) || covers(path, held)),
  )
  if (earlier === undefined) return []
  return [
    {
      rule: 'reroute.same-end',
      harm: 'delete',
      tier: 'junction',
      type: 'irreversible',
      override: 'any-door',
      reason: `reaches by another way what was just held: \`${target.shown}\` would be gone`,
      argv: command.argv.map(shown),
      targets: [path],
      family: earlier.family,
      targetClass: target.class,
    },
  ]
}

const TAKING: ReadonlySet<string> = new Set<Harm>(['delete', 'overwrite', 'discard-uncommitted'])

const isTaking = (harm: string): boolean => TAKING.has(harm)
