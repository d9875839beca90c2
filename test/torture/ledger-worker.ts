// One agent's gate in a process of its own, with ledgers on the disk. `argv[2]` says what to do, as JSON; the number of each
// answered event stands on stdout.
import { appendFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import * as yamlDoor from '../../src/config/yaml-door.ts'
import { evolve } from '../../src/core/evolve.ts'
import { callId, eventId, projectRoot, sessionId } from '../../src/core/model/ids.ts'
import { INITIAL_STATE } from '../../src/core/model/state.ts'
import { makeGate } from '../../src/gate/pipeline.ts'
import { type LedgerFiles, ledgerFiles } from '../../src/ledger/files/ledger-files.ts'
import { openLedger } from '../../src/ledger/open-ledger.ts'
import { openStore } from '../../src/stores/compose.ts'
import { gateRooms } from '../support/gate-rooms.ts'
import { BY_NAME } from '../support/layouts.ts'
import { eventOf, type LedgerWork } from './ledger-events.ts'

const work: LedgerWork = JSON.parse(process.argv[2] ?? '')
const project = projectRoot(work.project)
let passed = 0

function die(point: string): void {
  if (point !== work.dieAt.point) return
  passed += 1
  if (passed === work.dieAt.nth) process.kill(process.pid, 'SIGKILL')
}

const files: LedgerFiles = {
  ...ledgerFiles(BY_NAME),
  append(root, agent, lines) {
    die('trajectory.begun')
    if (work.dieAt.point === 'trajectory.half-written') {
      const day = String(lines[0]?.['ts']).slice(0, 'YYYY-MM-DD'.length)
      const path = join(BY_NAME(root).ledger, 'loa-grimoire/a2a/trajectory', `${agent}-${day}.jsonl`)
      if (passed + 1 === work.dieAt.nth) appendFileSync(path, JSON.stringify(lines[0]).slice(0, 40))
      die('trajectory.half-written')
    }
    ledgerFiles(BY_NAME).append(root, agent, lines)
    die('trajectory.written')
  },
  writeNotes(root, change) {
    die('notes.begun')
    const kept = ledgerFiles(BY_NAME).writeNotes(root, change)
    die('notes.written')
    return kept
  },
}

const store = await openStore({
  database: work.database,
  evolve,
  initial: INITIAL_STATE,
  loadYaml: () => yamlDoor,
  homes: BY_NAME,
  faults: die,
})
const gate = makeGate({ ...gateRooms({ project, store, homes: BY_NAME }), ledger: openLedger(BY_NAME, { files }) })
for (let number = work.first; number < work.first + work.events; number += 1) {
  const stamp = { id: eventId(`${work.session}-${number}`), atMs: Date.now(), runtime: 'claude-code' }
  const where = { session: sessionId(work.session), cwd: work.project }
  await gate.submit({ ...stamp, ...where, ...eventOf(number, work.project, callId(`c${number}`)) }, project)
  writeSync(1, `${number}\n`)
}
process.stdout.write('done\n')
