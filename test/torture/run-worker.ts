import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

export interface Torture {
  readonly folder: string
  /** Runs one worker to its end and tells how it ended. */
  readonly run: (work: object) => Promise<Ending>
  readonly end: () => void
}

export interface Ending {
  readonly signal: NodeJS.Signals | null
  readonly output: string
}

/** The worker is bundled: hundreds of processes start in a tenth of the time. */
export async function prepareTorture(worker: 'worker.ts' | 'ledger-worker.ts' = 'worker.ts'): Promise<Torture> {
  // What survives SIGKILL is what the kernel has, on any file system; in memory the rounds do not wait for a disk.
  const base = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
  const folder = realpathSync(mkdtempSync(join(base, 'fairlead-torture-')))
  const script = join(folder, 'worker.mjs')
  await build({
    entryPoints: [fileURLToPath(new URL(`./${worker}`, import.meta.url))],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  })
  const running = new Set<ChildProcess>()
  return {
    folder,
    run: (work) => runWorker(script, work, running),
    end: () => {
      for (const child of running) child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function runWorker(script: string, work: object, running: Set<ChildProcess>): Promise<Ending> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, JSON.stringify(work)])
    running.add(child)
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    child.on('error', reject)
    child.on('close', (_code, signal) => {
      running.delete(child)
      resolve({ signal, output })
    })
  })
}
