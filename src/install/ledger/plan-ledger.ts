import { join } from 'node:path'
import { foreignField, parseJson } from '../../core/model/json.ts'
import { NOTES_PATH, NOTES_TEMPLATE } from '../../core/protocols/ledger/notes/state-zone.ts'
import { type FileState, textHash } from '../file-state.ts'
import type { World } from '../plan.ts'
import { isOurScript } from '../scripts.ts'
import { blockTarget, documentTarget, fileTarget, stateTarget, type Target } from '../target.ts'
import { LEDGER_SCRIPTS } from './ledger-scripts.ts'
import { CLAUDE_MD_LINES, LOA_CONFIG, RIDE_COMMAND, SKILL_PROTOCOLS, STRUCTURED_MEMORY_LINES } from './ledger-texts.ts'
import { DOCUMENT_MARK, PROTOCOL_DOCUMENTS } from './protocol-documents.ts'

/** LEDGER-7: the manifest of the System Zone. */
export const CHECKSUMS = '.claude/checksums.json'

export interface LedgerWish {
  readonly project: string
  /** The person agreed to one block in CLAUDE.md. */
  readonly claudeMd: boolean
  /** Folders below `.claude/skills` that have an `index.yaml`. */
  readonly skills: readonly string[]
}

export interface LedgerPlan {
  readonly targets: readonly Target[]
  /** Files of other people that have one of the published names; they stay as they are. */
  readonly kept: readonly string[]
}

interface ZoneFile {
  readonly path: string
  readonly text: string
  readonly script: boolean
}

/** LEDGER-111: what the ledger protocol installs into a project, as data. Files that are there and not ours are kept. */
export function planLedger(world: World, { project, claudeMd, skills }: LedgerWish): LedgerPlan {
  const at = (path: string): string => join(project, path)
  const manifest = manifestOf(world.read(at(CHECKSUMS)))
  const isFree = ({ path, text }: ZoneFile): boolean =>
    isOurs(world, { path: at(path), text, known: manifest.get(path) })
  const ours = ZONE.filter(isFree)
  const kept = ZONE.filter((file) => !isFree(file)).map(({ path }) => path)
  const checksums = checksumsOf(ours)
  const ownManifest = isOurManifest(world.read(at(CHECKSUMS)))
  const memory = at('.claude/protocols/structured-memory.md')
  return {
    kept: ownManifest ? kept : [...kept, CHECKSUMS],
    targets: [
      ...ours.map(({ path, text, script }) =>
        script ? fileTarget('script', at(path), text) : documentTarget(at(path), text),
      ),
      ...(ownManifest ? [documentTarget(at(CHECKSUMS), checksums)] : []),
      stateTarget(at(NOTES_PATH), NOTES_TEMPLATE),
      stateTarget(at('.loa.config.yaml'), LOA_CONFIG),
      ...skills.map((skill) => blockTarget('yaml-block', at(`.claude/skills/${skill}/index.yaml`), SKILL_PROTOCOLS)),
      ...(world.read(memory).kind === 'file' ? [blockTarget('markdown-block', memory, STRUCTURED_MEMORY_LINES)] : []),
      ...(claudeMd ? [blockTarget('markdown-block', at('CLAUDE.md'), CLAUDE_MD_LINES)] : []),
    ],
  }
}

/** What git need not see of us, relative to the project. */
export const LEDGER_EXCLUDES: readonly string[] = [CHECKSUMS]

const ZONE: readonly ZoneFile[] = [
  ...PROTOCOL_DOCUMENTS.map(({ name, text }) => ({ path: `.claude/protocols/${name}.md`, text, script: false })),
  { path: '.claude/commands/ride.md', text: RIDE_COMMAND, script: false },
  ...LEDGER_SCRIPTS.map(({ path, text }) => ({ path, text, script: true })),
]

interface Candidate {
  readonly path: string
  readonly text: string
  /** What the project's manifest says of it. */
  readonly known: string | undefined
}

/** LEDGER-11, LEDGER-12: missing, as we would write it, or as we wrote it once; one that somebody edited stays. */
function isOurs(world: World, { path, text, known }: Candidate): boolean {
  const state = world.read(path)
  if (state.kind !== 'file') return state.kind === 'missing'
  if (state.text === text) return true
  const marked = isOurScript(state.text) || state.text.includes(DOCUMENT_MARK)
  const hash = textHash(state.text)
  return marked && (hash === known || world.record.files.some((file) => file.path === path && file.after === hash))
}

function checksumsOf(files: readonly ZoneFile[]): string {
  const hashes = Object.fromEntries(files.map(({ path, text }) => [path, textHash(text)]))
  return `${JSON.stringify({ generated: 'fairlead', algorithm: 'sha256', files: hashes }, null, 2)}\n`
}

function isOurManifest(state: FileState): boolean {
  if (state.kind !== 'file') return state.kind === 'missing'
  return foreignField(parseJson(state.text), 'generated') === 'fairlead'
}

function manifestOf(state: FileState): ReadonlyMap<string, string> {
  const files = state.kind === 'file' ? foreignField(parseJson(state.text), 'files') : undefined
  if (typeof files !== 'object' || files === null) return new Map()
  return new Map(Object.entries(files).flatMap(([path, hash]) => (typeof hash === 'string' ? [[path, hash]] : [])))
}
