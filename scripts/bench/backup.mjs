import { execFileSync } from 'node:child_process'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { takeBackup } from '../../src/backup/take.ts'
import { round } from './table.mjs'

const FOLDERS = 100

/** A copy of a repository with many files: the first, one after nothing changed, one after a few changed. */
export async function benchBackup(scratch, files) {
  const root = join(scratch, 'backup-project')
  mkdirSync(root, { recursive: true })
  execFileSync('git', ['init', '-q'], { cwd: root })
  const past = new Date(Date.now() - 3_600_000)
  for (let index = 0; index < files; index += 1) {
    const folder = join(root, `folder-${index % FOLDERS}`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `file-${index}.ts`), `export const value${index} = ${'x'.repeat(index % 4_000)}\n`)
    utimesSync(join(folder, `file-${index}.ts`), past, past)
  }
  execFileSync('git', ['add', '.'], { cwd: root })
  // What the store learns is trusted once a file has been left alone for a moment.
  await new Promise((done) => setTimeout(done, 2_500))
  const home = { folder: join(scratch, 'file-backups'), capMb: 100, keepDays: 7 }
  const take = async (name) => {
    const started = performance.now()
    const report = await takeBackup({ home, root, asked: [], reason: 'bench', atMs: Date.now(), deadlineMs: 600_000 })
    if (report.kind !== 'taken') throw new Error(report.why)
    return {
      copy: name,
      files: report.files,
      MB: round(report.bytes / 1e6),
      ms: Math.round(performance.now() - started),
    }
  }
  const rows = [await take('first'), await take('nothing changed')]
  for (let index = 0; index < 10; index += 1)
    writeFileSync(join(root, 'folder-0', `file-${index * FOLDERS}.ts`), 'changed\n')
  return [...rows, await take('ten files changed')]
}
