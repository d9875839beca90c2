const BLOCK_BYTES = 64

/** From so many bytes on, loading Node's crypto is the smaller part (measured). */
const LONG_BYTES = 16 * 1024

/** Lower-case hex. */
export function sha256(content: string | Uint8Array): string {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content
  if (bytes.length < LONG_BYTES) return sha256Bytes(bytes).toString('hex')
  return longHash(bytes).toString('hex')
}

/** HMAC-SHA-256 in lower-case hex. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): string {
  const padded = Buffer.alloc(BLOCK_BYTES)
  padded.set(key.length > BLOCK_BYTES ? sha256Bytes(key) : key)
  const first = Buffer.concat([padded.map((byte) => byte ^ 0x36), message])
  const inner = message.length < LONG_BYTES ? sha256Bytes(first) : longHash(first)
  return sha256Bytes(Buffer.concat([padded.map((byte) => byte ^ 0x5c), inner])).toString('hex')
}

function longHash(bytes: Uint8Array): Buffer {
  return process.getBuiltinModule('node:crypto').hash('sha256', bytes, 'buffer')
}

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
  const hash = new Int32Array(INITIAL)
  const words = new Int32Array(64)
  for (let at = 0; at < padded.length; at += BLOCK_BYTES) {
    schedule(words, padded, at)
    compress(hash, words)
  }
  const digest = Buffer.alloc(32)
  hash.forEach((word, index) => {
    digest.writeInt32BE(word, index * 4)
  })
  return digest
}

const PRIMES = Array.from({ length: 310 }, (_, index) => index + 2).filter(isPrime)
/** The fractional parts of the roots of the first primes. */
const INITIAL = Int32Array.from(PRIMES.slice(0, 8), (prime) => (Math.sqrt(prime) % 1) * 0x1_0000_0000)
const ROUNDS = Int32Array.from(PRIMES.slice(0, 64), (prime) => (Math.cbrt(prime) % 1) * 0x1_0000_0000)

function isPrime(candidate: number): boolean {
  for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) if (candidate % divisor === 0) return false
  return true
}

function schedule(words: Int32Array, block: Buffer, at: number): void {
  for (let i = 0; i < 16; i += 1) words[i] = block.readInt32BE(at + i * 4)
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
