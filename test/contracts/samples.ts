import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import * as yamlDoor from '../../src/config/yaml-door.ts'
import { evolve } from '../../src/core/evolve.ts'
import type { Fact, FactContext } from '../../src/core/model/fact.ts'
import { IN_REPO } from '../../src/core/model/homes.ts'
import {
  callId,
  eventId,
  fingerprint,
  type ProjectHome,
  type ProjectRoot,
  projectRoot,
  sessionId,
} from '../../src/core/model/ids.ts'
import { INITIAL_STATE } from '../../src/core/model/state.ts'
import { openStore, type StoreOptions } from '../../src/stores/compose.ts'
import { memoryStore } from '../../src/stores/memory/store.ts'
import type { Store } from '../../src/stores/store.ts'

/** A store with a project of its own in it. `again` opens what the first one left, as a second process would. */
export interface Bench {
  readonly store: Store
  readonly project: ProjectRoot
  readonly again: () => Promise<Store>
}

export type MakeBench = () => Promise<Bench>

export const onMemory: MakeBench = async () => {
  const store = memoryStore({ evolve, initial: INITIAL_STATE })
  return { store, project: projectRoot('/project'), again: async () => store }
}

export const onDisk: MakeBench = () => benchOnDisk()

export interface DiskBench extends Bench {
  readonly home: ProjectHome
  readonly file: string
  readonly database: string
}

export async function benchOnDisk({ homes = IN_REPO, ...options }: Partial<StoreOptions> = {}): Promise<DiskBench> {
  const folder = temporaryFolder()
  const project = projectRoot(join(folder, 'project'))
  mkdirSync(project)
  const database = join(folder, 'state', 'hooks.db')
  const again = async () => {
    const given = { database, evolve, initial: INITIAL_STATE, loadYaml: () => yamlDoor, homes }
    const store = await openStore({ ...given, ...options })
    onTestFinished(() => store.close().catch(() => {}))
    return store
  }
  const { own: home } = homes(project)
  return { store: await again(), project, home, again, database, file: join(home, 'active_context.yaml') }
}

export function temporaryFolder(inside = tmpdir()): string {
  const folder = realpathSync(mkdtempSync(join(inside, 'fairlead-stores-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const START_MS = Date.UTC(2026, 10, 15, 12)

let minted = 0

/** A new event each time, a second later than the one before. */
export function context(over: Partial<FactContext> = {}): FactContext {
  minted += 1
  return {
    eventId: eventId(`event-${minted}`),
    atMs: START_MS + minted * 1_000,
    runtime: 'claude-code',
    session: sessionId('session-1'),
    ...over,
  }
}

/** One event that leads to these facts and answers `null`. */
export async function tell(store: Store, project: ProjectRoot, ...facts: readonly Fact[]): Promise<void> {
  await store.update(project, context(), () => ({ facts, result: null }))
}

export const STARTED: Fact = { kind: 'session.started', source: 'startup', startHash: 'a'.repeat(64) }
export const STOPPED: Fact = { kind: 'session.stopped' }

/** Changes what the file would show without making anybody write it. */
export function routine(call: string, file = 'src/a.ts'): Extract<Fact, { kind: 'call.observed' }> {
  return {
    kind: 'call.observed',
    call: callId(call),
    tool: 'Edit',
    ok: true,
    inputPreview: '',
    outputPreview: '',
    files: [file],
    wrote: [],
    testRun: false,
    diffHash: 'd'.repeat(64),
  }
}

export function opened(number: number, reason = 'git push'): Fact {
  return {
    kind: 'junction.opened',
    junction: {
      id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
      number,
      type: 'irreversible',
      reason,
      createdAtMs: START_MS,
      fingerprint: fingerprint('f'.repeat(64)),
      kindPrint: fingerprint('e'.repeat(64)),
      override: 'any-door',
      session: sessionId('session-1'),
    },
  }
}

export function approved(number: number): Fact {
  return {
    kind: 'junction.approved',
    grant: {
      id: `grant-${number}`,
      number,
      fingerprint: fingerprint('f'.repeat(64)),
      session: sessionId('session-1'),
      grantedAtMs: START_MS,
      door: 'cli',
    },
    signature: 's'.repeat(64),
  }
}

export function dismissed(number: number): Fact {
  return {
    kind: 'junction.dismissed',
    grant: {
      id: `grant-${number}`,
      number,
      fingerprint: fingerprint('e'.repeat(64)),
      session: sessionId('session-1'),
      grantedAtMs: START_MS,
      expiresAtMs: START_MS + 3_600_000,
      door: 'cli',
    },
    signature: 's'.repeat(64),
  }
}

export const reserved = (number: number, call = 'call-1'): Fact => ({
  kind: 'allowance.reserved',
  allowance: `grant-${number}`,
  call: callId(call),
})

export const released = (number: number, call = 'call-1'): Fact => ({
  kind: 'allowance.released',
  allowance: `grant-${number}`,
  call: callId(call),
  why: 'it never ran',
})
