import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Seat, typed } from '../../../../test/support/fake-terminal.ts'
import { freshHome } from '../../../../test/support/fresh-home.ts'

let root: string
let seat: Seat

beforeEach(() => {
  ;({ root, seat } = freshHome(['.claude']))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function versionIs(version: string): void {
  const file = join(seat.bundle, 'manifest.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), version }))
}

describe('fairlead update', () => {
  it('installs the version it belongs to, once, and never one before what is there', async () => {
    expect(await typed(seat, ['update'])).toEqual({ code: 0, out: 'Fairlead 1.2.3 is installed', line: '' })
    expect(await typed(seat, ['update'])).toEqual({ code: 0, out: 'Fairlead 1.2.3 is already installed', line: '' })
    versionIs('1.10.0')
    expect(await typed(seat, ['update'])).toEqual({
      code: 0,
      out: 'Fairlead 1.10.0 is installed; it was 1.2.3',
      line: '',
    })
    versionIs('1.9.9')
    const older =
      'Fairlead 1.10.0 is installed and this is 1.9.9, which may not read its records; use 1.10.0 or newer, or `fairlead uninstall --purge` first'
    expect(await typed(seat, ['update'])).toEqual({ code: 1, out: '', line: older })
    expect(await typed(seat, ['init', '--yes'])).toMatchObject({ code: 1, line: older })
  })

  it('says what npm could not bring, and leaves what is there', async () => {
    await typed(seat, ['update'])
    const away = { ...seat, env: { ...seat.env, npm_config_offline: 'true', npm_config_cache: join(root, 'cache') } }
    const { code, line } = await typed(away, ['update', '--from', '9.9.9'])
    expect(code).toBe(1)
    expect(line).toMatch(/^npm could not fetch fairlead@9\.9\.9 \(.+\); check npm and the network, then retry$/)
    expect(await typed(seat, ['update'])).toMatchObject({ out: 'Fairlead 1.2.3 is already installed' })
  })

  it('is not for agents', async () => {
    const { code, line } = await typed({ ...seat, env: { ...seat.env, CLAUDECODE: '1' } }, ['update'])
    expect({ code, line }).toEqual({
      code: 1,
      line: 'not accepted: an agent started this; run `fairlead update` yourself, in a terminal that no agent started',
    })
  })
})
