import { describe, expect, it } from 'vitest'
import { classText, inputText, pathText } from './explain.ts'

describe('the words of `fairlead explain`', () => {
  it('say what a command reads', () => {
    const kinds = ['text', 'network', 'file', 'command'] as const
    expect([...kinds.map((kind) => inputText({ kind, what: 'x' })), inputText({ kind: 'unknown' })]).toEqual([
      'the text `x`',
      'from the network, `x`',
      'the file `x`',
      'the output of `x`',
      'unknown input',
    ])
    expect(() => inputText({ kind: 'new' } as never)).toThrow('unreachable')
  })

  it('say what a target is, one class or several', () => {
    expect(classText('home+secret')).toBe('a home folder; holds secrets')
    expect(classText('remote:origin')).toBe('remote:origin')
  })

  it.each([
    [{ exists: false }, ["doesn't exist"]],
    [{ exists: true }, []],
    [{ exists: true, kind: 'link', real: '/x' } as const, ['link', 'resolves to `/x`']],
    [{ exists: true, tracked: false, ignored: true }, ['ignored by git']],
    [{ exists: true, tracked: false, ignored: false }, ['not tracked by git']],
    [{ exists: true, tracked: true, dirty: true }, ['tracked by git', 'uncommitted changes']],
    [{ exists: true, tracked: true, dirty: false }, ['tracked by git', 'no uncommitted changes']],
  ])('say what the disk and git know of a path: %j', (known, expected) => {
    expect(pathText({ path: '/p', ...known })).toEqual(expected)
  })
})
