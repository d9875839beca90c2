import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathsOf } from '../../src/config/paths.ts'
import * as yamlDoor from '../../src/config/yaml-door.ts'
import { anchor } from '../../src/hosts/mcp/tools/anchor.ts'
import { wireGate } from '../../src/wiring/wire-gate.ts'
import { govern } from '../../test/support/govern.ts'
import { percentile, round } from './table.mjs'

const ROUNDS = 30
const BIND =
  'BIND:\n  ROLE::IMPLEMENTER\n  COGNITION::LOGOS\n  ARCHETYPES::[ATLAS]\n  AUTHORITY::RESPONSIBLE[the_bench]'
const PROOF = `TENSIONS::[
  "L1::[TESTS_FIRST]⇌CTX:src/0/file-0.ts:1-1[one line]→TRIGGER[test it]",
  "L2::[SMALL_DIFF]⇌CTX:src/1/file-1.ts:1-1[another]→TRIGGER[leave it]"
]
COMMIT:
  ARTIFACT::"src/0/file-0.ts"
  GATE::"npm test"`

/** Every stage as the server answers it, hook not counted, in a repository of so many files; `git status` is the floor. */
export async function benchAnchor(scratch, files) {
  const project = join(scratch, 'anchored')
  makeRepository(project, files)
  const env = { HOME: join(scratch, 'anchored-home'), PATH: process.env.PATH }
  const paths = pathsOf(env)
  govern(paths, project)
  const wired = wireGate({ paths, env, loadYaml: () => yamlDoor })
  const context = { ...wired, runtime: 'claude-code', cwd: project, projectOf: () => project }
  const times = { identity: [], context: [], proof: [], 'git status': [] }
  for (let index = -3; index < ROUNDS; index += 1) {
    const call = async (args) => {
      const took = await timed(wired, context, { session: `s${index}`, args: { working_dir: project, ...args } })
      if (index >= 0) times[args.stage].push(took)
      return JSON.parse(took.text)
    }
    const { session_token: token } = await call({ stage: 'identity', role: 'implementer', topic: 'bench' })
    await call({ stage: 'context', token, payload: BIND })
    const { state } = await call({ stage: 'proof', token, payload: PROOF })
    if (state !== 'BOUND') throw new Error(`the bench did not bind: ${state}`)
    const begun = performance.now()
    execFileSync('git', ['status', '--porcelain'], { cwd: project })
    if (index >= 0) times['git status'].push({ ms: performance.now() - begun, cpuMs: 0 })
  }
  await wired.gate.close()
  return Object.entries(times).map(([stage, list]) => ({
    stage,
    files,
    p50: round(
      percentile(
        list.map(({ ms }) => ms),
        0.5,
      ),
    ),
    p95: round(
      percentile(
        list.map(({ ms }) => ms),
        0.95,
      ),
    ),
    // Of our own process: what is left on a machine that has nothing else to do, but for git and the disk.
    'cpu p50': round(
      percentile(
        list.map(({ cpuMs }) => cpuMs),
        0.5,
      ),
    ),
    budget: stage === 'git status' ? '' : 'p50 < 50 ms',
  }))
}

let calls = 0

async function timed({ gate }, context, { session, args }) {
  calls += 1
  const id = `call-${calls}`
  const payload = { session_id: session, transcript_path: '', cwd: args.working_dir, hook_event_name: 'PreToolUse' }
  const seen = { ...payload, tool_name: 'mcp__fairlead__anchor', tool_input: args, tool_use_id: id }
  const stamp = { id: `event-${calls}`, atMs: Date.now() }
  await gate.handle({ runtime: 'claude-code', bytes: JSON.stringify(seen), stamp, startDir: args.working_dir })
  const [begun, before] = [performance.now(), process.cpuUsage()]
  const { text } = await anchor.call({ args, call: id }, context)
  const { user, system } = process.cpuUsage(before)
  return { ms: performance.now() - begun, cpuMs: (user + system) / 1e3, text }
}

function makeRepository(project, files) {
  const folders = Math.ceil(files / 100)
  for (let folder = 0; folder < folders; folder += 1) {
    mkdirSync(join(project, 'src', String(folder)), { recursive: true })
    for (let file = 0; file < 100; file += 1)
      writeFileSync(join(project, 'src', String(folder), `file-${file}.ts`), `export const x${file} = ${folder}\n`)
  }
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.invalid', ...args], {
      cwd: project,
      stdio: 'ignore',
    })
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-q', '-m', 'first')
}

// `node scripts/bench/anchor.mjs` measures this alone.
if (process.argv[1] === import.meta.filename) {
  const { mkdtempSync, rmSync } = await import('node:fs')
  const { tmpdir } = await import('node:os')
  const { printTable } = await import('./table.mjs')
  const scratch = mkdtempSync(join(tmpdir(), 'fairlead-bench-anchor-'))
  try {
    printTable('one stage of the anchor, ms', await benchAnchor(scratch, 10_000))
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
