import { describe, expect, it } from 'vitest'
import { redact } from './redact.ts'

const LETTERS = 'aB3dE5fG7hJ9kL2mN4pQ6rS8tU0vW1xY'

/** Made-up text of this many characters that no word list knows; assembled, so that nothing here looks like a leak. */
const made = (chars: number, alphabet = LETTERS): string =>
  Array.from({ length: chars }, (_, index) => alphabet[(index * 7 + 3) % alphabet.length]).join('')
const hex = (chars: number): string => made(chars, '0a1b2c3d4e5f6789')
const upper = (chars: number): string => made(chars, 'ABCDEFGHJKLMNPQRSTUVWXYZ234567')
const digits = (chars: number): string => made(chars, '1234567890')

/** Shapes that are known by themselves, wherever they stand. */
const SHAPES: readonly (readonly [string, string])[] = [
  ['AWS key id', `AKIA${upper(16)}`],
  ['AWS session key id', `ASIA${upper(16)}`],
  ['GitHub personal', `ghp_${made(36)}`],
  ['GitHub server', `ghs_${made(36)}`],
  ['GitHub fine grained', `github_pat_${made(60)}`],
  ['GitLab personal', `glpat-${made(20)}`],
  ['Slack bot', `xoxb-${digits(11)}-${digits(11)}-${made(24)}`],
  ['Slack webhook', `https://hooks.slack.com/services/T${upper(8)}/B${upper(8)}/${made(24)}`],
  ['Anthropic', `sk-ant-api03-${made(40)}`],
  ['OpenAI project', `sk-proj-${made(40)}`],
  ['OpenAI', `sk-${made(48)}`],
  ['Google API', `AIza${made(35)}`],
  ['Google OAuth', `ya29.${made(60)}`],
  ['Stripe live', `sk_live_${made(24)}`],
  ['Stripe restricted', `rk_live_${made(24)}`],
  ['npm', `npm_${made(36)}`],
  ['PyPI', `pypi-${made(80)}`],
  ['SendGrid', `SG.${made(22)}.${made(43)}`],
  ['Twilio', `SK${hex(32)}`],
  ['Hugging Face', `hf_${made(34)}`],
  ['DigitalOcean', `dop_v1_${hex(64)}`],
  ['age', `AGE-SECRET-KEY-1${upper(58)}`],
  ['JWT', `eyJ${made(20)}.eyJ${made(40)}.${made(43)}`],
  ['RSA key', `-----BEGIN RSA PRIVATE KEY-----\n${made(200)}\n-----END RSA PRIVATE KEY-----`],
  ['OpenSSH key', `-----BEGIN OPENSSH PRIVATE KEY-----\n${made(300)}\n-----END OPENSSH PRIVATE KEY-----`],
  ['Shopify', `shpat_${hex(32)}`],
  ['Linear', `lin_api_${made(40)}`],
  ['Notion', `ntn_${made(46)}`],
  ['Databricks', `dapi${hex(32)}`],
  ['Vault', `hvs.${made(90)}`],
  ['Doppler', `dp.pt.${made(43)}`],
  ['Grafana', `glsa_${made(32)}_${hex(8)}`],
  ['New Relic', `NRAK-${upper(27)}`],
  ['Postman', `PMAK-${hex(24)}-${hex(34)}`],
  ['Pulumi', `pul-${hex(40)}`],
  ['Supabase', `sbp_${hex(40)}`],
  ['PlanetScale', `pscale_tkn_${made(43)}`],
  ['Docker Hub', `dckr_pat_${made(27)}`],
  ['Figma', `figd_${made(40)}`],
  ['Sentry', `sntrys_${made(60)}`],
  ['Telegram', `${digits(10)}:AA${made(33)}`],
  ['Mailgun', `key-${hex(32)}`],
  ['Terraform Cloud', `${made(14)}.atlasv1.${made(60)}`],
]

const PLACES: readonly (readonly [string, (secret: string) => string])[] = [
  ['alone', (secret) => secret],
  ['in a command', (secret) => `run --with ${secret} --now`],
  ['in JSON', (secret) => JSON.stringify({ name: 'x', value: secret })],
  ['in quotes', (secret) => `X='${secret}' && run`],
  ['between lines', (secret) => `first\n${secret}\nlast`],
]

/** Secrets that only their name or their place gives away. */
const NAMED: readonly (readonly [string, string, string])[] = [
  ['a shell variable', `export DB_PASSWORD=${made(14)}`, made(14)],
  ['a prefixed variable', `PGPASSWORD=${made(12)} psql -h db`, made(12)],
  ['an AWS secret', `aws_secret_access_key = ${made(40)}`, made(40)],
  ['a quoted JSON value', `{"client_secret":"${made(24)}"}`, made(24)],
  ['a YAML value', `  api_key: ${made(24)}`, made(24)],
  ['a bearer header', `Authorization: Bearer ${made(30)}`, made(30)],
  ['a basic header', `authorization: basic ${made(30)}`, made(30)],
  ['a key header', `curl -H 'X-Api-Key: ${made(24)}' x`, made(24)],
  ['an address with a password', `postgres://app:${made(16)}@db/x`, made(16)],
  ['a redis address', `redis://:${made(16)}@cache:6379`, made(16)],
  ['an option with a space', `mysql --password ${made(12)} -u root`, made(12)],
  ['an option with a sign', `tool --token=${made(20)}`, made(20)],
  ['curl with a user', `curl -u admin:${made(12)} https://x`, made(12)],
  ['an Azure storage key', `AccountName=x;AccountKey=${made(60)};`, made(60)],
  ['npm rc', `_authToken=${made(36)}`, made(36)],
  ['netrc', `machine x login me password ${made(14)}`, made(14)],
  ['a session cookie', `Set-Cookie: session=${made(32)}; Path=/`, made(32)],
  ['kubeconfig', `client-key-data: ${made(80)}`, made(80)],
  ['docker login', `docker login -u me -p ${made(18)}`, made(18)],
  ['a connection string', `Server=x;User Id=a;Password=${made(14)};`, made(14)],
]

describe('no secret stays readable', () => {
  const rows = SHAPES.flatMap(([name, secret]) =>
    PLACES.map(([place, put]) => [`${name}, ${place}`, put(secret), secret] as const),
  )
  it('is tried on more than two hundred', () => expect(rows.length + NAMED.length).toBeGreaterThan(200))

  it.each(rows)('%s', (_, text, secret) => {
    const shown = redact(text)
    // No run of the secret's own characters that could be used is left.
    for (const line of secret.split('\n')) if (line.length > 20) expect(shown).not.toContain(line.slice(-16))
    expect(shown).toContain('[redacted:')
  })

  it.each(NAMED)('%s', (_, text, secret) => {
    expect(redact(text)).not.toContain(secret)
    expect(redact(text)).toContain('[redacted:')
  })
})

describe('ordinary text stays as it is', () => {
  const ordinary = [
    'git log --oneline -n 20',
    `commit ${hex(40)}`,
    'docker run -p 8080:80 -p 443:443 web',
    'npm install --save-exact key-value-store',
    'const password = await prompt()',
    'the secret is out',
    'tokens: 1234',
    'curl -u "$USER" https://example.com',
    'mkdir -p src/tokens',
    'ssh -p 2222 host',
    '12:30:45 started',
    'sha256:'.padEnd(71, '0a'),
    'a password is needed to log in',
    'key-of-the-map',
    'cookie banner',
    'session=new',
    'export PATH=$PATH:/usr/local/bin',
    'token_count = 5',
  ]
  it.each(ordinary.map((text) => [text]))('%s', (text) => expect(redact(text)).toBe(text))
})
