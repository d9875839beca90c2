import { createHmac } from 'node:crypto'

/** What is posted, and where. */
export interface Post {
  readonly address: string
  readonly format: 'standard' | 'ntfy'
  /** As `fairlead notify secret` made it: `whsec_` and 24 bytes in base64. */
  readonly secret: string
  readonly id: string
  readonly atMs: number
  readonly message: Message
}

/** One notice, or several in one. */
export interface Message {
  readonly type: string
  readonly title: string
  readonly body: string
  readonly data: object
  readonly isUrgent: boolean
}

const DEADLINE_MS = 5_000

/** One POST. Undefined when it was taken; else why not. Nothing that comes back is read (EDGE-133). */
export async function post(notice: Post): Promise<string | undefined> {
  try {
    const { headers, body } = notice.format === 'ntfy' ? asNtfy(notice) : asStandard(notice)
    const reply = await fetch(notice.address, {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(DEADLINE_MS),
    })
    await reply.body?.cancel()
    return reply.ok ? undefined : `the receiver answered ${reply.status}`
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'the receiver took too long' : 'nobody received it'
  }
}

interface Sent {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** https://www.standardwebhooks.com: id, time and body are signed. */
function asStandard({ secret, id, atMs, message }: Post): Sent {
  const { type, title, data } = message
  const body = JSON.stringify({ type, timestamp: new Date(atMs).toISOString(), data: { title, ...data } })
  const timestamp = String(Math.floor(atMs / 1_000))
  return {
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signed(secret, `${id}.${timestamp}.${body}`),
    },
    body,
  }
}

function signed(secret: string, text: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`
}

/** Title, priority and text; no action: nothing that a courier carries decides. */
function asNtfy({ id, message: { title, body, isUrgent } }: Post): Sent {
  const headers = { title: ascii(title), priority: isUrgent ? 'high' : 'default', 'x-message-id': id }
  return { headers, body }
}

/** A header holds nothing else. */
const ascii = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, '?')
