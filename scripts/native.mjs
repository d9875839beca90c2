// `npm run build:native`: builds the C programs for each kind of machine this one has a compiler for, twice and from two
// folders, and prints their hashes. `npm run build` puts those for this machine into `dist`.
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { compileNative, NATIVE_ARCHS } from './build/native.mjs'
import { ROOT } from './setup/paths.mjs'

const OUT = join(ROOT, '.cache', 'native')

const elsewhere = mkdtempSync(join(tmpdir(), 'fairlead-elsewhere-'))
try {
  cpSync(join(ROOT, 'native'), join(elsewhere, 'native'), { recursive: true })
  for (const arch of NATIVE_ARCHS) show(arch, compileNative(arch), compileNative(arch, elsewhere))
} finally {
  rmSync(elsewhere, { recursive: true, force: true })
}

function show(arch, built, again) {
  if (built.problem) {
    process.stdout.write(`linux-${arch}: not built: ${built.problem}\n`)
    return
  }
  for (const [at, { name, contents }] of built.programs.entries()) {
    const [hash, other] = [hashOf(contents), hashOf(again.programs?.[at]?.contents ?? '')]
    const file = join(OUT, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, contents, { mode: 0o755 })
    const same = hash === other ? 'the same from two folders' : 'DIFFERS between two folders'
    if (hash !== other) process.exitCode = 1
    process.stdout.write(`${name}  ${contents.length} bytes  sha256 ${hash}  ${same}  (${built.compiler})\n`)
  }
}

function hashOf(contents) {
  return createHash('sha256').update(contents).digest('hex')
}
