import { spawnSync } from 'node:child_process'
import {
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
import { IN_REPO } from '../core/model/homes.ts'
import { type ProjectRoot, projectHome, projectRoot } from '../core/model/ids.ts'
import { sha256 } from '../stores/sha256.ts'
import { anchorFiles } from './anchor-files.ts'
import { GOVERNANCE_VERSION, ROLE_FILES } from './governance-roles.ts'

const files = anchorFiles(IN_REPO)
const NAMES = Object.keys(ROLE_FILES)
let project: ProjectRoot
beforeEach(() => {
  project = projectRoot(realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-governance-'))))
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

const put = (name: string, text: string) => {
  mkdirSync(dirname(join(project, name)), { recursive: true })
  writeFileSync(join(project, name), text)
}
const read = (name: string) => readFileSync(join(project, name), 'utf8')
const govern = () => files.perform(project, { kind: 'anchor.govern', otherwise: '' })
const record = () => JSON.parse(read('.hestai-sys/governance.json'))

describe('[ANCHOR-21] governance', () => {
  it('is brought where there is none, with a version and a digest of every file', () => {
    expect(files.roles(project)).toEqual(NAMES)
    expect(files.constitution(project, 'Implementer')?.text).toBe(ROLE_FILES['implementer'])
    expect(existsSync(join(project, '.hestai-sys'))).toBe(false)
    expect(govern()).toBe(true)
    expect(record()).toEqual({
      version: GOVERNANCE_VERSION,
      files: Object.fromEntries(
        NAMES.map((name) => [`.hestai-sys/agents/${name}.oct.md`, sha256(ROLE_FILES[name] ?? '')]),
      ),
    })
    expect(read('.hestai-sys/agents/reviewer.oct.md')).toBe(ROLE_FILES['reviewer'])
    expect([govern(), files.roles(project)]).toEqual([true, NAMES.toSorted()])
  })

  it.each([1, 2, 3, NAMES.length + 1, NAMES.length + 2])(
    'that a kill cut off before write %s is finished by the next call',
    (write) => {
      const code = `
        import fs from 'node:fs'
        import { syncBuiltinESMExports } from 'node:module'
        const { renameSync } = fs
        let writes = 0
        fs.renameSync = (from, to) => {
          writes += 1
          if (writes === ${write}) process.kill(process.pid, 'SIGKILL')
          renameSync(from, to)
        }
        syncBuiltinESMExports()
        const { anchorFiles } = await import(${JSON.stringify(new URL('./anchor-files.ts', import.meta.url).href)})
        anchorFiles((root) => ({ own: root })).perform(${JSON.stringify(project)}, { kind: 'anchor.govern', otherwise: '' })
      `
      const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' })
      expect([signal, files.roles(project).toSorted()]).toEqual(['SIGKILL', NAMES.toSorted()])
      expect([govern(), Object.keys(record().files), record().version]).toEqual([
        true,
        NAMES.map((name) => `.hestai-sys/agents/${name}.oct.md`),
        GOVERNANCE_VERSION,
      ])
      for (const name of NAMES) expect(read(`.hestai-sys/agents/${name}.oct.md`)).toBe(ROLE_FILES[name])
    },
  )

  it('leaves alone what somebody else brought', () => {
    put('.hestai-sys/library/agents/lead.oct.md', 'ROLE::LEAD')
    expect([govern(), files.roles(project), existsSync(join(project, '.hestai-sys/agents'))]).toEqual([
      true,
      ['lead'],
      false,
    ])
  })

  it('renews what it wrote itself, and neither what was changed nor what was added', () => {
    govern()
    const old = 'an older text'
    put('.hestai-sys/agents/tester.oct.md', old)
    put('.hestai-sys/agents/reviewer.oct.md', 'ours, and changed here')
    put('.hestai-sys/agents/own.oct.md', 'ROLE::OWN')
    const before = record()
    put(
      '.hestai-sys/governance.json',
      JSON.stringify({ version: 0, files: { ...before.files, '.hestai-sys/agents/tester.oct.md': sha256(old) } }),
    )
    expect(govern()).toBe(true)
    expect([
      read('.hestai-sys/agents/tester.oct.md'),
      read('.hestai-sys/agents/reviewer.oct.md'),
      read('.hestai-sys/agents/own.oct.md'),
    ]).toEqual([ROLE_FILES['tester'], 'ours, and changed here', 'ROLE::OWN'])
    expect(record().files).not.toHaveProperty('.hestai-sys/agents/reviewer.oct.md')
  })

  it('does not bring back a role that a person deleted', () => {
    govern()
    rmSync(join(project, '.hestai-sys/agents/tester.oct.md'))
    expect([govern(), files.roles(project).includes('tester')]).toEqual([true, false])
  })

  it('is not written through a link', () => {
    mkdirSync(join(project, 'elsewhere'))
    symlinkSync(join(project, 'elsewhere'), join(project, '.hestai-sys'))
    expect([govern(), existsSync(join(project, 'elsewhere/agents'))]).toEqual([false, false])
  })

  it('a record that cannot be read counts as none', () => {
    for (const text of ['{', 'null', '{"version":"1"}', '{"version":9,"files":null}']) {
      put('.hestai-sys/governance.json', text)
      expect(govern()).toBe(true)
      expect(record().version).toBe(GOVERNANCE_VERSION)
      rmSync(join(project, '.hestai-sys'), { recursive: true })
    }
  })
})

describe('[ANCHOR-22] a role is found', () => {
  it('in the place of the specification, then in the library, then among the agents of the runtime', () => {
    put('.claude/agents/lead.oct.md', 'third')
    put('.claude/agents/notes.md', 'not a role')
    put('.hestai-sys/library/agents/lead.oct.md', 'second')
    expect(files.constitution(project, 'lead')).toEqual({
      path: '.hestai-sys/library/agents/lead.oct.md',
      text: 'second',
      file: join(project, '.hestai-sys/library/agents/lead.oct.md'),
    })
    put('.hestai-sys/agents/lead.oct.md', 'first')
    expect(files.constitution(project, 'LEAD')).toEqual({
      path: '.hestai-sys/agents/lead.oct.md',
      text: 'first',
      file: join(project, '.hestai-sys/agents/lead.oct.md'),
    })
    rmSync(join(project, '.hestai-sys'), { recursive: true })
    expect(files.constitution(project, 'lead')?.text).toBe('third')
    expect(files.roles(project)).toEqual(['lead', ...NAMES])
    expect(files.constitution(project, 'notes')).toBeUndefined()
  })

  it('[ANCHOR-52] by a name that is there, never by a path', () => {
    put('secret.oct.md', 'x')
    put('.hestai-sys/agents/we ird.oct.md', 'x')
    put('.hestai-sys/agents/a_b.oct.md', 'y')
    for (const role of ['../../secret', '..', '', 'we ird', '/etc/passwd', 'a_b.oct.md', 'constructor'])
      expect(files.constitution(project, role)).toBeUndefined()
    expect(files.constitution(project, 'a-b')?.text).toBe('y')
  })

  it('not behind a link, and not where it cannot be read', () => {
    put('elsewhere/x.oct.md', 'x')
    mkdirSync(join(project, '.hestai-sys'))
    symlinkSync(join(project, 'elsewhere'), join(project, '.hestai-sys/agents'))
    expect(files.constitution(project, 'x')).toBeUndefined()
    put('.claude/agents/bad.oct.md', '')
    writeFileSync(join(project, '.claude/agents/bad.oct.md'), Buffer.from([0xff]))
    expect(files.constitution(project, 'bad')).toBeUndefined()
    symlinkSync('/etc/passwd', join(project, '.claude/agents/link.oct.md'))
    expect(files.constitution(project, 'link')).toBeUndefined()
  })
})

describe('[ANCHOR-21] governance at a home of its own', () => {
  const home = () => projectHome(join(project, 'home'))
  const apart = anchorFiles(() => ({ layout: 'home', own: home(), ledger: home(), notes: home() }))
  beforeEach(() => mkdirSync(home()))

  it('is brought there under the same names, and nothing is written into the work tree', () => {
    expect(apart.perform(project, { kind: 'anchor.govern', otherwise: '' })).toBe(true)
    expect(readdirSync(project)).toEqual(['home'])
    const path = '.hestai-sys/agents/reviewer.oct.md'
    expect(apart.constitution(project, 'reviewer')).toEqual({
      path,
      text: ROLE_FILES['reviewer'],
      file: join(home(), path),
    })
  })

  it('leaves it to roles that the repository brings', () => {
    put('.hestai-sys/agents/reviewer.oct.md', 'theirs')
    expect([apart.roles(project), apart.constitution(project, 'reviewer')?.text]).toEqual([['reviewer'], 'theirs'])
    expect(apart.perform(project, { kind: 'anchor.govern', otherwise: '' })).toBe(true)
    expect(readdirSync(home())).toEqual([])
  })
})
