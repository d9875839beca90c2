import { request } from '../api.ts'
import type { ToVerify, Verified } from './thread.ts'

/** Trusted Types: the one script that may be started by its address is the one that the document names. */
function threadAddress(): string {
  const address = document.querySelector<HTMLMetaElement>('meta[name=fairlead-thread]')?.content ?? ''
  const { trustedTypes } = globalThis as {
    trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } }
  }
  policy ??= trustedTypes?.createPolicy('fairlead-thread', { createScriptURL: () => address })
  return policy?.createScriptURL(address) ?? address
}

let policy: { createScriptURL(url: string): string } | undefined

/** Verifies an audit in a thread of the page, from genesis. Gives what stops it. */
export function verifyAudit(project: string, tell: (said: Verified) => void, compare?: File): () => void {
  const stop = new AbortController()
  const thread = new Worker(threadAddress(), { type: 'module' })
  thread.onmessage = ({ data }: MessageEvent<Verified>) => {
    tell(data)
    if (data.kind !== 'going') thread.terminate()
  }
  void request(`/audit/${project}/stream`, { signal: stop.signal }).then(
    ({ body }) => {
      if (!body) return
      const other = compare?.stream()
      const given: ToVerify = { stream: body, ...(other && { compare: other }) }
      thread.postMessage(given, [body, ...(other ? [other] : [])])
    },
    () => undefined,
  )
  return () => {
    stop.abort()
    thread.terminate()
  }
}
