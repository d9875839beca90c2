import { execFile } from 'node:child_process'
import { type Environment, foreignFields } from '../../core/model/json.ts'
import { onPath } from '../files/place.ts'
import { type Bead, type BeadChange, isBeadId } from './bead.ts'
import { reachOf } from './reach.ts'
import { readIssue } from './read-bead.ts'

/** Keys of ours in an issue's metadata; `bd:` and `_` are reserved by Beads. */
const PREFIX = 'loa_'
const DEADLINE_MS = 10_000
const OUTPUT_BYTES = 16_000_000
const MAX_VALUE_CHARS = 60_000
const MIRRORED = [
  'decisions',
  'handoffs',
  'test_scenarios',
  'next_steps',
  'blockers',
  'questions',
  'delta_synced',
] as const
type Mirrored = readonly (typeof MIRRORED)[number][]
const MAX_ISSUES = 200

/** Beads as other people's program keeps them. Undefined answers mean that it did not answer. */
export interface BeadsProgram {
  readonly name: 'bd' | 'br'
  ready(): Promise<readonly Bead[] | undefined>
  show(id: string): Promise<Bead | undefined>
  create(title: string, type: string, priority: number): Promise<string | undefined>
  /** True only when the change was read back. */
  update(bead: Bead, change: BeadChange): Promise<boolean>
}

/** LEDGER-100: by real options and `--json`; never one that the repository brings along, nor one that it could steer. */
export function findBeadsProgram(root: string, env: Environment): BeadsProgram | undefined {
  for (const name of ['bd', 'br'] as const) {
    const path = onPath(name, root, env)
    if (path === undefined) continue
    if (reachOf(root) !== undefined) return undefined
    return programOf(name, (args) => run(path, [...args, ...DIALECTS[name].quiet], { root, env }))
  }
  return undefined
}

/** What the two programs spell differently. */
const DIALECTS = {
  bd: {
    quiet: ['--sandbox'],
    create: (title: string, options: readonly string[]) => ['create', `--title=${title}`, ...options],
    note: undefined,
    mirrored: MIRRORED,
  },
  // It knows neither metadata nor appended notes: words for people are a comment, the lists stay with us.
  br: {
    quiet: ['--no-color'],
    create: (title: string, options: readonly string[]) => ['create', ...options, `--title-flag=${title}`],
    note: (id: string, note: string) => ['comments', 'add', id, `--message=${note}`, '--json'],
    mirrored: [],
  },
} as const

type Run = (args: readonly string[]) => Promise<unknown>

function programOf(name: BeadsProgram['name'], ask: Run): BeadsProgram {
  const show = async (id: string): Promise<Bead | undefined> => {
    if (!isBeadId(id)) return undefined
    const [first] = issuesIn(await ask(['show', id, '--json'])) ?? []
    return first
  }
  const dialect = DIALECTS[name]
  const told = async (bead: Bead, change: BeadChange): Promise<boolean> => {
    const args = argsFor(bead, change, dialect.mirrored)
    if (args.length > 0 && (await ask(['update', bead.id, ...args, '--json'])) === undefined) return false
    const note = change.note === undefined ? undefined : dialect.note?.(bead.id, change.note)
    return note === undefined || (await ask(note)) !== undefined
  }
  return {
    name,
    show,
    // What is being worked on is not "ready" to either of them, and both show a few unless they are asked for more.
    async ready() {
      const ready = issuesIn(await ask(['ready', `--limit=${MAX_ISSUES}`, '--json']))
      if (ready === undefined) return undefined
      const started = issuesIn(await ask(['list', '--status=in_progress', `--limit=${MAX_ISSUES}`, '--json'])) ?? []
      return [...ready, ...started.filter(({ id }) => !ready.some((one) => one.id === id))]
    },
    async create(title, type, priority) {
      const options = [`--type=${type}`, `--priority=${priority}`, '--json']
      const answer = dataOf(await ask(dialect.create(title, options)))
      const id = foreignFields(Array.isArray(answer) ? answer[0] : answer)['id']
      return typeof id === 'string' && isBeadId(id) ? id : undefined
    },
    async update(bead, change) {
      if (!isBeadId(bead.id) || !(await told(bead, change))) return false
      const now = await show(bead.id)
      return now !== undefined && mirrors(now, bead, { change, keys: dialect.mirrored })
    },
  }
}

/** LEDGER-123: words for people in the notes, lists for programs in the metadata. `bead` is the bead as it shall be. */
function argsFor(bead: Bead, change: BeadChange, mirrored: Mirrored): readonly string[] {
  const lists = mirrored
    .filter((key) => change[key] !== undefined)
    .flatMap((key) => {
      const value = JSON.stringify(bead[key])
      return value.length > MAX_VALUE_CHARS ? [] : [`--set-metadata=${PREFIX}${key}=${value}`]
    })
  return [
    ...(change.status === undefined ? [] : [`--status=${change.status}`]),
    ...(change.note === undefined || mirrored.length === 0 ? [] : [`--append-notes=${change.note}`]),
    ...lists,
  ]
}

/** A tracker that says "done" and forgets has been seen: what was written is read again. */
function mirrors(
  now: Bead,
  bead: Bead,
  { change, keys }: { readonly change: BeadChange; readonly keys: Mirrored },
): boolean {
  const same = (key: (typeof MIRRORED)[number]): boolean => JSON.stringify(now[key]) === JSON.stringify(bead[key])
  const statusHeld = change.status === undefined || now.status === change.status
  return statusHeld && keys.filter((key) => change[key] !== undefined).every(same)
}

function issuesIn(answer: unknown): readonly Bead[] | undefined {
  if (answer === undefined) return undefined
  const data = dataOf(answer)
  const inner = foreignFields(data)['issues']
  const list: readonly unknown[] = Array.isArray(data) ? data : Array.isArray(inner) ? inner : [data]
  return list.flatMap((one) => readIssue(one, PREFIX) ?? [])
}

/** Today a bare value, in Beads 2 an envelope: both are understood. */
function dataOf(answer: unknown): unknown {
  const fields = foreignFields(answer)
  return 'schema_version' in fields && 'data' in fields ? fields['data'] : answer
}

/** Whatever a repository's configuration asks for: no scripts, no questions, nothing sent. */
const AT_HOME = { BD_NO_HOOKS: '1', BD_NON_INTERACTIVE: '1', BD_DOLT_AUTO_PUSH: 'false', FAIRLEAD_GATE: '1' }

function run(
  path: string,
  args: readonly string[],
  { root, env }: { readonly root: string; readonly env: Environment },
): Promise<unknown> {
  return new Promise((done) => {
    const options = { cwd: root, timeout: DEADLINE_MS, maxBuffer: OUTPUT_BYTES, env: { ...env, ...AT_HOME } }
    const child = execFile(path, [...args], options, (error, stdout) => {
      try {
        done(error ? undefined : JSON.parse(stdout.trim() === '' ? '[]' : stdout))
      } catch {
        done(undefined)
      }
    })
    child.stdin?.end()
  })
}
