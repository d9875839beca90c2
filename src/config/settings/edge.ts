import {
  DEFAULT_POLICY,
  ENFORCEMENTS,
  MODE_SOURCES,
  PASSPHRASE_FOR,
  type Policy,
  SURFACES,
  WARNINGS,
} from '../../core/model/policy.ts'
import { amount, choice, ladder, type Section, words } from './setting.ts'

const initial = DEFAULT_POLICY.edge
/** Claude Code gives a hook ten minutes. */
const MAX_HOLD_SECONDS = 540

const LEVEL = ladder('edge.level', ENFORCEMENTS, {
  initial: initial.level,
  about: 'what a risky call leads to: a row in the audit, a word to the agent, or a hold',
})
const SURFACE = choice('edge.surface', SURFACES, {
  initial: initial.surface,
  about:
    "whether a hold is shown as a junction or, where that is proven to wait for a person, as the runtime's own prompt",
})
const MODES = choice('edge.modes', MODE_SOURCES, {
  initial: initial.modes,
  about: 'whether the operator mode follows the work until a person pins it, or only a person changes it',
})
const WARN = ladder('edge.warn', WARNINGS, {
  initial: initial.warn,
  about: 'how often an agent is told that an edit does not fit the operator mode',
})
const HOLD_SECONDS = amount('edge.hold_seconds', {
  initial: initial.holdSeconds,
  minimum: 0,
  maximum: MAX_HOLD_SECONDS,
  about:
    'how long a held call waits for a decision before it is refused, 0 refuses at once; run `fairlead init` after a change',
})
const PASSPHRASE = words('edge.passphrase_for', PASSPHRASE_FOR, {
  initial: initial.passphraseFor,
  stricter: 'more',
  about: 'which decisions also take the passphrase, typed in the terminal',
})

export const EDGE: Section<Policy['edge']> = {
  settings: [LEVEL, SURFACE, MODES, WARN, HOLD_SECONDS, PASSPHRASE],
  section: (pick) => ({
    level: pick(LEVEL),
    surface: pick(SURFACE),
    modes: pick(MODES),
    warn: pick(WARN),
    holdSeconds: pick(HOLD_SECONDS),
    passphraseFor: pick(PASSPHRASE),
  }),
}
