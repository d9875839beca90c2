import type { Exception } from '../core/model/policy.ts'
import { POLICY_PROBLEMS } from '../core/words/config.ts'
import type { Located, LocatingDoor } from './read-located.ts'

/** The text of a policy file with more exceptions. Nothing else of it changes. */
export interface Added {
  readonly text: string
  /** What was put in. */
  readonly inserted: readonly string[]
  /** First and last line of the entries, counted from 1. */
  readonly from: number
  readonly to: number
}

const HEADING = '# Your own policy, for every project; `fairlead config check` checks it.'
const LINES_OF_ENTRY = 4

/** Only lines are added, so that comments and layout stay; what is laid out too oddly for that is left to the person. */
export function addExceptions(
  text: string,
  exceptions: readonly Exception[],
  door: LocatingDoor,
): Added | { readonly line: number; readonly problem: string } {
  const found = door.locateYaml(text)
  if (!found.ok) return { line: found.line, problem: found.problem }
  const allow = found.root.kind === 'map' ? found.root.entries.find(({ key }) => key === 'allow') : undefined
  const lines = text.split('\n')
  if (allow === undefined) {
    const kept = lines.at(-1) === '' ? lines.slice(0, -1) : lines
    const inserted = [...(text === '' ? [HEADING] : []), 'allow:', ...entries(exceptions, '  ')]
    return addedAt(kept, kept.length, { inserted, count: exceptions.length })
  }
  const [, key, comment = ''] = /^(allow:)(?:\s*\[\s*\])?(\s*#.*)?\s*$/.exec(lines[allow.line - 1] ?? '') ?? []
  const indent = indentOf(allow.value, lines)
  if (key === undefined || indent === undefined) return { line: allow.line, problem: POLICY_PROBLEMS.oddAllow }
  const opened = lines.with(allow.line - 1, `${key}${comment}`)
  const body = opened.at(-1) === '' ? opened.slice(0, -1) : opened
  return addedAt(body, allow.line, { inserted: entries(exceptions, indent), count: exceptions.length })
}

function addedAt(
  lines: readonly string[],
  at: number,
  { inserted, count }: { readonly inserted: readonly string[]; readonly count: number },
): Added {
  const to = at + inserted.length
  return {
    text: `${lines.toSpliced(at, 0, ...inserted).join('\n')}\n`,
    inserted,
    from: to - count * LINES_OF_ENTRY + 1,
    to,
  }
}

/** What is JSON is YAML, and hides no character. */
function entries(exceptions: readonly Exception[], indent: string): readonly string[] {
  return exceptions.flatMap(({ rule, command, project, folder }) => [
    `${indent}- rule: ${rule}`,
    `${indent}  command: ${JSON.stringify(command)}`,
    `${indent}  project: ${JSON.stringify(project)}`,
    `${indent}  folder: ${JSON.stringify(folder)}`,
  ])
}

function indentOf(list: Located, lines: readonly string[]): string | undefined {
  if (list.kind === 'map') return undefined
  const first = list.kind === 'list' ? list.items[0] : undefined
  if (first === undefined) return '  '
  return /^( *)- /.exec(lines[first.line - 1] ?? '')?.[1]
}
