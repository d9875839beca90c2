import type { AnchorDesk, Arm } from '../../model/anchor.ts'
import { canonicalJson } from '../../model/json.ts'
import { textDigest } from '../../rules/text/fingerprint.ts'

const SHOWN_FILES = 3

/** ANCHOR-29: what the place of work is, from the server's own look at it. */
export function armOf(desk: AnchorDesk, topic: string): Arm {
  const { git } = desk
  return {
    phase: /\bPHASE::\s*"?(\w+)/.exec(desk.projectContext)?.[1] ?? 'unknown',
    branch: git === undefined ? 'unknown' : `${git.branch}${distance(git.ahead, git.behind)}`,
    files: git !== undefined && git.changed === undefined ? 'unknown' : filesOf(git?.changed ?? []),
    focus: topic === '' ? 'none' : topic,
    context_hash: `sha256:${contextHash(desk)}`,
  }
}

function distance(ahead: number, behind: number): string {
  return ahead + behind === 0 ? '' : `[${ahead}up${behind}down]`
}

function filesOf(changed: readonly string[]): string {
  return `${changed.length}[${changed.slice(0, SHOWN_FILES).join(',')}]`
}

/** What a proof is made for. Files that change meanwhile are the work; another branch or commit is another context. */
function contextHash({ git, projectContext, constitution, workingDir }: AnchorDesk): string {
  return textDigest(
    canonicalJson({
      branch: git?.branch ?? null,
      commit: git?.commit ?? null,
      constitution: textDigest(constitution?.text ?? ''),
      project: textDigest(projectContext),
      workingDir: workingDir ?? '',
    }),
  )
}
