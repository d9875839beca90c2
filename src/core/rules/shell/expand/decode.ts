const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Undefined when it is not base64. */
export function decodeBase64(text: string): string | undefined {
  const digits = text.replace(/[\s=]/g, '')
  const bytes: number[] = []
  let bits = 0
  let buffer = 0
  for (const digit of digits) {
    const value = BASE64.indexOf(digit)
    if (value < 0) return undefined
    buffer = ((buffer << 6) | value) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes.push((buffer >> bits) & 0xff)
  }
  return utf8(bytes)
}

export function decodeHex(text: string): string | undefined {
  const digits = text.replace(/\s/g, '')
  if (digits.length % 2 === 1 || /[^0-9a-fA-F]/.test(digits)) return undefined
  const bytes: number[] = []
  for (let at = 0; at < digits.length; at += 2) bytes.push(Number.parseInt(digits.slice(at, at + 2), 16))
  return utf8(bytes)
}

/** Backslash escapes of `echo -e`, `printf` and `%b`. */
export function decodeEscapes(text: string): string {
  return text.replace(/\\(?:x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|0?[0-7]{1,3}|[\s\S])/g, (written) => {
    const body = written.slice(1)
    if (/^[xu]./.test(body)) return String.fromCharCode(Number.parseInt(body.slice(1), 16))
    if (/^[0-7]/.test(body)) return String.fromCharCode(Number.parseInt(body, 8) & 0xff)
    return LETTERS.get(body) ?? written
  })
}

const LETTERS: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['a', '\x07'],
  ['b', '\b'],
  ['e', '\x1b'],
  ['f', '\f'],
  ['v', '\v'],
  ['c', ''],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
])

/** Bytes as text; what is not UTF-8 is taken byte by byte, which is enough to read commands. */
function utf8(bytes: readonly number[]): string {
  const escaped = bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
  return isUtf8(bytes) ? decodeURIComponent(escaped) : String.fromCharCode(...bytes.slice(0, 8_192))
}

function isUtf8(bytes: readonly number[]): boolean {
  let waiting = 0
  for (const byte of bytes) {
    if (waiting > 0) {
      if (byte >> 6 !== 2) return false
      waiting -= 1
    } else if (byte >= 0xc2 && byte <= 0xdf) waiting = 1
    else if (byte >= 0xe1 && byte <= 0xec) waiting = 2
    else if (byte >= 0x80) return false
  }
  return waiting === 0
}
