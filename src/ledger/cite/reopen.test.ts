import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ledgerEvent, playLedger, said } from '../../../test/support/ledger.ts'
import { pathsOf } from '../../config/paths.ts'
import { evolve } from '../../core/evolve.ts'
import type { RecordedCitation } from '../../core/model/citation.ts'
import { IN_REPO } from '../../core/model/homes.ts'
import { type ProjectRoot, projectRoot } from '../../core/model/ids.ts'
import type { LedgerRecord } from '../../core/model/ledger.ts'
import { DEFAULT_POLICY } from '../../core/model/policy.ts'
import { INITIAL_STATE } from '../../core/model/state.ts'
import { memoryStore } from '../../stores/memory/store.ts'
import { ledgerPlaces } from '../../wiring/wire-gate.ts'
import { type LedgerLookups, ledgerLookups } from '../ledger-lookups.ts'
import { openLedger } from '../open-ledger.ts'

let folder = ''
let project: ProjectRoot
const textOf = (name: string) => ['const first = 1', `export const second = 'in ${name}'`, ''].join('\n')

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-reopen-')))
  project = projectRoot(join(folder, 'project'))
  mkdirSync(project)
  for (const name of ['kept.ts', 'moved.ts', 'changed.ts', 'gone.ts']) writeFileSync(join(project, name), textOf(name))
  const git = ['-C', project, '-c', 'user.name=a', '-c', 'user.email=a@b']
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    ['commit', '-qm', 'first'],
  ])
    execFileSync('git', [...git, ...args])
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const cited = (name: string, status = 'verified'): RecordedCitation => ({
  path: `\${PROJECT_ROOT}/${name}`,
  line: 2,
  quote: `export const second = 'in ${name}'`,
  status,
  blob: execFileSync('git', ['-C', project, 'rev-parse', `HEAD:${name}`], { encoding: 'utf8' }).trim(),
})

function recordOf(...decisions: readonly (readonly RecordedCitation[])[]): LedgerRecord {
  const events = decisions.map((evidence, index) =>
    said({
      do: 'decide',
      title: `Title ${index}`,
      decision: 'so',
      rationale: '',
      evidence,
      isAssumption: false,
      supersedes: '',
      scenarios: [],
      notes: [],
    }),
  )
  return playLedger(events).ledger.record
}

async function reopened(record: LedgerRecord, lookups: Partial<LedgerLookups> = lookupsHere()) {
  const initial = { ...INITIAL_STATE, ledger: { ...INITIAL_STATE.ledger, record } }
  const store = memoryStore({ evolve, initial })
  const event = ledgerEvent({ kind: 'session.start', source: 'clear' })
  return (await openLedger(IN_REPO, { lookups }).gather(event, project, { store, policy: DEFAULT_POLICY.ledger }))
    ?.stale
}

const lookupsHere = () => ledgerLookups(ledgerPlaces(pathsOf({ HOME: join(folder, 'home') }), {}))

describe('[LEDGER-66] what the last decisions cite, at the start of a session', () => {
  it('is opened again, and what does not stand where it stood is named', async () => {
    const record = recordOf(
      [cited('kept.ts')],
      [cited('moved.ts'), cited('kept.ts')],
      [cited('changed.ts')],
      [cited('gone.ts')],
    )
    writeFileSync(join(project, 'moved.ts'), `// above\n// above\n${textOf('moved.ts')}`)
    writeFileSync(join(project, 'changed.ts'), textOf('something else'))
    rmSync(join(project, 'gone.ts'))
    expect(await reopened(record)).toEqual([
      `\${PROJECT_ROOT}/moved.ts:2 moved to \`\${PROJECT_ROOT}/moved.ts:4\``,
      expect.stringMatching(/changed\.ts:2 .*changed/),
      expect.stringMatching(/gone\.ts:2 .*gone/),
    ])
  })

  it('is not news where it stands, and where it never stood', async () => {
    expect(await reopened(recordOf([cited('kept.ts')]))).toEqual([])
    expect(await reopened(recordOf([cited('kept.ts', 'absent')]))).toBeUndefined()
  })

  it('never fails a start', async () => {
    const broken = async () => {
      throw new Error('no disk')
    }
    expect(await reopened(recordOf([cited('kept.ts')]), { reopen: broken })).toBeUndefined()
    expect(await reopened(recordOf([cited('kept.ts')]), { reopen: async () => undefined })).toBeUndefined()
  })
})
