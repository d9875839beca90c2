// `npm run fuzz:native [-- --inputs N] [--seed S]`: what the programs in C read from others, under the address and undefined-behaviour
// sanitizers. Needs a compiler that has them; the same seed gives the same inputs.
import { spawnSync } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './setup/paths.mjs'

const args = process.argv.slice(2)
const inputs = Number(after('--inputs') ?? 1_000_000)
const seed = Number(after('--seed') ?? randomInt(1, 2 ** 31))
const scratch = mkdtempSync(join(tmpdir(), 'fairlead-fuzz-'))
try {
  process.exitCode = fuzz()
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

function fuzz() {
  const [program, key] = [join(scratch, 'fuzz'), join(scratch, 'key')]
  const sanitizers = ['-fsanitize=address,undefined', '-fno-sanitize-recover=all']
  const built = spawnSync('cc', ['-std=c11', '-O1', '-g', ...sanitizers, '-o', program, 'fuzz.c'], {
    cwd: join(ROOT, 'native'),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (built.status !== 0) return 1
  writeFileSync(key, randomBytes(32))
  // What ends with the process need not be freed.
  const env = { ...process.env, ASAN_OPTIONS: 'detect_leaks=0' }
  return spawnSync(program, [key, String(inputs), String(seed)], { stdio: 'inherit', env }).status ?? 1
}

function after(flag) {
  const index = args.indexOf(flag)
  return index < 0 ? undefined : args[index + 1]
}
