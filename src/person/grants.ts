import type { Fact } from '../core/model/fact.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import { canonicalJson } from '../core/model/json.ts'
import type { Allowance, Dismissal, Pause, State } from '../core/model/state.ts'
import { isSignedWith, type PassphraseKey, type PassphraseSigner } from './passphrase.ts'

/** The user's signing key; undefined when it is missing or unreadable, and then no grant is honoured. */
export type Key = Uint8Array | undefined

export interface Keyring {
  readonly key: () => Key
  /** The public half of what a passphrase unlocks, where one was set. */
  readonly passphraseKey?: () => PassphraseKey | undefined
}

type Exact = Pick<
  Allowance,
  'id' | 'number' | 'fingerprint' | 'session' | 'agentType' | 'grantedAtMs' | 'scope' | 'expiresAtMs'
>
type Timed = Pick<Dismissal, 'id' | 'fingerprint' | 'dismissedAtMs' | 'expiresAtMs'>

/** Puts the signature on grants that the core just made. Everything else passes unchanged, and then no key is read. */
export function signGrants(
  facts: readonly Fact[],
  project: ProjectRoot,
  signer: () => Key | PassphraseSigner,
): readonly Fact[] {
  const sign = (text: string) => signature(text, signer())
  return facts.map((fact) => {
    if (fact.kind === 'junction.approved' || fact.kind === 'quality.overridden') {
      return { ...fact, signature: sign(allowanceText(project, fact.grant)) }
    }
    if (fact.kind === 'pause.started') return { ...fact, signature: sign(pauseText(project, fact.pause)) }
    if (fact.kind === 'project.released') return { ...fact, signature: sign(releaseText(project)) }
    if (fact.kind !== 'junction.dismissed') return fact
    const { id, fingerprint, grantedAtMs, expiresAtMs } = fact.grant
    const timed = { id, fingerprint, dismissedAtMs: grantedAtMs, expiresAtMs: expiresAtMs ?? grantedAtMs }
    return { ...fact, signature: sign(dismissalText(project, timed)) }
  })
}

/** Grants whose signature is not ours, as facts that remove them. */
export function rejectForged(state: State, project: ProjectRoot, { key, passphraseKey }: Keyring): readonly Fact[] {
  const { allowances, dismissals, overrides, pause } = state.edge
  if (allowances.length === 0 && dismissals.length === 0 && overrides.length === 0 && !pause) return []
  const held = key()
  const matches = (signature: string, text: string, by: Key) =>
    signature.startsWith('ed25519:') ? isSignedWith(passphraseKey?.(), text, signature) : isHmac(signature, text, by)
  const forged = [
    ...allowances.filter((one) => !matches(one.signature, allowanceText(project, one), held)),
    ...overrides.filter((one) => !matches(one.signature, allowanceText(project, one), held)),
    ...dismissals.filter((one) => !matches(one.signature, dismissalText(project, one), held)),
    ...(pause && !matches(pause.signature, pauseText(project, pause), held) ? [pause] : []),
  ]
  const why = held ? 'its signature is not valid' : 'the signing key cannot be read'
  return forged.map((grant) => ({ kind: 'grant.rejected', grant: grant.id, why }))
}

/** Whether the row that takes a project off the list was written by us. */
export function isReleased(project: ProjectRoot, signature: string, key: Key): boolean {
  return isHmac(signature, releaseText(project), key)
}

function releaseText(project: ProjectRoot): string {
  return canonicalJson({ allows: 'release', project })
}

function allowanceText(project: ProjectRoot, exact: Exact): string {
  const { id, number, fingerprint, session, agentType, grantedAtMs, scope, expiresAtMs } = exact
  // EDGE-126: the second version also says that it is for later, and until when.
  const later = scope !== undefined && { version: 2, scope, expiresAtMs: expiresAtMs ?? 0 }
  return canonicalJson({
    allows: 'once',
    project,
    id,
    number,
    fingerprint,
    session,
    agentType: agentType ?? null,
    grantedAtMs,
    ...later,
  })
}

function dismissalText(project: ProjectRoot, timed: Timed): string {
  const { id, fingerprint, dismissedAtMs, expiresAtMs } = timed
  return canonicalJson({ allows: 'until', project, id, fingerprint, dismissedAtMs, expiresAtMs })
}

function pauseText(project: ProjectRoot, pause: Omit<Pause, 'signature'>): string {
  const { id, startedAtMs, expiresAtMs } = pause
  return canonicalJson({ allows: 'pause', project, id, startedAtMs, expiresAtMs })
}

/** Loaded at first need: most calls find no grant, and a cold hook pays for every module. */
function crypto() {
  return process.getBuiltinModule('node:crypto')
}

function signature(text: string, key: Key | PassphraseSigner): string {
  if (typeof key === 'function') return key(text)
  return key ? crypto().createHmac('sha256', key).update(text).digest('hex') : ''
}

function isHmac(claimed: string, text: string, key: Key): boolean {
  const expected = Buffer.from(signature(text, key))
  const given = Buffer.from(claimed)
  return expected.length > 0 && expected.length === given.length && crypto().timingSafeEqual(expected, given)
}
