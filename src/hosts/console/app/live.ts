import type { LiveEvent } from '../../../console/contract/shapes.ts'
import { AskFailed, request, token } from './api.ts'
import { heard, meet, refreshState, standing } from './state.ts'

const SILENCE_MS = 20_000
const RETRY_MS = 2_000

/** One stream a browser: the tab that has the lock reads it and tells the others. */
export function followLive(): void {
  const others = new BroadcastChannel('fairlead-live')
  others.onmessage = ({ data }: MessageEvent<LiveEvent>) => {
    if (token() !== null) heard(data)
  }
  void navigator.locks.request('fairlead-live', async () => {
    for (;;) {
      if (token() === null) {
        await slept(RETRY_MS)
        continue
      }
      try {
        await readStream((event) => {
          heard(event)
          others.postMessage(event)
        })
      } catch (error) {
        meet(error instanceof AskFailed ? error : new AskFailed(undefined))
      }
      await slept(RETRY_MS)
      if (standing.value === 'away') await refreshState()
    }
  })
  const seen = () => {
    if (token() !== null)
      void request('/session/seen', {
        method: 'POST',
        background: true,
        body: { visible: document.visibilityState === 'visible' },
      }).catch(() => undefined)
  }
  document.addEventListener('visibilitychange', seen)
  setInterval(seen, SILENCE_MS)
  seen()
  // A tab without the stream still notices that the daemon is gone.
  setInterval(() => {
    if (standing.value === 'away') void refreshState()
  }, RETRY_MS)
}

async function readStream(tell: (event: LiveEvent) => void): Promise<void> {
  const stop = new AbortController()
  const { body } = await request('/live', { background: true, signal: stop.signal })
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const timer = setTimeout(() => stop.abort(), SILENCE_MS)
    const piece = await reader?.read().finally(() => clearTimeout(timer))
    if (!piece || piece.done) throw new AskFailed(undefined)
    const parts = (rest + piece.value).split('\n\n')
    rest = parts.pop() ?? ''
    for (const part of parts) tell(JSON.parse(part.slice('data: '.length)) as LiveEvent)
  }
}

function slept(ms: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, ms)
  })
}
