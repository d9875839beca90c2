// Compiles the two small programs in C (ADR 0028). A machine without a compiler gets none, and `init` says what that means.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { ROOT } from '../setup/paths.mjs'

/** Kinds of machines that the programs are written for. */
export const NATIVE_ARCHS = ['x64', 'arm64']

const PROGRAMS = ['hook', 'seal']
// musl first: its programs are a tenth of the size and start sooner.
const COMPILERS = ['musl-gcc', 'cc', 'gcc']
const CROSS = {
  x64: ['x86_64-linux-musl-gcc', 'x86_64-linux-gnu-gcc'],
  arm64: ['aarch64-linux-musl-gcc', 'aarch64-linux-gnu-gcc'],
}
// Nothing of the folder, the time or the machine gets into the file: two builds give the same bytes.
const FLAGS = ['-std=c11', '-Os', '-static', '-s', '-Wall', '-Wextra', '-Wno-unused-function', '-Wl,--build-id=none']

export function nativeSources(root = ROOT) {
  return readdirSync(join(root, 'native'))
    .filter((name) => /\.[ch]$/.test(name))
    .sort()
    .map((name) => join(root, 'native', name))
}

// The compiler that programs for this kind of machine would be built with; undefined where there is none.
export function compilerFor(arch) {
  if (process.platform !== 'linux' || !NATIVE_ARCHS.includes(arch)) return undefined
  return (arch === process.arch ? COMPILERS : CROSS[arch]).map(find).find(Boolean)
}

// `{ programs: [{ name, contents }] }`, or `{ problem }` with the compiler's own words.
export function compileNative(arch, root = ROOT) {
  const compiler = compilerFor(arch)
  if (compiler === undefined) return { problem: 'no C compiler' }
  const scratch = mkdtempSync(join(tmpdir(), 'fairlead-native-'))
  try {
    const programs = []
    for (const program of PROGRAMS) {
      const out = join(scratch, program)
      // In the folder of the sources, so that no path of it is named.
      const done = spawnSync(compiler, [...FLAGS, '-o', out, `${program}.c`], {
        cwd: join(root, 'native'),
        encoding: 'utf8',
      })
      if (done.status !== 0) return { problem: firstLine(done) }
      programs.push({ name: `native/linux-${arch}/${program}`, contents: readFileSync(out) })
    }
    return { programs, compiler }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function firstLine({ error, stderr }) {
  const lines = (error?.message ?? stderr ?? '').split('\n').filter(Boolean)
  return lines.find((line) => line.includes('error')) ?? lines[0] ?? 'the compiler failed'
}

function find(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}
