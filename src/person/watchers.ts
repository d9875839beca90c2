import { readdirSync, readlinkSync } from 'node:fs'
import type { Registration } from '../core/model/door.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import { isInside } from '../core/model/inside.ts'
import { seen } from './open-files.ts'
import { readProcess } from './processes.ts'
import { isOutside, realSources } from './terminal.ts'

/** What `fairlead edge watch` is started with, by whichever way. */
const WATCH = /\bedge watch\b/

/**
 * EDGE-131: whether somebody follows the holds of this project in a terminal that no agent started. It only makes a call wait: whoever pretends to
 * watch decides nothing by that.
 */
export function isWatched(project: ProjectRoot, client: Registration | undefined): boolean {
  if (client === undefined) return false
  const home = readProcess(process.pid)?.env?.['HOME']
  const since = { atMs: client.atMs, client }
  const pids = (seen(() => readdirSync('/proc')) ?? []).filter((name) => /^\d+$/.test(name)).map(Number)
  return pids.some((pid) => {
    const found = readProcess(pid)
    if (!found?.hasTty || !WATCH.test(found.command) || found.env?.['HOME'] !== home) return false
    const folder = seen(() => readlinkSync(`/proc/${pid}/cwd`)) ?? ''
    return isInside(folder, project) && isOutside(pid, since, realSources())
  })
}
