import { describe, expect, it } from 'vitest'
import { argvOf, wordText } from '../options/argv.ts'
import { grammarOf } from '../options/grammar.ts'
import { knownWord } from '../pseudo.ts'
import { wordsIn } from '../text/word-table.ts'
import { workRows } from '../work/programs.ts'
import { namesInBook, programNamed } from './book.ts'
import { doesOnly, mayDo, touches, wordsDone } from './effects.ts'

const twice = (names: readonly string[]): readonly string[] => names.filter((name, at) => names.indexOf(name) !== at)
const argv = (command: string) => argvOf({ argv: command.split(' ').map(knownWord) })
const KINDS = 'explore edit verify ship plan delegate other'.split(' ')
const ROLES =
  wordsIn(`looks speaks sums prints shows encodes filters checks opens tells takes copies links packs moves writes
  overwrites replaces empties destroys deletes uproots sets fills changes runs acts executes`)

describe('the book of programs', () => {
  const programs = [...new Set(namesInBook().map((name) => programNamed(name)))].flatMap((program) => program ?? [])

  it('[PLANE-O3] has no name twice, neither of a program nor of an option', () => {
    expect(twice(namesInBook())).toEqual([])
    const options = programs.flatMap(({ names, options }) =>
      `${options.split('@. ').at(-1)}`.split('@').flatMap((section, at) => {
        const given = wordsIn(section).slice(at === 0 ? 0 : 1)
        return twice(given.flatMap((option) => option.replace(/[=?:]$/, '').split('|'))).map((name) => [names[0], name])
      }),
    )
    expect(options).toEqual([])
  })

  it('[PLANE-O3] says only what somebody understands', () => {
    const roles = programs.flatMap(({ does }) => does.map((effect) => `${effect.split(' ')[0]}`))
    expect(roles.filter((role) => !ROLES.includes(role))).toEqual([])
    const works = programs.flatMap(({ work }) => work ?? [])
    expect(works.filter((work) => !KINDS.includes(work) && workRows(work) === undefined)).toEqual([])
    expect(programs.flatMap(({ text }) => text.split('\n')).filter((line) => line.length > 160)).toEqual([])
  })

  it('[PLANE-O3] knows a program by any of its names, and by a version', () => {
    expect(programNamed('gtar')).toEqual(programNamed('tar'))
    expect(programNamed('python3.12')?.work).toBe('verify')
    expect(programNamed('npm.cmd')?.work).toBe('@packages')
    expect([programNamed(''), programNamed('no such'), programNamed('getopt')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(programNamed('timeout')).toMatchObject({ wraps: { skips: 1 }, style: 'getopt', does: [] })
    for (let at = 0; at < 8_300; at++) programNamed(`stranger-${at}x`)
    expect(programNamed('rm')?.names).toEqual(['rm', 'grm', 'srm'])
  })

  it.each([
    ['tar -xf a.tar -C /x b', 'fills', ['/x']],
    ['tar -cf a.tar b', 'packs', ['b']],
    ['cp a b', 'copies', ['a']],
    ['cp -t d a b', 'replaces', ['d', 'd/a', 'd/b']],
    ['cp a', 'replaces', []],
    ['cp -n a b', 'replaces', []],
    ['dd if=a of=b', 'copies overwrites', ['a', 'b']],
    ['dd if=a of=b conv=notrunc', 'overwrites', []],
    ['7z a x.7z b', 'packs', ['b']],
    ['git checkout a', 'changes', ['a']],
    ['git', 'changes', []],
    ['uniq a b', 'overwrites', ['b']],
    ['sed -i s/a/b/ f', 'writes', ['s/a/b/', 'f']],
    ['stranger a', 'writes', []],
  ])('[PLANE-O3] tells that `%s` %s %j', (command, roles, expected) => {
    expect(wordsDone(argv(command), roles).map(wordText)).toEqual(expected)
  })

  it('[PLANE-O3] tells what a program does at all', () => {
    expect(['cat a', 'cat', 'ls a', 'stranger a'].map((each) => touches(argv(each)))).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect([mayDo('cat', 'prints'), mayDo('cat', 'writes')]).toEqual([true, false])
    expect([doesOnly(argv('cat a'), 'prints'), doesOnly(argv('stranger a'), 'prints')]).toEqual([true, false])
  })

  it('[PLANE-O3] reads the options of sub-commands below sub-commands', () => {
    const grammar = grammarOf('-a @x.y -b= @x -c')
    expect([...(grammar.sub('x')?.sub('y')?.specs.keys() ?? [])]).toEqual(['-b'])
    expect([grammar.sub('z'), grammar.sub('x')?.sub('y')?.sub('z')]).toEqual([undefined, undefined])
  })
})
