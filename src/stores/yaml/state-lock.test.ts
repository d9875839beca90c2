import { existsSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/contracts/samples.ts'
import { projectHome } from '../../core/model/ids.ts'
import { withStateLock } from './state-lock.ts'

function bench() {
  const project = projectHome(temporaryFolder())
  const folder = join(project, '.claude', 'state')
  const path = join(folder, 'state.lock')
  /** What the lock file says while the work is done. */
  const during = () => {
    let created = false
    const found = withStateLock(
      project,
      () => (existsSync(path) ? readFileSync(path, 'utf8') : undefined),
      () => {
        created = true
      },
    )
    return { created, found }
  }
  return { project, folder, path, during }
}

const OURS = new RegExp(`^${process.pid}\n\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z\n$`)
/** Above the largest pid that Linux gives out. */
const DEAD_PID = 2 ** 22 + 1

describe('the lock file', () => {
  it('[EDGE-99] is made for the time of the work and holds pid and start time', () => {
    const { path, during } = bench()
    expect(during()).toEqual({ created: true, found: expect.stringMatching(OURS) })
    expect(existsSync(path)).toBe(false)
  })

  it('[EDGE-101] goes away when the work fails', () => {
    const { project, path } = bench()
    const failing = () => {
      throw new Error('disk full')
    }
    expect(() => withStateLock(project, failing, () => {})).toThrow('disk full')
    expect(() => withStateLock(project, () => {}, failing)).toThrow('disk full')
    expect(existsSync(path)).toBe(false)
  })

  it('[EDGE-99] of a live process delays nobody and is left to its owner', () => {
    const { folder, path, during } = bench()
    mkdirSync(folder, { recursive: true })
    writeFileSync(path, `${process.ppid}\n`)
    expect(during()).toEqual({ created: false, found: `${process.ppid}\n` })
    expect(existsSync(path)).toBe(true)
  })

  it('[EDGE-99] of a dead process, or one older than 30 seconds, is broken', () => {
    const { folder, path, during } = bench()
    mkdirSync(folder, { recursive: true })
    writeFileSync(path, `${DEAD_PID}\n`)
    expect(during().created).toBe(true)
    writeFileSync(path, `${process.ppid}\n`)
    const old = Date.now() / 1000 - 31
    utimesSync(path, old, old)
    expect(during().created).toBe(true)
    expect(existsSync(path)).toBe(false)
  })

  it.each<[string, (place: ReturnType<typeof bench>) => void]>([
    ['a file in place of its folder', ({ project }) => writeFileSync(join(project, '.claude'), '')],
    ['a link out of the project', ({ project }) => symlinkSync(temporaryFolder(), join(project, '.claude'))],
    ['a link to nothing', ({ project }) => symlinkSync('/nowhere/at/all', join(project, '.claude'))],
    ['a folder in its place', ({ path }) => mkdirSync(path, { recursive: true })],
    ['words in it', ({ folder, path }) => [mkdirSync(folder, { recursive: true }), writeFileSync(path, 'mine')]],
  ])('is done without where there is %s', (_, spoil) => {
    const place = bench()
    spoil(place)
    expect(
      withStateLock(
        place.project,
        () => 'done',
        () => {},
      ),
    ).toBe('done')
  })
})
