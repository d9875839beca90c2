import type { Finding, Harm } from '../model/assessment.ts'
import type { TargetClass, Words } from '../model/rule.ts'
import type { SessionMemory } from '../model/tool.ts'
import { sameEnd } from '../words/risks.ts'
import { equivalents } from './book/equivalents.ts'
import { named, viewOf } from './match.ts'
import { argvOf, shown } from './options/argv.ts'
import type { ResolvedCommand } from './shell/reading.ts'
import { type CommandTarget, covers, type TargetContext } from './targets/targets.ts'

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
  ground: TargetContext,
): readonly Finding[] {
  const held = heldTargets(memory, ground)
  if (held.length === 0) return []
  return commands
    .flatMap((command) => [command, ...equivalents(command)])
    .flatMap((command) => {
      const words = TAKERS.get(argvOf(command).program)
      if (words === undefined) return []
      const targets = named(viewOf(command, { ...ground, cwd: command.cwd, place: command.place }), words, 0)
      return targets.flatMap((target) => findingFor(target, command, held))
    })
}

interface HeldTarget {
  readonly path: string
  readonly family: string
}

/** Only what was held a moment ago is remembered as an end. */
const LAST_HELD = 5

/** What was to be taken away. A hold of the whole project says nothing about any one file of it. */
function heldTargets(memory: SessionMemory, { around }: TargetContext): readonly HeldTarget[] {
  return memory.blocked
    .slice(-LAST_HELD)
    .filter(({ harm }) => isTaking(harm))
    .flatMap(({ family, targets }) => targets.map((path) => ({ path, family })))
    .filter(({ path }) => path.startsWith('/') && !covers(path, around.project))
}

/** What is built again, is not there or is thrown away anyway is nobody's end. */
const WORTHLESS: ReadonlySet<string> = new Set<TargetClass>(['regenerable', 'absent', 'temp-entry', 'null'])

function findingFor(target: CommandTarget, command: ResolvedCommand, held: readonly HeldTarget[]): readonly Finding[] {
  const { path } = target
  if (path === undefined || WORTHLESS.has(target.class)) return []
  const earlier = held.find((one) => covers(one.path, path) || covers(path, one.path))
  if (earlier === undefined) return []
  return [
    {
      rule: 'reroute.same-end',
      harm: 'delete',
      tier: 'junction',
      type: 'irreversible',
      override: 'any-door',
      reason: sameEnd(target.shown),
      argv: command.argv.map(shown),
      targets: [path],
      family: earlier.family,
      targetClass: target.class,
    },
  ]
}

const TAKING: ReadonlySet<string> = new Set<Harm>(['delete', 'overwrite', 'discard-uncommitted'])

const isTaking = (harm: string): boolean => TAKING.has(harm)
