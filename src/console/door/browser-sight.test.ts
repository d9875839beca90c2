import { describe, expect, it } from 'vitest'
import type { ProcessFacts } from '../../person/processes.ts'
import { browserOf } from './browser-sight.ts'
import { whyNotPresent } from './prove.ts'

const CHROMIUM = '/usr/lib/chromium/chromium'

function processes(...list: readonly Partial<ProcessFacts>[]) {
  const known = new Map(
    list.map((one, index): [number, ProcessFacts] => {
      const pid = one.pid ?? index + 1
      return [
        pid,
        {
          ...{ pid, parent: 0, started: pid * 10, name: 'chromium', leader: pid, hasTty: false, env: {} },
          ...{ executable: CHROMIUM, command: 'chromium', namespaces: 'n' },
          ...one,
        },
      ]
    }),
  )
  return (pid: number) => known.get(pid)
}

const SHELL = { pid: 1, name: 'bash', executable: '/bin/bash' }
const NETWORK = { pid: 3, parent: 2, command: 'chromium --type=utility' }

describe('the browser at the other end', () => {
  it('[EDGE-141] is its main process, above the one that reads the network', () => {
    const read = processes(SHELL, { pid: 2, parent: 1 }, NETWORK)
    expect(browserOf(3, read)).toEqual({ main: { pid: 2, started: 20 }, name: 'chromium', agentAbove: false })
    const hidden = processes(SHELL, { pid: 2, parent: 1 }, { ...NETWORK, executable: undefined })
    expect(browserOf(3, hidden)?.main.pid).toBe(2)
    expect(browserOf(9, read)).toBeUndefined()
  })

  it.each([
    ['chromium --headless=new', '--headless'],
    ['chromium --remote-debugging-port=9222', '--remote-debugging-port'],
    ['chromium --remote-debugging-pipe', '--remote-debugging-pipe'],
    ['chromium --enable-automation', '--enable-automation'],
    ['firefox -marionette', '-marionette'],
    ['firefox --remote-allow-hosts x', '--remote-allow-hosts'],
  ])('[EDGE-142] is driven when it was started as `%s`', (command, driven) => {
    const sight = browserOf(3, processes(SHELL, { pid: 2, parent: 1, command }, NETWORK))
    expect(sight?.driven).toBe(driven)
    expect(whyNotPresent(sight)).toContain(driven)
  })

  it('[EDGE-142] cannot be present below an agent, nor where nothing is shown', () => {
    const agent = { pid: 1, name: 'claude', executable: '/usr/bin/claude' }
    const below = browserOf(3, processes(agent, { pid: 2, parent: 1 }, NETWORK))
    expect(below?.agentAbove).toBe(true)
    expect(whyNotPresent(below)).toBe('the browser was started by an agent')
    expect(whyNotPresent(undefined)).toContain('only looks')
    expect(whyNotPresent(browserOf(3, processes(SHELL, { pid: 2, parent: 1 }, NETWORK)))).toBeUndefined()
  })
})
