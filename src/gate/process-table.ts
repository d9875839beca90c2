import { readFileSync, readlinkSync } from 'node:fs'

/** What the kernel says of one process. Nothing here comes from a payload. */
export interface ProcessFacts {
  readonly pid: number
  readonly parent: number
  readonly name: string
  /** Session leader's pid and whether the process has a controlling terminal. */
  readonly leader: number
  readonly hasTty: boolean
  /** Undefined when it belongs to another user and cannot be read. */
  readonly env: Readonly<Record<string, string>> | undefined
  readonly executable: string | undefined
}

export type ReadProcess = (pid: number) => ProcessFacts | undefined

/** From `/proc`; undefined where there is none or the process is gone. */
export const readProcess: ReadProcess = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name is in parentheses and may itself hold parentheses and blanks.
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return {
      pid,
      parent: Number(fields[1]),
      name,
      leader: Number(fields[3]),
      hasTty: Number(fields[4]) !== 0,
      env: readEnv(pid),
      executable: readExecutable(pid),
    }
  } catch {
    return undefined
  }
}

const MAX_ANCESTORS = 64

/** The process and everything above it, nearest first, up to init. */
export function lineage(pid: number, read: ReadProcess): readonly ProcessFacts[] {
  const facts = pid > 0 ? read(pid) : undefined
  if (!facts) return []
  const seen: ProcessFacts[] = [facts]
  for (
    let next = read(facts.parent);
    next && seen.length < MAX_ANCESTORS;
    next = next.parent > 0 ? read(next.parent) : undefined
  ) {
    seen.push(next)
  }
  return seen
}

function readEnv(pid: number): Readonly<Record<string, string>> | undefined {
  try {
    const pairs = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
    return Object.fromEntries(
      pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    )
  } catch {
    return undefined
  }
}

function readExecutable(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/exe`)
  } catch {
    return undefined
  }
}
