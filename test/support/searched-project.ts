// A small project whose features are known, for searches and for ghosts.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type HomesOf, IN_REPO, type ProjectHomes } from '../../src/core/model/homes.ts'
import { projectRoot } from '../../src/core/model/ids.ts'
import { baseOf } from '../../src/ledger/files/place.ts'

const FILES: Readonly<Record<string, string>> = {
  'src/auth/login.ts': `import { hashPassword } from './password.ts'

/** Checks a name and a password. */
export function authenticateUser(name: string, password: string): boolean {
  return accounts.get(name) === hashPassword(password)
}

export class SessionStore {
  expire(token: string): void {
    this.sessions.delete(token)
  }
}
`,
  'src/auth/password.ts': `export function hashPassword(password: string): string {
  return createHash('sha256').update(password).digest('hex')
}
`,
  'src/invoice.ts': `export function renderInvoice(order: Order): string {
  return order.lines.map((line) => line.price * line.amount).join()
}
`,
  'src/queue/retry.ts': `export async function retryWithBackoff(job: Job, attempts = 5): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) await job.run()
}
`,
  'README.md':
    '# Shop\n\nUsers sign in, orders become invoices.\n\n## Rate limiting\n\nRequests are throttled per client.\n',
  'docs/plan.md': '# Plan\n\nRate limiting protects the service. GraphQL subscriptions come later.\n',
  'loa-grimoire/NOTES.md': `# Agent Working Memory

## Session Continuity

### Decision Log

#### 2026-01-01T10:00:00Z - Token expiry
**Decision**: sessions expire after fifteen minutes
`,
  '.env': 'PASSWORD=never indexed\n',
  'package-lock.json': '{ "generated": "unfindable" }\n',
}

export interface SearchedProject {
  readonly base: string
  readonly root: string
  readonly homes: ProjectHomes
  /** Where indexes go. */
  readonly folder: string
  put(path: string, text: string | Uint8Array): void
  remove(): void
}

export function makeSearchedProject({
  git,
  homesOf = IN_REPO,
}: {
  readonly git: boolean
  readonly homesOf?: HomesOf
}): SearchedProject {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-search-')))
  const root = join(base, 'project')
  const homes = homesOf(projectRoot(root))
  const put = (path: string, text: string | Uint8Array) => {
    const place = join(baseOf({ root, homes }, path), path)
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, text)
  }
  for (const [path, text] of Object.entries(FILES)) put(path, text)
  if (git) execFileSync('git', ['init', '-q', root])
  const remove = () => rmSync(base, { recursive: true, force: true })
  return { base, root, homes, folder: join(base, 'state'), put, remove }
}
