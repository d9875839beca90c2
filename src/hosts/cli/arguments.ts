import { CLI_TEXTS } from '../../core/words/cli.ts'
import { RUNTIME_NAMES } from '../../install/plan-install.ts'
import { type Exit, misused } from './exit.ts'

const MOST = 999_999_999_999
const MOST_HOLDS = 999_999_999

/** A number from 1 to `most`, as a person types it; undefined for anything else. */
export function wholeNumber(text: string, most = MOST): number | undefined {
  const number = /^[1-9]\d{0,11}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= most ? number : undefined
}

/** Holds are shown as `#3`, and may be typed that way. */
export function holdNumber(text: string): number | undefined {
  return wholeNumber(text.replace(/^#/, ''), MOST_HOLDS)
}

/** The error for a runtime we don't know; undefined for one we do. */
export function unknownRuntime(name: string): Exit | undefined {
  const isKnown = RUNTIME_NAMES.some((known) => known === name)
  return isKnown ? undefined : misused(CLI_TEXTS.unknownChoice('runtime', name, RUNTIME_NAMES))
}
