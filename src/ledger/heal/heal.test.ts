import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
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
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { IN_REPO } from '../../core/model/homes.ts'
import { projectHome, projectRoot } from '../../core/model/ids.ts'
import { NOTES_TEMPLATE } from '../../core/protocols/ledger/notes/state-zone.ts'
import { healState } from './heal-state.ts'
import { checkIntegrity, repairFromGit } from './integrity.ts'

let base: string
let root: string
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-heal-')))
  root = join(base, 'project')
  mkdirSync(root)
  git('init', '-q')
})
// A reindex in the background may still be writing its last line.
afterEach(() => rmSync(base, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

const git = (...args: string[]) =>
  execFileSync('git', ['-C', root, '-c', 'user.name=t', '-c', 'user.email=t@example.invalid', ...args], {
    stdio: 'pipe',
  })
const put = (path: string, text: string | Uint8Array) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const commit = () => {
  git('add', '-A', '-f')
  git('commit', '-qm', 'x', '--allow-empty')
}
const NOTES = 'loa-grimoire/NOTES.md'
const notes = () => readFileSync(join(root, NOTES), 'utf8')
const AT = Date.parse('2026-01-15T10:00:00Z')
const heal = (fromFacts?: () => string | undefined) =>
  healState({
    root,
    homes: IN_REPO(projectRoot(root)),
    env: { PATH: `${join(base, 'bin')}:/usr/bin:/bin` },
    atMs: AT,
    ...(fromFacts && { fromFacts }),
  })
const rows = () =>
  readFileSync(join(root, 'loa-grimoire/a2a/trajectory/fairlead-2026-01-15.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

const STRICT = { enforcement: 'strict' } as const

describe('healing the State Zone', () => {
  it('[LEDGER-16, LEDGER-17, LEDGER-19, LEDGER-20] makes what never was, from the template, and logs each', async () => {
    const done = await heal()
    expect(done).toEqual([
      // LEDGER-19
      { what: 'loa-grimoire/a2a/trajectory', source: 'fresh', detail: 'an empty folder' },
      // LEDGER-16
      { what: NOTES, source: 'template', detail: 'from the template' },
      // LEDGER-17
      { what: '.beads/', source: 'fresh', detail: 'an empty folder' },
    ])
    expect([notes(), existsSync(join(root, '.beads'))]).toEqual([NOTES_TEMPLATE, true])
    // LEDGER-20
    expect(rows()).toEqual(
      done.map((entry) => ({ ts: '2026-01-15T10:00:00.000Z', agent: 'fairlead', phase: 'self_heal', ...entry })),
    )
    expect(await heal()).toEqual([])
  })

  it('[LEDGER-15, LEDGER-16, LEDGER-17] brings back from git what HEAD has', async () => {
    put(NOTES, '# mine\n')
    put('.beads/bd-1.yaml', 'id: bd-1\n')
    commit()
    rmSync(join(root, 'loa-grimoire'), { recursive: true })
    rmSync(join(root, '.beads'), { recursive: true })
    expect((await heal()).map(({ what, source }) => [what, source])).toEqual([
      ['loa-grimoire/a2a/trajectory', 'fresh'],
      [NOTES, 'git'],
      ['.beads/', 'git'],
    ])
    expect([notes(), readFileSync(join(root, '.beads/bd-1.yaml'), 'utf8')]).toEqual(['# mine\n', 'id: bd-1\n'])
  })

  it('[LEDGER-15] our own facts come before git', async () => {
    put(NOTES, '# committed\n')
    commit()
    rmSync(join(root, NOTES))
    expect((await heal(() => '# from facts\n')).find(({ what }) => what === NOTES)?.source).toBe('facts')
    expect(notes()).toBe('# from facts\n')
    rmSync(join(root, NOTES))
    expect((await heal(() => undefined)).find(({ what }) => what === NOTES)?.source).toBe('git')
  })

  it('[LEDGER-15] a deletion that was committed is respected', async () => {
    put(NOTES, '# gone for good\n')
    commit()
    rmSync(join(root, NOTES))
    commit()
    expect((await heal()).find(({ what }) => what === NOTES)).toEqual({
      what: NOTES,
      source: 'nothing',
      detail: 'its deletion was committed, and is respected',
    })
    expect(existsSync(join(root, NOTES))).toBe(false)
  })

  it('[LEDGER-22] what is damaged is set aside and rebuilt; what is blank is filled', async () => {
    put(NOTES, Buffer.from('# \0\0 torn'))
    expect((await heal()).find(({ what }) => what === NOTES)?.detail).toContain(
      'kept as `loa-grimoire/NOTES.md.broken-1`',
    )
    expect([notes(), readFileSync(join(root, `${NOTES}.broken-1`), 'latin1')]).toEqual([NOTES_TEMPLATE, '# \0\0 torn'])
    put(NOTES, ' \n\t\n')
    await heal()
    expect(notes()).toBe(NOTES_TEMPLATE)
  })

  it('[LEDGER-11] a project’s own template comes before ours', async () => {
    put('.claude/overrides/NOTES.template.md', '# Our way\n')
    await heal()
    expect(notes()).toBe('# Our way\n')
  })

  it('[LEDGER-19] whatever cannot be healed is told and stops nothing', async () => {
    mkdirSync(join(base, 'outside'))
    symlinkSync(join(base, 'outside'), join(root, 'loa-grimoire'))
    const done = await heal()
    expect(done.map(({ what, source }) => [what, source])).toContainEqual(['.beads/', 'fresh'])
    expect(done.filter(({ source }) => source === 'nothing').map(({ what }) => what)).toEqual([
      'loa-grimoire/a2a/trajectory',
      NOTES,
    ])
    expect(readdirSync(join(base, 'outside'))).toEqual([])
  })

  it('[LEDGER-19] a folder in the place of NOTES.md is left alone', async () => {
    mkdirSync(join(root, NOTES), { recursive: true })
    expect((await heal()).find(({ what }) => what === NOTES)?.detail).toBe('left alone: not-a-file')
  })
})

describe('healing the index of ck', () => {
  const installCk = (indexCode: number) => {
    mkdirSync(join(base, 'bin'), { recursive: true })
    const path = join(base, 'bin/ck')
    writeFileSync(
      path,
      `#!/bin/sh\n[ "$1" = --version ] && { echo 'ck 0.7.4'; exit 0; }\necho "$@" >> '${base}/calls'\n[ "$1" = --index ] && exit ${indexCode}\nexit 0\n`,
    )
    chmodSync(path, 0o755)
  }
  const ck = async () => (await heal()).filter(({ what }) => what === '.ck/').map(({ source }) => source)

  it('[LEDGER-18, LEDGER-122] goes by delta first', async () => {
    installCk(0)
    expect(await ck()).toEqual(['delta-reindex'])
    expect(readFileSync(join(base, 'calls'), 'utf8')).toBe('--index .\n')
  })

  it('[LEDGER-18, LEDGER-122] and in full, in the background, when that fails or too much changed', async () => {
    installCk(1)
    expect(await ck()).toEqual(['full-reindex'])
    installCk(0)
    for (let number = 0; number < 100; number += 1) put(`src/f${number}.ts`, 'x')
    expect(await ck()).toEqual(['full-reindex'])
  })

  it('[LEDGER-18] leaves a sound index alone, and does nothing without ck', async () => {
    expect(await ck()).toEqual([])
    installCk(0)
    put('.ck/manifest.json', '{"version":1}')
    expect(await ck()).toEqual([])
    put('.ck/manifest.json', '{"version"')
    expect(await ck()).toEqual(['delta-reindex'])
  })
})

describe('the integrity of the System Zone', () => {
  const sha = (text: string) => createHash('sha256').update(text).digest('hex')
  const manifest = (files: Readonly<Record<string, string>>) =>
    put('.claude/checksums.json', JSON.stringify({ algorithm: 'sha256', files }))
  const intact = () => {
    put('.claude/protocols/a.md', 'text\n')
    manifest({ '.claude/protocols/a.md': sha('text\n') })
  }

  it('[LEDGER-7] every file has the sha-256 of the manifest', () => {
    intact()
    expect(checkIntegrity(root, STRICT)).toEqual({
      status: 'intact',
      enforcement: 'strict',
      tampered: [],
      missing: [],
      checked: 1,
      halts: false,
    })
  })

  it('[LEDGER-7, LEDGER-8] drift is named file by file, and halts framework operations when strict', () => {
    intact()
    put('.claude/protocols/a.md', 'other\n')
    manifest({ '.claude/protocols/a.md': sha('text\n'), '.claude/scripts/gone.sh': sha('') })
    expect(checkIntegrity(root, STRICT)).toEqual({
      status: 'drift',
      enforcement: 'strict',
      tampered: ['.claude/protocols/a.md'],
      missing: ['.claude/scripts/gone.sh'],
      checked: 2,
      halts: true,
    })
  })

  it.each([
    // A repository may ask for more than the policy, and never for less.
    ['strict', '{"integrity":{"enforcement":"warn"}}', 'strict'],
    ['strict', '{"integrity":{"enforcement":"disabled"}}', 'strict'],
    ['warn', '{"integrity":{"enforcement":"disabled"}}', 'warn'],
    ['warn', '{"integrity":{"enforcement":"strict"}}', 'strict'],
    ['disabled', '{"integrity":{"enforcement":"warn"}}', 'warn'],
    ['disabled', '{}', 'disabled'],
    ['warn', '{', 'warn'],
    ['warn', '{"integrity":{"enforcement":"off"}}', 'warn'],
    ['warn', '{"integrity":["strict"]}', 'warn'],
  ] as const)('[LEDGER-8] policy %s, version file %s: %s', (enforcement, text, expected) => {
    intact()
    rmSync(join(root, '.claude/protocols/a.md'))
    put('.loa-version.json', text)
    const { halts, enforcement: found } = checkIntegrity(root, { enforcement })
    expect([found, halts]).toEqual([expected, expected === 'strict'])
  })

  it.each(['', '{', '[]', '{"files":7}'])('[LEDGER-8] what could not be checked halts nothing: %j', (text) => {
    put('.claude/checksums.json', text)
    expect(checkIntegrity(root, STRICT)).toMatchObject({ status: 'unknown', halts: false })
  })

  it('[LEDGER-7] a manifest that was changed together with its file is found out by its pinned hash', () => {
    intact()
    const pinned = sha(readFileSync(join(root, '.claude/checksums.json'), 'utf8'))
    expect(checkIntegrity(root, { ...STRICT, pinned }).status).toBe('intact')
    put('.claude/protocols/a.md', 'forged\n')
    manifest({ '.claude/protocols/a.md': sha('forged\n') })
    expect(checkIntegrity(root, { ...STRICT, pinned })).toMatchObject({
      status: 'drift',
      tampered: ['.claude/checksums.json'],
    })
    rmSync(join(root, '.claude/checksums.json'))
    expect(checkIntegrity(root, { ...STRICT, pinned }).status).toBe('drift')
  })

  it('[LEDGER-4, LEDGER-14] a manifest cannot speak about files outside of the zone', () => {
    manifest({ 'src/a.ts': sha(''), '.claude/../src/a.ts': sha(''), '/etc/passwd': sha(''), '.claude//x': sha('') })
    expect(checkIntegrity(root, STRICT)).toMatchObject({ status: 'intact', checked: 0 })
  })

  it('[LEDGER-119] tampering is repaired from git where HEAD has the very file of the manifest', async () => {
    intact()
    put('.claude/protocols/b.md', 'never committed as such\n')
    manifest({ '.claude/protocols/a.md': sha('text\n'), '.claude/protocols/b.md': sha('another\n') })
    commit()
    put('.claude/protocols/a.md', 'tampered\n')
    const found = checkIntegrity(root, STRICT)
    expect(await repairFromGit(root, found)).toEqual(['.claude/protocols/a.md'])
    expect(readFileSync(join(root, '.claude/protocols/a.md'), 'utf8')).toBe('text\n')
    expect(checkIntegrity(root, STRICT).tampered).toEqual(['.claude/protocols/b.md'])
  })
})

describe('[LEDGER-15, LEDGER-16, LEDGER-17] healing ledgers at a home of their own', () => {
  it('asks facts, then the template, and neither the history of the repository nor its work tree', async () => {
    put(NOTES, '# of somebody else\n')
    put('.beads/bd-1.yaml', 'id: bd-1\n')
    commit()
    rmSync(join(root, 'loa-grimoire'), { recursive: true })
    const home = projectHome(join(base, 'home'))
    mkdirSync(home)
    const place = { root, homes: { ledger: home, notes: home }, env: { PATH: '/usr/bin:/bin' }, atMs: AT }
    expect((await healState(place)).map(({ what, source }) => [what, source])).toEqual([
      ['loa-grimoire/a2a/trajectory', 'fresh'],
      [NOTES, 'template'],
      ['.beads/', 'fresh'],
    ])
    expect([existsSync(join(root, 'loa-grimoire')), readFileSync(join(home, NOTES), 'utf8')]).toEqual([
      false,
      NOTES_TEMPLATE,
    ])
    rmSync(join(home, NOTES))
    const again = await healState({ ...place, fromFacts: () => '# as the facts have it\n' })
    expect(again.map(({ what, source }) => [what, source])).toEqual([[NOTES, 'facts']])
  })
})
