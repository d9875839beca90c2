// Captures the real hook payloads of both clients anew: `node test/e2e/support/capture-fixtures.ts [claude|codex]`.
// For a new client version: raise it in fetch-clients.mjs, fetch, run this, and read the diff.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { captureClaude } from './capture-claude.ts'
import { captureCodex } from './capture-codex.ts'
import { CLIENTS } from './fetch-clients.mjs'
import { fixtureName, shapeOf } from './fixture-name.ts'
import type { HookPayload } from './recording-hook.ts'
import { scrub } from './scrub.ts'
import type { World } from './world.ts'

/** One payload, the world it was seen in, and a word for the kind of run, such as `tui`. */
export type Capture = { readonly payload: HookPayload; readonly world: World; readonly kind: string }

const RUNTIMES = resolve(import.meta.dirname, '../../../src/runtimes')
const JOBS = [
  { client: 'claude', folder: join(RUNTIMES, 'claude-code', 'fixtures'), capture: captureClaude },
  { client: 'codex', folder: join(RUNTIMES, 'codex', 'fixtures'), capture: captureCodex },
] as const

const say = (line: string) => console.log(line)

for (const { client, folder, capture } of JOBS) {
  const wanted = process.argv[2]
  if (wanted === undefined || wanted === client) writeFixtures(folder, CLIENTS[client].version, await capture(say))
}

/**
 * The first payload of each name is kept; scenarios run in a fixed order, so it is the same one every time.
 * A later one of the same name but with other fields is kept beside it, under the kind of its run.
 */
function writeFixtures(folder: string, version: string, captures: readonly Capture[]): void {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) if (name.endsWith('.json')) rmSync(join(folder, name))
  const shapes = new Map<string, string>()
  for (const { payload, world, kind } of captures) {
    const plain = fixtureName(payload)
    const shape = shapeOf(payload)
    if (shapes.get(plain) === shape) continue
    const name = shapes.has(plain) ? `${plain}-${kind}` : plain
    if (shapes.has(name)) continue
    shapes.set(name, shape)
    const fixture = { client: version, payload: scrub(payload, world) }
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(fixture, null, 2)}\n`)
  }
  say(`${shapes.size} fixtures from ${captures.length} payloads in ${folder}`)
}
