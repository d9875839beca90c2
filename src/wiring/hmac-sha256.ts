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

/** FIPS 180-4. The constants are the fractional parts of the roots of the first 64 primes. */
function sha256(bytes: Uint8Array): Buffer {
  const { roundConstants, hash } = constants()
  const padded = Buffer.alloc((((bytes.length + 8) >> 6) + 1) * BLOCK_BYTES)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  padded.writeUInt32BE(Math.floor(bytes.length / 0x2000_0000), padded.length - 8)
  padded.writeUInt32BE((bytes.length << 3) >>> 0, padded.length - 4)
  const words = new Uint32Array(64)
  for (let at = 0; at < padded.length; at += BLOCK_BYTES) {
    schedule(words, padded, at)
    compress(hash, words, roundConstants)
  }
  const digest = Buffer.alloc(32)
  for (const [index, value] of hash.entries()) digest.writeUInt32BE(value, index * 4)
  return digest
}

function constants(): { readonly roundConstants: Uint32Array; readonly hash: Uint32Array } {
  const [roundConstants, hash] = [new Uint32Array(64), new Uint32Array(8)]
  for (let candidate = 2, found = 0; found < 64; candidate += 1) {
    if (!isPrime(candidate)) continue
    if (found < 8) hash[found] = (Math.sqrt(candidate) % 1) * 0x1_0000_0000
    roundConstants[found] = (Math.cbrt(candidate) % 1) * 0x1_0000_0000
    found += 1
  }
  return { roundConstants, hash }
}

function isPrime(candidate: number): boolean {
  for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) if (candidate % divisor === 0) return false
  return true
}

function schedule(words: Uint32Array, block: Buffer, at: number): void {
  for (let i = 0; i < 16; i += 1) words[i] = block.readUInt32BE(at + i * 4)
  for (let i = 16; i < 64; i += 1) {
    const [x, y] = [word(words, i - 15), word(words, i - 2)]
    const low = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)
    const high = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10)
    words[i] = word(words, i - 16) + low + word(words, i - 7) + high
  }
}

function compress(hash: Uint32Array, words: Uint32Array, roundConstants: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash
  for (let i = 0; i < 64; i += 1) {
    const sum1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const first = (h + sum1 + ((e & f) ^ (~e & g)) + word(roundConstants, i) + word(words, i)) | 0
    const sum0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const second = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) hash[index] = word(hash, index) + value
}

function turn(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by))
}

function word(words: Uint32Array, index: number): number {
  return words[index] ?? 0
}
