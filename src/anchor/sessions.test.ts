import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LAYOUTS } from '../../test/support/layouts.ts'
import { type ProjectHome, type ProjectRoot, projectRoot } from '../core/model/ids.ts'
import { sha256 } from '../stores/sha256.ts'
import { anchorFiles } from './anchor-files.ts'
import type { PromotionPoint } from './sessions.ts'

const TOKEN = 'a1'
const TEXT = JSON.stringify({ validated: true, session_id: TOKEN })
const POINTS: readonly PromotionPoint[] = ['anchor.begun', 'anchor.written', 'anchor.renamed']

describe.each(LAYOUTS)('anchors %s', (_, homes) => {
  const files = anchorFiles(homes)
  let project: ProjectRoot
  let home: ProjectHome
  beforeEach(() => {
    project = projectRoot(realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-sessions-'))))
    home = homes(project).own
  })
  afterEach(() => {
    for (const folder of [project, home]) rmSync(folder, { recursive: true, force: true })
  })

  const keep = (token = TOKEN) => files.perform(project, { kind: 'anchor.keep', token, text: '{}', otherwise: '' })
  const promote = (using = files, text = TEXT) =>
    using.perform(project, { kind: 'anchor.promote', token: TOKEN, text, otherwise: '' })
  const tree = () =>
    existsSync(join(home, '.hestai'))
      ? readdirSync(join(home, '.hestai'), { recursive: true, encoding: 'utf8' }).toSorted()
      : []

  describe('[ANCHOR-10, ANCHOR-36] promotion', () => {
    it('moves the whole folder with its anchor', () => {
      expect([keep(), promote()]).toEqual([true, true])
      expect(tree()).toEqual([
        'sessions',
        'sessions/active',
        'sessions/active/a1',
        'sessions/active/a1/anchor.json',
        'sessions/active/a1/handshake.json',
        'sessions/pending',
      ])
      expect(files.permit(project, TOKEN)).toEqual({ token: TOKEN, digest: sha256(TEXT), validated: true })
      expect([promote(), promote(files, '{}')]).toEqual([true, false])
    })

    it('takes nothing along that a killed writer left', () => {
      keep()
      for (const name of ['anchor.json.tmp-999999999-0123abcd', 'handshake.json.tmp-999999999-0123abcd'])
        writeFileSync(join(home, '.hestai/sessions/pending/a1', name), '{')
      expect(promote()).toBe(true)
      expect(readdirSync(join(home, '.hestai/sessions/active/a1')).toSorted()).toEqual([
        'anchor.json',
        'handshake.json',
      ])
    })

    it('that another process finished meanwhile, with the same words, is done', () => {
      for (const point of ['anchor.begun', 'anchor.written'] as const) {
        rmSync(join(home, '.hestai'), { recursive: true, force: true })
        keep()
        const slow = anchorFiles(homes, (now) => {
          if (now === point) promote()
        })
        expect([promote(slow), files.permit(project, TOKEN)?.digest]).toEqual([true, sha256(TEXT)])
        expect(existsSync(join(home, '.hestai/sessions/pending/a1'))).toBe(false)
      }
    })

    it('that another process finished meanwhile, with other words, is refused', () => {
      for (const point of ['anchor.begun', 'anchor.written'] as const) {
        rmSync(join(home, '.hestai'), { recursive: true, force: true })
        keep()
        const slow = anchorFiles(homes, (now) => {
          if (now === point) promote()
        })
        const other = JSON.stringify({ validated: true, session_id: TOKEN, by: 'another' })
        expect([promote(slow, other), files.permit(project, TOKEN)?.digest]).toEqual([false, sha256(TEXT)])
      }
    })

    it('[ANCHOR-55] fails without a pending folder, with another token, and where the target exists', () => {
      expect(promote()).toBe(false)
      expect(files.perform(project, { kind: 'anchor.promote', token: '../x', text: TEXT, otherwise: '' })).toBe(false)
      keep()
      mkdirSync(join(home, '.hestai/sessions/active/a1'), { recursive: true })
      expect(promote()).toBe(false)
      expect(tree()).not.toContain('sessions/pending/a1/anchor.json')
      expect(files.permit(project, TOKEN)).toBeUndefined()
    })

    it.each(POINTS)('[ANCHOR-46] a disk that fails at %s leaves no active folder without an anchor', (failing) => {
      keep()
      const broken = anchorFiles(homes, (point) => {
        if (point === failing) throw new Error('the disk failed')
      })
      expect(promote(broken)).toBe(false)
      expect(isWhole()).toBe(true)
    })

    it.each(POINTS)(
      '[ANCHOR-10, ANCHOR-46] a process that is killed at %s leaves what the next start finishes',
      async (point) => {
        keep()
        const code = `
      import { anchorFiles } from ${JSON.stringify(new URL('./anchor-files.ts', import.meta.url).href)}
      const files = anchorFiles(() => ({ own: ${JSON.stringify(home)} }), (point) => { if (point === '${point}') process.kill(process.pid, 'SIGKILL') })
      files.perform(${JSON.stringify(project)}, { kind: 'anchor.promote', token: '${TOKEN}', text: ${JSON.stringify(TEXT)}, otherwise: '' })
    `
        const signal = await new Promise((done) =>
          spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' }).on('exit', (_, by) =>
            done(by),
          ),
        )
        expect(signal).toBe('SIGKILL')
        expect(isWhole()).toBe(true)
        // What a start-up finds half done carries its own text.
        expect(promote(files, files.session(project, TOKEN, 0)?.anchor ?? TEXT)).toBe(true)
        expect(files.permit(project, TOKEN)?.validated).toBe(true)
      },
    )

    it('of two processes that promote one token, one does; both see the same anchor', async () => {
      keep()
      const code = `
      import { anchorFiles } from ${JSON.stringify(new URL('./anchor-files.ts', import.meta.url).href)}
      const text = JSON.stringify({ validated: true, session_id: '${TOKEN}', by: process.argv[1] })
      const done = anchorFiles(() => ({ own: ${JSON.stringify(home)} })).perform(${JSON.stringify(project)}, { kind: 'anchor.promote', token: '${TOKEN}', text, otherwise: '' })
      process.exit(done ? 0 : 1)
    `
      const run = (name: string) =>
        new Promise((done) =>
          spawn(process.execPath, ['--input-type=module', '-e', code, name], { stdio: 'ignore' }).on('exit', done),
        )
      const codes = await Promise.all(['one', 'two', 'three', 'four'].map(run))
      expect(codes.filter((one) => one === 0)).toHaveLength(1)
      expect(isWhole()).toBe(true)
      expect(files.permit(project, TOKEN)?.validated).toBe(true)
    })

    /** No reader ever sees an active folder without a valid anchor. */
    function isWhole(): boolean {
      const active = join(home, '.hestai/sessions/active')
      return (
        !existsSync(active) || readdirSync(active).every((token) => files.permit(project, token)?.validated === true)
      )
    }
  })

  describe('[ANCHOR-56] a permit', () => {
    const put = (text: string | Buffer) => {
      mkdirSync(join(home, '.hestai/sessions/active/a1'), { recursive: true })
      writeFileSync(join(home, '.hestai/sessions/active/a1/anchor.json'), text)
      return files.permit(project, TOKEN)
    }
    const rows: readonly (readonly [string, string | Buffer, boolean | undefined])[] = [
      ['that is validated', TEXT, true],
      ['without the word', JSON.stringify({ session_id: TOKEN }), false],
      ['with another word', JSON.stringify({ validated: 'true', session_id: TOKEN }), false],
      ['of another token', JSON.stringify({ validated: true, session_id: 'b' }), false],
      ['that is no JSON', '{', false],
      ['that is null', 'null', false],
      ['that is no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), undefined],
      ['that is too long', Buffer.alloc(262_145, 0x20), undefined],
    ]
    it.each(rows)('%s', (_, text, validated) => expect(put(text)?.validated).toBe(validated))

    it('is no link, in no folder that is one, and no pipe', () => {
      put(TEXT)
      const file = join(home, '.hestai/sessions/active/a1/anchor.json')
      rmSync(file)
      writeFileSync(join(project, 'elsewhere.json'), TEXT)
      symlinkSync(join(project, 'elsewhere.json'), file)
      expect(files.permit(project, TOKEN)).toBeUndefined()
      rmSync(join(home, '.hestai/sessions/active/a1'), { recursive: true })
      mkdirSync(join(project, 'folder'))
      writeFileSync(join(project, 'folder/anchor.json'), TEXT)
      symlinkSync(join(project, 'folder'), join(home, '.hestai/sessions/active/a1'))
      expect([files.permit(project, TOKEN), files.isActive(project, TOKEN), files.permit(project, '../a1')]).toEqual([
        undefined,
        true,
        undefined,
      ])
      mkdirSync(join(home, '.hestai/sessions/active/a2/anchor.json'), { recursive: true })
      expect(files.permit(project, 'a2')).toBeUndefined()
    })
  })

  describe('[ANCHOR-54] what is pending', () => {
    it('is listed with its age and what is in it; strangers are not', () => {
      keep()
      writeFileSync(join(home, '.hestai/sessions/pending/a1/anchor.json'), TEXT)
      mkdirSync(join(home, '.hestai/sessions/pending/.hidden'))
      mkdirSync(join(home, '.hestai/sessions/pending/b2'))
      writeFileSync(join(home, '.hestai/sessions/pending/c3'), '')
      symlinkSync('/', join(home, '.hestai/sessions/pending/d4'))
      expect(files.pending(project, 0)).toEqual([
        { token: 'a1', ageMs: 0, handshake: '{}', anchor: TEXT, anchorDigest: sha256(TEXT) },
        { token: 'b2', ageMs: 0 },
      ])
      expect(files.session(project, 'a1', Date.now() + 5_000)?.ageMs).toBeGreaterThan(4_000)
      expect([files.session(project, 'zz', 0), files.session(project, '..', 0)]).toEqual([undefined, undefined])
    })

    it('is dropped whole or in part, and never outside', () => {
      keep()
      writeFileSync(join(home, '.hestai/sessions/pending/a1/anchor.json'), TEXT)
      files.perform(project, { kind: 'anchor.drop', token: TOKEN, what: 'anchor' })
      expect(files.session(project, TOKEN, 0)?.anchor).toBeUndefined()
      files.perform(project, { kind: 'anchor.drop', token: TOKEN, what: 'folder' })
      expect(files.pending(project, 0)).toEqual([])
      mkdirSync(join(project, 'precious'))
      symlinkSync(join(project, 'precious'), join(home, '.hestai/sessions/pending/x'))
      files.perform(project, { kind: 'anchor.drop', token: 'x', what: 'folder' })
      files.perform(project, { kind: 'anchor.drop', token: '..', what: 'folder' })
      expect([existsSync(join(project, 'precious')), existsSync(join(home, '.hestai/sessions'))]).toEqual([true, true])
    })

    it('a revoked anchor is moved away in one step', () => {
      keep()
      promote()
      expect(files.perform(project, { kind: 'anchor.revoke', token: TOKEN })).toBe(true)
      expect([files.permit(project, TOKEN), tree().includes('sessions/revoked/a1/anchor.json')]).toEqual([
        undefined,
        true,
      ])
      expect(files.perform(project, { kind: 'anchor.revoke', token: TOKEN })).toBe(false)
    })

    it.each(['.hestai', '.hestai/sessions', '.hestai/sessions/pending'])(
      'nothing is written through a link at `%s`',
      (name) => {
        const elsewhere = join(project, 'elsewhere')
        mkdirSync(elsewhere)
        mkdirSync(join(home, name, '..'), { recursive: true })
        symlinkSync(elsewhere, join(home, name))
        expect([keep(), promote(), files.pending(project, 0), files.trouble(project)]).toEqual([
          false,
          false,
          [],
          `\`${name}\` is a link or no folder; it must be a real folder of the project`,
        ])
        expect(readdirSync(elsewhere)).toEqual([])
      },
    )

    it('a file that cannot be replaced stays as it is, and no draft is left', () => {
      keep()
      mkdirSync(join(home, '.hestai/sessions/pending/b2/handshake.json'), { recursive: true })
      expect(keep('b2')).toBe(false)
      expect(readdirSync(join(home, '.hestai/sessions/pending/b2'))).toEqual(['handshake.json'])
      expect(readFileSync(join(home, '.hestai/sessions/pending/a1/handshake.json'), 'utf8')).toBe('{}')
      chmodSync(project, 0o700)
    })
  })

  describe('[ANCHOR-60] what is kept', () => {
    const clear = (token: string, from: 'active' | 'revoked' | 'swept', using = files) =>
      using.perform(project, { kind: 'anchor.clear', token, from })
    const folder = (name: string, daysAgo = 0) => {
      const path = join(home, '.hestai/sessions', name)
      mkdirSync(path, { recursive: true })
      writeFileSync(join(path, 'anchor.json'), TEXT)
      utimesSync(path, NOW_S - daysAgo * DAY_S, NOW_S - daysAgo * DAY_S)
    }
    const [NOW_S, DAY_S] = [1_700_000_000, 86_400]

    it('is listed with its age, the eldest first; strangers and links are not', () => {
      folder('active/a1', 2)
      folder('active/b2', 9)
      folder('revoked/c3', 5)
      folder('swept/d4')
      folder('active/.hidden', 9)
      writeFileSync(join(home, '.hestai/sessions/active/file'), '')
      symlinkSync('/', join(home, '.hestai/sessions/active/e5'))
      expect(files.kept(project, NOW_S * 1_000)).toEqual([
        { token: 'b2', from: 'active', ageMs: 9 * DAY_S * 1_000 },
        { token: 'c3', from: 'revoked', ageMs: 5 * DAY_S * 1_000 },
        { token: 'a1', from: 'active', ageMs: 2 * DAY_S * 1_000 },
        { token: 'd4', from: 'swept', ageMs: 0 },
      ])
      expect(files.kept(project, 0).every(({ ageMs }) => ageMs === 0)).toBe(true)
    })

    it('is listed up to a bound, and the eldest are among them', () => {
      for (let day = 0; day < 300; day += 1) folder(`active/t${day}`, day)
      const kept = files.kept(project, NOW_S * 1_000)
      expect([kept.length, kept[0]?.token, kept.at(-1)?.token]).toEqual([256, 't299', 't44'])
    })

    it('goes out of sight in one step and is emptied then; what a crash left is emptied later', () => {
      folder('active/a1')
      folder('active/b2')
      folder('revoked/c3')
      const killed = anchorFiles(homes, (point) => {
        if (point === 'anchor.swept') throw new Error('killed')
      })
      expect([clear('a1', 'active', killed), files.isActive(project, 'a1')]).toEqual([false, false])
      expect(tree()).toContain('sessions/swept/a1/anchor.json')
      expect([clear('a1', 'swept'), clear('b2', 'active'), clear('c3', 'revoked')]).toEqual([true, true, true])
      expect(tree()).toEqual(['sessions', 'sessions/active', 'sessions/revoked', 'sessions/swept'])
    })

    it('nothing is removed that is not there, is a link, or is reached through one', () => {
      const precious = join(project, 'precious')
      mkdirSync(join(precious, 'a1'), { recursive: true })
      writeFileSync(join(precious, 'a1/anchor.json'), TEXT)
      folder('active/b2')
      symlinkSync(join(precious, 'a1'), join(home, '.hestai/sessions/active/a1'))
      symlinkSync(precious, join(home, '.hestai/sessions/revoked'))
      symlinkSync(precious, join(home, '.hestai/sessions/swept'))
      expect(files.kept(project, NOW_S * 1_000).map(({ token }) => token)).toEqual(['b2'])
      for (const from of ['active', 'revoked', 'swept'] as const) clear('a1', from)
      // Where `swept` leads elsewhere, nothing is moved there: the folder stays whole.
      expect([clear('b2', 'active'), clear('..', 'active'), clear('none', 'active')]).toEqual([false, false, true])
      expect([existsSync(join(precious, 'a1/anchor.json')), files.permit(project, 'b2')?.digest]).toEqual([
        true,
        sha256(TEXT),
      ])
      expect(readdirSync(precious)).toEqual(['a1'])
    })

    it('a link inside a folder is removed, and what it leads to stays', () => {
      folder('active/a1')
      mkdirSync(join(project, 'precious/inside'), { recursive: true })
      symlinkSync(join(project, 'precious'), join(home, '.hestai/sessions/active/a1/link'))
      expect([clear('a1', 'active'), existsSync(join(project, 'precious/inside'))]).toEqual([true, true])
      expect(tree()).toEqual(['sessions', 'sessions/active', 'sessions/swept'])
    })

    it('two processes remove the same folder', () => {
      folder('active/a1')
      expect([clear('a1', 'active'), clear('a1', 'active'), clear('a1', 'swept')]).toEqual([true, true, true])
    })
  })
})
