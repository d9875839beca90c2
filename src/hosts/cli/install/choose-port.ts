import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { isPort } from '../../../config/door-port.ts'
import { INSTALL_TEXTS } from '../../../core/words/install.ts'

type ChosenPort = { readonly ok: true; readonly port: number } | { readonly ok: false; readonly problem: string }

/** Below the range from which the kernel takes ports for outgoing connections. */
const [LOWEST, HIGHEST] = [20_000, 32_000]
const TRIES = 50

/** The port that was chosen before, unless another is wished for: clients remember it in their settings. */
export async function choosePort(before: number | undefined, wish: string | true | undefined): Promise<ChosenPort> {
  if (wish === undefined && before !== undefined) return { ok: true, port: before }
  if (typeof wish === 'string') {
    const port = /^\d{1,5}$/.test(wish) ? Number(wish) : 0
    if (!isPort(port)) return { ok: false, problem: INSTALL_TEXTS.badPort(wish) }
    if (port === before || (await isFree(port))) return { ok: true, port }
    return { ok: false, problem: INSTALL_TEXTS.portTaken(port) }
  }
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(LOWEST, HIGHEST)
    if (port !== before && (await isFree(port))) return { ok: true, port }
  }
  return { ok: false, problem: INSTALL_TEXTS.noPort }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
  })
}
