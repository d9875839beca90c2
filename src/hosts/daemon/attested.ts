import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Paths } from '../../config/paths.ts'
import { readKey } from '../../config/read-key.ts'
import { isSealOn } from '../../config/seal.ts'
import type { HookAnswer, HookCall } from '../../gate/gate.ts'
import { clientAbove } from '../../person/processes.ts'
import { isRefusal, shellCallIn } from '../../runtimes/peek.ts'
import type { Reply, Request } from '../../wiring/protocol.ts'
import { makeLetOut } from './let-out.ts'

type Attestation = Extract<Request, { op: 'attest' }>

/** The helper speaks before its command runs; a busy machine may be late in hearing it. */
const LATE_MS = 500
const STEP_MS = 25
const MAX_KEPT = 1_024

/**
 * Which commands ran sealed: the helper says so for each, signed with a key that no sealed command can read. A shell call that
 * this daemon let pass, and that came back without such a word of its client's since then, ran without the seal.
 */
export function makeAttested(
  paths: Pick<Paths, 'key' | 'sealCommand'>,
  isClient = (pid: number) => clientAbove(pid) !== undefined,
) {
  const isOn = () => isSealOn(paths)
  let heard: readonly Attestation[] = []
  const passed = new Map<string, number>()
  const letOut = makeLetOut(paths)

  function take(client: number, sinceMs: number): Attestation | undefined {
    const found = heard.find((one) => one.client === client && one.atMs >= sinceMs)
    heard = heard.filter((one) => one !== found)
    return found
  }

  return {
    note(said: Attestation): Reply {
      const secret = readKey(paths.key)
      if (secret && said.proof === proofOf(secret, said)) heard = [...heard, said].slice(-MAX_KEPT)
      return { kind: 'noted' }
    },
    /** A shell call that may run now. */
    letPass(call: HookCall, client: number, { stdout, unsealed }: HookAnswer): void {
      const shell = shellCallIn(call)
      if (shell?.when !== 'before' || !isOn()) return
      if (unsealed) letOut.may(shell, client)
      if (isRefusal(stdout) && !unsealed) return
      passed.set(shell.id, call.stamp.atMs)
      const [oldest] = passed.keys()
      if (passed.size > MAX_KEPT && oldest !== undefined) passed.delete(oldest)
    },
    letOut: letOut.ask,
    /** How the call ran, where that is not as it should be. */
    async ran(call: HookCall, client: number): Promise<HookCall['ran']> {
      const shell = passed.size === 0 ? undefined : shellCallIn(call)
      const sinceMs = shell?.when === 'after' ? passed.get(shell.id) : undefined
      if (shell === undefined || sinceMs === undefined) return undefined
      passed.delete(shell.id)
      if (letOut.was(shell.id)) return 'let-out'
      for (let waitedMs = 0; ; waitedMs += STEP_MS) {
        const found = take(client, sinceMs)
        if (found) return found.sealed ? undefined : 'unsealed'
        // A hook that was run by hand tells of no command that a client ran.
        if (!isOn() || !isClient(client)) return undefined
        if (waitedMs >= LATE_MS) return 'unattested'
        await pause(STEP_MS)
      }
    },
  }
}

function proofOf(key: Uint8Array, { client, atMs, sealed }: Attestation): string {
  return createHmac('sha256', key)
    .update(`attest\n${client}\n${atMs}\n${sealed ? 'sealed' : 'unsealed'}`)
    .digest('hex')
}
