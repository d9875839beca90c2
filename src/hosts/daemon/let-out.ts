import { createHmac } from 'node:crypto'
import type { Paths } from '../../config/paths.ts'
import { readKey } from '../../config/read-key.ts'
import { readProcess } from '../../person/processes.ts'
import type { Reply, Request } from '../../wiring/protocol.ts'

type Asking = Extract<Request, { op: 'unseal' }>

interface Pass {
  readonly client: number
  readonly command: string
  readonly atMs: number
  /** The helper that used it. The shell that it becomes starts another one for the same command. */
  usedBy?: number
}

/** A person may take so long in the client's own prompt. */
const LIVES_MS = 600_000
const MAX_KEPT = 64

/** Which commands a person let out of the seal (EDGE-136): each once, by its client, and to the letter. */
export function makeLetOut({ key }: Pick<Paths, 'key'>, parentOf = (pid: number) => readProcess(pid)?.parent) {
  const passes = new Map<string, Pass>()

  function find({ client, self, line }: Asking): Pass | undefined {
    const text = Buffer.from(line, 'hex').toString('utf8')
    return [...passes.values()].find((pass) => {
      if (!isIn(text, pass.command) || Date.now() - pass.atMs > LIVES_MS) return false
      if (pass.usedBy === undefined) return pass.client === client
      return self === pass.usedBy || parentOf(self) === pass.usedBy
    })
  }

  return {
    /** A call that runs by a person's word, or will if they say yes. */
    may({ id, command }: { readonly id: string; readonly command: string }, client: number): void {
      passes.set(id, { client, command, atMs: Date.now() })
      const [oldest] = passes.keys()
      if (passes.size > MAX_KEPT && oldest !== undefined) passes.delete(oldest)
    },
    ask(asking: Asking): Reply {
      const secret = readKey(key)
      if (!secret || asking.proof !== signed(secret, 'unseal', asking)) return { kind: 'noted' }
      const pass = find(asking)
      if (!pass) return { kind: 'noted' }
      pass.usedBy ??= asking.self
      return { kind: 'unsealed', proof: signed(secret, 'unsealed', asking) }
    },
    /** Whether the call ran outside; it is over now. */
    was(id: string): boolean {
      const pass = passes.get(id)
      passes.delete(id)
      return pass?.usedBy !== undefined
    },
  }
}

function signed(key: Uint8Array, word: string, { client, self, atMs, line }: Asking): string {
  return createHmac('sha256', key)
    .update(`${word}\n${client}\n${self}\n${atMs}\n`)
    .update(Buffer.from(line, 'hex'))
    .digest('hex')
}

/** As the client hands a command to its shell, and as it hands that line to the shell of its settings. */
function isIn(line: string, command: string): boolean {
  const once = ` && eval ${quoted(command)} `
  return line.includes(once) || line.includes(inner(once))
}

const quoted = (text: string) => `'${inner(text)}'`
const inner = (text: string) => text.replaceAll("'", `'"'"'`)
