import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Paths } from '../../../config/paths.ts'

const MAX_FILES = 300
const MAX_FILE_BYTES = 64 * 1_048_576
/** `sessions/2026/11/17/rollout-….jsonl`. */
const MAX_DEPTH = 4

interface Found {
  readonly path: string
  readonly changedMs: number
}

/** Transcripts that the clients on this machine keep by themselves, the newest first. */
export function findLogs(paths: Paths): readonly string[] {
  const claude = join(dirname(paths.claude.settings), 'projects')
  const codex = join(dirname(paths.codex.config), 'sessions')
  return [...filesIn(claude, 2), ...filesIn(codex, MAX_DEPTH)]
    .toSorted((left, right) => right.changedMs - left.changedMs)
    .slice(0, MAX_FILES)
    .map(({ path }) => path)
}

function filesIn(folder: string, depth: number): readonly Found[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return depth > 1 ? filesIn(path, depth - 1) : []
      if (!entry.isFile() || !entry.name.endsWith('.jsonl')) return []
      const { size, mtimeMs } = statSync(path)
      return size === 0 || size > MAX_FILE_BYTES ? [] : [{ path, changedMs: mtimeMs }]
    })
  } catch {
    // A folder that is missing or closed holds nothing to replay.
    return []
  }
}
