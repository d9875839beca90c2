const BLOCK_BYTES = 64

/**
 * HMAC-SHA-256 in lower-case hex, in plain code: a warm hook checks one short text, and loading Node's crypto for it
 * would cost five times as much as the check (measured). Proven against Node's own in the test beside.
 */
export function hmacSha256(key: Uint8Array, message: Uint8Array): string {
  const padded = Buffer.alloc(BLOCK_BYTES)
  padded.set(key.length > BLOCK_BYTES ? sha256(key) : key)
  const inner = sha256(Buffer.concat([padded.map((byte) => byte ^ 0x36), message]))
  return sha256(Buffer.concat([padded.map((byte) => byte ^ 0x5c), inner])).toString('hex')
}

/** FIPS 180-4. */
function sha256(bytes: Uint8Array): Buffer {
  const hash = new Uint32Array(INITIAL)
  const padded = Buffer.alloc((((bytes.length + 8) >> 6) + 1) * BLOCK_BYTES)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  padded.writeUInt32BE(Math.floor(bytes.length / 0x2000_0000), padded.length - 8)
  padded.writeUInt32BE((bytes.length << 3) >>> 0, padded.length - 4)
  const words = new Uint32Array(64)
  for (let at = 0; at < padded.length; at += BLOCK_BYTES) {
    schedule(words, padded, at)
    compress(hash, words)
  }
  const digest = Buffer.alloc(32)
  for (let i = 0; i < 8; i += 1) digest.writeUInt32BE(word(hash, i), i * 4)
  return digest
}

const PRIMES = Array.from({ length: 310 }, (_, index) => index + 2).filter(isPrime)
/** The fractional parts of the roots of the first primes. */
const INITIAL = Uint32Array.from(PRIMES.slice(0, 8), (prime) => (Math.sqrt(prime) % 1) * 0x1_0000_0000)
const ROUNDS = Uint32Array.from(PRIMES.slice(0, 64), (prime) => (Math.cbrt(prime) % 1) * 0x1_0000_0000)

function isPrime(candidate: number): boolean {
  for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) if (candidate % divisor === 0) return false
  return true
}

function schedule(words: Uint32Array, block: Buffer, at: number): void {
  for (let i = 0; i < 16; i += 1) words[i] = block.readUInt32BE(at + i * 4)
  for (let i = 16; i < 64; i += 1) {
    const x = word(words, i - 15)
    const y = word(words, i - 2)
    const low = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)
    const high = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10)
    words[i] = word(words, i - 16) + low + word(words, i - 7) + high
  }
}

/** The eight working variables move one place each round, so they live in a ring instead of being copied. */
function compress(hash: Uint32Array, words: Uint32Array): void {
  const ring = new Uint32Array(hash)
  const at = (place: number, round: number) => (place - round) & 7
  for (let i = 0; i < 64; i += 1) {
    const a = word(ring, at(0, i))
    const b = word(ring, at(1, i))
    const c = word(ring, at(2, i))
    const e = word(ring, at(4, i))
    const sum1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const choice = (e & word(ring, at(5, i))) ^ (~e & word(ring, at(6, i)))
    const first = word(ring, at(7, i)) + sum1 + choice + word(ROUNDS, i) + word(words, i)
    const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    ring[at(3, i)] = word(ring, at(3, i)) + first
    ring[at(7, i)] = first + second
  }
  for (let i = 0; i < 8; i += 1) hash[i] = word(hash, i) + word(ring, i)
}

function turn(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by))
}

function word(words: Uint32Array, index: number): number {
  return words[index] ?? 0
}
