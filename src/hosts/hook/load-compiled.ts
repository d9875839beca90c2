import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { AT_ONCE } from '../../disk/read-file.ts'
import { replaceFile } from '../../disk/replace-file.ts'

export interface CompiledBundle<Exports> {
  readonly exports: Exports
  /** Keeps the compiled code beside the file when there was none. After the answer: it then holds what was really run. */
  keep(): void
}

/**
 * A bundle that is one function, with V8's compiled code from an earlier call. `require` and Node's own compile cache do the same
 * and take twice as long, which a cold hook would feel. V8 refuses code that does not belong to this source and version.
 * Kept for each use apart: what one use never runs, another would have to compile at every call.
 */
export function loadCompiled<Exports>(file: string, use: 'before-a-tool' | 'otherwise'): CompiledBundle<Exports> {
  const { Script } = process.getBuiltinModule('node:vm')
  const cache = `${file}.${use}.compiled`
  const cachedData = bytesOf(cache)
  // The bundle is plain ASCII, so one byte is one letter.
  const script = new Script(readFileSync(file, { encoding: 'latin1', flag: AT_ONCE }), {
    filename: file,
    ...(cachedData && { cachedData }),
  })
  const module = { exports: {} as Exports }
  script.runInThisContext()(module, remembering(require), dirname(file))
  return {
    exports: module.exports,
    keep: () => {
      if (cachedData === undefined || script.cachedDataRejected) write(cache, script.createCachedData())
    },
  }
}

/** A bundle asks for the same few modules in almost every part of it, and each look-up goes through all of Node's loader. */
function remembering(load: (name: string) => unknown): (name: string) => unknown {
  const known = new Map<string, unknown>()
  return (name) => {
    const found = known.get(name) ?? load(name)
    known.set(name, found)
    return found
  }
}

function bytesOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path, { flag: AT_ONCE })
  } catch {
    return undefined
  }
}

function write(path: string, bytes: Buffer): void {
  try {
    replaceFile(path, bytes, { mode: 0o600, survives: 'kill' })
  } catch {
    // A read-only folder: the next call compiles again.
  }
}
