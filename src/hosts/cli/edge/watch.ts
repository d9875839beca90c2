import { createInterface } from 'node:readline'
import type { Hold } from '../../../core/model/state.ts'
import { waitingHolds } from '../../../core/protocols/edge/holds.ts'
import { WATCH_TEXTS } from '../../../core/words/cli-edge.ts'
import { DONE, type Exit, failed } from '../exit.ts'
import { policyOf, withProject } from '../open-project.ts'
import { oneLine } from '../show.ts'
import type { Context } from '../terminal.ts'
import { decideHold } from './decide-hold.ts'

const POLL_MS = 500
const MAX_SHOWN = 400

/**
 * `edge watch`: shows holds as they come and takes decisions, until it is left. While it runs in a terminal of the person's own,
 * calls of agents that nobody else could answer wait for it (EDGE-131).
 */
export async function edgeWatch(context: Context): Promise<Exit> {
  const { terminal, env } = context
  if (!terminal.interactive) return failed(WATCH_TEXTS.noTerminal)
  return withProject(context, async ({ store, project }) => {
    const { policy } = await policyOf(env, project)
    const hasBell = policy.notify.channels.includes('bell')
    terminal.out(WATCH_TEXTS.began)
    let shown = new Map<number, Hold>()
    const look = async () => {
      const waiting = waitingHolds((await store.read(project)).edge, Date.now())
      for (const hold of waiting) if (!shown.has(hold.number)) terminal.out(announced(hold, hasBell))
      for (const number of shown.keys())
        if (!waiting.some((hold) => hold.number === number)) terminal.out(WATCH_TEXTS.settled(number))
      shown = new Map(waiting.map((hold) => [hold.number, hold]))
    }
    await look()
    const looking = setInterval(() => void look().catch(() => undefined), POLL_MS)
    try {
      for (let line = await nextLine(); line !== undefined && !LEAVING.test(line); line = await nextLine())
        await obey(context, line)
    } finally {
      clearInterval(looking)
    }
    return DONE
  })
}

const LEAVING = /^\s*(?:q|quit|exit)\s*$/

/** In our own terminal: the bell, and a notice for terminals that show one. */
function announced(hold: Hold, hasBell: boolean): string {
  const line = WATCH_TEXTS.waits(hold.number, oneLine(hold.command ?? '', MAX_SHOWN), oneLine(hold.reason, MAX_SHOWN))
  return hasBell ? `\u0007\u001b]9;${WATCH_TEXTS.notice(hold.number)}\u0007${line}` : line
}

async function obey(context: Context, line: string): Promise<void> {
  const [, verb, rest = ''] = /^\s*(approve|skip|dismiss)\b(.*)$/.exec(line) ?? []
  const isVerb = verb === 'approve' || verb === 'skip' || verb === 'dismiss'
  if (!isVerb) return context.terminal.out(WATCH_TEXTS.help)
  const exit = await decideHold(context, verb, rest.trim())
  if (exit.code !== 0) context.terminal.out(exit.line)
}

/** One line of what is typed; undefined at its end. Opened anew each time: a question in between has the keyboard. */
function nextLine(): Promise<string | undefined> {
  return new Promise((done) => {
    const lines = createInterface({ input: process.stdin, terminal: false })
    lines.once('line', (line) => {
      done(line)
      lines.close()
    })
    lines.once('close', () => done(undefined))
  })
}
