import type { Finding, Override, Tier } from '../../core/model/assessment.ts'
import type { Terminal } from './terminal.ts'

const OVERRIDES: Readonly<Record<Override, string>> = {
  never: 'nobody',
  passphrase: 'a person, once, at the command line with the passphrase',
  'any-door': 'a person, once, through any door',
}

/** Who may let it pass. No door opens what reaches for the gate itself. */
export function overrideWords({ harm, override }: Pick<Finding, 'harm' | 'override'>): string {
  return OVERRIDES[harm === 'tamper' ? 'never' : override]
}

export function tierColor({ colors }: Terminal, tier: Tier): (text: string) => string {
  switch (tier) {
    case 'routine':
      return colors.green
    case 'junction':
      return colors.yellow
    case 'catastrophic':
      return colors.red
  }
}
