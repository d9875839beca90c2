import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathsOf } from '../../src/config/paths.ts'
import * as yamlDoor from '../../src/config/yaml-door.ts'
import { wireGate } from '../../src/wiring/wire-gate.ts'
import { govern } from '../../test/support/govern.ts'
import { percentile, round } from './table.mjs'

const LINES = [0, 1_000, 100_000]
const SAMPLE = 1_000
const WARM_UP = 300

/** One tool result and one stop, end to end through the gate, with a session log of so many lines. */
export async function benchLog(scratch) {
  const worlds = LINES.map((lines) => makeProject(scratch, lines))
  for (const one of worlds) await handle(one, { hook_event_name: 'SessionStart', source: 'startup' })
  // In turn, so that whatever else the machine does meets all of them alike.
  for (let index = 0; index < WARM_UP + SAMPLE; index += 1) {
    for (const one of worlds) {
      const result = await timed(() => handle(one, resultPayload(index)))
      const stop = await timed(() => handle(one, { hook_event_name: 'Stop', stop_hook_active: false }))
      if (index >= WARM_UP) {
        one.results.push(result)
        one.stops.push(stop)
      }
    }
  }
  for (const one of worlds) await one.gate.close()
  return worlds.map(({ lines, results, stops }) => ({
    'lines in the log': lines,
    'result p50 ms': round(percentile(results, 0.5)),
    'result p95 ms': round(percentile(results, 0.95)),
    'stop p50 ms': round(percentile(stops, 0.5)),
  }))
}

function makeProject(scratch, lines) {
  const home = join(scratch, `log-${lines}`)
  const project = join(home, 'project')
  mkdirSync(join(project, '.proof'), { recursive: true })
  execFileSync('git', ['init', '-q', project])
  const line = JSON.stringify({
    timestamp: '2026-11-15T12:00:00.000Z',
    tool: 'Edit',
    input_preview: 'edit src/a.ts'.padEnd(200),
    output_preview: 'done'.padEnd(300),
    success: true,
    file_touched: 'src/a.ts',
    session: 'bench',
  })
  writeFileSync(join(project, '.proof', 'session_log.jsonl'), `${line}\n`.repeat(lines))
  const env = { HOME: home, PATH: process.env.PATH }
  const paths = pathsOf(env)
  govern(paths, project)
  const { gate } = wireGate({ paths, env, loadYaml: () => yamlDoor })
  return { lines, project, gate, results: [], stops: [] }
}

let calls = 0

function handle({ gate, project }, payload) {
  calls += 1
  const common = { session_id: 'bench', transcript_path: '', cwd: project, tool_use_id: `call-${calls}` }
  const stamp = { id: `event-${calls}`, atMs: Date.now() }
  return gate.handle({
    runtime: 'claude-code',
    bytes: JSON.stringify({ ...common, ...payload }),
    stamp,
    startDir: project,
  })
}

function resultPayload(index) {
  return {
    hook_event_name: 'PostToolUse',
    tool_name: 'Edit',
    tool_input: { file_path: `/p/src/${index % 20}.ts`, old_string: 'a', new_string: 'b' },
    tool_response: 'ok',
  }
}

async function timed(run) {
  const startedMs = performance.now()
  await run()
  return performance.now() - startedMs
}
