import { expect, it } from 'vitest'
import { AROUND, after, common, shell } from '../../../../test/support/events.ts'
import { decide } from '../../decide.ts'
import { DEFAULT_POLICY } from '../../model/policy.ts'
import { INITIAL_STATE } from '../../model/state.ts'

const freed = ['/p/.claude/settings.json', '/home/dev/.claude/settings.json']
const around = { ...AROUND, freed }
const said = {
  kind: 'allow',
  notice:
    '`/p/.claude/settings.json` and `/home/dev/.claude/settings.json` switched Fairlead off for the next session, so that was taken back; to switch it off yourself, run `fairlead uninstall`',
}

it.each([
  ['after a call', after(shell('make'), { around })],
  ['at the end of a turn', { ...common(), kind: 'stop' as const, again: false, around }],
])(
  '[EDGE-145] %s, settings that free the next session are put right, on record, and the person is told',
  (_, event) => {
    const { decision, facts, effects } = decide(INITIAL_STATE, event, DEFAULT_POLICY)
    expect(decision).toEqual(said)
    expect(facts.filter(({ kind }) => kind === 'config.changed')).toEqual(
      freed.map((path) => ({ kind: 'config.changed', source: 'settings', path, refused: true })),
    )
    expect(effects.filter(({ kind }) => kind === 'settings.mend')).toEqual(
      freed.map((path) => ({ kind: 'settings.mend', path })),
    )
  },
)
