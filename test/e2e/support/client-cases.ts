import type { ClientName } from './fetch-clients.mjs'
import { humanCasesPossible } from './human-cases.ts'
import { missingClient } from './run-client.ts'

/** For `describe.skipIf(cases.skip)(cases.title('…'), …)`: the title of what is skipped says why. */
export type Cases = { readonly skip: boolean; readonly title: (text: string) => string }

/** Cases that need the real client. On CI its absence fails them instead, with the same words. */
export function casesFor(client: ClientName): Cases {
  return casesUnless(process.env.CI === 'true' ? null : missingClient(client))
}

/** Cases that need a person at the keyboard of the real client. */
export function humanCasesFor(client: ClientName): Cases {
  const cases = casesFor(client)
  const human = humanCasesPossible()
  return cases.skip || human.ok ? cases : casesUnless(human.reason)
}

/** Skipped for this reason, where there is one. */
export function casesUnless(reason: string | null): Cases {
  return { skip: reason !== null, title: (text) => (reason === null ? text : `${text} (skipped: ${reason})`) }
}
