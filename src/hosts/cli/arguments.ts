import { RUNTIME_NAMES } from '../../install/plan-install.ts'
import { type Exit, misused } from './exit.ts'

const MOST = 999_999_999_999
const MOST_HOLDS = 999_999_999

/** A number from 1 on as a person types it; undefined when it is none, or above `most`. */
export function wholeNumber(text: string, most = MOST): number | undefined {
  const number = /^[1-9]\d{0,11}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= most ? number : undefined
}

/** Holds are shown as `#3`, and may be typed so. */
export function holdNumber(text: string): number | undefined {
  return wholeNumber(text.replace(/^#/, ''), MOST_HOLDS)
}

/** How a command ends that was given this name; undefined when we know the runtime. */
export function unknownRuntime(name: string): Exit | undefined {
  const isKnown = RUNTIME_NAMES.some((known) => known === name)
  return isKnown ? undefined : misused(`unknown runtime \`${name}\`; one of ${RUNTIME_NAMES.join(', ')}`)
}
