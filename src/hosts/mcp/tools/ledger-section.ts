import { ROOT_PREFIX } from '../../../core/model/citation.ts'
import { storedPath } from '../../../core/protocols/ledger/cite/citation.ts'
import { sectionsOf } from '../../../ledger/sections/section.ts'
import type { Tool, ToolAnswer, ToolContext, ToolInput } from '../tool.ts'
import { placeOf, problem, textOf } from './ledger-place.ts'

/** LEDGER-44, LEDGER-83: complete functions and classes as evidence. */
export const ledgerSection: Tool = {
  name: 'ledger_section',
  description:
    'Read the complete function or class around a line, or of a name, instead of guessing line ranges. `complete: false` means that no parser knows the file.',
  inputSchema: {
    type: 'object',
    properties: {
      path: { type: 'string', description: `\`${ROOT_PREFIX}…\`, or an absolute path in the project` },
      line: { type: 'number', description: 'a line inside of it' },
      name: { type: 'string', description: 'its name, instead of a line' },
      working_dir: { type: 'string', description: 'absolute path of the folder you work in' },
    },
    required: ['path'],
  },
  readOnly: true,
  call,
}

async function call({ args }: ToolInput, context: ToolContext): Promise<ToolAnswer> {
  const place = placeOf(args, context)
  if (!place.ok) return place.answer
  const { root } = place.ground
  const given = textOf(args, 'path') ?? ''
  const stored = storedPath(given, root)
  if (!stored.ok)
    return problem(`\`${given}\` is no path of this project (${stored.problem}); write \`\${PROJECT_ROOT}/…\``)
  const name = textOf(args, 'name')
  const line = args['line']
  if (name === undefined && typeof line !== 'number') return problem('give `line` or `name`')
  const wanted = name === undefined ? { line: Number(line) } : { name }
  const answer = await sectionsOf(place.ground, stored.path.slice(ROOT_PREFIX.length), wanted)
  if (!answer.ok) return problem(`\`${given}\`: ${answer.problem}; check path, line and name`)
  return { text: answer.sections.map((section) => JSON.stringify(section)).join('\n') }
}
