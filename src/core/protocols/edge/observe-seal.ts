import type { EventOf } from '../../model/event.ts'
import type { Fact } from '../../model/fact.ts'
import { lookUp } from '../../model/language.ts'
import type { State } from '../../model/state.ts'
import { SEALED_WORDS } from '../../words/gate.ts'

interface SealSeen {
  readonly steer?: string
  readonly notice?: string
  readonly facts: readonly Fact[]
}

/** EDGE-135: what the seal kept from a command, and that a command ran without it; the latter is said once a session. */
export function observeSeal({ sessions }: State, { call, session, around, outcome }: EventOf<'tool.after'>): SealSeen {
  const path = refusedPath(outcome.output, around)
  const refused: readonly Fact[] = path === undefined ? [] : [{ kind: 'seal.refused', call, path }]
  const said = path === undefined ? inert(outcome.output, around) : SEALED_WORDS.sealRefused(path)
  const steer = said === undefined ? {} : { steer: said }
  if (around.ran === null) return { ...steer, facts: refused }
  if (around.ran === 'let-out') return { ...steer, facts: [...refused, { kind: 'seal.opened', call }] }
  const missing: Fact = { kind: 'seal.missing', call, how: around.ran }
  if (lookUp(sessions, session)?.said.includes('unsealed')) return { ...steer, facts: [...refused, missing] }
  const told: Fact = { kind: 'session.told', remark: 'unsealed' }
  return { ...steer, notice: SEALED_WORDS.ranUnsealed[around.ran], facts: [...refused, missing, told] }
}

/** What programs print where a file system takes no change. */
const READ_ONLY = 'Read-only file system'

/** What programs print that need rights which no sealed command can get: sudo, su, pkexec, ping, bwrap, podman, mount. */
const INERT =
  /no new privileges|effective uid is not 0|cannot set groups: Operation not permitted|must be setuid root|ping: socket(?:type)?: |bwrap: [^\n]{0,200}not permitted|newuidmap|must be superuser to use mount|mount\([^\n)]{0,200}\) [^\n]{0,200}Operation not permitted|only root can do that/

/** Whether it is worth looking what the seal covers. */
export function meetsSeal(output: string): boolean {
  return output.includes(READ_ONLY) || INERT.test(output)
}

function inert(output: string, { covers }: EventOf<'tool.after'>['around']): string | undefined {
  return covers.length > 0 && INERT.test(output) ? SEALED_WORDS.inert : undefined
}

function refusedPath(output: string, { covers, cwd }: EventOf<'tool.after'>['around']): string | undefined {
  if (covers.length === 0) return undefined
  const lines = output.split('\n').filter((line) => line.includes(READ_ONLY))
  const names = (cover: string) => [cover, ...(cover.startsWith(`${cwd}/`) ? [cover.slice(cwd.length + 1)] : [])]
  return covers.find((cover) => names(cover).some((name) => lines.some((line) => line.includes(name))))
}
