import { setTimeout as pause } from 'node:timers/promises'

const POLL_MS = 100

type Patience = { readonly timeoutMs?: number; readonly describe?: () => string }

export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string,
  patience: Patience = {},
): Promise<void> {
  const deadline = Date.now() + (patience.timeoutMs ?? 10_000)
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`waited in vain for ${what}\n${patience.describe?.() ?? ''}`.trim())
    await pause(POLL_MS)
  }
}
