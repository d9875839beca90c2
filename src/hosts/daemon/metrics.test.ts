import { join } from 'node:path'
import { expect, it } from 'vitest'
import { context, onMemory, temporaryFolder } from '../../../test/contracts/samples.ts'
import type { Fact } from '../../core/model/fact.ts'
import { callId, fingerprint, projectRoot, sessionId } from '../../core/model/ids.ts'
import type { Caller } from '../../gate/gate.ts'
import { recordGap } from '../../stores/gaps.ts'
import { exposition } from './exposition.ts'
import { makeMetrics } from './metrics.ts'

const SECRET = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz'

const judged = (call: string, outcome: 'allow' | 'hold'): Fact => ({
  kind: 'call.judged',
  call: callId(call),
  tool: `Bash ${SECRET}`,
  toolKind: 'shell',
  cwd: `/home/${SECRET}`,
  work: 'explore',
  preview: `git push ${SECRET}`,
  tier: outcome === 'hold' ? 'junction' : 'routine',
  outcome,
  rules: [],
  refused: [],
})

const OPENED: Fact = {
  kind: 'junction.opened',
  junction: {
    id: 'hold-1',
    number: 1,
    type: 'irreversible',
    reason: SECRET,
    createdAtMs: 1,
    fingerprint: fingerprint('f'),
    kindPrint: fingerprint('k'),
    override: 'any-door',
    session: sessionId('s'),
  },
}

async function world(name = '/project') {
  const { store } = await onMemory()
  const project = projectRoot(name)
  const gapsFile = join(temporaryFolder(), 'gaps.jsonl')
  const metrics = makeMetrics({
    store: async () => store,
    gapsFile,
    version: '1.2.3',
    now: () => 1_800_000_000_500,
    memoryBytes: () => 98_765_432,
  })
  const told = (runtime: string, ...facts: readonly Fact[]) =>
    store.update(project, context({ runtime }), () => ({ facts, result: null }))
  return { store, gapsFile, metrics, told }
}

const quick = async () => ({ stdout: '' })

/** Times differ from run to run: where they land is tested apart. */
const withoutTimes = (text: string) => text.replace(/^(fairlead_hook_seconds_(?:bucket\{[^}]*\}|sum)) .*$/gm, '$1 …')

it('shows what was decided since it began, in the text format of Prometheus, whole', async () => {
  const { metrics, told, gapsFile } = await world(`/home/${SECRET}`)
  await told('claude-code', judged('before', 'allow'))
  metrics.begin()
  await metrics.text()
  await told('claude-code', judged('1', 'allow'))
  await told('claude-code', judged('2', 'hold'), OPENED)
  await told('codex', judged('3', 'allow'))
  await told(`made-up ${SECRET}`, judged('4', 'allow'))
  await told('fairlead', { kind: 'approval.refused', verb: 'approve', why: SECRET })
  recordGap(gapsFile, { atMs: 1, runtime: 'codex', project: '/p', problem: SECRET, outcome: 'allow' })
  await metrics.timed({ way: 'program', runtime: 'codex' }, quick)
  await metrics.timed({ way: 'connection', runtime: 'claude-code' }, quick)
  const texts = await Promise.all([metrics.text(), metrics.text()])
  expect(texts[0]).toEqual(texts[1])
  expect(withoutTimes(texts[0] ?? '')).toEqual(`# HELP fairlead_build_info The version that is running.
# TYPE fairlead_build_info gauge
fairlead_build_info{version="1.2.3",node="${process.versions.node}"} 1
# HELP fairlead_start_time_seconds When this daemon started, in seconds since 1970.
# TYPE fairlead_start_time_seconds gauge
fairlead_start_time_seconds 1800000000.5
# HELP fairlead_resident_memory_bytes Memory of this daemon.
# TYPE fairlead_resident_memory_bytes gauge
fairlead_resident_memory_bytes 98765432
# HELP fairlead_database_readable Whether state and audit log can be read.
# TYPE fairlead_database_readable gauge
fairlead_database_readable 1
# HELP fairlead_projects Projects with entries in the audit log.
# TYPE fairlead_projects gauge
fairlead_projects 1
# HELP fairlead_holds_pending Calls that wait for a person.
# TYPE fairlead_holds_pending gauge
fairlead_holds_pending 1
# HELP fairlead_allowances_open Approvals not used yet.
# TYPE fairlead_allowances_open gauge
fairlead_allowances_open 0
# HELP fairlead_dismissals_open Kinds of commands that are allowed for a time.
# TYPE fairlead_dismissals_open gauge
fairlead_dismissals_open 0
# HELP fairlead_gaps Calls answered without state, as listed by \`fairlead doctor\`.
# TYPE fairlead_gaps gauge
fairlead_gaps 1
# HELP fairlead_hook_requests_total Hook calls that reached the daemon, by way and runtime.
# TYPE fairlead_hook_requests_total counter
fairlead_hook_requests_total{way="connection",runtime="claude-code"} 1
fairlead_hook_requests_total{way="program",runtime="codex"} 1
# HELP fairlead_hook_waited_total Hook calls kept open for a person to decide.
# TYPE fairlead_hook_waited_total counter
# HELP fairlead_hook_seconds From a hook call to its answer, without those kept open for a person.
# TYPE fairlead_hook_seconds histogram
${['0.001', '0.0025', '0.005', '0.01', '0.025', '0.05', '0.1', '0.25', '0.5', '1', '2.5', '5', '10', '+Inf']
  .map((le) => `fairlead_hook_seconds_bucket{le="${le}"} …\n`)
  .join('')}fairlead_hook_seconds_sum …
fairlead_hook_seconds_count 2
# HELP fairlead_decisions_total Tool calls judged, by outcome, tier and runtime.
# TYPE fairlead_decisions_total counter
fairlead_decisions_total{outcome="allow",tier="routine",runtime="claude-code"} 1
fairlead_decisions_total{outcome="allow",tier="routine",runtime="codex"} 1
fairlead_decisions_total{outcome="allow",tier="routine",runtime="other"} 1
fairlead_decisions_total{outcome="hold",tier="junction",runtime="claude-code"} 1
# HELP fairlead_grants_total What people allowed, by kind of entry.
# TYPE fairlead_grants_total counter
# HELP fairlead_refused_approvals_total Approvals that were not accepted.
# TYPE fairlead_refused_approvals_total counter
fairlead_refused_approvals_total{fact="approval.refused"} 1
# HELP fairlead_facts_total Entries added to the audit log, by area.
# TYPE fairlead_facts_total counter
fairlead_facts_total{area="approval"} 1
fairlead_facts_total{area="call"} 4
fairlead_facts_total{area="junction"} 1
`)
})

it('does not count the time a person takes', async () => {
  const { metrics } = await world()
  let waited = 0
  const caller: Caller = { keepWaiting: () => (waited += 1), isThere: async () => true, hasGivenUp: () => false }
  await metrics.timed({ way: 'program', runtime: 'codex', caller }, async (timed) => {
    timed?.keepWaiting()
    return { stdout: '' }
  })
  const text = await metrics.text()
  expect([waited, text.includes('fairlead_hook_waited_total{runtime="codex"} 1\n')]).toEqual([1, true])
  expect(text).toContain('fairlead_hook_seconds_count 0\n')
})

it('says so when the database cannot be read, and counts on', async () => {
  const { gapsFile } = await world()
  const metrics = makeMetrics({
    store: async () => {
      throw new Error(SECRET)
    },
    gapsFile,
    version: '1',
    now: () => 1,
    memoryBytes: () => 1,
  })
  metrics.begin()
  const text = await metrics.text()
  expect(text).toContain('fairlead_database_readable 0\n')
  expect(text).not.toContain('fairlead_projects')
  expect(text).not.toContain(SECRET)
})

it('has an end to its series, whatever the audit says', async () => {
  const { metrics, told } = await world()
  for (let index = 0; index < 700; index += 1) await told('codex', { kind: `made-up-${index}.x` } as never)
  const series = (await metrics.text()).match(/^fairlead_facts_total\{.*$/gm) ?? []
  expect(series.length).toBe(65)
  expect(series).toContain('fairlead_facts_total{area="other"} 636')
})

it('escapes what would break a line', () => {
  const labels = { a: 'quote " back \\ line \n end' }
  const family = { name: 'n', help: 'back \\ line \n', type: 'gauge', samples: [{ labels, value: 1 }] } as const
  expect(exposition([family])).toBe(
    '# HELP n back \\\\ line \\n\n# TYPE n gauge\nn{a="quote \\" back \\\\ line \\n end"} 1\n',
  )
})
