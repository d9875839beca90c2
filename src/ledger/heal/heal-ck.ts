import { execFile, spawn } from 'node:child_process'
import { splitNul } from '../../git/run-git.ts'
import { askRepository } from '../cite/ask-repository.ts'
import { openText } from '../files/open-text.ts'
import { findCk } from '../search/ck.ts'
import type { Recovery } from './recovery.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** LEDGER-18: with fewer changed files than this a delta is worth trying. */
const MAX_DELTA_FILES = 100
const DELTA_DEADLINE_MS = 60_000

/** LEDGER-18, LEDGER-122: delta first, in full only when that fails or too much changed; without ck there is nothing to do. */
export async function healCk(root: string, env: Environment): Promise<readonly Recovery[]> {
  if (isSound(root)) return []
  const ck = await findCk(root, env)
  if (ck.kind !== 'usable') return []
  const changed = await changedFiles(root)
  if (changed < MAX_DELTA_FILES && (await indexed(ck.path, root, env)))
    return [{ what: '.ck/', source: 'delta-reindex', detail: `${changed} changed files` }]
  // Nobody waits for it: until it is done the embedded search answers.
  spawn(ck.path, ['--reindex', '.'], { cwd: root, env: { ...env }, detached: true, stdio: 'ignore' })
    .on('error', () => {})
    .unref()
  return [{ what: '.ck/', source: 'full-reindex', detail: `${changed} changed files, in the background` }]
}

/** By what the index knows of them: `git status` would compare contents, and run the filters that a repository names. */
async function changedFiles(root: string): Promise<number> {
  const asked = [
    ['diff-files', '--name-only', '-z'],
    ['ls-files', '-z', '--others', '--exclude-standard'],
  ]
  const answers = await Promise.all(asked.map((args) => askRepository(root, args)))
  return answers.flatMap(({ stdout }) => splitNul(stdout)).length
}

/** Real ck writes a manifest; a folder without one, or with a broken one, is no index. */
function isSound(root: string): boolean {
  const manifest = openText(root, '.ck/manifest.json')
  if (manifest.kind !== 'text') return false
  try {
    return typeof JSON.parse(manifest.text) === 'object'
  } catch {
    return false
  }
}

function indexed(path: string, root: string, env: Environment): Promise<boolean> {
  return new Promise((done) => {
    const options = { cwd: root, timeout: DELTA_DEADLINE_MS, maxBuffer: 1_000_000, env: { ...env } }
    execFile(path, ['--index', '.'], options, (error) => done(error === null)).stdin?.end()
  })
}
