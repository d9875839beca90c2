import { describe, expect, it } from 'vitest'
import { equivalents } from '../book/equivalents.ts'
import { sqlDeeds } from '../flow/sql.ts'
import { knownWord, pseudoCommand } from '../pseudo.ts'
import { wildcard } from '../text/wildcard.ts'
import { argvOf, asksForHelp, followPath, hasOption, optionValues, SKIP, wordText } from './argv.ts'

const argv = (...words: readonly string[]) => argvOf({ argv: words.map(knownWord) })

describe('arguments', () => {
  it('[PLANE-O3] know a program by its name alone', () => {
    const names = ['/usr/bin/git', 'GIT.EXE', 'C:\\Git\\git.exe', 'rm'].map((name) => argv(name).program)
    expect(names).toEqual(['git', 'git', 'git', 'rm'])
    expect(argvOf({ argv: [] }).program).toBe('')
  })

  it('[PLANE-O3] know options in full, abbreviated, clustered, and switched off', () => {
    expect(hasOption(argv('rm', '-vrf', 'x'), ['-r'])).toBe(true)
    expect(hasOption(argv('rm', '--recu', 'x'), ['--recursive'])).toBe(true)
    expect(hasOption(argv('rm', '--', '-r'), ['-r'])).toBe(false)
    expect(hasOption(argv('find', '.', '-delete'), ['-d'])).toBe(false)
    expect(hasOption(argv('kubectl', 'delete', '--dry-run=none'), ['--dry-run'])).toBe(false)
    expect(hasOption(argv('git', '-Cx', 'push'), ['-x'])).toBe(false)
    expect(hasOption(argv('tool', '-a=b'), ['-a'])).toBe(true)
  })

  it('[PLANE-O3] read the options of a sub-command by its own table', () => {
    const named = (...words: readonly string[]) =>
      argv(...words).options.map(({ name, off }) => (off ? `!${name}` : name))
    expect(named('docker', 'compose', '-f', 'x', 'rm', '-f')).toEqual(['-f', '-f'])
    expect(argv('docker', 'compose', '-f', 'x', 'rm', '-f').operands.map(({ index }) => index)).toEqual([0, 3])
    expect(argv('docker', 'swarm', '-f', 'x').operands.map(({ maybeValue }) => maybeValue)).toEqual([false, true])
    expect(named('git', 'branch', '--no-dele')).toEqual(['!--no-dele'])
    expect(named('tool', '--no-x', '--y=off')).toEqual(['!--no-x', '!--y'])
    expect(hasOption(argv('tool', '--no-x'), ['--no-x'])).toBe(true)
    expect(hasOption(argv('tool', '--x', '--no-x'), ['--x'])).toBe(false)
    expect(argv('tar', 'xf', 'a.tar', 'b').operands.map(({ index }) => index)).toEqual([2])
  })

  it('[PLANE-O3] find the value of an option wherever it stands', () => {
    const values = (...words: readonly string[]) => optionValues(argv(...words), ['-o', '--output']).map(wordText)
    expect(values('curl', '-o', 'x', 'u')).toEqual(['x'])
    expect(values('curl', '-ox', 'u')).toEqual(['x'])
    expect(values('curl', '--output=x', 'u')).toEqual(['x'])
    expect(values('tool', '--output', 'x')).toEqual(['x'])
    expect(values('tool', '--output')).toEqual([])
    expect(values('curl', '-o')).toEqual([])
    expect(optionValues(argv('rm', '-o', 'x'), ['-o'])).toEqual([])
    const open = argvOf({
      argv: [knownWord('curl'), { kind: 'unknown', raw: '"--output=$X"', prefix: '--output=', suffix: '' }],
    })
    expect(optionValues(open, ['--output'])).toEqual([{ kind: 'unknown', raw: '…', prefix: '', suffix: '' }])
  })

  it('[PLANE-O3] find a sub-command past options and their values', () => {
    const at = (words: readonly string[], ...path: readonly string[]) =>
      followPath(
        argv(...words),
        path.map((step) => (step === '**' ? SKIP : wildcard(step))),
      )?.next
    expect(at(['aws', '--profile', 'p', 's3', 'rm', 'x'], '*', 'rm')).toBe(2)
    expect(at(['aws', 's3', 'ls'], 's3', 'rm')).toBeUndefined()
    expect(at(['gcloud', 'a', 'b', 'delete'], '**', 'delete')).toBe(3)
    expect(at(['gcloud', ...Array.from({ length: 60 }, () => 'a'), 'delete'], '**', 'delete')).toBeUndefined()
  })

  it('[EDGE-33] know a question for help, and where BSD takes it for a file', () => {
    expect(asksForHelp(argv('git', 'push', '--help'))).toBe(true)
    expect(asksForHelp(argv('rm', '--help'))).toBe(true)
    expect(asksForHelp(argv('rm', '-rf', 'x', '--help'))).toBe(false)
    expect(asksForHelp(argv('rm', 'x'))).toBe(false)
  })

  it.each([
    [['find', '.', '-delete'], 'rm -rf .'],
    [['find', '-delete'], 'rm -rf .'],
    [['find', '-L', '-f', 'a', 'b', '-type', 'f', '-delete'], 'rm -rf a b'],
    [['find', 'a/', '-name', '*.ts', '-delete'], '<find-delete> a/*.ts'],
    [['find', '.', '-path', './src/*', '-delete'], '<find-delete> ./src/*'],
    [['find', 'a', '-mtime', '+3', '-delete'], '<find-delete> a'],
    [['find', '.', '-delete', '-name'], '<find-delete> ./'],
    [['find', '.'], undefined],
    [['find', '-delete', 'x'], 'rm -rf .'],
    [['yarn', 'prisma', 'migrate'], 'prisma migrate'],
    [['yarn', 'test'], undefined],
    [['yarn'], undefined],
    [['-', 'git', 'push'], 'git push'],
    [['aws-sso', 'exec', '-A', 'p', 'aws', 's3', 'ls'], 'aws s3 ls'],
    [['aws-sso', 'list'], undefined],
  ])('[EDGE-36] %j is another way to say %s', (words, expected) => {
    const [first] = equivalents(pseudoCommand(words, {}))
    expect(first?.argv.map(wordText).join(' ')).toBe(expected)
  })

  it('[EDGE-36] knows of an unknown start of find what it can', () => {
    const command = pseudoCommand(
      ['find', { kind: 'unknown', raw: '$X', prefix: '', suffix: '' }, '-name', 'a', '-delete'],
      {},
    )
    expect(equivalents(command)[0]?.argv[1]).toEqual({ kind: 'unknown', raw: '$X', prefix: '', suffix: '/a' })
  })
})

describe('patterns', () => {
  it.each([
    ['a', 'a', true],
    ['a|b', 'b', true],
    ['*.ts', 'x.ts', true],
    ['a*', 'abc', true],
    ['*b*', 'abc', true],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['a*c*e', 'abcde', true],
    ['a*c*e', 'abcd', false],
    ['a*b', 'aXbXb', true],
    ['?*', '', false],
    ['*', '', true],
    ['a**', 'a', true],
  ])('[PLANE-O3] %s on %s: %s', (pattern, text, expected) => {
    expect(wildcard(pattern)(text)).toBe(expected)
  })
})

describe('sql', () => {
  it.each([
    ['DROP TABLE a', ['drop']],
    ['drop it', []],
    ['TRUNCATE a', ['truncate']],
    ['truncate', []],
    ['DELETE FROM a; SELECT 1', ['delete']],
    ['delete it', []],
    ['UPDATE a SET b=1', ['update-all']],
    ['UPDATE a SET b=1 WHERE c=2', []],
    ['ALTER TABLE a DROP COLUMN b', ['alter-drop']],
    ['ALTER TABLE a ADD COLUMN b int', []],
    ['ALTER USER a DROP b', []],
    ['-- DROP TABLE a\nSELECT 1', []],
    ['/* DROP TABLE a */ SELECT 1', []],
    ["SELECT 'DROP TABLE a'", []],
    ['EXPLAIN DELETE FROM a', []],
    ['EXPLAIN ANALYZE DELETE FROM a', ['delete']],
    ['WITH x AS (SELECT 1) DELETE FROM a', ['delete']],
    ['please DROP TABLE a', []],
    ['BEGIN; DROP TABLE a; COMMIT', ['drop']],
    ['\\c shop\nDROP TABLE a', ['drop']],
    ['.mode csv\nDROP TABLE a', ['drop']],
    ['', []],
  ])('[EDGE-34] %s', (text, deeds) => {
    expect([...sqlDeeds(text)]).toEqual(deeds)
  })
})
