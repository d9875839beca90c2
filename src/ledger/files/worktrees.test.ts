import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { gateRooms } from '../../../test/support/gate-rooms.ts'
import { ruling } from '../../../test/support/ruling.ts'
import { evolve } from '../../core/evolve.ts'
import type { HomesOf } from '../../core/model/homes.ts'
import { eventId, type ProjectRoot, projectHome, projectRoot, sessionId } from '../../core/model/ids.ts'
import { INITIAL_STATE } from '../../core/model/state.ts'
import { decisionsIn } from '../../core/protocols/ledger/notes/read-notes.ts'
import { makeGate } from '../../gate/pipeline.ts'
import { memoryStore } from '../../stores/memory/store.ts'
import { rebuildRecord } from './ledger-files.ts'

let folder = ''
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-worktrees-')))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** As the product finds them for a main worktree and a linked one. */
const homes: HomesOf = (project) => {
  const [own, main] = [projectHome(`${project}.home`), projectHome(join(folder, 'main.home'))]
  for (const home of [own, main]) mkdirSync(home, { recursive: true })
  return { layout: 'home', own, ledger: own, notes: main }
}

it('[LEDGER-1, LEDGER-103] worktrees decide into the same notes, and each can rebuild its own record', async () => {
  const store = memoryStore({ evolve, initial: INITIAL_STATE })
  const roots = ['main', 'linked'].map((name) => projectRoot(join(folder, name)))
  const tell = async (project: ProjectRoot, title: string, number: number) => {
    const gate = makeGate(gateRooms({ project, store, homes }))
    const stamp = {
      id: eventId(`00000000-0000-4000-8000-00000000000${number}`),
      atMs: Date.UTC(2026, 10, 15, 12) + number,
    }
    await gate.submit(
      { ...stamp, kind: 'ledger', act: ruling(title), runtime: 'claude-code', session: sessionId('s'), cwd: project },
      project,
    )
  }
  for (const [index, title] of ['One', 'Two', 'Three', 'Four'].entries())
    await tell(roots[index % 2] ?? projectRoot(''), title, index)
  const notes = readFileSync(join(folder, 'main.home/loa-grimoire/NOTES.md'), 'utf8')
  expect(
    decisionsIn(notes)
      .map(({ title }) => title)
      .toSorted(),
  ).toEqual(['Four', 'One', 'Three', 'Two'])
  for (const root of roots)
    expect(rebuildRecord(homes(root).ledger).record).toEqual((await store.read(root)).ledger.record)
})
