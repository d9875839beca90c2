import { useEffect, useRef, useState } from 'preact/hooks'
import type { TimelineRow } from '../../../../console/contract/shapes.ts'
import { request } from '../api.ts'
import { Bar, oneProject } from '../parts/bar.tsx'
import { FactList } from '../parts/fact-list.tsx'
import { Icon } from '../parts/icon.tsx'
import { Empty } from '../parts/states.tsx'
import { go, route } from '../router.ts'
import { verifyAudit } from '../verify/run.ts'
import type { Verified } from '../verify/thread.ts'
import { AUDIT, SESSIONS } from '../words/en.ts'

const GROUPS = {
  all: [],
  refused: [
    'approval.refused',
    'grant.rejected',
    'console.refused',
    'gate.failed',
    'audit.unvouched',
    'daemon.ended',
    'payload.malformed',
  ],
  holds: [
    'junction.opened',
    'junction.approved',
    'junction.skipped',
    'junction.dismissed',
    'junction.lapsed',
    'junction.kept',
    'junction.met',
    'allowance.reserved',
    'allowance.committed',
    'allowance.released',
    'grant.revoked',
  ],
  calls: ['call.judged', 'call.observed', 'call.refused'],
  sessions: [
    'session.started',
    'session.ended',
    'session.lost',
    'client.registered',
    'agent.started',
    'agent.stopped',
    'prompt.received',
  ],
  console: ['console.opened', 'console.refused', 'config.changed', 'policy.changed', 'pause.started', 'pause.ended'],
  ledger: ['ledger.recorded', 'ledger.adopted'],
} as const

type Group = keyof typeof GROUPS

/** Every fact of a project, and the proof that none was changed. */
export function Audit() {
  const id = oneProject()
  const [group, choose] = useState<Group>('all')
  const [q, search] = useState('')
  const open = route.value.page === 'audit' ? route.value.row : undefined
  const query = new URLSearchParams({ limit: '120', kinds: GROUPS[group].join(','), ...(q !== '' && { q }) })
  const toggle = ({ seq }: TimelineRow) => go({ page: 'audit', ...(seq !== open && { row: seq }) }, 'replace')
  return (
    <>
      <Bar title={AUDIT.title} one>
        <select aria-label={AUDIT.kinds} value={group} onChange={(event) => choose(event.currentTarget.value as Group)}>
          {Object.entries(AUDIT.groups).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
        <input
          type="search"
          aria-label={AUDIT.search}
          placeholder={AUDIT.search}
          value={q}
          onInput={(event) => search(event.currentTarget.value)}
        />
      </Bar>
      <main id="page" class="page audit" tabIndex={-1}>
        {id !== undefined && <Verify key={id} project={id} />}
        <FactList
          path={id === undefined ? undefined : `/audit/${id}?${query}`}
          project={id ?? ''}
          label={AUDIT.title}
          open={open}
          onOpen={toggle}
        >
          <Empty
            icon="shield"
            title={q === '' && group === 'all' ? AUDIT.emptyTitle : SESSIONS.noRows}
            next={q === '' && group === 'all' ? AUDIT.emptyNext : AUDIT.widen}
          />
        </FactList>
      </main>
    </>
  )
}

function Verify({ project }: { readonly project: string }) {
  const [said, tell] = useState<Verified | undefined>(undefined)
  const stop = useRef<(() => void) | undefined>(undefined)
  const file = useRef<HTMLInputElement>(null)
  useEffect(() => () => stop.current?.(), [])
  const run = (compare?: File) => {
    stop.current?.()
    tell({ kind: 'going', facts: 0 })
    stop.current = verifyAudit(project, tell, compare)
  }
  const end = () => {
    stop.current?.()
    tell(undefined)
  }
  return (
    <section class="panel verify" aria-label={AUDIT.verify}>
      <div class="acts">
        {said?.kind === 'going' ? (
          <button type="button" onClick={end}>
            {AUDIT.stop}
          </button>
        ) : (
          <button type="button" class="main" onClick={() => run()}>
            <Icon name="shield" />
            {AUDIT.verify}
          </button>
        )}
        <button type="button" onClick={() => file.current?.click()}>
          {AUDIT.compare}
        </button>
        <button type="button" onClick={() => void save(project)}>
          {AUDIT.export}
        </button>
        <input
          ref={file}
          class="aloud"
          tabIndex={-1}
          type="file"
          aria-label={AUDIT.compare}
          accept=".jsonl,.ndjson,.txt"
          onChange={(event) => run(event.currentTarget.files?.[0])}
        />
      </div>
      <p
        role="status"
        class={
          said?.kind === 'broken' || (said?.kind === 'whole' && said.differs !== undefined)
            ? 'danger'
            : said?.kind === 'whole'
              ? 'fine'
              : 'muted'
        }
      >
        {said === undefined ? AUDIT.verifyAbout : saidText(said)}
      </p>
    </section>
  )
}

function saidText(said: Verified): string {
  switch (said.kind) {
    case 'going':
      return AUDIT.verifying(said.facts)
    case 'broken':
      return AUDIT.broken(said.seq, said.facts)
    case 'whole': {
      const compared =
        said.differs === undefined
          ? said.same === undefined
            ? ''
            : AUDIT.same(said.same)
          : AUDIT.differs(said.differs)
      return `${AUDIT.whole(said.facts, said.head)} ${compared}`
    }
  }
}

/** The same lines as `fairlead audit export` writes. */
async function save(project: string): Promise<void> {
  const response = await request(`/audit/${project}/stream`)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = `audit-${project}.jsonl`
  link.click()
  URL.revokeObjectURL(link.href)
}
