import { styleText } from 'node:util'

// Counts check steps and tests alike, announces each step, and ends with the one plain line that machines read.
export function createTally() {
  const total = { passed: 0, failed: 0, skipped: 0 }
  const failures = []
  let tests = 0

  function announce(name) {
    console.log(`${styleText('cyan', '▸')} ${name}`)
    return Date.now()
  }

  function conclude({ name, startedMs, remedy }) {
    const seconds = ((Date.now() - startedMs) / 1000).toFixed(1)
    if (!remedy) {
      console.log(`${styleText('green', '✓')} ${name} (${seconds} s)`)
      return
    }
    failures.push(`${name}: ${remedy}`)
    console.log(`${styleText('red', '✗')} ${name} failed (${seconds} s): ${remedy}`)
  }

  async function step({ name, remedy }, work) {
    const startedMs = announce(name)
    const { isOk, output = '' } = await work()
    if (!isOk && output) console.log(output.trimEnd())
    total[isOk ? 'passed' : 'failed'] += 1
    conclude({ name, startedMs, remedy: isOk ? undefined : remedy })
    return isOk
  }

  async function suite(name, work) {
    const startedMs = announce(name)
    const { passed, failed, skipped, problem } = await work()
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
    tests += passed + failed + skipped
    conclude({ name, startedMs, remedy: problem })
  }

  function finish({ expectTests, filters }) {
    if (expectTests && tests === 0) {
      total.failed += 1
      failures.push(filters.length > 0 ? `no test file matches \`${filters.join(' ')}\`` : 'no test was found')
    }
    if (failures.length > 0) console.log(`\nfailed steps:\n${failures.map((line) => `  ${line}`).join('\n')}\n`)
    console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
    process.exitCode = total.failed > 0 ? 1 : 0
  }

  return { step, suite, finish }
}
