import { describe, expect, it } from 'vitest'
import { AROUND } from '../../../../test/support/events.ts'
import { projectRoot } from '../../model/ids.ts'
import type { TargetClass } from '../../model/rule.ts'
import type { CallSurroundings } from '../../model/surroundings.ts'
import { NO_MEMORY } from '../../model/tool.ts'
import { assess } from '../assess.ts'
import type { Word } from '../shell/reading.ts'
import { type TargetContext, targetOf } from './targets.ts'

const PROJECT = '/home/dev/project'
const around: CallSurroundings = {
  project: projectRoot(PROJECT),
  cwd: PROJECT,
  home: '/home/dev',
  cli: 'fairlead',
  dirty: 'unasked',
  tempDirs: ['/scratch'],
  ownPaths: ['/home/dev/.fairlead/state', `${PROJECT}/.fairlead/policy.yaml`],
  paths: [
    { path: `${PROJECT}/lib`, exists: true, tracked: true, dirty: false },
    { path: `${PROJECT}/gone`, exists: false },
  ],
}
const ground: TargetContext = { around, cwd: PROJECT, place: 'local', written: [], session: [], moved: [] }
const known = (text: string, glob = false): Word => ({ kind: 'known', text, glob })
const open = (prefix: string, suffix: string, raw = '"$X"'): Word => ({ kind: 'unknown', raw, prefix, suffix })

describe('what a word names', () => {
  it.each<[string, TargetClass]>([
    ['/', 'root'],
    ['/*', 'root'],
    ['/u*', 'outside-project'],
    ['~', 'home'],
    ['~/', 'home'],
    ['~/*', 'home'],
    ['/home', 'home'],
    ['/root', 'home'],
    ['/root/x', 'outside-project'],
    ['/etc', 'system'],
    ['/etc/hosts', 'system'],
    ['/etc/passwd', 'account'],
    ['/dev/sda', 'device'],
    ['/dev/null', 'null'],
    ['/mnt', 'system'],
    ['/mnt/disk', 'outside-project'],
    ['.', 'project-root'],
    ['..', 'home'],
    ['*', 'project-root'],
    ['.*', 'project-root'],
    ['./[ab]*', 'project-root'],
    ['src', 'project'],
    ['src/*', 'project'],
    ['lib', 'committed'],
    ['lib/*', 'project'],
    ['gone', 'absent'],
    ['node_modules', 'regenerable'],
    ['packages/*/dist', 'regenerable'],
    ['*/dist', 'regenerable'],
    ['*.log', 'regenerable'],
    ['.env', 'project'],
    ['.git', 'vcs'],
    ['.git/objects/aa', 'vcs'],
    ['.git/config', 'vcs-control'],
    ['.git/index.lock', 'regenerable'],
    ['.git/my-tool/x', 'project'],
    ['/tmp', 'temp-root'],
    ['/tmp/*', 'temp-root'],
    ['/tmp/x', 'temp-entry'],
    ['/scratch', 'temp-root'],
    ['/scratch/x', 'temp-entry'],
    ['/var/folders/a/b/T/x', 'temp-entry'],
    ['/var/folders', 'system'],
    ['~/.bashrc', 'startup'],
    ['~/.config/x', 'home-config'],
    ['~/work', 'outside-project'],
    ['~/code/.git', 'vcs'],
    ['~/.cache/pip', 'regenerable'],
    ['/home/dev/.fairlead/state', 'own'],
    ['/home/dev/.fairlead/state/x', 'own'],
    ['/home/dev/.fairlead', 'own'],
    ['.fairlead', 'own'],
    ['.claude/settings.json', 'own'],
    ['/tmp/x/.claude/settings.json', 'temp-entry'],
    ['s3://bucket/x', 'remote-path'],
    ['host:/x', 'remote-path'],
    ['C:\\Windows', 'system'],
    ['x'.repeat(5000), 'unknown'],
  ])('[PLANE-O3] %s is %s', (text, expected) => {
    expect(targetOf(known(text, /[*?[]/.test(text)), ground).class).toBe(expected)
  })

  it.each<[Word, TargetClass]>([
    [open('', ''), 'unknown'],
    [open('', '/'), 'maybe-root'],
    [open('', '/*'), 'maybe-root'],
    [open('', '/usr/x'), 'maybe-root'],
    [open('', '/build'), 'unknown'],
    [open('', '/node_modules'), 'regenerable'],
    [open('', '/x', '$TMPDIR/x'), 'unknown'],
    [open('', '/x', '$' + '{TMPDIR:-/tmp}/x'), 'temp-entry'],
    [open('', '/../etc', '"$' + '{TMPDIR:-/tmp}/../etc"'), 'system'],
    [open('/', ''), 'maybe-root'],
    [open('/tmp/', ''), 'unknown'],
    [open('/tmp/', '/x'), 'temp-entry'],
    [open('/tmp/run-', ''), 'temp-entry'],
    [open('/etc/', ''), 'system'],
    [open('./', ''), 'unknown'],
    [open('x', ''), 'unknown'],
    [open('node_modules', ''), 'regenerable'],
    [open('dist/', ''), 'regenerable'],
    [open('src/', ''), 'project'],
    [open('lib/', ''), 'unknown'],
    [open('~/', ''), 'unknown'],
    [open('./', '.pyc', '{}'), 'regenerable'],
    [open('./', '__pycache__', "'{}'"), 'regenerable'],
    [open('./', '', '{}'), 'project-root'],
    [open('src/', '', '…'), 'project'],
  ])('[PLANE-O3] %j is %s', (word, expected) => {
    expect(targetOf(word, ground).class).toBe(expected)
  })

  it('[PLANE-O3] says so where the folder is not known', () => {
    const nowhere: TargetContext = { ...ground, cwd: undefined }
    expect(targetOf(known('src'), nowhere).class).toBe('unknown')
    expect(targetOf(open('src/', ''), nowhere).class).toBe('unknown')
    expect(targetOf(open('src/', '', '{}'), nowhere).class).toBe('unknown')
    expect(targetOf(known('/etc'), nowhere).class).toBe('system')
  })

  it.each<[string, TargetClass]>([
    ['/', 'root'],
    ['/etc', 'system'],
    ['/etc/passwd', 'account'],
    ['/srv/app', 'remote-path'],
    ['/tmp', 'temp-root'],
    ['/tmp/x', 'temp-entry'],
    ['/dev/null', 'null'],
    ['/dev/sda', 'device'],
    ['/home/x', 'home'],
  ])('[PLANE-O3] on another machine %s is %s', (text, expected) => {
    expect(targetOf(known(text), { ...ground, place: 'remote' }).class).toBe(expected)
  })

  it.each<[string, readonly TargetClass[]]>([
    ['~/.ssh/id_rsa', ['secret', 'private', 'personal', 'later']],
    ['~/.ssh/id_rsa.pub', ['private', 'personal', 'later']],
    ['~/.npmrc', ['secret', 'private', 'personal', 'later']],
    ['.npmrc', []],
    ['/etc/shadow', ['secret', 'private']],
    ['.env', ['private']],
    ['.env.example', []],
    ['/etc/passwd', ['private']],
    ['certs/a.crt', ['private']],
    ['src/a.ts', []],
    ['CLAUDE.md', ['instructions']],
    ['.github/workflows/ci.yml', ['instructions']],
    ['.mcp.json', ['tooling', 'instructions']],
  ])('[PLANE-O3] %s has the facets %j', (text, facets) => {
    expect(targetOf(known(text), ground).facets).toEqual(facets)
  })

  it('[PLANE-O3] follows a link only below it, and never round in a circle', () => {
    const linked: TargetContext = {
      ...ground,
      written: [{ path: '/tmp/l', text: undefined, from: '/etc', link: true }],
    }
    expect(targetOf(known('/tmp/l'), linked).class).toBe('temp-entry')
    expect(targetOf(known('/tmp/l/x'), linked).class).toBe('system')
    const circle: TargetContext = { ...ground, moved: [{ path: '/tmp/a', from: '/tmp/a/b' }] }
    expect(targetOf(known('/tmp/a'), circle).class).toBe('temp-entry')
    const knot: TargetContext = {
      ...ground,
      moved: [
        { path: '/a', from: '/b' },
        { path: '/b', from: '/a' },
      ],
    }
    expect(targetOf(known('/a'), knot).class).toBe('outside-project')
  })
})

it('a system folder that holds something of ours stays a system folder', () => {
  const around = { ...AROUND, ownPaths: ['/etc/fairlead'] }
  const tierOf = (command: string) => {
    const { findings } = assess({ kind: 'shell', name: 'Bash', command }, around, NO_MEMORY)
    return findings.map((finding) => finding.rule)[0]
  }
  expect(['rm -rf /etc', 'rm -rf /etc/fairlead'].map(tierOf)).toEqual(['filesystem.delete-vital', 'self.own-files'])
})

it('[EDGE-36] emptying a file is the same however the redirection is spelled, and appending is not emptying', () => {
  const notes = {
    path: '/home/dev/project/notes.txt',
    exists: true,
    kind: 'file',
    tracked: false,
    dirty: true,
  } as const
  const around = { ...AROUND, paths: [notes] }
  const tierOf = (command: string) => assess({ kind: 'shell', name: 'Bash', command }, around, NO_MEMORY).tier
  const [plain, forced, appended] = [': > notes.txt', ': >| notes.txt', ': >> notes.txt'].map(tierOf)
  expect([plain !== 'routine', forced === plain, appended]).toEqual([true, true, 'routine'])
})

it('[EDGE-36] a home below the temporary folder is a home', () => {
  const inTemp: TargetContext = { ...ground, around: { ...around, home: '/tmp/homes/dev' } }
  const classIn = (text: string) => targetOf({ kind: 'known', text, glob: false }, inTemp).class
  expect(['/tmp/homes/dev', '/tmp/homes/dev/notes', '/tmp/homes/dev/.bashrc', '/tmp/other'].map(classIn)).toEqual([
    'home',
    'outside-project',
    'startup',
    'temp-entry',
  ])
})
