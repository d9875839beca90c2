import { expect, it } from 'vitest'
import { AROUND, PROJECT } from '../../../../test/support/events.ts'
import type { FileChange, ToolCall } from '../../model/tool.ts'
import { editedText } from './edited-text.ts'

const path = `${PROJECT}/state.yaml`
const file = { path, text: 'a: 1\nb: 2\nb: 2\n' }
const edit = (...changes: readonly FileChange[]): ToolCall => ({ kind: 'edit', name: 'Edit', changes })
const bash = (command: string): ToolCall => ({ kind: 'shell', name: 'Bash', command })
const known = (text: string) => ({ kind: 'known', text })
const unknown = (why: string) => ({ kind: 'unknown', why })
const NOT_PLAIN = unknown('this is not a replacement of one text by another')
const NOT_WHOLE = unknown('it is not written as a whole, by itself')

const rows: readonly (readonly [ToolCall, object])[] = [
  [edit({ op: 'edit', path: '/other', before: 'a', after: 'b' }), { kind: 'untouched' }],
  [{ kind: 'read', name: 'Read', paths: [path] }, { kind: 'untouched' }],
  [edit({ op: 'edit', path, before: 'a: 1', after: 'a: 2' }), known('a: 2\nb: 2\nb: 2\n')],
  [
    edit({ op: 'edit', path, before: 'a: 1', after: '' }, { op: 'edit', path, before: 'gone', after: '' }),
    unknown('the text to replace is not in it'),
  ],
  [edit({ op: 'edit', path, before: 'b: 2', after: 'b: 3' }), unknown('the text to replace is in it more than once')],
  [
    edit({ op: 'edit', path, before: 'x', after: '' }, { op: 'write', path, after: 'z' }),
    unknown('the text to replace is not in it'),
  ],
  [edit({ op: 'edit', path, before: '', after: 'x' }), NOT_PLAIN],
  [edit({ op: 'edit', path, after: 'x' }), NOT_PLAIN],
  [edit({ op: 'edit', path, before: 'x' }), NOT_PLAIN],
  [edit({ op: 'delete', path }), NOT_PLAIN],
  [edit({ op: 'move', path: '/other', to: path }), NOT_PLAIN],
  [edit({ op: 'write', path, after: 'new' }), known('new')],
  [edit({ op: 'write', path }), unknown('its new text is not given')],
  [bash('ls'), { kind: 'untouched' }],
  [bash("cat > state.yaml <<'EOF'\nx\nEOF"), known('x\n')],
  [bash('echo x >> state.yaml'), known('a: 1\nb: 2\nb: 2\nx\n')],
  [bash('printf "x" | tee state.yaml'), known('x')],
  [bash('echo "$RANDOM" > state.yaml'), unknown('its new text is not constant')],
  [bash('sudo tee state.yaml <<< x'), NOT_WHOLE],
  [bash('sed -i s/a/b/ state.yaml'), NOT_WHOLE],
  [bash('cp state.yaml other.yaml'), NOT_WHOLE],
  [bash('echo x > state.yaml; echo y > other'), NOT_WHOLE],
  [bash('echo state.yaml'), NOT_WHOLE],
  [bash('$X > state.yaml'), NOT_WHOLE],
]

it.each(rows)('[EDGE-70] works out what %j makes of the file', (tool, expected) => {
  expect(editedText(tool, file, AROUND)).toEqual(expected)
})
