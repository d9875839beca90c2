// Runs one task on a machine that has only git, Node >= 20.20 and npm: fetches a newer Node if needed, installs, builds.
// Built-ins and Node 20 syntax only, here and in ./setup: this code runs before anything is installed.
import { existsSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureDependencies } from './setup/dependencies.mjs'
import { isRecentEnough, rerunUnderFetchedNode } from './setup/node.mjs'
import { CACHE, IS_PACKAGE, READY, ROOT } from './setup/paths.mjs'
import { inherit } from './setup/process.mjs'
import { failure, reportFailure } from './setup/report.mjs'

const TASKS = {
  start: { build: true, run: ['dist/demo.mjs'] },
  test: { run: ['scripts/test.mjs', 'all'] },
  'test:clients': { run: ['scripts/test.mjs', 'clients'] },
  unit: { run: ['scripts/test.mjs', 'unit'] },
  check: { run: ['scripts/test.mjs', 'check'] },
  fix: { run: ['node_modules/@biomejs/biome/bin/biome', 'check', '--write'] },
  build: { build: true, loud: true },
  'build:native': { run: ['scripts/native.mjs'] },
  'fuzz:native': { run: ['scripts/fuzz-native.mjs'] },
  bench: { build: true, run: ['scripts/bench.mjs'] },
  'bench:risk': { build: true, run: ['scripts/bench-risk.mjs'] },
  'bench:plane': { run: ['scripts/bench-plane.mjs'] },
  'bench:ledger': { run: ['scripts/bench-ledger.mjs'] },
  'bench:console': { build: true, run: ['scripts/bench-console.mjs'] },
  browser: { build: true, run: ['scripts/browser.mjs'] },
  'bench:newcomer': { run: ['scripts/bench-newcomer.mjs'] },
  simulate: { run: ['scripts/simulate.mjs'] },
  oracle: { run: ['scripts/oracle.mjs'] },
  picture: { build: true, run: ['scripts/picture.mjs'] },
  docs: { run: ['scripts/docs.mjs'] },
  torture: { build: true, run: ['scripts/torture.mjs'] },
  'pack:test': { run: ['scripts/test.mjs', 'all', 'package.e2e'] },
  // What bin/fairlead asks for before it starts the program itself; in a package it runs the program.
  ready: { build: true, hidden: true },
}

try {
  process.exitCode = await boot(process.argv.slice(2))
} catch (error) {
  reportFailure(error)
  process.exitCode = error.exitCode ?? 1
}

async function boot([name = '', ...args]) {
  const task = Object.hasOwn(TASKS, name) ? TASKS[name] : undefined
  if (!task) {
    const known = Object.keys(TASKS).filter((task) => !TASKS[task].hidden)
    throw Object.assign(failure(`unknown task \`${name}\`; one of: ${known.join(', ')}`), { exitCode: 2 })
  }
  if (!isRecentEnough()) return rerunUnderFetchedNode(fileURLToPath(import.meta.url), [name, ...args])
  // A package is built and has nothing to install; only the Node may be missing.
  if (IS_PACKAGE) return inherit(process.execPath, ['--disable-sigusr1', join(ROOT, 'dist', 'cli.mjs'), ...args])
  await ensureDependencies()
  if (task.build) await ensureBuilt(task)
  return task.run ? run(name, task.run, args) : 0
}

async function ensureBuilt(task) {
  const startedMs = Date.now()
  const { ensureBuild } = await import('./build.mjs')
  await ensureBuild({ quiet: !task.loud })
  markReady(startedMs)
}

// One file tells bin/fairlead which Node to use and since when everything is up to date. It is dated at the start of
// the work, so that a source saved during the build counts as newer.
function markReady(startedMs) {
  if (!existsSync(join(ROOT, 'dist', 'cli.mjs'))) {
    rmSync(READY, { force: true })
    return
  }
  const inside = relative(ROOT, process.execPath)
  const draft = `${READY}.${process.pid}`
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(draft, `${inside.startsWith('..') ? process.execPath : inside}\n`)
  utimesSync(draft, startedMs / 1000, startedMs / 1000)
  renameSync(draft, READY)
}

async function run(name, [script, ...given], args) {
  const path = join(ROOT, script)
  if (!existsSync(path)) throw failure(`\`${name}\` needs \`${script}\`, which does not exist yet`)
  // npm moves to the package folder; a relative --project means the folder where the person typed.
  const cwd = name === 'start' ? (process.env.INIT_CWD ?? ROOT) : ROOT
  return inherit(process.execPath, [path, ...given, ...args], { cwd })
}
