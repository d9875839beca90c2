import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { governedMachine } from './support/governed-machine.ts'
import { beforeTool } from './support/tool-call.ts'

/** Mounting a disk of 1 MB takes root, which is what makes this a case of its own. */
it('[EDGE-38, PLANE-R12a] a full disk: the catastrophic stays refused and work goes on', () => {
  const { world, fairlead } = governedMachine({ runtime: 'claude-code' })
  const ask = (command: string) => {
    const payload = beforeTool(world, { id: `toolu_${command.length}`, name: 'Bash', input: { command } })
    const stdout = fairlead.hook('claude-code', payload)
    return stdout === '' ? 'silence' : JSON.parse(stdout).hookSpecificOutput.permissionDecision
  }
  const kept = ['approval.key'].map((name) => [name, readFileSync(join(fairlead.stateFolder, name))] as const)
  fairlead.stopDaemon()
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=700', 'tmpfs', fairlead.stateFolder])
  try {
    for (const [name, bytes] of kept) writeFileSync(join(fairlead.stateFolder, name), bytes, { mode: 0o600 })
    expect(() => writeFileSync(join(fairlead.stateFolder, 'filler'), Buffer.alloc(2_000_000))).toThrow('ENOSPC')
    expect([ask('ls'), ask('rm -rf /')]).toEqual(['silence', 'deny'])
    expect(['deny', 'ask']).toContain(ask('git push'))
    expect(fairlead.cli('doctor').stdout).toMatch(/full|ENOSPC|can't/)
  } finally {
    fairlead.stopDaemon()
    execFileSync('umount', ['-l', fairlead.stateFolder])
  }
})
