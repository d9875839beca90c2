import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { backupsIn } from '../../src/backup/backups.ts'
import * as yamlDoor from '../../src/config/yaml-door.ts'
import { evolve } from '../../src/core/evolve.ts'
import { IN_REPO } from '../../src/core/model/homes.ts'
import { type ProjectRoot, projectRoot } from '../../src/core/model/ids.ts'
import { INITIAL_STATE } from '../../src/core/model/state.ts'
import type { Gate } from '../../src/gate/gate.ts'
import { makeGate } from '../../src/gate/pipeline.ts'
import { openStore } from '../../src/stores/compose.ts'
import type { Store } from '../../src/stores/store.ts'
import { WRITE_POINTS, type WritePoint } from '../../src/stores/write-point.ts'
import { gateRooms } from '../support/gate-rooms.ts'
import type { Dice } from './dice.ts'

/** What will go wrong with the disk during the next event. */
type Fault = { readonly point: WritePoint; readonly kind: 'disk' | 'crash' }

export interface Machine {
  readonly project: ProjectRoot
  readonly gate: () => Gate
  readonly store: () => Store
  /** Does one thing, with a chance that the disk fails or the process dies on the way; then again on what is left. */
  attempt<Result>(
    act: (gate: Gate) => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly troubled: boolean }>
  close(): Promise<void>
}

/** The real gate over the real store in a folder of its own, with a disk and a process that fail by the dice. */
export async function startMachine(folder: string, dice: Dice): Promise<Machine> {
  const project = projectRoot(join(folder, 'project'))
  mkdirSync(project, { recursive: true })
  // Some answer before the state file is written, as a daemon does.
  const answersFirst = dice.oneIn(2)
  let planned: Fault | undefined
  let struck: Fault | undefined
  const faults = (point: WritePoint): void => {
    if (planned?.point !== point) return
    struck = planned
    planned = undefined
    throw Object.assign(new Error('the simulated disk failed'), { code: 'EIO' })
  }
  const open = () =>
    openStore({
      database: join(folder, 'hooks.db'),
      evolve,
      initial: INITIAL_STATE,
      loadYaml: () => yamlDoor,
      homes: IN_REPO,
      faults,
    })
  const boot = async () => {
    const store = await open()
    const rooms = gateRooms({ project, store, folder, home: join(folder, 'home') })
    const gate = makeGate({ ...rooms, backups: backupsIn('/nowhere/file-backups'), answersFirst })
    return { store, gate }
  }
  let running = await boot()
  const again = async () => {
    await running.store.close()
    running = await boot()
  }
  return {
    project,
    gate: () => running.gate,
    store: () => running.store,
    async attempt(act) {
      planned = dice.oneIn(6) ? { point: dice.pick(WRITE_POINTS), kind: dice.pick(['disk', 'crash']) } : undefined
      struck = undefined
      // What follows from the answer meets the fault as well, or the next event, or the end of the process.
      const ending = dice.pick(['settled', 'settled', 'open', 'open', 'open', 'killed'] as const)
      const first = await tried(async () => {
        const result = await act(running.gate)
        if (ending === 'settled') await running.gate.settled()
        return result
      })
      planned = undefined
      const { kind } = struck ?? ({} as Partial<Fault>)
      if (kind === undefined && first.ok) {
        if (ending === 'killed') await again()
        return { result: first.result, troubled: false }
      }
      // A dead daemon's caller decides by itself: the same event meets a fresh process.
      if (kind === 'crash') {
        await again()
        return { result: await act(running.gate), troubled: false }
      }
      if (first.ok) return { result: first.result, troubled: true }
      return { result: await act(running.gate), troubled: false }
    },
    close: () => running.store.close(),
  }
}

type Tried<Result> = { readonly ok: true; readonly result: Result } | { readonly ok: false }

async function tried<Result>(act: () => Promise<Result>): Promise<Tried<Result>> {
  try {
    return { ok: true, result: await act() }
  } catch {
    return { ok: false }
  }
}
