import type { FileChange } from '../../core/model/tool.ts'
import { absolutePath } from '../tools.ts'

const HEADER = /^[\s\u0085]*\*\*\* (Add|Update|Delete) File: (.*)$/s
const MOVE = /^[\s\u0085]*\*\*\* Move to: (.*)$/s

/** One file of the patch while its lines are being read. */
interface Section {
  readonly action: string
  readonly path: string
  to?: string
  readonly before: string[]
  readonly after: string[]
  fresh: boolean
}

/**
 * Every file that the patch names. Where the versions of Codex differ in how much blank space they forgive, the most
 * forgiving reading is taken: a file too many is judged, a file too few would slip through.
 */
export function readPatch(patch: string, cwd: string): readonly FileChange[] {
  const sections: Section[] = []
  for (const ended of patch.split('\n')) {
    const line = ended.endsWith('\r') ? ended.slice(0, -1) : ended
    const [, action, path] = HEADER.exec(line) ?? []
    const current = sections.at(-1)
    if (action !== undefined && path !== undefined) {
      sections.push({ action, path: trimEnd(path), before: [], after: [], fresh: true })
    } else if (current !== undefined) readLine(current, line)
  }
  return sections.map((section) => toChange(section, cwd))
}

function readLine(section: Section, line: string): void {
  const [, to] = MOVE.exec(line) ?? []
  if (section.action === 'Update' && section.fresh && to !== undefined) {
    section.to = trimEnd(to)
    return
  }
  section.fresh = false
  const content = line.slice(1)
  if (line.startsWith('+')) section.after.push(content)
  else if (line.startsWith('-')) section.before.push(content)
  else if (line.startsWith(' ')) {
    section.before.push(content)
    section.after.push(content)
  }
}

function toChange({ action, path, to, before, after }: Section, cwd: string): FileChange {
  const target = absolutePath(path, cwd)
  if (action === 'Delete') return { op: 'delete', path: target }
  if (action === 'Add') return { op: 'write', path: target, after: after.map((line) => `${line}\n`).join('') }
  const texts = { before: before.join('\n'), after: after.join('\n') }
  if (to === undefined) return { op: 'edit', path: target, ...texts }
  return { op: 'move', path: target, to: absolutePath(to, cwd), ...texts }
}

/** Codex takes off U+0085 as well, which our language does not count as blank. */
function trimEnd(path: string): string {
  let end = path.length
  while (end > 0 && /[\s\u0085]/.test(path.charAt(end - 1))) end -= 1
  return path.slice(0, end)
}
