// How well boundaries, loops and kinds of work are told on recorded sessions: `npm run bench:plane -- DIR`.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openLogs } from '../src/hosts/cli/replay/open-logs.ts'
import { printTable } from './bench/table.mjs'
import { benchAgreement } from './bench-plane/agreement.mjs'
import { benchBoundaries } from './bench-plane/boundaries.mjs'
import { benchCost } from './bench-plane/cost.mjs'
import { benchLoops } from './bench-plane/loops.mjs'
import { benchReplay } from './bench-plane/same-again.mjs'

const [folder, ...rest] = process.argv.slice(2)
if (folder === undefined || rest.length > 0) {
  process.stderr.write('usage: npm run bench:plane -- DIR\n')
  process.exit(2)
}

const sessions = []
const runs = []
for (const name of readdirSync(folder)
  .filter((one) => one.endsWith('.jsonl'))
  .toSorted()) {
  const text = readFileSync(join(folder, name), 'utf8')
  const rows = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line))
  for (const [index, log] of openLogs(text).logs.entries()) {
    if (log.name.run === undefined) sessions.push({ log, source: rows[index]?.source ?? 'people' })
    else runs.push({ log, labels: rows[index].steps.map((step) => step.label) })
  }
}
process.stderr.write(`bench: ${sessions.length} sessions, ${runs.length} labelled runs\n`)

const results = []
if (sessions.length > 0) results.push(...step('boundaries', () => benchBoundaries(sessions)))
if (runs.some(({ labels }) => labels.every(Boolean)))
  results.push(...step('agreement with labels', () => benchAgreement(runs)))
if (sessions.length > 0) results.push(...step('loops', () => benchLoops(sessions)))
if (sessions.length > 0) results.push(...step('1,000 replays', () => benchReplay(sessions)))
results.push(...step('100,000 events', () => benchCost()))
printTable('plane', results)
process.exit(results.some(({ holds }) => holds === 'NO') ? 1 : 0)

function step(name, run) {
  process.stderr.write(`bench: ${name}…\n`)
  return run()
}
