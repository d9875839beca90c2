import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pathsOf } from '../../config/paths.ts'
import { IN_REPO } from '../../core/model/homes.ts'
import { type ProjectRoot, projectRoot, sessionId } from '../../core/model/ids.ts'
import { EMPTY_RECORD, type LedgerEntry } from '../../core/model/ledger.ts'
import { DEFAULT_POLICY } from '../../core/model/policy.ts'
import { lineOf } from '../../core/protocols/ledger/record/line.ts'
import { appendLines } from '../files/trajectory.ts'
import { checkClaims } from './claims.ts'

const FILES = 5
const LINES = 200
const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 10, 15, 12)

let root = ''
let project: ProjectRoot

/** Every run of git leaves a mark; then the real one runs. */
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-ground-')))
  project = projectRoot(join(root, 'project'))
  mkdirSync(project)
  execFileSync('git', ['init', '-q', project])
  for (let file = 0; file < FILES; file += 1) writeFileSync(join(project, `f${file}.ts`), textOf(file))
  const git = ['-C', project, '-c', 'user.name=a', '-c', 'user.email=a@b']
  execFileSync('git', [...git, 'add', '.'])
  execFileSync('git', [...git, 'commit', '-qm', 'first'])
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  mkdirSync(join(root, 'bin'))
  writeFileSync(join(root, 'bin/git'), `#!/bin/sh\necho run >> '${join(root, 'runs')}'\nexec '${real}' "$@"\n`)
  chmodSync(join(root, 'bin/git'), 0o755)
  vi.stubEnv('PATH', `${join(root, 'bin')}:${process.env['PATH']}`)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

const quoteOf = (file: number, line: number) => `export const value${file}x${line} = ${line}`
const textOf = (file: number) => Array.from({ length: LINES }, (_, index) => quoteOf(file, index + 1)).join('\n')
const blobOf = (file: number) =>
  execFileSync('git', ['-C', project, 'rev-parse', `HEAD:f${file}.ts`], { encoding: 'utf8' }).trim()
const gitRuns = () => {
  const runs = existsSync(join(root, 'runs')) ? readFileSync(join(root, 'runs'), 'utf8').split('\n').length - 1 : 0
  rmSync(join(root, 'runs'), { force: true })
  return runs
}

function claim(index: number, atMs: number): void {
  const file = index % FILES
  const line = (index % LINES) + 1
  const entry: LedgerEntry = {
    phase: 'cite',
    decision_id: `d-${index}`,
    title: `T${index}`,
    claim: `claim ${index}`,
    rationale: '',
    grounding: 'citation',
    evidence: [
      {
        path: `\${PROJECT_ROOT}/f${file}.ts`,
        line,
        quote: quoteOf(file, line),
        status: 'verified',
        blob: BLOBS[file] ?? '',
      },
    ],
    bead_id: '',
    supersedes: '',
    notes_ref: '',
  }
  appendLines(IN_REPO(project).ledger, 'a', [
    lineOf({ n: index + 1, atMs, session: sessionId('s'), agent: 'a', entry }),
  ])
}
let BLOBS: readonly string[] = []

async function ground(record = EMPTY_RECORD) {
  const paths = pathsOf({ HOME: join(root, 'home'), PATH: '' })
  return checkClaims(
    { root: project, homes: IN_REPO(project), folder: paths.evidence },
    { record, policy: DEFAULT_POLICY.ledger },
  )
}

const handedOff = (atMs: number) => ({
  ...EMPTY_RECORD,
  settledMs: atMs,
})

describe('a check of everything that was claimed', () => {
  beforeEach(() => {
    BLOBS = Array.from({ length: FILES }, (_, file) => blobOf(file))
    gitRuns()
  })

  it('[LEDGER-64] asks git never, where the present bears the claims out, however many there are', async () => {
    for (let index = 0; index < 600; index += 1) claim(index, NOW)
    expect(await ground()).toMatchObject({ total: 600, grounded: 600, ratio: 1 })
    expect(gitRuns()).toBe(0)
  })

  it('[LEDGER-64] asks git a fixed number of times where it does not', async () => {
    for (let file = 0; file < FILES; file += 1) writeFileSync(join(project, `f${file}.ts`), 'all of it is gone\n')
    claim(0, NOW)
    expect(await ground()).toMatchObject({ total: 1, grounded: 0 })
    const few = gitRuns()
    for (let index = 1; index < 600; index += 1) claim(index, NOW)
    expect(await ground()).toMatchObject({ total: 600, grounded: 0 })
    expect([gitRuns(), few <= 6]).toEqual([few, true])
  })

  it('[LEDGER-55] opens what was claimed since the last handoff, and nothing that was settled before', async () => {
    for (let index = 0; index < 300; index += 1) claim(index, NOW - DAY_MS)
    for (let index = 300; index < 303; index += 1) claim(index, NOW)
    // A day that lies before the handoff is not even opened.
    const settled = join(project, 'loa-grimoire/a2a/trajectory/a-2026-11-13.jsonl')
    writeFileSync(settled, '{"phase":"cite","claim":"x","n":1,"ts":"2026-11-20T00:00:00Z"}\n')
    expect(await ground(handedOff(NOW - 1))).toMatchObject({ total: 3, grounded: 3 })
  })
})
