// Measures what a person would feel, next to floors taken in the same run: `npm run bench [-- --rounds N] [--json FILE]`.
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

try {
  const spawns = await step(`hook latency, ${rounds} spawns of each`, () => benchSpawns(scratch, rounds))
  const native = await step(`the installed command, ${rounds} calls of each`, () => benchNative(scratch, rounds))
  const clients = await step('shell calls of the real client', () => benchClients())
  const decision = await step('one decision in process', () => benchDecision())
  const append = await step(`append rate up to ${facts.toLocaleString('en')} facts`, () => benchAppend(scratch, facts))
  const log = await step('one result, with a long session log', () => benchLog(scratch))
  const pending = await step('one more hold, while up to 500 wait', () => benchPending(scratch))
  const memory = await step('daemon memory after 10,000 events', () => benchDaemonMemory(scratch, 10_000))
  const backup = await step('backup of 10,000 files', () => benchBackup(scratch, 10_000))
  const evidence = await step('search, sections and citations of this repository', () => benchEvidence(scratch))
  const anchor = await step('stages of the anchor among 10,000 files', () => benchAnchor(scratch, 10_000))
  const results = {
    node: process.version,
    rounds,
    anchor,
    spawns,
    native,
    clients,
    decision,
    append,
    log,
    pending,
    memory,
    evidence,
    backup,
  }
  printTable('spawn to exit, ms', spawns)
  printTable('the installed command, spawn to exit, in one shuffled run', native.latency)
  printTable('the installed command, many at a time', native.parallel)
  printTable('one shell call in the real client', clients)
  printTable('one decision, ms', decision)
  printTable('append to the audit', append)
  printTable('one result of a tool', log)
  printTable('one more held call: until the agent hears, until the file shows it', pending)
  printTable('daemon', memory)
  printTable('one stage of the anchor, ms', anchor)
  printTable('evidence', evidence)
  printTable('backup of a work tree', backup)
  const file = after('--json') ?? join(scratch, '..', 'fairlead-bench.json')
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
  process.stdout.write(`\nwritten to ${file}\n`)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

async function step(name, run) {
  process.stderr.write(`bench: ${name}…\n`)
  return run()
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
