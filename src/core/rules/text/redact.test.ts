import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redact, redactDeep } from './redact.ts'

const rep = (text: string, count: number) => text.repeat(count)

/** Made-up values in the real shapes. */
const SECRETS: readonly (readonly [id: string, text: string])[] = [
  ['private-key', `-----BEGIN RSA PRIVATE KEY-----\n${rep('Ab1+', 40)}\n-----END RSA PRIVATE KEY-----`],
  ['aws-key', `AKIA${rep('ABCD', 4)}`],
  ['github', `ghp_${rep('a1B2', 9)}`],
  ['github', `github_pat_${rep('a1_B', 10)}`],
  ['gitlab', `glpat-${rep('ab12', 5)}`],
  ['slack', `xoxb-${rep('123456-', 4)}abc`],
  ['model-key', `sk-ant-${rep('api03', 6)}`],
  ['google', `AIza${rep('a', 35)}`],
  ['stripe', `sk_live_${rep('a1', 12)}`],
  ['npm', `npm_${rep('a1B2', 9)}`],
  ['pypi', `pypi-${rep('AgEI', 15)}`],
  ['sendgrid', `SG.${rep('a1B2', 5)}.${rep('a1B2', 10)}`],
  ['huggingface', `hf_${rep('aB', 17)}`],
  ['digitalocean', `dop_v1_${rep('0a', 32)}`],
  ['age', `AGE-SECRET-KEY-1${rep('QPZR', 14)}`],
  ['jwt', `eyJ${rep('abcd', 5)}.${rep('efgh', 5)}.${rep('ijkl', 5)}`],
]

describe('redaction', () => {
  it.each(SECRETS)('hides a secret of shape %s wherever it stands', (id, secret) => {
    for (const text of [secret, `export X='${secret}' && run`, `{"key": "${secret}"}`, `a\n${secret}\nb`]) {
      expect(redact(text)).not.toContain(secret.slice(12, 36))
      expect(redact(secret)).toContain(`[redacted:${id}]`)
    }
  })

  it('hides values by the name they are given, tokens in headers and passwords in addresses', () => {
    expect([
      redact('DB_PASSWORD=correct-horse-battery'),
      redact('curl -H "Authorization: Bearer abcdef0123456789"'),
      redact('psql postgres://app:s3cr3t!@db.internal/app'),
      redact('{"api_key": "0123456789abcdef"}'),
    ]).toEqual([
      'DB_PASSWORD=[redacted:assigned]',
      'curl -H "Authorization: Bearer [redacted:bearer]"',
      'psql postgres://app:[redacted:url-password]@db.internal/app',
      '{"api_key": "[redacted:assigned]"}',
    ])
  })

  it('leaves ordinary text alone', () => {
    const ordinary = [
      'git commit -m "add password reset form"',
      'grep -rn token src/',
      'export TOKEN=$(cat token.txt)',
      'https://example.com/a:b@c',
      'npm run build -- --secret-free',
    ]
    expect(ordinary.map(redact)).toEqual(ordinary)
  })

  it('cuts what is too long to look at, and keeps nothing of the rest', () => {
    expect(redact('x'.repeat(300_000))).toHaveLength(262_144)
  })

  it('is fast and total on hostile text', () => {
    const hostile = ['-----BEGIN ', 'eyJ', '://:', 'password = ', 'sk-', 'bearer    '].map((part) => rep(part, 20_000))
    for (const text of hostile) expect(redact(text).length).toBeLessThanOrEqual(262_144 * 4)
    fc.assert(fc.property(fc.string(), (text) => typeof redact(text) === 'string'))
  })
})

describe('redaction of a whole value', () => {
  it('reaches every text, names of fields among them, and leaves the rest', () => {
    const secret = `ghp_${rep('a1B2', 9)}`
    const value = { a: [1, null, true, secret, { deep: `x ${secret}` }], [secret]: 'kept', b: undefined }
    const hidden = '[redacted:github]'
    expect(redactDeep(value)).toEqual({
      a: [1, null, true, hidden, { deep: `x ${hidden}` }],
      [hidden]: 'kept',
      b: undefined,
    })
    expect([redactDeep(secret), redactDeep(7), redactDeep(null)]).toEqual([hidden, 7, null])
  })

  it('gives back the very value where there is nothing to hide', () => {
    const value = { a: ['b', { c: 'token' }], d: 'long enough' }
    expect(redactDeep(value)).toBe(value)
  })
})
