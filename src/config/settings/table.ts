import type { Policy } from '../../core/model/policy.ts'
import { ANCHOR } from './anchor.ts'
import { BACKUP } from './backup.ts'
import { EDGE } from './edge.ts'
import { FILESYSTEM } from './filesystem.ts'
import { LEDGER } from './ledger.ts'
import { MCP } from './mcp.ts'
import { PLANE } from './plane.ts'
import { ROLES_SECTION } from './roles.ts'
import type { AnySetting, Picker } from './setting.ts'
import { TELEMETRY } from './telemetry.ts'

/** Everything a policy holds beside its rules and exceptions. */
type Settled = Omit<Policy, 'tiers' | 'rules' | 'exceptions' | 'problems'>

/** Every setting there is, in the order in which they are shown. */
export const SETTINGS: readonly AnySetting[] = [
  EDGE,
  FILESYSTEM,
  PLANE,
  BACKUP,
  LEDGER,
  ANCHOR,
  ROLES_SECTION,
  MCP,
  TELEMETRY,
].flatMap(({ settings }) => settings)

export function settledBy(pick: Picker): Settled {
  return {
    edge: EDGE.section(pick),
    filesystem: FILESYSTEM.section(pick),
    plane: PLANE.section(pick),
    backup: BACKUP.section(pick),
    ledger: LEDGER.section(pick),
    anchor: ANCHOR.section(pick),
    roles: ROLES_SECTION.section(pick),
    mcp: MCP.section(pick),
    telemetry: TELEMETRY.section(pick),
  }
}
