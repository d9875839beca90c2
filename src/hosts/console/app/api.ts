import { API, type ConsoleProblem, type Redeemed, TOKEN_HEADER } from '../../../console/contract/shapes.ts'

const TOKEN = 'fairlead-token'
const DIGITS = 'fairlead-digits'

/** A problem that the daemon told, or that there is no daemon. */
export class AskFailed extends Error {
  readonly problem: ConsoleProblem | undefined
  constructor(problem: ConsoleProblem | undefined) {
    super(problem?.text ?? 'away')
    this.problem = problem
  }
}

/** Of this tab alone: other tabs and other ports of this machine do not see it. */
export const token = (): string | null => sessionStorage.getItem(TOKEN)

export interface Asking {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly body?: object
  /** Not asked for by a person: it does not count as being there. */
  readonly background?: boolean
  readonly signal?: AbortSignal
}

export async function request(
  path: string,
  { method = 'GET', body, background = false, signal }: Asking = {},
): Promise<Response> {
  const own = token()
  const response = await fetch(`${API}${path}`, {
    method,
    headers: {
      ...(own !== null && { [TOKEN_HEADER]: own }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(background && { 'x-fairlead-background': '1' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
    cache: 'no-store',
    credentials: 'omit',
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new AskFailed(undefined)
  })
  if (response.ok) return response
  const answer: { readonly problem?: ConsoleProblem } = await response.json().catch(() => ({}))
  throw new AskFailed(answer.problem)
}

export async function ask<Answer>(path: string, asking: Asking = {}): Promise<Answer> {
  const response = await request(path, asking)
  return (await response.json()) as Answer
}

/** The ticket is in the part of the address that is never sent; it is taken out of it at once. */
export async function redeemTicket(): Promise<void> {
  const ticket = /^#ticket=([\w-]+)$/.exec(location.hash)?.[1]
  if (ticket === undefined) return
  history.replaceState(null, '', location.pathname)
  const redeemed = await ask<Redeemed>('/session/redeem', { method: 'POST', body: { ticket } })
  sessionStorage.setItem(TOKEN, redeemed.token)
  sessionStorage.setItem(DIGITS, redeemed.digits)
}

export function forgetSession(): void {
  sessionStorage.removeItem(TOKEN)
  sessionStorage.removeItem(DIGITS)
}
