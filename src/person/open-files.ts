import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Processes that hold this file, socket or pipe open, as far as we may look. */
function holdersOf(link: string, proc: string): readonly number[] {
  return pidsIn(proc).filter((pid) => holdsOpen(pid, link, proc))
}

/** Whether this process holds it. */
export function holdsOpen(pid: number, link: string, proc: string): boolean {
  return holds(`${proc}/${pid}/fd`, link)
}

/** What a descriptor of a process is; empty when nobody can tell. */
function openFile(pid: number, descriptor: number, proc: string): string {
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

/**
 * Which other processes hold this pipe of ours, as the kernel says. Undefined when it is no pipe or nobody can tell.
 * A parent can be borrowed (`exec` in an agent's shell leaves the client above), the other end of a pipe cannot.
 */
export function pipePeers(descriptor: number, proc = '/proc', self = process.pid): readonly number[] | undefined {
  const pipe = openFile(self, descriptor, proc)
  if (!pipe.startsWith('pipe:[')) return undefined
  return holdersOf(pipe, proc).filter((pid) => pid !== self)
}

/** The two ends of a loopback connection, by port: theirs and ours. */
export interface Connection {
  readonly remotePort: number
  readonly localPort: number
}

const TRIES = 20
const PAUSE_MS = 25

/**
 * Which process holds the other end of this connection, as the kernel says. Undefined when it cannot be told: no
 * `/proc`, another user's process, already closed, or held by more than one, since then any of them may have written.
 * A client that starts a program shares everything with it for a moment, so that is looked at again.
 */
export async function ownerOf(connection: Connection, proc = '/proc'): Promise<number | undefined> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const holders = ownersOf(connection, proc)
    if (holders.length < 2) return holders[0]
    await sleep(PAUSE_MS)
  }
  return undefined
}

function ownersOf({ remotePort, localPort }: Connection, proc: string): readonly number[] {
  const inode = inodeOf(textOf(`${proc}/net/tcp`), remotePort, localPort)
  if (inode === undefined) return []
  return holdersOf(`socket:[${inode}]`, proc)
}

const LOOPBACK = '0100007F'

/** Seen from the other end, our port is the remote one. */
function inodeOf(table: string, remotePort: number, localPort: number): string | undefined {
  const wanted = [address(remotePort), address(localPort)].join(' ')
  for (const line of table.split('\n')) {
    const fields = line.trim().split(/\s+/)
    if (`${fields[1]} ${fields[2]}` === wanted && fields[9] !== '0') return fields[9]
  }
  return undefined
}

function address(port: number): string {
  return `${LOOPBACK}:${port.toString(16).toUpperCase().padStart(4, '0')}`
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
