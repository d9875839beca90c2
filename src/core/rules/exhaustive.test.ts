import { expect, it } from 'vitest'
import { AROUND } from '../../../test/support/events.ts'
import { type Judging, judgeReading } from './judge-step.ts'
import { judgeTool } from './judge-tool.ts'
import { BUILT_IN } from './rule-book.ts'
import { readShell } from './shell/read-shell.ts'
import { canonicalShell, canonicalTool } from './text/canonical.ts'
import { workOfTool } from './work/work-kind.ts'

const ground = { around: AROUND, cwd: AROUND.cwd, place: 'local', written: [], session: [], moved: [] } as const
const judge: Judging = { ground, book: BUILT_IN, depth: 0 }
const reading = readShell('ls', { cwd: '/', home: '/home/dev', written: [] })
const [command] = reading.steps
const odd = { kind: 'new' } as never

/** The compiler proves that no kind is forgotten; where it is overruled, the core says so instead of guessing. */
const rows: readonly (readonly [name: string, run: () => unknown])[] = [
  ['a tool', () => canonicalTool(odd)],
  ['a tool and its kind of work', () => workOfTool(odd, AROUND)],
  ['a step', () => canonicalShell({ ...reading, steps: [odd] }, 'x')],
  ['an input', () => canonicalShell({ ...reading, steps: [{ ...command, input: odd } as never] }, 'x')],
  ['a tool to judge', () => judgeTool(odd, judge)],
  ['a change', () => judgeTool({ kind: 'edit', name: 'X', changes: [{ op: 'new', path: '/x' } as never] }, judge)],
  ['a step to judge', () => judgeReading({ ...reading, steps: [odd] }, judge)],
  [
    'a reason not to know',
    () =>
      judgeReading(
        { ...reading, steps: [{ kind: 'unresolved', why: 'new', raw: '', inside: [], via: [] } as never] },
        judge,
      ),
  ],
]

it.each(rows)('%s of a kind that does not exist is not guessed at', (_name, run) => {
  expect(run).toThrow('unreachable')
})
