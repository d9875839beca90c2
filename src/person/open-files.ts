import { readdirSync, readlinkSync } from 'node:fs'

/** Processes that hold this file, socket or pipe open, as far as we may look. */
export function holdersOf(link: string, proc: string): readonly number[] {
  return pidsIn(proc).filter((pid) => holdsOpen(pid, link, proc))
}

/** Whether this process holds it. */
export function holdsOpen(pid: number, link: string, proc: string): boolean {
  return holds(`${proc}/${pid}/fd`, link)
}

/** What a descriptor of a process is; empty when nobody can tell. */
export function openFile(pid: number, descriptor: number, proc: string): string {
  return linkOf(`${proc}/${pid}/fd/${descriptor}`)
}

function pidsIn(proc: string): readonly number[] {
  try {
    return readdirSync(proc).flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
  } catch {
    return []
  }
}

function holds(folder: string, link: string): boolean {
  try {
    return readdirSync(folder).some((name) => linkOf(`${folder}/${name}`) === link)
  } catch {
    return false
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
