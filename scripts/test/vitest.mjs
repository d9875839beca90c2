import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CACHE, ROOT } from '../setup/paths.mjs'
import { inherit } from '../setup/process.mjs'

export async function runVitest({ project, coverage, filters }) {
  const report = join(CACHE, 'reports', `${project}.json`)
  mkdirSync(join(CACHE, 'reports'), { recursive: true })
  rmSync(report, { force: true })
  const code = await inherit(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), ...flags(), ...filters], {
    cwd: ROOT,
    env: { ...process.env, ...(isPlain() ? { NO_COLOR: '1' } : {}) },
  })
  return summarize(readReport(report), code)

  function flags() {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const order = project === 'e2e' ? ['--no-file-parallelism'] : []
    return ['run', `--project=${project}`, ...reporters, ...order, ...(coverage ? ['--coverage'] : [])]
  }
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
function summarize(report, code) {
  if (!report) return { passed: 0, failed: 1, skipped: 0, problem: 'vitest ended without a report' }
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
