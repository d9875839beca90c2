import { randomUUID } from 'node:crypto'
import { pathsOf } from '../../../config/paths.ts'
import { NOTIFY_TEXTS } from '../../../core/words/cli-policy.ts'
import { NOTICE_TEXTS } from '../../../core/words/kept.ts'
import { showOnDesktop } from '../../../notify/desktop.ts'
import { makeSecret, readSecret } from '../../../notify/secret.ts'
import { post } from '../../../notify/webhook.ts'
import { DONE, type Exit, failed } from '../exit.ts'
import { policyOf, projectHere } from '../open-project.ts'
import type { Context } from '../terminal.ts'

/** `notify secret`: makes what signs webhooks, and shows it once for the receiver. */
export async function notifySecret({ terminal, env }: Context): Promise<Exit> {
  terminal.out(makeSecret(pathsOf(env).notifySecret))
  return DONE
}

/** `notify test`: one notice by every channel that is on, now. */
export async function notifyTest(context: Context): Promise<Exit> {
  const { terminal, env } = context
  const here = projectHere(context)
  if (!here.ok) return here.exit
  const { notify } = (await policyOf(env, here.open)).policy
  const title = NOTIFY_TEXTS.title
  const faults: string[] = []
  const told = (channel: string, fault: string | undefined) => {
    terminal.out(NOTIFY_TEXTS.result(channel, fault))
    if (fault !== undefined) faults.push(channel)
  }
  if (notify.channels.includes('desktop')) told('desktop', await showOnDesktop(title, NOTICE_TEXTS.test))
  if (notify.channels.includes('webhook') && notify.webhook !== '') {
    const secret = readSecret(pathsOf(env).notifySecret)
    const message = { type: 'notice.test', title, body: NOTICE_TEXTS.test, data: {}, isUrgent: false }
    const sending = { address: notify.webhook, format: notify.format, id: `msg_${randomUUID()}`, atMs: Date.now() }
    const isBare = secret === undefined && notify.format === 'standard'
    told('webhook', isBare ? NOTICE_TEXTS.noSecret : await post({ ...sending, secret: secret ?? '', message }))
  }
  return faults.length === 0 ? DONE : failed(NOTIFY_TEXTS.faults(faults))
}
