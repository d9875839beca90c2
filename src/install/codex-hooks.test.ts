import { describe, expect, it } from 'vitest'
import { codexGroups, isCodexHook, trustOf } from './codex-hooks.ts'
import { addGroups } from './hooks-json.ts'

const FILE = '/tmp/cx/home/hooks.json'
const COMMAND = '/d/bin/hook'

describe('hooks for Codex', () => {
  it('are ours with and without their flags, so that older entries are found', () => {
    const isOurs = isCodexHook(COMMAND)
    expect(
      ['codex', 'codex --strict', 'codex --wait 70', 'codex --strict --wait 600'].map((rest) =>
        isOurs({ command: `${COMMAND} ${rest}` }),
      ),
    ).toEqual([true, true, true, true])
    expect([
      isOurs({ command: `${COMMAND} codex --wait x` }),
      isOurs({ command: `${COMMAND} codexx` }),
      isOurs({}),
    ]).toEqual([false, false, false])
  })

  it('names and hashes them as Codex 0.166.0 does', () => {
    const captured = codexGroups(COMMAND, false).map(({ event }) => {
      const timeout = ['Interrupt', 'SessionEnd'].includes(event) ? 3 : 10
      return { event, group: { hooks: [{ type: 'command', command: `${COMMAND} codex`, timeout }] } }
    })
    const spliced = addGroups('', captured)
    const trust = spliced.ok ? trustOf(spliced.text, FILE, COMMAND) : []
    // Captured from `hooks/list` of the real app server.
    expect(Object.fromEntries(trust.map(({ key, hash }) => [key.slice(FILE.length + 1), hash.slice(7)]))).toMatchObject(
      {
        'session_start:0:0': '862a42d75014bf197e38ed9fdcef0834c733064c7361d32c0f972ac98c62e15e',
        'user_prompt_submit:0:0': '25124cdc16ae95abb6390481c706702a0dd173776d8c4bf0521aac8ba3eaf812',
        'permission_request:0:0': '55b61715c80848e37a49dc47f626d4257ca8cfa1979534ddb5c341c86ece5edb',
        'post_tool_use:0:0': 'b8e5616d248f3a1b147c7cacd54b2f8d7795f8213a51c65f6bd357f047daec8e',
        'pre_compact:0:0': 'e35508aa5a1f91aebbe95e736a887dc8f93282d70b98e7ea0efe6a1e350491ee',
        'post_compact:0:0': '81e8e900a2f2cdb4fafa171b6040049002bcb2c6d38a5f8647e71af85cf19b26',
        'subagent_start:0:0': 'e74865f3a890d0b856f094ac55a571901e1631b19688bbb4fdf2386e8a9862d1',
        'subagent_stop:0:0': '635515b65a626c72b7ccc98fcf12e5edd77473e7bf591d076fa7db6208fdb0e4',
        'stop:0:0': '8cbd7d4ca6c1b9cd9587aa90f492ba585a7292b1dd003c1a8156808d37567c42',
        'interrupt:0:0': '6cb09b70e82694d234326f93c5d5c903ed82ddcbca487ecc197a8efb4f5cd3f2',
        'session_end:0:0': 'a0391a0d02294c984a3e836b050764bc6a350148fc2b50fe9f6339f304acf930',
      },
    )
    expect(trust).toHaveLength(12)
  })

  it('counts its place after the groups of others, and keeps a matcher in the hash', () => {
    const text = `{"hooks":{"PreToolUse":[{"hooks":[]},{"matcher":"*","hooks":[{"type":"command","command":"/d/bin/hook codex","timeout":10}]}]}}`
    expect(trustOf(text, FILE, COMMAND)).toEqual([
      {
        key: `${FILE}:pre_tool_use:1:0`,
        hash: 'sha256:7f4f1405fb7286dcac6ea5807c761d419c572a71cc137240e6e25fa613070e87',
      },
    ])
  })

  it("knows its own commands, and nobody else's", () => {
    const isOurs = isCodexHook("/home/o'neil/x y/hook")
    const command = "'/home/o'\\''neil/x y/hook' codex"
    expect(
      [
        { command },
        { command: `${command} --strict` },
        { command: `${command} x` },
        { command: 'codex' },
        null,
        'x',
      ].map(isOurs),
    ).toEqual([true, true, false, false, false, false])
  })
})
