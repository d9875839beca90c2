import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { IN_REPO } from '../../core/model/homes.ts'
import { projectHome, projectRoot } from '../../core/model/ids.ts'
import { openBeads } from '../tasks/open-beads.ts'
import { appendUnnumbered } from './trajectory.ts'

let root: string
beforeEach(() => {
  root = join(realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-redact-'))), 'project')
  mkdirSync(root)
})
afterEach(() => rmSync(join(root, '..'), { recursive: true, force: true }))

const letters = (count: number, from = 'aB3dE5gH7jK9mN1pQ2sT4vW6yZ8') => from.repeat(10).slice(0, count)
const hex = (count: number) => '0123456789abcdef'.repeat(8).slice(0, count)

/** Put together here, so that no scanner of this repository takes them for real: text around, then the secret. */
const SECRETS: readonly (readonly [name: string, before: string, secret: string, after: string])[] = [
  ['an AWS key', 'key ', `AK${'IA'}ABCDEFGHIJKLMNOP`, ' used'],
  ['a temporary AWS key', '', `AS${'IA'}ABCDEFGHIJKLMNOP`, ''],
  ['a GitHub token', 'push with ', `gh${'p_'}${letters(36)}`, ''],
  ['a GitHub app token', '', `gh${'s_'}${letters(36)}`, ' now'],
  ['a fine-grained GitHub token', '', `github${'_pat_'}${letters(40)}`, ''],
  ['a GitLab token', '', `gl${'pat-'}${letters(20)}`, ''],
  ['a Slack token', '', `xox${'b-'}123456789012-${letters(24)}`, ''],
  ['a Slack webhook', 'https://', `hooks.slack.com/services/${'T0000'}0000/B00000000/${letters(24)}`, ''],
  ['a model key', '', `sk-${'ant-'}api03-${letters(40)}`, ''],
  ['another model key', '', `sk-${'proj-'}${letters(40)}`, ''],
  ['a Google key', '', `AI${'za'}${letters(35)}`, ''],
  ['a Google token', '', `ya${'29.'}${letters(40)}`, ''],
  ['a Stripe key', '', `sk_${'live_'}${letters(24)}`, ''],
  ['a Stripe webhook secret', '', `wh${'sec_'}${letters(32)}`, ''],
  ['an npm token', '', `npm${'_'}${letters(36)}`, ''],
  ['a PyPI token', '', `pypi${'-'}${letters(60)}`, ''],
  ['a SendGrid key', '', `SG${'.'}${letters(22)}.${letters(43)}`, ''],
  ['a Twilio key', '', `SK${hex(32)}`, ''],
  ['a Hugging Face token', '', `hf${'_'}${letters(34)}`, ''],
  ['a DigitalOcean token', '', `dop${'_v1_'}${hex(64)}`, ''],
  ['an age key', '', `AGE-SECRET-${'KEY-1'}${'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L'.repeat(2).slice(0, 58)}`, ''],
  ['a JSON web token', 'Cookie ', `ey${'J'}${letters(20)}.ey${'J'}${letters(30)}.${letters(20)}`, ''],
  ['a bearer', 'Authorization: Bearer ', letters(30), ''],
  ['basic credentials', 'Authorization: Basic ', 'dXNlcjpwYXNzd29yZA==', ''],
  ['a password in a URL', 'postgres://user:', 'hunter2hunter2', '@host/db'],
  ['a password of a command', 'password=', 'hunter2hunter2', ' and go'],
  ['a password in YAML', 'db_password: ', 'hunter2hunter2', '\n'],
  ['a password in JSON', '{"password": "', 'hunter2hunter2', '"}'],
  ['an API key', 'API_KEY=', letters(24), ''],
  ['a client secret', 'client_secret = "', letters(24), '"'],
  ['a token setting', 'auth_token: ', letters(24), ''],
  ['an access key', 'aws_secret_access_key=', letters(40), ''],
  ['a private key', '', `-----BEGIN RSA PRIVATE ${'KEY'}-----\n${letters(64)}\n-----END RSA PRIVATE ${'KEY'}-----`, ''],
  ['an open private key', '', `-----BEGIN OPENSSH PRIVATE ${'KEY'}-----\n${letters(64)}`, ''],
]

const HARMLESS = [
  'export function validateToken(token: Token): boolean',
  'const secret = await readSecret()',
  'the password is hashed before it is stored',
  'rotate refresh tokens every 15 minutes',
  'token: Token',
  `commit ${hex(40)}`,
  '550e8400-e29b-41d4-a716-446655440000',
  '${PROJECT_ROOT}/src/auth/password.ts:45-67',
  'https://example.invalid/path?query=1',
  'user@example.invalid',
  'sha256 of the file',
  'bearer tokens are refused',
  'if (apiKey === undefined) return',
  'disk-usage-report-of-the-week',
  'password: ${DB_PASSWORD}',
]

/** What the two writers of this part left on disk. */
async function written(text: string): Promise<string> {
  const atMs = Date.parse('2026-01-15T10:00:00Z')
  appendUnnumbered(projectHome(root), 'tester', atMs, { phase: 'cite', claim: text, deep: { list: [text] } })
  const beads = openBeads({ root, homes: IN_REPO(projectRoot(root)), folder: join(root, '..', 'state'), env: {} })
  const made = await beads.create({ title: text, type: 'task', priority: 2, atMs })
  if (!made.ok) throw new Error(made.problem)
  await beads.update(
    made.bead.id,
    { decisions: [{ ts: '', decision: text, rationale: text, evidence: [] }], questions: [text] },
    atMs,
  )
  const row = readFileSync(join(root, 'loa-grimoire/a2a/trajectory/tester-2026-01-15.jsonl'), 'utf8')
  return row + readFileSync(join(root, `.beads/${made.bead.id}.yaml`), 'utf8')
}

describe('the redaction corpus', () => {
  it.each(SECRETS)('[LEDGER-13] %s never reaches a ledger', async (_, before, secret, after) => {
    const text = await written(`${before}${secret}${after}`)
    for (const line of secret.split('\n').filter((one) => one.length > 8 && !/PRIVATE/.test(one)))
      expect(text).not.toContain(line)
    expect(text).toContain('[redacted:')
  })

  it.each(HARMLESS)('[LEDGER-13] what is no secret stays: %s', async (harmless) => {
    expect(await written(harmless)).not.toContain('[redacted:')
  })
})
