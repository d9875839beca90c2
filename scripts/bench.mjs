// Measures what a person would feel, next to floors taken in the same run: `npm run bench [-- --only native,pending]
// [--rounds N] [--json FILE]`.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchAnchor } from './bench/anchor.mjs'
import { benchAppend } from './bench/append.mjs'
import { benchBackup } from './bench/backup.mjs'
import { benchClients } from './bench/clients.mjs'
import { benchDecision } from './bench/decision.mjs'
import { benchEvidence } from './bench/evidence.mjs'
import { benchLog } from './bench/log.mjs'
import { benchDaemonMemory } from './bench/memory.mjs'
import { benchNative } from './bench/native.mjs'
import { benchPending } from './bench/pending.mjs'
import { benchSpawns } from './bench/spawns.mjs'
import { printTable } from './bench/table.mjs'

const args = process.argv.slice(2)
const rounds = numberAfter('--rounds', 200)
const facts = numberAfter('--facts', 1_000_000)
const scratch = mkdtempSync(join(tmpdir(), 'fairlead-bench-'))

/** What can be measured: what is said meanwhile, the figures, and the tables they are printed in. */
const MEASURES = {
  spawns: {
    doing: `hook latency, ${rounds} spawns of each`,
    run: () => benchSpawns(scratch, rounds),
    tables: (rows) => ({ 'spawn to exit, ms': rows }),
  },
  native: {
    doing: `the installed command, ${rounds} calls of each`,
    run: () => benchNative(scratch, rounds),
    tables: ({ latency, parallel }) => ({
      'the installed command, spawn to exit, in one shuffled run': latency,
      'the installed command, many at a time': parallel,
    }),
  },
  clients: {
    doing: 'shell calls of the real client',
    run: () => benchClients(),
    tables: (rows) => ({ 'one shell call in the real client': rows }),
  },
  decision: {
    doing: 'one decision in process',
    run: () => benchDecision(),
    tables: (rows) => ({ 'one decision, ms': rows }),
  },
  append: {
    doing: `append rate up to ${facts.toLocaleString('en')} facts`,
    run: () => benchAppend(scratch, facts),
    tables: (rows) => ({ 'append to the audit': rows }),
  },
  log: {
    doing: 'one result, with a long session log',
    run: () => benchLog(scratch),
    tables: (rows) => ({ 'one result of a tool': rows }),
  },
  pending: {
    doing: 'one more hold, while up to 500 wait',
    run: () => benchPending(scratch),
    tables: (rows) => ({ 'one more held call: until the agent hears, until the file shows it': rows }),
  },
  memory: {
    doing: 'daemon memory after 10,000 events',
    run: () => benchDaemonMemory(scratch, 10_000),
    tables: (rows) => ({ daemon: rows }),
  },
  backup: {
    doing: 'backup of 10,000 files',
    run: () => benchBackup(scratch, 10_000),
    tables: (rows) => ({ 'backup of a work tree': rows }),
  },
  evidence: {
    doing: 'search, sections and citations of this repository',
    run: () => benchEvidence(scratch),
    tables: (rows) => ({ evidence: rows }),
  },
  anchor: {
    doing: 'stages of the anchor among 10,000 files',
    run: () => benchAnchor(scratch, 10_000),
    tables: (rows) => ({ 'one stage of the anchor, ms': rows }),
  },
}

const only = after('--only')?.split(',') ?? Object.keys(MEASURES)
const unknown = only.filter((name) => !Object.hasOwn(MEASURES, name))
if (unknown.length > 0) {
  process.stderr.write(`bench: unknown \`${unknown.join(', ')}\`; one of: ${Object.keys(MEASURES).join(', ')}\n`)
  process.exit(2)
}

try {
  const results = { node: process.version, rounds }
  const tables = []
  for (const name of only) {
    const { doing, run, tables: tablesOf } = MEASURES[name]
    process.stderr.write(`bench: ${doing}…\n`)
    results[name] = await run()
    tables.push(...Object.entries(tablesOf(results[name])))
  }
  for (const [title, rows] of tables) printTable(title, rows)
  const file = after('--json') ?? join(scratch, '..', 'fairlead-bench.json')
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
  process.stdout.write(`\nwritten to ${file}\n`)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

function after(flag) {
  const index = args.indexOf(flag)
  return index < 0 ? undefined : args[index + 1]
}

function numberAfter(flag, fallback) {
  const given = after(flag)
  if (given === undefined) return fallback
  const value = Number(given)
  if (Number.isInteger(value) && value > 0) return value
  process.stderr.write(`bench: \`${flag}\` wants a whole number above 0, not \`${given}\`\n`)
  process.exit(2)
}

// Keeps the machine honest: a bench on a box without /bin/true would compare with nothing.
if (spawnSync('/bin/true').error) process.stderr.write('bench: /bin/true is missing, its row will be empty\n')
