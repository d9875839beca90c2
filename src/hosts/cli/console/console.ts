import { spawn } from 'node:child_process'
import { pathsOf } from '../../../config/paths.ts'
import { foreignFields } from '../../../core/model/json.ts'
import { PASSPHRASE_TEXTS } from '../../../core/words/cli.ts'
import { CONSOLE_TEXTS } from '../../../core/words/person.ts'
import { readPassphraseKey } from '../../../person/passphrase.ts'
import { askDaemon } from '../ask-daemon.ts'
import { askPassphrase } from '../ask-passphrase.ts'
import { DONE, type Exit, failed } from '../exit.ts'
import { up } from '../running/running.ts'
import type { Context } from '../terminal.ts'

/** Opens the page in a browser, and stays until the person has compared the digits. */
export async function openConsole(context: Context, { open = true }: { readonly open?: boolean }): Promise<Exit> {
  const port = await portOf(context)
  if (port === undefined) return failed(CONSOLE_TEXTS.noDaemon)
  if (port === 0) return failed(CONSOLE_TEXTS.noPort)
  const ask = (path: string, body: object) => askDoor(`http://127.0.0.1:${port}/door/${path}`, context.cwd, body)
  const issued = await ask('ticket', {})
  if ('problem' in issued) return refusedBy(issued)
  const [ticket, url] = [String(issued['ticket']), String(issued['url'])]
  context.terminal.out(CONSOLE_TEXTS.address(url))
  if (open && context.terminal.interactive) openBrowser(context, url)
  context.terminal.out(CONSOLE_TEXTS.waiting)
  const came = await untilRedeemed(() => ask('wait', { ticket }))
  if (came === undefined) return failed(CONSOLE_TEXTS.nobodyCame)
  if ('problem' in came) return refusedBy(came)
  if (came['kind'] === 'look') return told(context, CONSOLE_TEXTS.look(String(came['why'])))
  context.terminal.out(CONSOLE_TEXTS.compare(String(came['digits'])))
  if (!context.terminal.interactive || !(await enter()))
    return told(context, CONSOLE_TEXTS.look(CONSOLE_TEXTS.notCompared))
  return confirm(context, ticket, (signature) =>
    ask('confirm', { ticket, ...(signature !== undefined && { signature }) }),
  )
}

type Answer = Readonly<Record<string, unknown>>

async function confirm(context: Context, ticket: string, ask: (signature?: string) => Promise<Answer>): Promise<Exit> {
  let answer = await ask()
  if (answer['kind'] === 'passphrase') {
    const key = readPassphraseKey(pathsOf(context.env).passphrase)
    if (!key) return told(context, CONSOLE_TEXTS.look(String(answer['why'])))
    const asked = await askPassphrase(
      context.terminal,
      key,
      String(answer['why']) || PASSPHRASE_TEXTS.presenceIsNotEnough,
    )
    if (!asked.ok) return told(context, CONSOLE_TEXTS.look(asked.why))
    answer = await ask(asked.signer(CONSOLE_TEXTS.statement(ticket)))
  }
  if ('problem' in answer) return refusedBy(answer)
  if (answer['kind'] === 'present') return told(context, CONSOLE_TEXTS.present)
  return told(context, CONSOLE_TEXTS.look(String(answer['why'])))
}

function told({ terminal }: Context, text: string): Exit {
  terminal.out(text)
  return DONE
}

function refusedBy(answer: Answer): Exit {
  const { text, next } = foreignFields(answer['problem'])
  return failed(CONSOLE_TEXTS.refused(String(text), String(next)))
}

/** Undefined: no daemon. 0: it got no port. */
async function portOf(context: Context): Promise<number | undefined> {
  const { socket } = pathsOf(context.env)
  let reply = await askDaemon(socket, 'console')
  if (reply === undefined) {
    const quiet = { ...context, terminal: { ...context.terminal, out: () => undefined } }
    if ((await up(quiet)).code !== 0) return undefined
    reply = await askDaemon(socket, 'console')
  }
  return reply?.kind === 'console' ? (reply.port ?? 0) : undefined
}

async function askDoor(url: string, cwd: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'x-fairlead-folder': encodeURI(cwd) }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return foreignFields(await response.json())
}

const PATIENCE_MS = 5 * 60_000

async function untilRedeemed(wait: () => Promise<Answer>): Promise<Answer | undefined> {
  for (const untilMs = Date.now() + PATIENCE_MS; Date.now() < untilMs; ) {
    const answer = await wait()
    if (answer['kind'] !== 'waiting') return answer
  }
  return undefined
}

/** True for Enter, false when input ends before. */
function enter(): Promise<boolean> {
  return new Promise((done) => {
    process.stdin.resume()
    process.stdin.once('data', () => {
      process.stdin.pause()
      done(true)
    })
    process.stdin.once('end', () => done(false))
  })
}

/** By what the desktop opens addresses with; the address is printed in any case. */
function openBrowser({ env }: Context, url: string): void {
  const program = env['BROWSER'] || (process.platform === 'darwin' ? 'open' : 'xdg-open')
  const started = spawn(program, [url], { detached: true, stdio: 'ignore', env: { ...env } })
  started.on('error', () => undefined)
  started.unref()
}
