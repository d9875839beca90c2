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
  const steer = path === undefined ? {} : { steer: SEALED_WORDS.sealRefused(path) }
  if (around.ran === null) return { ...steer, facts: refused }
  const missing: Fact = { kind: 'seal.missing', call, how: around.ran }
  if (lookUp(sessions, session)?.said.includes('unsealed')) return { ...steer, facts: [...refused, missing] }
  const told: Fact = { kind: 'session.told', remark: 'unsealed' }
  return { ...steer, notice: SEALED_WORDS.ranUnsealed[around.ran], facts: [...refused, missing, told] }
}

/** What programs print where a file system takes no change. */
export const READ_ONLY = 'Read-only file system'

function refusedPath(output: string, { covers, cwd }: EventOf<'tool.after'>['around']): string | undefined {
  if (covers.length === 0) return undefined
  const lines = output.split('\n').filter((line) => line.includes(READ_ONLY))
  const names = (cover: string) => [cover, ...(cover.startsWith(`${cwd}/`) ? [cover.slice(cwd.length + 1)] : [])]
  return covers.find((cover) => names(cover).some((name) => lines.some((line) => line.includes(name))))
}
