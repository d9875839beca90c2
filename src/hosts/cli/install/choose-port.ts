import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { isPort } from '../../../config/door-port.ts'

type ChosenPort = { readonly ok: true; readonly port: number } | { readonly ok: false; readonly problem: string }

/** Below the range from which the kernel takes ports for outgoing connections. */
const [LOWEST, HIGHEST] = [20_000, 32_000]
const TRIES = 50

/** The port that was chosen before, unless another is wished for: clients remember it in their settings. */
export async function choosePort(before: number | undefined, wish: string | true | undefined): Promise<ChosenPort> {
  if (wish === undefined && before !== undefined) return { ok: true, port: before }
  if (typeof wish === 'string') {
    const port = /^\d{1,5}$/.test(wish) ? Number(wish) : 0
    if (!isPort(port)) return { ok: false, problem: `\`${wish}\` is not a port from 1024 to 65535` }
    if (port === before || (await isFree(port))) return { ok: true, port }
    return { ok: false, problem: `port ${port} is taken; give another, or \`--port\` alone for any that is free` }
  }
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(LOWEST, HIGHEST)
    if (port !== before && (await isFree(port))) return { ok: true, port }
  }
  return { ok: false, problem: 'no free port was found; name one with `--port`' }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
  })
}
