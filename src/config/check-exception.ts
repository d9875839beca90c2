import type { Exception } from '../core/model/policy.ts'
import type { Located } from './located.ts'
import { type Complain, pattern, type Read, type Said, shapeOf, text } from './read-located.ts'

const MAX_EXCEPTIONS = 200

const command: Read<string> = (node, name, complain) => {
  const given = pattern(node, name, complain)?.trim()
  if (given !== '') return given
  complain(node.line, `\`${name}\` is empty; expected one whole shell command`)
  return undefined
}

const folder =
  (what: string): Read<string> =>
  (node, name, complain) => {
    const given = text(node, name, complain)
    if (given === undefined || given.startsWith('/')) return given
    complain(node.line, `\`${name}\` expects ${what}, beginning with \`/\``)
    return undefined
  }

const exception = shapeOf<Omit<Exception, 'folder'> & Partial<Pick<Exception, 'folder'>>>(
  { rule: text, command, project: folder('the root folder of a project'), folder: folder('a folder') },
  ['rule', 'command', 'project'],
)

/** What `fairlead rules allow` writes: one rule, one command, one folder of one project; its root when none is named. */
export function checkExceptions(node: Located | undefined, complain: Complain): readonly Said<Exception>[] {
  if (node === undefined || (node.kind === 'scalar' && node.value === null)) return []
  if (node.kind !== 'list') {
    complain(node.line, '`allow` expects a list, each entry with `rule`, `command` and `project`')
    return []
  }
  if (node.items.length > MAX_EXCEPTIONS)
    complain(node.line, `\`allow\` has ${node.items.length} entries; the first ${MAX_EXCEPTIONS} count`)
  return node.items.slice(0, MAX_EXCEPTIONS).flatMap((item, index) => {
    const value = exception(item, `allow[${index}]`, complain)
    return value === undefined ? [] : [{ value: { folder: value.project, ...value }, line: item.line }]
  })
}
