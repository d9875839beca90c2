import { describe, expect, it } from 'vitest'
import { AROUND } from '../../../../test/support/events.ts'
import type { WorkKind } from '../../model/tool.ts'
import { NO_MEMORY } from '../../model/tool.ts'
import { assess } from '../assess.ts'

const KINDS: readonly (readonly [WorkKind, string])[] = [
  ['explore', 'cat src/a.ts'],
  ['explore', 'rg -n foo src'],
  ['explore', 'git status'],
  ['edit', 'sed -i s/a/b/ src/a.ts'],
  ['edit', 'npm install left-pad'],
  ['verify', 'npm test'],
  ['verify', 'python reproduce.py'],
  ['ship', 'git push'],
]

/** What agents and their sandboxes put around a command. */
const AROUND_IT: readonly string[] = [
  'cd /w && % ; echo "exit: $?"',
  '% 2>&1 | tail -50',
  '% 2>&1 | tee /tmp/out.log | head -5',
  '% > /tmp/out.txt 2>&1',
  'set -euo pipefail; %',
  'CI=1 NODE_ENV=test %',
  'env -i PATH=/bin %',
  'time %',
  'timeout 60 %',
  'nohup % &',
  'nice -n 5 %',
  'stdbuf -oL %',
  'sudo -u dev %',
  'bash -c "%"',
  "bash -lc '%'",
  'sh -c "cd /w && %"',
  'timeout 60 bash -c "%"',
  'if true; then %; fi',
  '( % )',
  '{ %; } || true',
  'for i in 1 2; do %; done',
  '# a comment\n%',
  'echo start\n%\necho end',
  'docker exec box %',
  'docker exec -w /w box bash -c "%"',
  'docker compose exec -T web %',
  'kubectl exec pod -- %',
  'ssh host "%"',
  'wsl %',
  'mise exec -- %',
  'direnv exec . %',
  'op run -- %',
  'cmd /c %',
  'powershell -Command "%"',
  "pwsh -NoProfile -c '%'",
  '& %',
  '%; if ($?) { echo ok }',
  '$out = %',
]

describe('[PLANE-R5.2] what a command is for', () => {
  it.each(AROUND_IT)('stays the same in %s', (around) => {
    const said = KINDS.map(([, command]) => {
      const call = { kind: 'shell', name: 'Bash', command: around.replace('%', command) } as const
      return [assess(call, AROUND, NO_MEMORY).work.kind, command]
    })
    expect(said).toEqual(KINDS)
  })
})
