import type { TargetClass } from '../../../core/model/rule.ts'
import type { PathKnowledge } from '../../../core/model/surroundings.ts'

const CLASSES: Readonly<Record<TargetClass, string>> = {
  own: 'belongs to the gate',
  null: 'a sink: nothing is kept',
  device: 'a device',
  root: 'the root of the file system',
  home: 'a home folder',
  system: 'part of the system',
  'project-root': 'the project, or a folder that holds it',
  vcs: 'the history of a repository',
  'vcs-control': 'makes git run code',
  account: 'says who may log in',
  startup: 'read by every shell or login',
  'home-config': 'configuration in a home folder',
  'temp-root': 'the temporary folder as a whole',
  'temp-entry': 'below the temporary folder',
  regenerable: 'can be made again',
  absent: 'is not there',
  committed: 'wholly committed',
  recoverable: 'committed and unchanged',
  project: 'in the project',
  'outside-project': 'outside the project',
  'remote-path': 'on another machine',
  'maybe-root': 'the root of the file system when the unknown part is empty',
  unknown: 'not known before it runs',
  secret: 'holds secrets',
  private: 'holds private settings',
  tooling: 'names programs that agents start',
  instructions: 'read by agents or by CI',
  unsaved: 'holds work that git does not hold',
  sources: 'names files that people write',
  lockfile: 'written by a package manager',
  document: "a person's own file",
}

/** One class, or several as a finding joins them. */
export function classWords(classes: string): string {
  const names: Readonly<Record<string, string>> = CLASSES
  return classes
    .split('+')
    .map((name) => names[name] ?? name)
    .join('; ')
}

const KINDS = { file: 'file', directory: 'folder', link: 'link', device: 'device' } as const

/** What the disk and git said of a path. */
export function knowledgeWords(known: PathKnowledge): readonly string[] {
  if (!known.exists) return ['does not exist']
  return [
    ...(known.kind === undefined ? [] : [KINDS[known.kind]]),
    ...(known.real === undefined ? [] : [`really \`${known.real}\``]),
    ...gitWords(known),
  ]
}

function gitWords({ ignored, tracked, dirty }: PathKnowledge): readonly string[] {
  if (tracked === undefined) return []
  if (!tracked) return [ignored === true ? 'ignored by git' : 'not tracked by git']
  return ['tracked by git', dirty === true ? 'with uncommitted work' : 'nothing uncommitted']
}
