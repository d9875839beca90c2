import { describe, expect, it } from 'vitest'
import { makeTwins } from './twins.ts'

const sent = (bytes: string) => ({ runtime: 'claude-code', bytes })
const command = (prompt: string) =>
  sent(
    JSON.stringify({
      hook_event_name: 'UserPromptExpansion',
      session_id: 's',
      prompt_id: prompt,
      command_args: 'approve',
    }),
  )

describe('a command that arrives twice', () => {
  it('is known as soon as the connection has brought it, and once', async () => {
    const twins = makeTwins(200)
    twins.connected(command('a'))
    expect(await twins.hasTwin(command('a'))).toBe(true)
    expect(await twins.hasTwin(command('a'))).toBe(false)
    setTimeout(() => twins.connected(command('b')), 50)
    expect(await twins.hasTwin(command('b'))).toBe(true)
  })

  it('has no twin when it comes once, is unreadable, or is something else', async () => {
    const twins = makeTwins(50)
    for (const bytes of ['{"UserPromptExpansion"', 'null "UserPromptExpansion"', '"UserPromptExpansion"', '{}']) {
      twins.connected(sent(bytes))
      expect(await twins.hasTwin(sent(bytes))).toBe(false)
    }
    expect(await twins.hasTwin(command('c'))).toBe(false)
    for (let index = 0; index < 70; index += 1) twins.connected(command(`n${index}`))
    expect([await twins.hasTwin(command('n0')), await twins.hasTwin(command('n69'))]).toEqual([false, true])
  })
})
