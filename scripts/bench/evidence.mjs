import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { IN_REPO } from '../../src/core/model/homes.ts'
import { TRAJECTORY_PATH } from '../../src/core/protocols/ledger/notes/state-zone.ts'
import { groundClaims, readClaims } from '../../src/ledger/cite/claims.ts'
import { openWitness } from '../../src/ledger/cite/witness.ts'
import { search } from '../../src/ledger/search/search.ts'
import { openIndex } from '../../src/ledger/search/search-index.ts'
import { sectionsOf } from '../../src/ledger/sections/section.ts'
import { ROOT } from '../setup/paths.mjs'
import { percentile, round } from './table.mjs'

const HERE = { root: ROOT, homes: IN_REPO(ROOT) }

const CLAIMS = 1_000
const LINES = 100_000
const QUERIES = ['approve a hold once', 'hash chain of facts', 'redact secrets', 'unix socket daemon', 'rate limiting']

/** What a person waits for: the index of this very repository, questions to it, a whole section, and a grounding check. */
export async function benchEvidence(scratch) {
  const folder = join(scratch, 'evidence')
  const rows = []
  const lap = async (what, times, act) => {
    const taken = []
    for (let round = 0; round < times; round += 1) {
      const started = performance.now()
      await act(round)
      taken.push(performance.now() - started)
    }
    rows.push({ what, 'p50 ms': round(percentile(taken, 0.5)), 'p95 ms': round(percentile(taken, 0.95)) })
  }
  await lap('index from nothing', 3, async (number) =>
    (await openIndex({ ...HERE, folder: `${folder}-${number}` })).close(),
  )
  await lap('index, nothing changed', 10, async () => (await openIndex({ ...HERE, folder: `${folder}-0` })).close())
  const index = await openIndex({ ...HERE, folder: `${folder}-0` })
  for (const mode of ['lex', 'sem', 'hybrid']) {
    const query = (number) => ({ text: QUERIES[number % 5], mode, kinds: ['code'], topk: 3, threshold: 0 })
    await lap(`query, ${mode}`, 25, (number) => search(index, query(number)))
  }
  index.close()
  await lap('whole section', 25, () => sectionsOf({ root: ROOT, env: {} }, 'src/git/ask-git.ts', { line: 30 }))
  await lap(`grounding check, ${CLAIMS} claims in ${LINES} lines`, 5, await grounding(scratch))
  return rows
}

async function grounding(scratch) {
  const root = join(scratch, 'grounding')
  mkdirSync(join(root, 'src'), { recursive: true })
  mkdirSync(join(root, TRAJECTORY_PATH), { recursive: true })
  const source = Array.from({ length: 2_000 }, (_, line) => `export const value${line} = ${line}`)
  for (let file = 0; file < 50; file += 1) writeFileSync(join(root, `src/file${file}.ts`), source.join('\n'))
  const row = (number) => {
    if (number % (LINES / CLAIMS) !== 0) return JSON.stringify({ phase: 'result', detail: 'x'.repeat(100) })
    const line = number % 2_000
    const evidence = { path: `\${PROJECT_ROOT}/src/file${number % 50}.ts`, line: line + 1, quote: source[line] }
    return JSON.stringify({ phase: 'cite', grounding: 'citation', claim: `claim ${number}`, evidence })
  }
  writeFileSync(
    join(root, TRAJECTORY_PATH, 'agent-2026-11-15.jsonl'),
    Array.from({ length: LINES }, (_, number) => row(number)).join('\n'),
  )
  const witness = await openWitness(join(scratch, 'witness'), root)
  return async () => {
    const { claims } = readClaims(root, 'agent', Date.parse('2026-11-15T12:00:00Z'))
    const rule = { threshold: 0.95, assumptionCap: 0.2 }
    const { grounded } = await groundClaims({ root, witness, atMs: 0 }, claims, rule)
    if (grounded !== CLAIMS) throw new Error(`${grounded} of ${CLAIMS} claims were verified`)
  }
}
