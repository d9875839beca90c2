import { RUNTIME_NAMES } from '../../install/plan-install.ts'
import { type Exit, misused } from './exit.ts'

/** How a command ends that was given this name; undefined when we know the runtime. */
export function unknownRuntime(name: string): Exit | undefined {
  const isKnown = RUNTIME_NAMES.some((known) => known === name)
  return isKnown ? undefined : misused(`unknown runtime \`${name}\`; one of ${RUNTIME_NAMES.join(', ')}`)
}
