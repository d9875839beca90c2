import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { after, before, SESSION, shell } from '../../test/support/events.ts'
import { gateRooms } from '../../test/support/gate-rooms.ts'
import { play } from '../../test/support/history.ts'
import { edit } from '../../test/support/people.ts'
import { decide } from '../core/decide.ts'
import { evolve } from '../core/evolve.ts'
import { type Event, seeing } from '../core/model/event.ts'
import { type ProjectRoot, projectHome, projectRoot, sessionId } from '../core/model/ids.ts'
import { DEFAULT_POLICY } from '../core/model/policy.ts'
import { INITIAL_STATE } from '../core/model/state.ts'
import { memoryStore } from '../stores/memory/store.ts'
import { perform } from './effects.ts'
import { readLog } from './proof-log.ts'

let project: ProjectRoot
let log: string
/** What the gate does after the commit of a result. */
function keep(event: Event): void {
  const rooms = gateRooms({ project, store })
  perform(decide(INITIAL_STATE, event, DEFAULT_POLICY).effects, {
    rooms,
    store,
    event: seeing(event, { project }),
  })
}
const store = memoryStore({ evolve, initial: INITIAL_STATE })
beforeEach(() => {
  project = projectRoot(realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-log-'))))
  log = join(project, '.proof', 'session_log.jsonl')
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

const events = () => [
  after(before(edit('/home/dev/project/a.ts'))),
  after(before(edit('/home/dev/project/b.ts')), { outcome: { ok: false, output: '' } }),
  after(shell('npm test')),
  after(shell('ls'), { session: sessionId('other') }),
]

it('[EDGE-65] the log alone tells what the facts tell', () => {
  const seen = events()
  for (const event of seen) keep(event)
  const { state } = play(seen)
  expect(readLog(projectHome(project), [SESSION])).toEqual([
    { session: SESSION, observed: state.sessions[SESSION]?.observed },
  ])
  expect(readLog(projectHome(project), [])).toEqual([])
  expect(readLog(projectHome(project), [sessionId('unknown')])).toEqual([])
})

it('[EDGE-66, EDGE-67, EDGE-69] counts every line by tool, names each file once in its order, and has the time of the newest', () => {
  const files = ['a.ts', 'c.ts', 'a.ts']
  const seen = [...events(), ...files.map((name) => after(before(edit(`/home/dev/project/${name}`))))]
  for (const event of seen) keep(event)
  expect(readLog(projectHome(project), [SESSION])).toMatchObject([
    {
      observed: {
        toolsUsed: { Edit: 5, Bash: 1 },
        filesModified: ['/home/dev/project/a.ts', '/home/dev/project/c.ts'],
        lastActivityMs: seen.at(-1)?.atMs,
      },
    },
  ])
})

it('counts for nothing what is torn, foreign or no line at all', () => {
  for (const event of events()) keep(event)
  const before = readLog(projectHome(project), [SESSION])
  const odd = [
    '',
    '{"timestamp":',
    'null',
    '[]',
    '"text"',
    '{}',
    `{"session":"${SESSION}","tool":"X","timestamp":"never"}`,
    `{"session":"${SESSION}","tool":7,"timestamp":"2027-01-01T00:00:00Z"}`,
    '{"tool":"X","timestamp":"2027-01-01T00:00:00Z"}',
  ]
  appendFileSync(log, `\n${odd.join('\n')}`)
  expect(readLog(projectHome(project), [SESSION])).toEqual(before)
})

it('follows no link that a repository brings, neither to read nor to write', () => {
  const outside = join(project, 'outside.txt')
  writeFileSync(outside, '')
  mkdirSync(join(project, '.proof'))
  symlinkSync(outside, log)
  const [event] = events()
  if (event) keep(event)
  expect(readLog(projectHome(project), [SESSION])).toEqual([])
  rmSync(join(project, '.proof'), { recursive: true })
  symlinkSync(project, join(project, '.proof'))
  if (event) keep(event)
  expect(readLog(projectHome(project), [SESSION])).toEqual([])
})
