// Every step runs even after a failure, so that one run shows everything there is to repair.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuild } from './build.mjs'
import { ROOT } from './setup/paths.mjs'
import { capture } from './setup/process.mjs'
import { failure, reportFailure, say } from './setup/report.mjs'
import { isRoot, ordinaryUser } from './test/ordinary-user.mjs'
import { createTally } from './test/tally.mjs'
import { runVitest } from './test/vitest.mjs'

const CLIENTS = join(ROOT, 'test/e2e/support/fetch-clients.mjs')
const COLOURS = process.stdout.isTTY ? 'force' : 'off'

const CHECKS = [
  {
    name: 'format and lint',
    command: [
      '@biomejs/biome/bin/biome',
      'ci',
      '--error-on-warnings',
      '--diagnostic-level=warn',
      `--colors=${COLOURS}`,
    ],
    remedy: 'run `npm run fix`, then repair by hand what it leaves',
  },
  {
    name: 'types of the core',
    command: ['typescript/bin/tsc', '-p', 'src/core'],
    remedy: 'the core sees no Node, no DOM and nothing outside src/core; let the event carry what it needs',
  },
  {
    name: 'types of the page',
    command: ['typescript/bin/tsc', '-p', 'src/hosts/console/app'],
    remedy: 'the page sees no Node; repair the types above',
  },
  { name: 'types', command: ['typescript/bin/tsc', '-p', '.'], remedy: 'repair the types above' },
  {
    name: 'unused code',
    command: ['knip/bin/knip.js', '--production', '--no-progress'],
    remedy: 'delete it, or use it from an entry of knip.json; code that only tests use belongs in test/support',
  },
]

const tally = createTally()
const [mode, ...filters] = process.argv.slice(2)

if (mode === 'check' || (mode === 'all' && filters.length === 0)) await check()
if (mode === 'check') await quickTests()
if (mode === 'unit') await unit()
if (mode === 'all') {
  const isBuilt = await build()
  // The network and the processor are busy at the same time.
  const fetching = process.env.CI === 'true' && filters.length === 0 ? fetchClients() : undefined
  await unit()
  if (fetching) await reportClients(fetching)
  await endToEnd(isBuilt)
  await pages(isBuilt)
}
if (mode === 'clients') {
  await reportClients(fetchClients())
  await endToEnd(await build())
}
tally.finish({ expectTests: true, filters })

async function check() {
  for (const { name, command, remedy } of CHECKS) {
    const [script, ...args] = command
    await tally.step({ name, remedy }, async () => {
      const { code, output } = await capture(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
        cwd: ROOT,
        doing: `checking ${name}`,
      })
      return { isOk: code === 0, output }
    })
  }
}

/** What needs neither disk nor processes, and what the repository must be like. */
async function quickTests() {
  await tally.suite('fences and documents', () => runVitest({ project: 'repository' }))
  await tally.suite('pure tests', () => runVitest({ project: 'pure' }))
}

function build() {
  return tally.step({ name: 'build', remedy: 'repair the errors above' }, () => attempt(() => ensureBuild()))
}

async function unit() {
  // Counting branches doubles the time: CI does it, and whoever sets CI=true.
  const coverage = process.env.CI === 'true' && mode === 'all' && filters.length === 0
  await tally.suite('unit tests', () => runVitest({ project: 'unit', coverage, filters }))
  await tally.suite('endurance tests', () => runVitest({ project: 'endurance', filters }))
}

function fetchClients() {
  return attempt(async () => {
    const door = await import(pathToFileURL(CLIENTS).href)
    await door.fetchClients({ say }).catch((error) => Promise.reject(failure(error.message)))
  })
}

function reportClients(fetching) {
  const remedy = 'check npm and the network, then `npm run test:clients`'
  return tally.step({ name: 'clients for the end-to-end tests', remedy }, () => fetching)
}

async function endToEnd(isBuilt) {
  if (!isBuilt) {
    say('end-to-end tests were not run: they need the build')
    return
  }
  const user = ordinaryUser()
  if (user === undefined && isRoot()) say('an ordinary user cannot read this clone: the end-to-end tests run as root')
  await tally.suite('end-to-end tests', () => runVitest({ project: 'e2e', filters, user }))
  await tally.suite('end-to-end tests that want the machine', () => runVitest({ project: 'e2e-alone', filters, user }))
  if (isRoot() && filters.length === 0)
    await tally.suite('end-to-end tests of root', () => runVitest({ project: 'e2e-root' }))
}

/** Where a browser is at hand for sure; `npm run browser` runs them anywhere. */
async function pages(isBuilt) {
  if (!isBuilt || filters.length > 0) return
  if (process.env.CI !== 'true') say('the pages in a browser are tested by `npm run browser`')
  else await tally.suite('pages in a browser', () => runVitest({ project: 'browser', user: ordinaryUser() }))
}

async function attempt(work) {
  try {
    await work()
    return { isOk: true }
  } catch (error) {
    reportFailure(error)
    return { isOk: false }
  }
}
