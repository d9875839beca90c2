const BLOCK_BYTES = 64
const BLOCK_WORDS = 16

/** From so many bytes on, loading Node's crypto is the smaller part (measured). */
let longBytes = 16 * 1024

/** For a process that lives on: it loads Node's crypto once. */
export function hashNatively(): void {
  longBytes = 0
}

/** Lower-case hex. */
export function sha256(content: string | Uint8Array): string {
  return hashed(typeof content === 'string' ? Buffer.from(content, 'utf8') : content).toString('hex')
}

/** HMAC-SHA-256 in lower-case hex. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): string {
  if (longBytes === 0) return crypto().createHmac('sha256', key).update(message).digest('hex')
  const padded = Buffer.alloc(BLOCK_BYTES)
  padded.set(key.length > BLOCK_BYTES ? hashed(key) : key)
  const inner = hashed(Buffer.concat([padded.map((byte) => byte ^ 0x36), message]))
  return hashed(Buffer.concat([padded.map((byte) => byte ^ 0x5c), inner])).toString('hex')
}

function hashed(bytes: Uint8Array): Buffer {
  if (bytes.length < longBytes) return sha256Bytes(bytes)
  return crypto().hash('sha256', bytes, 'buffer')
}

const crypto = () => process.getBuiltinModule('node:crypto')

/**
 * SHA-256 (FIPS 180-4) in plain code: a hook hashes a few short texts, and loading Node's crypto for them would cost five
 * times as much (measured). Long lines instead of small functions, because a process that just began runs nothing
 * compiled: each call would be felt. Proven against Node's own in the tests beside.
 */
function sha256Bytes(bytes: Uint8Array): Buffer {
  const padded = Buffer.alloc((((bytes.length + 8) >> 6) + 1) * BLOCK_BYTES)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  padded.writeUInt32BE(Math.floor(bytes.length / 0x2000_0000), padded.length - 8)
  padded.writeUInt32BE((bytes.length << 3) >>> 0, padded.length - 4)
  const message = bigEndian(padded)
  const hash = new Int32Array(INITIAL)
  const words = new Int32Array(64)
  for (let at = 0; at < message.length; at += BLOCK_WORDS) {
    words.set(message.subarray(at, at + BLOCK_WORDS))
    schedule(words)
    compress(hash, words)
  }
  return Buffer.from(hash.buffer).swap32()
}

/** Spelled out: working out the roots of primes takes a hook longer than hashing. */
const INITIAL = wordsOf('6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19')
const ROUNDS = wordsOf(
  '428a2f9871374491b5c0fbcfe9b5dba53956c25b59f111f1923f82a4ab1c5ed5d807aa9812835b01243185be550c7dc372be5d7480deb1fe' +
    '9bdc06a7c19bf174e49b69c1efbe47860fc19dc6240ca1cc2de92c6f4a7484aa5cb0a9dc76f988da983e5152a831c66db00327c8bf597fc7' +
    'c6e00bf3d5a7914706ca63511429296727b70a852e1b21384d2c6dfc53380d13650a7354766a0abb81c2c92e92722c85a2bfe8a1a81a664b' +
    'c24b8b70c76c51a3d192e819d6990624f40e3585106aa07019a4c1161e376c082748774c34b0bcb5391c0cb34ed8aa4a5b9cca4f682e6ff3' +
    '748f82ee78a5636f84c878148cc7020890befffaa4506cebbef9a3f7c67178f2',
)

function wordsOf(hex: string): Int32Array {
  return bigEndian(Buffer.from(hex, 'hex'))
}

/** The machines that Node runs on keep the smaller end first. */
function bigEndian(bytes: Buffer): Int32Array {
  return new Int32Array(new Uint8Array(bytes.swap32()).buffer)
}

function schedule(words: Int32Array): void {
  for (let i = 16; i < 64; i += 1) {
    const x = words[i - 15] ?? 0
    const y = words[i - 2] ?? 0
    const low = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const high = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    words[i] = (words[i - 16] ?? 0) + low + (words[i - 7] ?? 0) + high
  }
}

function compress(hash: Int32Array, words: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash
  for (let i = 0; i < 64; i += 1) {
    const sum1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const first = h + sum1 + ((e & f) ^ (~e & g)) + (ROUNDS[i] ?? 0) + (words[i] ?? 0)
    const sum0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const second = sum0 + ((a & b) ^ (a & c) ^ (b & c))
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  const next = [a, b, c, d, e, f, g, h]
  for (let i = 0; i < 8; i += 1) hash[i] = (hash[i] ?? 0) + (next[i] ?? 0)
}
