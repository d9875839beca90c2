import { randomBytes } from 'node:crypto'
import { readBytes } from '../disk/read-file.ts'
import { writePrivate } from '../disk/replace-file.ts'

const SECRET_BYTES = 24
const MAX_BYTES = 1_000
const SHAPE = /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/

/** What signs webhooks, where the person made one. */
export function readSecret(file: string): string | undefined {
  const text = readBytes(file, MAX_BYTES)?.toString().trim() ?? ''
  return SHAPE.test(text) ? text : undefined
}

/** A new one, in the place of the old. */
export function makeSecret(file: string): string {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
  writePrivate(file, `${secret}\n`)
  return secret
}
