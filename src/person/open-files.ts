import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** What the kernel shows; undefined where it shows nothing, or not to us. */
export function seen<Result>(look: () => Result): Result | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}

const TRIES = 20
const PAUSE_MS = 25

/** A client that starts a program shares everything with it for a moment, so what is not clear yet is looked at again. */
export async function seenSoon<Result>(look: () => Result | undefined): Promise<Result | undefined> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const found = look()
    if (found !== undefined) return found
    await sleep(PAUSE_MS)
  }
  return undefined
}

/** Whether this process holds the file, socket or pipe open. */
export function holdsOpen(pid: number, link: string, proc: string): boolean {
  const folder = `${proc}/${pid}/fd`
  const names = seen(() => readdirSync(folder)) ?? []
  return names.some((name) => seen(() => readlinkSync(`${folder}/${name}`)) === link)
}

/** Processes that hold it open, as far as we may look. */
function holdersOf(link: string, proc: string): readonly number[] {
  const pids = (seen(() => readdirSync(proc)) ?? []).filter((name) => /^\d+$/.test(name)).map(Number)
  return pids.filter((pid) => holdsOpen(pid, link, proc))
}

/**
 * Which other processes hold this pipe of ours, as the kernel says. Undefined when it isn't a pipe or can't be seen.
 * A parent can be borrowed (`exec` in an agent's shell leaves the client above), the other end of a pipe cannot.
 */
export function pipePeers(descriptor: number, proc = '/proc', self = process.pid): readonly number[] | undefined {
  const pipe = seen(() => readlinkSync(`${proc}/${self}/fd/${descriptor}`))
  return pipe?.startsWith('pipe:[') ? holdersOf(pipe, proc).filter((pid) => pid !== self) : undefined
}

/** The two ends of a loopback connection, by port: theirs and ours. */
export interface Connection {
  readonly remotePort: number
  readonly localPort: number
}

/**
 * Which process holds the other end of this connection, as the kernel says. Undefined when it cannot be told: no
 * `/proc`, another user's process, already closed, or held by more than one, since then any of them may have written.
 */
export async function connectionOwner(connection: Connection, proc = '/proc'): Promise<number | undefined> {
  const alone = await seenSoon(() => {
    const inode = inodeOf(connection, proc)
    const holders = inode === undefined ? [] : holdersOf(`socket:[${inode}]`, proc)
    return holders.length < 2 ? holders : undefined
  })
  return alone?.[0]
}

const LOOPBACK = '0100007F'

/** Seen from the other end, our port is the remote one. */
function inodeOf({ remotePort, localPort }: Connection, proc: string): string | undefined {
  const wanted = `${address(remotePort)} ${address(localPort)}`
  const table = seen(() => readFileSync(`${proc}/net/tcp`, 'utf8')) ?? ''
  const rows = table.split('\n').map((line) => line.trim().split(/\s+/))
  return rows.find((fields) => `${fields[1]} ${fields[2]}` === wanted && fields[9] !== '0')?.[9]
}

function address(port: number): string {
  return `${LOOPBACK}:${port.toString(16).toUpperCase().padStart(4, '0')}`
}

const LISTENING = 0x10000

interface UnixSocket {
  readonly inode: string
  readonly path: string
  readonly isListening: boolean
}

/** The kernel's list of named sockets: what listens there, and what was accepted there. */
export function unixSockets(proc = '/proc'): readonly UnixSocket[] {
  const table = seen(() => readFileSync(`${proc}/net/unix`, 'utf8')) ?? ''
  return table.split('\n').flatMap((line) => {
    const [, , , flags = '', , , inode = '', ...path] = line.trim().split(/\s+/)
    const isListening = (Number.parseInt(flags, 16) & LISTENING) !== 0
    return path.length === 0 ? [] : [{ inode, path: path.join(' '), isListening }]
  })
}

/** How many connections this process has accepted on sockets of its own. */
export function connectionsTo(pid: number, proc = '/proc'): number {
  const named = unixSockets(proc).filter(({ inode }) => holdsOpen(pid, `socket:[${inode}]`, proc))
  const paths = new Set(named.filter(({ isListening }) => isListening).map(({ path }) => path))
  return named.filter(({ path, isListening }) => !isListening && paths.has(path)).length
}
