import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { holdersOf } from './open-files.ts'

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
