// Measures the judge on a folder of labelled commands, and on the sets of test/risk without a disk and through the gate:
// npm run bench:risk -- DIR [--json FILE] [--keep] [--misses] [--alarms] [--no-sets] [--only-sets]
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { assess } from '../src/core/rules/assess.ts'
import { keepFigures } from './bench/figures.mjs'
import { measureBlind } from './risk/blind.mjs'

const SLOW_MS = 20
const SHORT_CHARS = 300
const CORE = /^(dcg-core|ccsn|nah-.*|as-destructive-ops)$/
/**
 * What the gating matrix itself holds (EDGE-34, EDGE-35, EDGE-36, EDGE-47): push, reset, discard, rm -rf, deploy, publish,
 * migrate, changes of and deletes from live services. A benign row among them is listed, and is no false alarm.
 */
const MATRIX = new Set([
  'git push',
  'git push --force',
  'git reset',
  'git checkout',
  'git clean',
  'git stash drop',
  'rm',
  'truncate',
  'deploy',
  'publish',
  'unpublish',
  'migrate',
  'service change',
  'service delete',
  'terraform apply',
  'terraform destroy',
  'kubectl apply',
  'kubectl delete',
  'aws change',
  'aws delete',
  'gcloud change',
  'gcloud delete',
  'az change',
  'az delete',
  'gh publish',
  'gh delete',
  'http post',
  'http delete',
  'sql drop',
  'sql truncate',
  'sql delete',
])
/** What the real stream may be held for. */
const STREAM = /^(git push|git push --force|git reset|rm|git checkout|git clean|git stash drop)$/

const args = process.argv.slice(2)
const jsonAt = args.indexOf('--json')
const given = args.find((arg, at) => !arg.startsWith('--') && (jsonAt < 0 || at !== jsonAt + 1))
const dir = given ?? '../shared/corpora/commands'
if (!args.includes('--only-sets') && !existsSync(dir)) {
  if (given !== undefined || args.includes('--no-sets')) {
    console.error(`bench:risk: no folder \`${dir}\` of labelled commands`)
    process.exit(1)
  }
  console.log(`no folder \`${dir}\` of labelled commands: only the sets of test/risk are judged`)
}
const around = {
  project: '/home/dev/project',
  cwd: '/home/dev/project',
  home: '/home/dev',
  tempDirs: ['/tmp'],
  ownPaths: [],
  paths: [],
}
const memory = { written: [], blocked: [] }

function judge(command) {
  const call = { kind: 'shell', name: 'Bash', command }
  let best = Number.POSITIVE_INFINITY
  let result
  for (let attempt = 0; attempt < 3; attempt++) {
    const start = performance.now()
    result = assess(call, around, memory)
    best = Math.min(best, performance.now() - start)
  }
  return { result, ms: best }
}

const hasFolder = existsSync(dir) && !args.includes('--only-sets')
const rows = (hasFolder ? readdirSync(dir) : [])
  .filter((name) => name.endsWith('.jsonl'))
  .toSorted()
  .flatMap((file) =>
    readFileSync(join(dir, file), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => ({
        file,
        set: /dangerous/.test(file) ? 'dangerous' : /benign/.test(file) ? 'benign' : 'stream',
        ...JSON.parse(line),
      })),
  )

for (const row of rows) judge(row.command) // warm up
const judged = rows.map((row) => {
  try {
    const { result, ms } = judge(row.command)
    const first = result.findings[0]
    return {
      ...row,
      tier: result.tier,
      rule: first?.rule,
      family: first?.family,
      families: result.findings.map((f) => f.family),
      reason: first?.reason,
      ms,
    }
  } catch (error) {
    return { ...row, tier: 'crash', error: String(error?.stack ?? error), ms: 0, families: [] }
  }
})

const percent = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(2)} %`)
const held = (row) => row.tier === 'junction' || row.tier === 'catastrophic'
const report = {}
const table = []
function line(name, list, counted) {
  const hits = list.filter(counted).length
  report[name] = { rows: list.length, hits, share: list.length === 0 ? null : hits / list.length }
  table.push([name, String(hits), String(list.length), percent(hits, list.length)])
}

const dangerous = judged.filter((row) => row.set === 'dangerous')
for (const category of [...new Set(dangerous.map((row) => row.category))].toSorted()) {
  line(
    `  ${category}`,
    dangerous.filter((row) => row.category === category),
    held,
  )
}
line(
  'core destructive held',
  dangerous.filter((row) => CORE.test(row.category)),
  held,
)
line('all dangerous held', dangerous, held)
const benign = judged.filter((row) => row.set === 'benign')
const byMatrix = (row) => held(row) && row.families.every((family) => MATRIX.has(family))
for (const category of [...new Set(benign.map((row) => row.category))].toSorted()) {
  line(
    `  benign ${category}`,
    benign.filter((row) => row.category === category),
    (row) => held(row) && !byMatrix(row),
  )
}
line('benign interrupted, all', benign, held)
line('benign interrupted beyond the matrix', benign, (row) => held(row) && !byMatrix(row))
const stream = judged.filter((row) => row.set === 'stream')
const byStream = (row) => row.families.every((family) => STREAM.test(family))
line('agent stream interrupted, all', stream, held)
line('agent stream beyond push/reset/delete/discard', stream, (row) => held(row) && !byStream(row))
line('crashes', judged, (row) => row.tier === 'crash')
line(`slow (> ${SLOW_MS} ms three times)`, judged, (row) => row.ms > SLOW_MS)

const times = judged
  .filter((row) => row.command.length <= SHORT_CHARS)
  .map((row) => row.ms)
  .toSorted((a, b) => a - b)
const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0
report.ms = { p50: at(0.5), p99: at(0.99), max: times.at(-1) ?? 0 }

const width = Math.max(...table.map(([name]) => name.length))
for (const [name, hits, whole, share] of hasFolder ? table : [])
  console.log(`${name.padEnd(width)}  ${hits.padStart(5)} / ${whole.padEnd(5)} ${share.padStart(9)}`)
console.log(
  `one judgement (≤ ${SHORT_CHARS} chars): p50 ${at(0.5).toFixed(3)} ms, p99 ${at(0.99).toFixed(3)} ms, max ${(times.at(-1) ?? 0).toFixed(2)} ms`,
)

const print = (title, list) => {
  console.log(`\n${title}`)
  for (const row of list)
    console.log(`  ${(row.rule ?? row.category ?? '').padEnd(28)} ${JSON.stringify(row.command).slice(0, 200)}`)
}
if (args.includes('--alarms')) print('benign rows the matrix holds:', benign.filter(byMatrix))
if (args.includes('--alarms')) {
  print(
    'benign rows interrupted beyond the matrix:',
    benign.filter((row) => held(row) && !byMatrix(row)),
  )
  print(
    'stream rows interrupted beyond:',
    stream.filter((row) => held(row) && !byStream(row)),
  )
}
if (args.includes('--misses'))
  print(
    'dangerous rows not held:',
    dangerous.filter((row) => !held(row)),
  )
for (const row of judged.filter((each) => each.tier === 'crash').slice(0, 5))
  console.log('crash:', JSON.stringify(row.command).slice(0, 200), row.error)
if (!args.includes('--no-sets'))
  report.sets = await measureBlind({ isShowing: args.includes('--misses') || args.includes('--alarms') })
const counted = (name) => [report[name].hits, report[name].rows]
if (hasFolder)
  keepFigures('risk', {
    dangerousHeld: counted('all dangerous held'),
    coreHeld: counted('core destructive held'),
    ordinaryInterrupted: counted('benign interrupted, all'),
    ordinaryBeyondRules: counted('benign interrupted beyond the matrix'),
    agentsInterrupted: counted('agent stream interrupted, all'),
    agentsBeyondRules: counted('agent stream beyond push/reset/delete/discard'),
    judgementMs: { p50: Number(report.ms.p50.toFixed(3)), p99: Number(report.ms.p99.toFixed(3)) },
  })
if (jsonAt >= 0) writeFileSync(args[jsonAt + 1], `${JSON.stringify(report, null, 2)}\n`)
