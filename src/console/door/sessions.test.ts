import { describe, expect, it } from 'vitest'
import { isOwn, makeSessions } from './sessions.ts'

const TERMINAL = { pid: 10, started: 100 }
const BROWSER = { main: { pid: 20, started: 200 }, name: 'chromium', agentAbove: false }
const MINUTE = 60_000

function atTime() {
  const clock = { now: 1_000_000 }
  return { clock, sessions: makeSessions(() => clock.now) }
}

describe('console sessions', () => {
  it('[EDGE-140] takes a ticket once, within five minutes', () => {
    const { clock, sessions } = atTime()
    const { ticket } = sessions.issue(TERMINAL, '/shop')
    const session = sessions.redeem(ticket, BROWSER)
    expect(session).toMatchObject({ level: 'look', project: '/shop', digits: expect.stringMatching(/^\d{3}$/) })
    expect(sessions.redeem(ticket, BROWSER)).toBeUndefined()
    const late = sessions.issue(TERMINAL, '/shop')
    clock.now += 5 * MINUTE
    expect(sessions.redeem(late.ticket, BROWSER)).toBeUndefined()
    expect(sessions.redeem('made up', BROWSER)).toBeUndefined()
  })

  it('[EDGE-141] falls to look after 30 idle minutes and ends after 12 hours; what the page asks by itself is no sign of a person', () => {
    const { clock, sessions } = atTime()
    const session = sessions.redeem(sessions.issue(TERMINAL, '').ticket, BROWSER)
    if (!session) throw new Error('no session')
    sessions.raise(session)
    clock.now += 29 * MINUTE
    expect(sessions.at(session.token, true)?.level).toBe('present')
    clock.now += 20 * MINUTE
    expect(sessions.at(session.token, false)?.level).toBe('present')
    expect(sessions.presentUntilMs(session)).toBe(clock.now + 10 * MINUTE)
    clock.now += 10 * MINUTE
    expect(sessions.at(session.token, true)?.level).toBe('look')
    expect(sessions.presentUntilMs(session)).toBeUndefined()
    clock.now += 12 * 60 * MINUTE
    expect(sessions.at(session.token, true)).toBeUndefined()
    expect(sessions.at(undefined, true)).toBeUndefined()
  })

  it('[EDGE-141] ends when it is locked', () => {
    const { sessions } = atTime()
    const session = sessions.redeem(sessions.issue(TERMINAL, '').ticket, BROWSER)
    if (!session) throw new Error('no session')
    sessions.end(session)
    expect(sessions.at(session.token, true)).toBeUndefined()
  })

  it('[EDGE-141] belongs to the browser that redeemed its ticket, by number and time of start', () => {
    const { sessions } = atTime()
    const seen = sessions.redeem(sessions.issue(TERMINAL, '').ticket, BROWSER)
    const unseen = sessions.redeem(sessions.issue(TERMINAL, '').ticket, undefined)
    if (!seen || !unseen) throw new Error('no session')
    const reused = { ...BROWSER, main: { pid: 20, started: 201 } }
    expect([seen, unseen].map((session) => [BROWSER, reused, undefined].map((one) => isOwn(session, one)))).toEqual([
      [true, false, false],
      [false, false, true],
    ])
  })
})
