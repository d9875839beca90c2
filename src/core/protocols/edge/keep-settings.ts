import type { EventOf } from '../../model/event.ts'
import type { Fact } from '../../model/fact.ts'
import type { Effect } from '../../model/outcome.ts'
import { KEPT_SETTINGS_WORDS } from '../../words/gate.ts'

interface SettingsKept {
  readonly notice?: string
  readonly facts: readonly Fact[]
  readonly effects: readonly Effect[]
}

/**
 * EDGE-145: whatever brought them, a merge, an archive, a program that nobody could read: settings without the gate are put
 * right before a session reads them, and the person is told.
 */
export function keepSettings({ around: { freed } }: EventOf<'tool.after' | 'stop'>): SettingsKept {
  if (freed.length === 0) return { facts: [], effects: [] }
  return {
    notice: KEPT_SETTINGS_WORDS.mended(freed),
    facts: freed.map((path) => ({ kind: 'config.changed', source: 'settings', path, refused: true })),
    effects: freed.map((path) => ({ kind: 'settings.mend', path })),
  }
}
