import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { withInstallLock } from './lock.ts'

it('lets one work at a time, and takes over from the dead', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-lock-'))
  const backups = { folder }
  try {
    const outer = await withInstallLock(backups, () => withInstallLock(backups, async () => 'inner'))
    expect(outer).toEqual({ ok: true, result: { ok: false, holder: String(process.pid) } })
    for (const dead of ['', 'nonsense', '999999999 1', `${process.pid} 1`]) {
      writeFileSync(join(folder, 'lock'), dead)
      expect(await withInstallLock(backups, async () => 'mine')).toEqual({ ok: true, result: 'mine' })
    }
    await expect(withInstallLock(backups, () => Promise.reject(new Error('x')))).rejects.toThrow('x')
    expect(readdirSync(folder)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
