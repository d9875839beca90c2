import { describe, expect, it } from 'vitest'
import { AROUND } from '../../../test/support/events.ts'
import type { Tier } from '../model/assessment.ts'
import { NO_MEMORY } from '../model/tool.ts'
import { assess } from './assess.ts'
import { readShell } from './shell/read-shell.ts'

const tierOf = (command: string): Tier => assess({ kind: 'shell', name: 'Bash', command }, AROUND, NO_MEMORY).tier
const patch = (...lines: readonly string[]): string => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')
const heredoc = (...lines: readonly string[]): string => `apply_patch <<'EOF'\n${patch(...lines)}\nEOF`

describe('a patch through the shell', () => {
  const HOOKS = '/home/dev/.codex/hooks.json'

  it.each([
    ['heredoc', heredoc(`*** Delete File: ${HOOKS}`), 'catastrophic'],
    ['blank before and after', heredoc(`  *** Delete File: ${HOOKS} \u0085`), 'catastrophic'],
    ['carriage returns', heredoc(`*** Delete File: ${HOOKS}\r`), 'catastrophic'],
    ['argument', `apply_patch '${patch(`*** Delete File: ${HOOKS}`)}'`, 'catastrophic'],
    ['other name', `applypatch <<< '${patch(`*** Update File: ${HOOKS}`, '@@', '-a', '+b')}'`, 'catastrophic'],
    ['pipe', `printf '%s\\n' '${patch(`*** Add File: ${HOOKS}`, '+{}')}' | apply_patch`, 'catastrophic'],
    ['in a shell', `bash -lc "apply_patch <<'EOF'\n${patch(`*** Delete File: ${HOOKS}`)}\nEOF"`, 'catastrophic'],
    ['from a folder', `cd /home/dev/.codex && ${heredoc('*** Delete File: hooks.json')}`, 'catastrophic'],
    ['move onto', heredoc('*** Update File: a.json', `*** Move to: ${HOOKS}`, '@@', '+x'), 'catastrophic'],
    ['move away', heredoc(`*** Update File: ${HOOKS}`, '*** Move to: a.json', '@@', '+x'), 'catastrophic'],
    ['second file', heredoc('*** Add File: a.ts', '+x', `*** Delete File: ${HOOKS}`), 'catastrophic'],
    ['delete of a private file', heredoc('*** Delete File: .env'), 'junction'],
    ['new script that is run', `${heredoc('*** Add File: x.sh', '+rm -rf src')}\nbash x.sh`, 'catastrophic'],
    ['ordinary edit', heredoc('*** Update File: src/a.ts', '@@', '-a', '+b', ' c'), 'routine'],
    ['new file', heredoc('*** Add File: src/a.ts', '+a'), 'routine'],
    ['delete in the project', heredoc('*** Delete File: src/a.ts'), 'routine'],
    ['nothing given', 'apply_patch', 'routine'],
    ['a mention', `cat <<'EOF'\n*** Delete File: ${HOOKS}\nEOF`, 'routine'],
  ])('[EDGE-36] is an edit: %s', (_title, command, tier) => {
    expect(tierOf(command)).toBe(tier)
  })

  it('[EDGE-36] leaves the text of new files to be known later', () => {
    const reading = readShell(heredoc('before', '*** Add File: x.sh', '+ls', '*** Update File: y', '+a'), {
      cwd: '/p',
      home: '/h',
      written: [],
    })
    expect(reading.writes).toEqual([
      { path: '/p/x.sh', text: 'ls\n' },
      { path: '/p/y', text: undefined },
    ])
  })
})
