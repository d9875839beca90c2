// Proofs of the ledger that take time: the round trip over real sessions, and the two budgets.
// npm run bench:ledger [-- folder of trajectories] [--keep]
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

globalThis.__FAIRLEAD_VERSION__ = '0.0.0'
const { reasoningOf } = await import('../src/core/protocols/ledger/record/record.ts')
const { fitLevel2 } = await import('../src/core/protocols/ledger/recover/tokens.ts')
const { identifierText } = await import('../src/core/protocols/ledger/record/identifier.ts')
const { evolve } = await import('../src/core/index.ts')
const { INITIAL_STATE } = await import('../src/core/model/state.ts')
const { DEFAULT_POLICY } = await import('../src/core/model/policy.ts')
const { makeGate } = await import('../src/gate/pipeline.ts')
const { memoryStore } = await import('../src/stores/memory/store.ts')
const { IN_REPO } = await import('../src/core/model/homes.ts')
const { ledgerFiles, rebuildRecord } = await import('../src/ledger/files/ledger-files.ts')
const { checkClaims } = await import('../src/ledger/cite/claims.ts')
const { openLedger } = await import('../src/ledger/open-ledger.ts')
const { countTokens } = await import('../src/ledger/count-tokens.ts')
const { decisionsIn, readNotes } = await import('../src/core/protocols/ledger/notes/read-notes.ts')
const { EMPTY_RECORD } = await import('../src/core/model/ledger.ts')
const { foldEntry } = await import('../src/core/protocols/ledger/record/record.ts')
const { lineOf } = await import('../src/core/protocols/ledger/record/line.ts')
const { runtimeOf } = await import('../src/runtimes/registry.ts')
const { keepFigures } = await import('./bench/figures.mjs')
const { ownSessions } = await import('./bench/own-sessions.mjs')

const root = mkdtempSync(join(tmpdir(), 'fairlead-bench-ledger-'))
let failures = 0
let minted = 0

function machine(project, outlives = false) {
  mkdirSync(project, { recursive: true })
  const store = memoryStore({ evolve, initial: INITIAL_STATE })
  const told = []
  const gate = makeGate({
    runtimeOf,
    store: async () => store,
    governed: { rootOf: () => project, any: () => true, policy: () => DEFAULT_POLICY },
    machine: { home: root, cli: 'fairlead', homes: IN_REPO, ownPaths: () => [] },
    person: { key: () => new Uint8Array(32) },
    anchor: { perform: () => false },
    recordGap: () => undefined,
    ledger: openLedger(IN_REPO, {
      lookups: {
        checkClaims: (of, record, policy) =>
          checkClaims({ root: of, homes: IN_REPO(of), folder: join(root, 'evidence') }, { record, policy }),
      },
    }),
    answersFirst: outlives,
  })
  const send = async (body, over = {}) => {
    minted += 1
    const event = {
      id: `e-${minted}`,
      atMs: 1_790_000_000_000 + minted * 1_000,
      runtime: 'claude-code',
      session: 's',
      cwd: project,
      ...over,
      ...body,
    }
    const decision = await gate.submit(event, project)
    if (body.kind === 'session.start' && decision.steer) told.push(decision.steer)
    return decision
  }
  return { store, gate, send, told }
}

/** One recorded step as a tool call; targets are masked, so paths are made from them. */
function toolOf({ tool, target }, project) {
  const name = String(tool)
  if (/exec|bash|shell/i.test(name)) return { kind: 'shell', name, command: String(target) }
  if (/edit|write|patch|replace/i.test(name))
    return {
      kind: 'edit',
      name,
      changes: [
        {
          op: 'edit',
          path: join(
            project,
            String(target)
              .replaceAll(/[^\w./-]/g, '_')
              .replaceAll('..', '_'),
          ),
        },
      ],
    }
  if (/read|grep|glob|search|list|view/i.test(name))
    return { kind: 'read', name, paths: [project], pattern: String(target) }
  return { kind: 'other', name, input: null }
}

/** What people ask for, in their own length: the recorded sessions keep when something was asked, not what. */
const PROMPTS = [
  'fix the failing test',
  'The login page shows a blank screen when the session cookie has expired. Find out why, fix it, and add a regression test that fails without the fix.',
  'go on',
  'Please refactor the payment service so that the provider is injected instead of imported, keep the public interface as it is, update all callers including the two scripts under tools, run the whole test suite afterwards, and do not touch the database schema or the migrations.',
  'Why does `npm run build` take four minutes on CI and forty seconds here? Look at the workflow first, then at the cache keys; measure before you change anything.',
  'Add pagination to GET /orders (limit, cursor), with tests for the first page, the last page and an invalid cursor.',
  'looks good, commit it',
  'We got this from a customer:\n\n```\nTypeError: Cannot read properties of undefined (reading map)\n    at renderRows (table.tsx:88)\n```\n\nIt happens only when the filter is empty. Reproduce it with a test, then fix the cause and not the symptom.',
]
const asked = { recorded: 0, ours: 0 }
function promptOf({ text }, at) {
  asked[typeof text === 'string' ? 'recorded' : 'ours'] += 1
  return typeof text === 'string' ? text : PROMPTS[at % PROMPTS.length]
}
const DECISIONS = [
  ['Token expiry', 'a sliding window of thirty minutes, renewed with every request that changes something'],
  [
    'Retry policy',
    'three attempts with exponential backoff; a 4xx answer is never retried, since it would fail the same way again',
  ],
  [
    'Where validation lives',
    'at the edge of the service, once, with the schema that the API documentation is generated from',
  ],
  ['Database driver', 'keep the synchronous one'],
  ['Error texts', 'come from one catalogue so that they can be translated and tested'],
]
const NEXT_STEPS = [
  'add a test for clock skew between the two servers',
  'move the feature flag into the settings file and remove the environment variable that it replaces',
  'ask for a review',
]
const TASKS = [
  'Rotate refresh tokens',
  'Checkout fails for carts with a gift card and a discount code',
  'Upgrade the build',
]

async function play(session, index) {
  const project = join(root, `p${index}`)
  const { store, gate, send } = machine(project)
  const at = (event) => ({
    atMs: Date.parse(event?.at) || 1_790_000_000_000,
    session: session.session,
    runtime: session.runtime,
  })
  await send({ kind: 'session.start', source: 'startup' }, at(session.events[0]))
  if (index % 3 !== 0) {
    const focus = { do: 'focus', bead: `bd-${index}`, beadTitle: TASKS[index % TASKS.length], reasoning: '' }
    await send({ kind: 'ledger', act: focus }, at(session.events[0]))
  }
  for (const [step, event] of session.events.entries()) {
    if (event.kind === 'prompt') await send({ kind: 'prompt', text: promptOf(event, index + step) }, at(event))
    else await send({ kind: 'tool.after', call: `c${step}`, ...resultOf(event, step, project) }, at(event))
    if (step % 17 === 16) await send({ kind: 'ledger', act: rulingAt(step) }, at(event))
  }
  const last = at(session.events.at(-1))
  // Every second one is killed instead of ended.
  const killed = index % 2 === 1
  if (!killed) await send({ kind: 'session.end', reason: 'clear' }, last)
  const before = (await store.read(project)).ledger.record
  await gate.close()
  return { project, before, killed, last }
}

function resultOf(event, step, project) {
  const tool = toolOf(event, project)
  if (tool.kind === 'edit') touch(tool.changes[0].path)
  const isCommit = tool.kind === 'shell' && /git commit/.test(tool.command)
  const output = isCommit ? `[main abc1234] step ${step}` : tool.kind === 'read' ? 'x\n'.repeat(step % 80) : ''
  return { tool, outcome: { ok: !event.failed, output } }
}

/** Files that were edited are there, as they are in a real project. */
function touch(path) {
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, '', { flag: 'a' })
  } catch {
    // A folder has the name, or it is too long.
  }
}

function rulingAt(step) {
  const scenarios = [{ name: `s${step}`, type: 'edge_case', expected: 'x' }]
  const notes = [{ list: 'next_step', text: `${NEXT_STEPS[step % NEXT_STEPS.length]} (${step})` }]
  const [topic, decision] = DECISIONS[step % DECISIONS.length]
  const said = { title: `${topic} ${step}`, decision, rationale: 'because', supersedes: '' }
  const evidence = [{ path: `\${PROJECT_ROOT}/a.ts`, line: 1, quote: 'const a', status: 'verified', blob: '' }]
  const isAssumption = step % 3 === 0
  return { do: 'decide', ...said, evidence: isAssumption ? [] : evidence, isAssumption, scenarios, notes }
}

async function roundTrip(session, index) {
  const { project, before, killed, last } = await play(session, index)
  const same = isDeepStrictEqual(rebuildRecord(IN_REPO(project).ledger).record, before)
  // A new machine that has the files and nothing else. Its start adds lines of its own; all else is as it was.
  const fresh = machine(project)
  const start = { ...last, atMs: last.atMs + 60_000, session: 'next' }
  await fresh.send({ kind: 'session.start', source: 'clear' }, start)
  const adopted = (await fresh.store.read(project)).ledger.record
  const resumed = before.n === 0 || isDeepStrictEqual({ ...adopted, n: 0 }, { ...before, n: 0 })
  const notes = ledgerFiles(IN_REPO).readNotes(project)
  const text = notes.kind === 'text' ? notes.text : ''
  const logged = new Set(decisionsIn(text).map(({ id }) => id))
  const isLogged = logged.size === before.decisionCount && before.decisions.every(({ id }) => logged.has(id))
  const state = reasoningOf(before).replaceAll(/\s+/g, ' ').trim()
  const stands = killed || state === '' || readNotes(text).reasoning === state
  if (!(same && resumed && isLogged && stands)) {
    failures += 1
    console.log(`session ${session.session}: rebuilt ${same}, resumed ${resumed}, log ${isLogged}, context ${stands}`)
  }
  rmSync(project, { recursive: true, force: true })
  return fresh.told.map((packet) => ({ packet, lacks: lackingIn(packet, before) }))
}

/** What of task, state, last three decisions and next step is not in the packet. */
function lackingIn(packet, record) {
  const { bead, beadTitle, lists, decisions, intentMs, identifiers, reasoning } = record
  const firstWords = (text, count) => text.replaceAll(/\s+/g, ' ').split(' ').slice(0, count).join(' ')
  const rulings = decisions.filter((one) => !one.superseded && one.grounding !== 'observed').slice(-3)
  const edited = identifiers.filter(({ atMs }) => atMs >= intentMs).at(-1)?.path
  const commit = decisions.findLast(
    (one) => one.title.startsWith('Committed') && !one.superseded && one.atMs >= intentMs,
  )
  const wanted = {
    task: bead === '' ? [] : [bead, firstWords(beadTitle, 5)],
    state: [
      ...(edited ? [edited.split('/').at(-1).slice(0, 12)] : []),
      ...(record.tests && record.tests.atMs >= intentMs ? [record.tests.ok ? 'tests pass' : 'tests fail'] : []),
      ...(commit ? [commit.title.slice(0, 17)] : []),
      ...(reasoning === '' ? [] : [firstWords(reasoning, 4)]),
    ],
    decisions: rulings.map(({ title }) => title),
    next: lists.next_step.slice(0, 1).map((text) => firstWords(text, 5)),
  }
  const harmless = (text) => text.replaceAll('<', '‹').replaceAll('>', '›')
  return Object.entries(wanted).flatMap(([name, texts]) =>
    texts.every((text) => packet.includes(harmless(text))) ? [] : [name],
  )
}

/** 100,000 lines of a long project; as our own writer leaves them the whole record stands there every 250. */
function longTrajectory(hasSnapshots) {
  let record = EMPTY_RECORD
  const lines = []
  while (record.n < 100_000) {
    const n = record.n + 1
    const entry = hasSnapshots && n % 250 === 0 ? { phase: 'snapshot', record } : mixedEntry(n)
    const numbered = { n, atMs: Date.UTC(2026, 0, 1), session: 's', agent: 'claude-code', entry }
    record = foldEntry(record, numbered)
    lines.push(`${JSON.stringify(lineOf(numbered))}\n`)
  }
  return lines.join('')
}

/** One decision and one prompt in twenty lines, outcomes of tests, and edits. */
function mixedEntry(n) {
  const path = `\${PROJECT_ROOT}/src/file${n % 500}.ts`
  const evidence = [{ path, line: 3, quote: `const value = ${n}`, status: 'verified', blob: '' }]
  const about = { title: `Topic ${n}`, claim: `decided ${n}`, rationale: 'because of what was seen', bead_id: 'bd-1' }
  if (n % 20 === 0)
    return { phase: 'cite', decision_id: `d-${n}`, ...about, grounding: 'citation', evidence, supersedes: '' }
  if (n % 20 === 5) return { phase: 'intent', intent: `ask ${n}`, bead_id: 'bd-1', bead_title: 'x', previous: '' }
  if (n % 20 === 10)
    return { phase: 'result', decision_id: `r-${n}`, what: 'tests', title: 'tests', detail: 'pass', ok: true }
  return { phase: 'execute', path, lines: '', purpose: 'edited' }
}

const corpus = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? ''
const sessions = existsSync(join(corpus, 'dev-sessions.jsonl'))
  ? readFileSync(join(corpus, 'dev-sessions.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : []
const labelled = existsSync(join(corpus, 'dev-labelled.jsonl'))
  ? readFileSync(join(corpus, 'dev-labelled.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map(({ run, steps }) => ({
        session: run,
        runtime: 'claude-code',
        events: steps.map((step, index) => ({
          kind: 'tool',
          tool: step.tool === 'execute_bash' ? 'bash' : step.command === 'view' ? 'view' : 'edit',
          target: step.path || step.command,
          failed: false,
          at: new Date(1_790_000_000_000 + index * 1_000).toISOString(),
        })),
      }))
  : []
const recorded = [...sessions, ...labelled]
const all = recorded.length > 0 ? recorded : ownSessions(60)
const tokens = []
const starts = []
const lacking = []
for (const [index, session] of all.entries())
  for (const { packet, lacks } of await roundTrip(session, index)) {
    starts.push(await countTokens(packet))
    tokens.push(await countTokens(packet.slice(packet.indexOf('Record of'), packet.indexOf(' <words>`') + 9)))
    if (lacks.length > 0) lacking.push({ session: session.session, lacks, packet })
  }
{
  if (recorded.length === 0)
    console.log('sessions: of our own making; pass a folder of recorded ones to measure with those')
  tokens.sort((left, right) => left - right)
  starts.sort((left, right) => left - right)
  console.log(`round trip: ${all.length - failures} of ${all.length} sessions equal, field by field`)
  console.log(
    `packet: ${tokens.length} told, median ${tokens[tokens.length >> 1]} o200k tokens, largest ${tokens.at(-1)}; the whole start largest ${starts.at(-1)} (goal: median 100, largest 250)`,
  )
  console.log(
    `prompts: ${asked.recorded} as recorded, ${asked.ours} of ours in their place (${PROMPTS.length} texts, ${lengthsOf(PROMPTS)} words) where a session keeps that something was asked and not what`,
  )
  const whole = tokens.length - lacking.length
  console.log(
    `packet: task, state, last three decisions and next step are all told in ${whole} of ${tokens.length} sessions (${((whole / tokens.length) * 100).toFixed(1)} %, goal 100 %)`,
  )
  // What is published was measured with recorded sessions.
  if (recorded.length > 0)
    keepFigures('record', {
      sessions: all.length,
      packetsWhole: [whole, tokens.length],
      packetTokens: { median: tokens[tokens.length >> 1], most: starts.at(-1) },
    })
  for (const { session, lacks } of lacking.slice(0, 5)) console.log(`  session ${session} lacks ${lacks.join(', ')}`)
  if (lacking.length > 0 || tokens[tokens.length >> 1] > 100 || starts.at(-1) > 250) failures += 1
}

// The checkpoint with 1,000 decisions, every citation opened.
{
  const project = join(root, 'checkpoint')
  const { send, gate, store } = machine(project)
  const files = Array.from({ length: 50 }, (_, index) => {
    const path = join(project, `f${index}.ts`)
    writeFileSync(
      path,
      Array.from({ length: 200 }, (_, line) => `export const value${index}x${line} = ${line}`).join('\n'),
    )
    return path
  })
  await send({ kind: 'prompt', text: 'a long day' })
  for (let index = 0; index < 1_000; index += 1) {
    const file = index % files.length
    const line = (index % 200) + 1
    const evidence = [
      {
        path: `\${PROJECT_ROOT}/f${file}.ts`,
        line,
        quote: `export const value${file}x${line - 1} = ${line - 1}`,
        status: 'verified',
        blob: '',
      },
    ]
    await send({
      kind: 'ledger',
      act: {
        do: 'decide',
        title: `Topic ${index}`,
        decision: `d${index}`,
        rationale: '',
        evidence,
        isAssumption: false,
        supersedes: '',
        scenarios: [],
        notes: [],
      },
    })
  }
  const { record } = (await store.read(project)).ledger
  const groundedMs = performance.now()
  const { total, grounded } = await checkClaims(
    { root: project, homes: IN_REPO(project), folder: join(root, 'evidence-alone') },
    { record, policy: DEFAULT_POLICY.ledger },
  )
  const groundMs = performance.now() - groundedMs
  console.log(`grounding check of ${total} claims, ${grounded} grounded: ${groundMs.toFixed(0)} ms (budget 5000)`)
  if (groundMs > 5_000) failures += 1
  // LEDGER-55 allows 10 s; ours is a tenth of it.
  const startedMs = performance.now()
  const answer = await send({ kind: 'ledger', act: { do: 'clear', reason: '' } })
  const tookMs = performance.now() - startedMs
  console.log(`checkpoint with 1,000 decisions: ${tookMs.toFixed(0)} ms (budget 1000): ${answer.text}`)
  if (tookMs > 1_000) failures += 1
  await gate.close()
}

// A level 2 search of a ledger with 1,000 decisions: what it costs in model tokens.
{
  const project = join(root, 'checkpoint')
  const { recall } = await import('../src/ledger/search/recall.ts')
  const query = { text: 'what was decided about topic 7', mode: 'hybrid', kinds: ['ledger'], topk: 3, threshold: 0 }
  const ground = { root: project, homes: IN_REPO(project), folder: join(root, 'index'), env: {} }
  await recall(ground, [query])
  const startedMs = performance.now()
  const { results } = await recall(ground, [query])
  const tookMs = performance.now() - startedMs
  const texts = fitLevel2(results.flat(), DEFAULT_POLICY.ledger.level2Tokens, (one) => JSON.stringify(one))
  console.log(
    `level 2, 1,000 decisions: ${texts.length} places, ${await countTokens(texts.join('\n'))} o200k tokens (budget 500), ${tookMs.toFixed(0)} ms`,
  )
}

// LEDGER-86, LEDGER-121: identifiers of this repository's own sources against fifty lines of each, and against all of each.
{
  const { identifierRow } = await import('../src/core/protocols/ledger/notes/edit-notes.ts')
  const sources = readdirSync('src', { recursive: true }).filter((name) => name.endsWith('.ts'))
  const sums = { place: 0, row: 0, block: 0, file: 0 }
  let files = 0
  for (const name of sources.toSorted()) {
    const lines = readFileSync(join('src', name), 'utf8').split('\n')
    if (lines.length < 60) continue
    files += 1
    const one = { path: `\${PROJECT_ROOT}/src/${name}`, lines: '10-59', purpose: 'edited', atMs: Date.UTC(2026, 0, 1) }
    sums.place += await countTokens(identifierText(one))
    sums.row += await countTokens(identifierRow(one))
    sums.block += await countTokens(lines.slice(9, 59).join('\n'))
    sums.file += await countTokens(lines.join('\n'))
  }
  const saved = (part, whole) => `${((1 - part / whole) * 100).toFixed(1)} %`
  console.log(
    `identifiers of ${files} files: ${(sums.place / files).toFixed(1)} o200k tokens each (row ${(sums.row / files).toFixed(1)}); saved of 50 lines (${(sums.block / files).toFixed(0)}): ${saved(sums.place, sums.block)}, of the whole file (${(sums.file / files).toFixed(0)}): ${saved(sums.place, sums.file)}`,
  )
}

// A packet from 10 MB of NOTES.md and 100,000 lines of trajectory.
{
  const project = join(root, 'packet')
  const { send } = machine(project)
  await send({ kind: 'prompt', text: 'the last thing that was asked' })
  const entry = (index) =>
    `#### 2026-01-01T00:00:00.000Z - Decision ${index}\n**Decision**: number ${index}\n**Rationale**: ${'because '.repeat(20)}\n**Evidence**: none\n**Test Scenarios**: none\n<!-- d-old-${index} ungrounded -->\n\n`
  await send({ kind: 'stop', again: false })
  const notes = join(project, 'loa-grimoire', 'NOTES.md')
  const text = readFileSync(notes, 'utf8')
  let log = ''
  for (let index = 0; log.length < 10 * 1_024 * 1_024; index += 1) log += entry(index)
  writeFileSync(notes, text.replace('### Pending Questions', `${log}### Pending Questions`))
  const trajectory = join(project, 'loa-grimoire', 'a2a', 'trajectory', 'claude-code-2026-01-01.jsonl')
  for (const [name, hasSnapshots] of [
    ['known', true],
    ['from the files alone', true],
    ['from the files alone, without a snapshot', false],
  ]) {
    writeFileSync(trajectory, longTrajectory(hasSnapshots))
    const target = machine(project, true)
    if (name === 'known') await target.send({ kind: 'prompt', text: 'known' })
    // What reading both files and parsing every line costs here and now: the least that a full fold could take.
    const floor = processorOf(() => {
      readFileSync(notes, 'utf8')
      for (const line of readFileSync(trajectory, 'utf8').trim().split('\n')) JSON.parse(line)
    })
    const startedMs = performance.now()
    const cpu = process.cpuUsage()
    const { steer } = await target.send({ kind: 'session.start', source: 'clear' })
    const tookMs = performance.now() - startedMs
    const usedMs = sumOf(process.cpuUsage(cpu))
    console.log(
      `recovery packet (${name}), 10 MB of notes, 100,000 lines: ${tookMs.toFixed(0)} ms, ${usedMs.toFixed(0)} ms of processor (budget 200), ${(usedMs / floor).toFixed(1)} × the floor of ${floor.toFixed(0)} ms, ${await countTokens(steer ?? '')} tokens`,
    )
    if (usedMs > 200) failures += 1
    await target.gate.close()
  }
}

// The published scripts: two bare starts of node are the most that one of them may take on files alone.
{
  const { benchScripts } = await import('./bench/loa-scripts.mjs')
  for (const { name, ms, ratio, isPromised } of benchScripts(join(root, 'scripts'), 20)) {
    console.log(`${name}: ${ms.toFixed(1)} ms, ${ratio.toFixed(2)} × node -e 0${isPromised ? ' (budget 2)' : ''}`)
    if (isPromised && ratio > 2) failures += 1
  }
}

function lengthsOf(texts) {
  const words = texts.map((text) => text.split(/\s+/).length)
  return `${Math.min(...words)} to ${Math.max(...words)}`
}

function processorOf(work) {
  const cpu = process.cpuUsage()
  work()
  return sumOf(process.cpuUsage(cpu))
}

function sumOf({ user, system }) {
  return (user + system) / 1_000
}

rmSync(root, { recursive: true, force: true })
process.exitCode = failures === 0 ? 0 : 1
