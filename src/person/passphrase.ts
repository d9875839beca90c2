import type { Registration } from '../core/model/door.ts'
import { readJsonFile } from '../disk/read-file.ts'

/**
 * A key that only a passphrase unlocks. What it signs is checked with its public half, so that the gate needs no secret
 * to honour a grant and an agent that can read every file still cannot make one.
 */
export interface PassphraseKey {
  readonly version: 1
  readonly setAtMs: number
  readonly publicKey: string
  readonly salt: string
  /** The private half: AES-256-GCM under scrypt of the passphrase. */
  readonly iv: string
  readonly tag: string
  readonly locked: string
}

/** Signs in place of the key file. */
export type PassphraseSigner = (text: string) => string

export const MIN_PASSPHRASE_CHARS = 8

const SCRYPT = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1_024 * 1_024 } as const
const KEY_BYTES = 32
const ID_CHARS = 16

/** Loaded at first need: a cold hook pays for every module. */
function crypto() {
  return process.getBuiltinModule('node:crypto')
}

export function makePassphraseKey(passphrase: string, setAtMs: number): PassphraseKey {
  const { createCipheriv, generateKeyPairSync, randomBytes } = crypto()
  const pair = generateKeyPairSync('ed25519')
  const [salt, iv] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', stretched(passphrase, salt), iv)
  const secret = pair.privateKey.export({ format: 'der', type: 'pkcs8' })
  const locked = Buffer.concat([cipher.update(secret), cipher.final()])
  return {
    version: 1,
    setAtMs,
    publicKey: pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    salt: salt.toString('base64'),
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    locked: locked.toString('base64'),
  }
}

/** Undefined when it is not the passphrase, or the file was damaged. */
export function unlockPassphraseKey(passphraseKey: PassphraseKey, passphrase: string): PassphraseSigner | undefined {
  const { createDecipheriv, createPrivateKey, sign } = crypto()
  try {
    const decipher = createDecipheriv(
      'aes-256-gcm',
      stretched(passphrase, bytesOf(passphraseKey.salt)),
      bytesOf(passphraseKey.iv),
    )
    decipher.setAuthTag(bytesOf(passphraseKey.tag))
    const secret = Buffer.concat([decipher.update(bytesOf(passphraseKey.locked)), decipher.final()])
    const key = createPrivateKey({ key: secret, format: 'der', type: 'pkcs8' })
    const signer: PassphraseSigner = (text) =>
      `ed25519:${passphraseKeyId(passphraseKey)}:${sign(null, Buffer.from(text), key).toString('base64')}`
    return isSignedWith(passphraseKey, 'probe', signer('probe')) ? signer : undefined
  } catch {
    return undefined
  }
}

export function isSignedWith(passphraseKey: PassphraseKey | undefined, text: string, signature: string): boolean {
  const [, id, value = ''] = /^ed25519:([0-9a-f]+):([\w+/=]+)$/.exec(signature) ?? []
  if (!passphraseKey || id !== passphraseKeyId(passphraseKey)) return false
  const { createPublicKey, verify } = crypto()
  try {
    const key = createPublicKey({ key: bytesOf(passphraseKey.publicKey), format: 'der', type: 'spki' })
    return verify(null, Buffer.from(text), key, bytesOf(value))
  } catch {
    return false
  }
}

/** Names the key; another key has another name. */
export function passphraseKeyId({ publicKey }: Pick<PassphraseKey, 'publicKey'>): string {
  return crypto().createHash('sha256').update(publicKey).digest('hex').slice(0, ID_CHARS)
}

/** It was there before this client came, so that its agent can't have set it. */
export function isOlderKey(
  key: PassphraseKey | undefined,
  client: Pick<Registration, 'passphraseKey'> | 'unknown' | 'none',
): boolean {
  if (key === undefined || client === 'unknown') return false
  return client === 'none' || client.passphraseKey === passphraseKeyId(key)
}

export function readPassphraseKey(file: string): PassphraseKey | undefined {
  const value = readJsonFile(file)
  return isPassphraseKey(value) ? value : undefined
}

function isPassphraseKey(value: unknown): value is PassphraseKey {
  if (typeof value !== 'object' || value === null) return false
  const fields = value as Readonly<Record<string, unknown>>
  const texts = ['publicKey', 'salt', 'iv', 'tag', 'locked'].every((name) => typeof fields[name] === 'string')
  return fields['version'] === 1 && typeof fields['setAtMs'] === 'number' && texts
}

/** Typed differently and meant the same: letters with marks exist in two spellings. */
function stretched(passphrase: string, salt: Uint8Array): Buffer {
  return crypto().scryptSync(passphrase.normalize('NFKC'), salt, KEY_BYTES, SCRYPT)
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64')
