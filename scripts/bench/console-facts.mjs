// A database of facts as large as wanted, with the mix of kinds that a month of work has. Not chained: nobody verifies it here.
import { randomBytes } from 'node:crypto'

const DAY = 86_400_000
const COMMANDS = [
  'npm test',
  'git status',
  'git diff',
  'sed -n 1,80p src/total.ts',
  'rg rounding src',
  'npm run build',
  'node scripts/invoice.mjs',
]
const HELD = [
  ['git push origin main', 'git.push'],
  ['sh deploy.sh production', 'deploy.script'],
  ['npm publish', 'package.publish'],
  ['rm -rf build', 'filesystem.delete-tree'],
]
const ENDS = ['junction.approved', 'junction.approved', 'junction.approved', 'junction.skipped', 'junction.lapsed']

export function fill(db, { facts, sessions, root }) {
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;
    CREATE TABLE facts (project TEXT NOT NULL, seq INTEGER NOT NULL, body TEXT NOT NULL, prev_hash TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (project, seq)) STRICT;
    CREATE TABLE projects (root TEXT PRIMARY KEY, head_seq INTEGER NOT NULL) STRICT, WITHOUT ROWID`)
  const insert = db.prepare('INSERT INTO facts (project, seq, body, prev_hash, hash) VALUES (?, ?, ?, ?, ?)')
  const hash = randomBytes(32).toString('hex')
  const nowMs = Date.now()
  const each = Math.ceil(facts / sessions)
  let hold = 0
  db.exec('BEGIN')
  for (let seq = 1; seq <= facts; seq += 1) {
    const session = `session-${Math.floor((seq - 1) / each)}`
    const atMs = nowMs - Math.floor(((facts - seq) / facts) * 180 * DAY)
    const place = (seq - 1) % each
    if (place === 51) hold += 1
    const fact = factAt({ seq, place, hold, session, atMs })
    insert.run(
      root,
      seq,
      JSON.stringify({ agent: undefined, atMs, eventId: `event-${seq >> 1}`, fact, runtime: 'claude-code', session }),
      hash,
      hash,
    )
  }
  db.prepare('INSERT INTO projects (root, head_seq) VALUES (?, ?)').run(root, facts)
  db.exec('COMMIT')
  db.close()
}

const SHELL = { tool: 'Bash', toolKind: 'shell', cwd: '/bench/shop', refused: [] }

function factAt(at) {
  const { seq, place } = at
  const command = COMMANDS[seq % COMMANDS.length]
  if (place === 0) return { kind: 'session.started', source: 'startup', startHash: '' }
  if (place === 1)
    return { kind: 'prompt.received', preview: `fix rounding of invoice ${seq % 977}, then make the tests pass again` }
  if (place === 2)
    return {
      kind: 'window.opened',
      number: 1,
      work: 'edit',
      tier: 'routine',
      backstop: { calls: 40, ms: 1 },
      evidence: null,
      places: [],
    }
  if (place >= 50 && place <= 52) return heldAt(at)
  if (place === 60)
    return {
      kind: 'approval.refused',
      verb: 'approve',
      why: 'typed by a program',
      means: 'the hook program, started by `sh`, process 7',
    }
  if (place % 2 === 1)
    return {
      kind: 'call.judged',
      call: `c${seq}`,
      ...SHELL,
      preview: `${command} ${seq % 5_000}`,
      tier: 'routine',
      work: 'verify',
      outcome: 'allow',
      rules: [],
    }
  const said = { inputPreview: command, outputPreview: 'x'.repeat(300), files: [], wrote: [], testRun: false }
  return { kind: 'call.observed', call: `c${seq - 1}`, tool: 'Bash', ok: seq % 11 !== 0, ...said }
}

/** A call that is held, its hold, and how that ended. */
function heldAt({ seq, place, hold: number, session, atMs }) {
  const [held, rule] = HELD[(seq - place) % HELD.length]
  if (place === 50)
    return {
      kind: 'call.judged',
      call: `c${seq}`,
      ...SHELL,
      preview: held,
      tier: 'junction',
      work: 'ship',
      outcome: 'hold',
      rules: ['EDGE-43', rule],
    }
  const junction = {
    id: `h${number}`,
    number,
    type: 'irreversible',
    reason: `publishes what \`${held}\` names`,
    command: held,
    createdAtMs: atMs,
    session,
  }
  if (place === 51)
    return {
      kind: 'junction.opened',
      junction: { ...junction, fingerprint: 'f', kindPrint: 'k', override: 'any-door' },
    }
  const kind = ENDS[number % ENDS.length]
  if (kind === 'junction.lapsed') return { kind, number, why: 'its session ended' }
  if (kind === 'junction.skipped') return { kind, junction, door: 'cli' }
  return {
    kind,
    grant: { id: `g${number}`, number, fingerprint: 'f', session, grantedAtMs: atMs, door: 'cli' },
    signature: 's',
  }
}
