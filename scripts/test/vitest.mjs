import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CACHE, ROOT } from '../setup/paths.mjs'
import { inheritWithin } from '../setup/process.mjs'

const LIMIT_MINUTES = {
  repository: 5,
  pure: 5,
  unit: 15,
  endurance: 15,
  e2e: 30,
  'e2e-alone': 10,
  browser: 10,
  'e2e-root': 5,
}

/** Suites of several projects: one run, so that coverage is counted over all of them. */
const PROJECTS = { unit: ['pure', 'repository', 'unit'] }

/** With `user`, everything that the tests start belongs to that user too. */
export async function runVitest({ project, coverage = false, filters = [], user }) {
  // A folder of its own, because two runs in one clone would delete each other's reports.
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, `run-${project}-`))
  if (user) chownSync(folder, user.uid, user.gid)
  const report = join(folder, 'report.json')
  const flags = [
    'run',
    // Bundling the settings would write into node_modules, which an ordinary user may not.
    '--configLoader=native',
    // Mostly they wait, for clients, screens and time to pass.
    ...(project === 'e2e' ? ['--maxWorkers=4'] : []),
    ...(PROJECTS[project] ?? [project]).map((name) => `--project=${name}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...(coverage ? ['--coverage', `--coverage.reportsDirectory=${join(folder, 'coverage')}`] : []),
  ]
  const command = [process.execPath, join(ROOT, 'node_modules/vitest/vitest.mjs'), ...flags, ...filters]
  const code = await inheritWithin(LIMIT_MINUTES[project] * 60_000, command, {
    cwd: ROOT,
    ...(user && { uid: user.uid, gid: user.gid }),
    env: { ...process.env, ...user?.env, ...(isPlain() ? { NO_COLOR: '1' } : {}) },
  })
  const summary = summarize(readReport(report), { code, project })
  rmSync(folder, { recursive: true, force: true })
  return summary
}

// Vitest colours its output wherever CI is set, terminal or not.
function isPlain() {
  return !process.stdout.isTTY && !process.env.FORCE_COLOR
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

// A file that fails to load has no tests to count, and a missed threshold or an unhandled error fails no test at all:
// each of them still counts as one failure.
function summarize(report, { code, project }) {
  if (!report) {
    const problem = `vitest ended without a report, or ran longer than ${LIMIT_MINUTES[project]} minutes`
    return { passed: 0, failed: 1, skipped: 0, problem }
  }
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const passed = report.numPassedTests
  const skipped = report.numPendingTests + report.numTodoTests
  const failed = report.numFailedTests + broken.length
  if (code !== 0 && failed === 0) {
    return { passed, failed: 1, skipped, problem: 'coverage is below its threshold, or an error was not handled' }
  }
  return { passed, failed, skipped, problem: failed > 0 ? 'repair the tests above' : undefined }
}
