import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
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
import { appendText } from './append-text.ts'
import { makeFolder, staysInside } from './contain.ts'
import { takeLock } from './lock.ts'
import { replaceLink, setAside } from './move.ts'
import { writeNew } from './new-file.ts'
import { readBytes, readHead, readJsonFile, readTail, readText } from './read-file.ts'
import { linkFollower } from './real-path.ts'
import { overwriteFile, replaceFile, sweepDrafts, sweepFolder, writePrivate } from './replace-file.ts'

let root = ''
const at = (name: string) => join(root, name)
const modeOf = (name: string) => lstatSync(at(name)).mode & 0o777

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-disk-')))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('replacing a file', () => {
  it('keeps the mode that is there, or sets exactly the one it is told', () => {
    writeFileSync(at('a'), 'old')
    chmodSync(at('a'), 0o664)
    expect(replaceFile(at('a'), 'new', { mode: { ifNew: 0o644 }, survives: 'power-cut' })).toBe(true)
    expect([readFileSync(at('a'), 'utf8'), modeOf('a')]).toEqual(['new', 0o664])
    writePrivate(at('a'), 'mine')
    expect(modeOf('a')).toBe(0o600)
    writePrivate(at('new/folder/b'), 'mine', 'kill')
    expect([modeOf('new/folder'), modeOf('new/folder/b')]).toEqual([0o700, 0o600])
  })

  it('leaves the old file and no draft when it is not wanted, or fails at any step', () => {
    writeFileSync(at('a'), 'old')
    expect(replaceFile(at('a'), 'new', { mode: 0o600, survives: 'kill', isWanted: () => false })).toBe(false)
    for (const step of ['temp.created', 'temp.half-written', 'temp.written', 'temp.synced']) {
      const fail = (now: string) => {
        if (now === step) throw new Error(step)
      }
      expect(() => replaceFile(at('a'), 'new', { mode: 0o600, survives: 'power-cut', at: fail })).toThrow(step)
    }
    expect([readFileSync(at('a'), 'utf8'), readdirSync(root)]).toEqual(['old', ['a']])
  })

  it('sweeps the drafts of dead writers of this file, and no other file', () => {
    const kept = [`a.tmp-${process.pid}-0123abcd`, 'a.tmp-999999999-0123abcdef', 'b.tmp-999999999-0123abcd', 'a.tmp-x']
    for (const name of [...kept, 'a.tmp-999999999-0123abcd']) writeFileSync(at(name), '')
    sweepDrafts(at('a'))
    expect(readdirSync(root).toSorted()).toEqual(kept.toSorted())
    expect(() => sweepDrafts(at('missing/a'))).not.toThrow()
  })

  it('sweeps what dead writers left in a folder, once it is old enough', () => {
    const left = ['a.json.tmp-999999999-0123abcd', 'daemon-run.json.999999999.new', 'daemon.sock.999999999']
    const kept = ['a.json', 'new', `b.tmp-${process.pid}-0123abcd`, 'x.tmp-999999999-0123abcdef', 'notes.new']
    for (const name of [...left, ...kept]) writeFileSync(at(name), '')
    sweepFolder(root)
    expect(readdirSync(root)).toHaveLength(8)
    for (const name of readdirSync(root)) utimesSync(at(name), 1, 1)
    sweepFolder(root)
    expect(readdirSync(root).toSorted()).toEqual(kept.toSorted())
    expect(() => sweepFolder(at('missing'))).not.toThrow()
  })

  it('makes a new one only where none is', () => {
    writeNew(at('a'), 'first', 0o600)
    expect(() => writeNew(at('a'), 'second', 0o600)).toThrow(/EEXIST/)
    expect(readFileSync(at('a'), 'utf8')).toBe('first')
    expect([takeLock(at('lock'), '1', 0o600), takeLock(at('lock'), '2', 0o600)]).toEqual([true, false])
    expect(() => takeLock(at('missing/lock'), '1', 0o600)).toThrow(/ENOENT/)
  })

  it('turns a link, and sets a file aside under the first free name', () => {
    replaceLink(at('current'), 'one')
    replaceLink(at('current'), 'two')
    expect(lstatSync(at('current')).isSymbolicLink()).toBe(true)
    for (const name of ['a', 'a.broken-1']) writeFileSync(at(name), name)
    expect([setAside(root, 'a'), existsSync(at('a'))]).toEqual(['a.broken-2', false])
  })
})

describe('reading', () => {
  it('takes plain files only, also behind a link, and no more than it may', () => {
    const path = join(root, 'a.json')
    writeFileSync(path, '{"a":1}')
    symlinkSync(path, join(root, 'link'))
    symlinkSync('/dev/zero', join(root, 'endless'))
    const read = (name: string, maxBytes = 100) => readBytes(join(root, name), maxBytes)?.toString()
    expect(['a.json', 'link', 'endless', 'none'].map((name) => read(name))).toEqual([
      '{"a":1}',
      '{"a":1}',
      undefined,
      undefined,
    ])
    expect(read('a.json', 3)).toBeUndefined()
    expect([readJsonFile(join(root, 'link')), readJsonFile(join(root, 'endless'))]).toEqual([{ a: 1 }, undefined])
  })
})

describe('writing over a file', () => {
  it('only one of ours alone and of the same length', () => {
    const path = join(root, 'page')
    writeFileSync(path, 'old.')
    expect([overwriteFile(path, Buffer.from('new.')), readFileSync(path, 'utf8')]).toEqual([true, 'new.'])
    expect([overwriteFile(path, Buffer.from('longer')), readFileSync(path, 'utf8')]).toEqual([false, 'new.'])
    symlinkSync(path, join(root, 'symbolic'))
    linkSync(path, join(root, 'second'))
    const others = ['symbolic', 'second', 'none', '.'].map((name) =>
      overwriteFile(join(root, name), Buffer.from('evil')),
    )
    expect([others, readFileSync(path, 'utf8')]).toEqual([[false, false, false, false], 'new.'])
  })
})

describe('appending', () => {
  const how = { mode: 0o600, survives: 'power-cut' } as const

  it('begins on a line of its own after one that was cut short', () => {
    appendText(at('log'), 'one\n', how)
    writeFileSync(at('log'), 'one\ntw')
    appendText(at('log'), 'three\n', how)
    expect(readFileSync(at('log'), 'utf8')).toBe('one\ntw\nthree\n')
  })

  it('follows no link and writes to plain files only', () => {
    symlinkSync(at('elsewhere'), at('log'))
    expect(() => appendText(at('log'), 'one\n', how)).toThrow(/ELOOP/)
    expect(() => appendText('/dev/null', 'one\n', how)).toThrow('`/dev/null` is not a plain file')
    expect(existsSync(at('elsewhere'))).toBe(false)
  })
})

it('reads a bounded part of a plain file, and of nothing else', () => {
  writeFileSync(at('a'), 'one two three')
  expect([readText(at('a'), 13), readText(at('a'), 12)]).toEqual(['one two three', undefined])
  expect([readHead(at('a'), 3), readTail(at('a'), 5), readTail(at('a'), 99)]).toEqual(['one', 'three', 'one two three'])
  writeFileSync(at('bytes'), Buffer.from([0xff, 0xfe, 0x80]))
  symlinkSync(at('a'), at('link'))
  expect(['bytes', 'link', 'missing', '.'].map((name) => readText(at(name), 99))).toEqual(Array(4).fill(undefined))
})

describe('containing', () => {
  const none = { mode: 0o775, links: 'none' } as const
  const inside = { mode: 0o775, links: 'inside' } as const

  it('takes a name that begins with two dots for a name', () => {
    expect(makeFolder(root, '..foo/bar', none)).toBe(at('..foo/bar'))
    expect([staysInside(root, at('..foo/bar/new')), staysInside(root, at('../other'))]).toEqual([true, false])
  })

  it('makes nothing behind a link, unless it may and the link ends inside', () => {
    for (const name of ['project', 'victim', 'project/real']) mkdirSync(at(name))
    symlinkSync(at('victim'), at('project/out'))
    symlinkSync(at('project/real'), at('project/in'))
    symlinkSync(at('victim/missing'), at('project/dangling'))
    writeFileSync(at('project/file'), '')
    const made = (path: string, how: typeof none | typeof inside) => makeFolder(at('project'), path, how) !== undefined
    const ways = ['out/x', 'in/x', 'dangling/x', 'file/x', 'real/x']
    expect(ways.map((way) => made(way, none))).toEqual([false, false, false, false, true])
    expect(ways.map((way) => made(way, inside))).toEqual([false, true, false, false, true])
    expect([readdirSync(at('victim')), existsSync(at('project/real/x'))]).toEqual([[], true])
    const stays = ['out', 'out/x', 'in', 'in/x', 'dangling', 'real', 'new'].map((name) =>
      staysInside(at('project'), at(`project/${name}`)),
    )
    expect(stays).toEqual([false, false, true, true, false, true, true])
  })
})

describe('following links', () => {
  it('[EDGE-118] leads where the kernel would, also what is not there yet, and comes to an end', () => {
    mkdirSync(at('a/b'), { recursive: true })
    for (const [name, target] of [
      ['to-b', 'a/b'],
      ['whole', at('a')],
      ['later', 'a/new'],
      ['round', 'round'],
    ] as const)
      symlinkSync(target, at(name))
    const follow = linkFollower()
    const paths = ['to-b/../x', 'whole/./b//c', 'later', 'later/x', 'missing/x', 'round/x', 'to-b/../../to-b']
    expect(paths.map((path) => follow(`${root}/${path}`))).toEqual(
      ['a/x', 'a/b/c', 'a/new', 'a/new/x', 'missing/x', 'round/x', 'a/b'].map(at),
    )
    expect([follow('/'), follow('/..'), follow('/proc/self/root/nowhere')]).toEqual(['/', '/', '/nowhere'])
  })
})
