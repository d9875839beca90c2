import { type Handshake, STRICTNESSES, TRACKINGS } from '../../model/anchor.ts'

export function handshakeText(handshake: Handshake): string {
  return `${JSON.stringify(handshake, null, 2)}\n`
}

/** What a file says, if it is a handshake of this token; anything else is corrupt (ANCHOR-54). */
export function readHandshake(text: string | undefined, token: string): Handshake | undefined {
  const value = parsed(text)
  if (typeof value !== 'object' || value === null) return undefined
  const fields = value as Readonly<Record<string, unknown>>
  const isText = (name: string) => typeof fields[name] === 'string'
  const texts = ['role', 'working_dir', 'topic', 'created_at', 'updated_at', 'constitution_path', 'constitution_hash']
  const isSound =
    fields['version'] === 1 &&
    fields['token'] === token &&
    texts.every(isText) &&
    TRACKINGS.some((one) => one !== 'untracked' && one === fields['mode']) &&
    STRICTNESSES.some((one) => one === fields['strictness']) &&
    (fields['stage'] === 'IDENTITY' || fields['stage'] === 'CONTEXT') &&
    (fields['bind'] === null || isText('bind')) &&
    isArm(fields['server_arm']) &&
    Array.isArray(fields['failures']) &&
    fields['failures'].every(isFailure)
  return isSound ? (value as Handshake) : undefined
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

function isArm(value: unknown): boolean {
  if (value === null) return true
  if (typeof value !== 'object') return false
  const arm = value as Readonly<Record<string, unknown>>
  return ['phase', 'branch', 'files', 'focus', 'context_hash'].every((name) => typeof arm[name] === 'string')
}

function isFailure(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { stage, errors } = value as Readonly<Record<string, unknown>>
  return typeof stage === 'string' && Array.isArray(errors) && errors.every((error) => typeof error === 'string')
}
