import type { Finding } from '../../model/assessment.ts'
import { lookUp } from '../../model/language.ts'
import type { PathKnowledge } from '../../model/surroundings.ts'
import type { WrittenFile } from '../../model/tool.ts'
import { resolvePath } from '../../rules/shell/path.ts'
import type { RiskId } from '../../words/risks.ts'
import type { CallToJudge } from '../contract.ts'

const DISCARD: RiskId = 'git.discard'

/**
 * EDGE-34: the session takes back its own edits. Every line that would go is one that this session put into that file, and a copy
 * is made before; without one it is a junction as ever.
 */
export function isOwnRevert({ state, event, policy }: CallToJudge, { rule, argv, cwd }: Finding): boolean {
  const { around, session } = event
  if (rule !== DISCARD || policy.edge.ownWork === 'hold' || policy.backup.before === 'nothing') return false
  if (around.backups !== 'unasked' && !around.backups.every(({ kind }) => kind === 'taken')) return false
  const names = revertedFiles(argv)
  const written = lookUp(state.sessions, session)?.memory.written ?? []
  const files = names.map((name) => {
    const path = resolvePath(name, cwd ?? around.cwd)
    return around.paths.find((known) => known.path === path && known.kind === 'file')
  })
  return files.length > 0 && files.every((known) => known !== undefined && isAllOwn(known, written))
}

/** `git checkout -- a b`, `git checkout HEAD -- a`, `git restore a`: nothing else is read. */
function revertedFiles([, verb, ...words]: readonly string[]): readonly string[] {
  const at = words.indexOf('--')
  const isPlain = verb === 'checkout' ? at === 0 || (at === 1 && words[0] === 'HEAD') : verb === 'restore' && at <= 0
  const names = isPlain ? words.slice(at + 1) : []
  return names.some((name) => /^[-:]|[*?[\]$]/.test(name)) ? [] : names
}

/** What only took lines away does not show whose it is. */
function isAllOwn({ path, dirty, added }: PathKnowledge, written: readonly WrittenFile[]): boolean {
  if (dirty === false) return true
  const own = new Set(written.flatMap((file) => (file.path === path ? (file.text?.split('\n') ?? []) : [])))
  return added?.every((hunk) => hunk.length > 0 && hunk.every((line) => own.has(line))) ?? false
}
