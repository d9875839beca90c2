import { describe, expect, it } from 'vitest'
import type { WrittenFile } from '../../model/tool.ts'
import { readShell } from './read-shell.ts'
import type { ShellReading, Step } from './reading.ts'

function read(text: string, written: readonly WrittenFile[]): ShellReading {
  return readShell(text, { cwd: '/p', home: '/h', project: '/p', written })
}

function shown(reading: ShellReading): readonly string[] {
  return reading.steps.map((step: Step) => {
    if (step.kind === 'command')
      return step.argv.map((word) => (word.kind === 'known' ? word.text : word.raw)).join(' ')
    return step.kind === 'code' ? `${step.kind} ${step.language} ${step.text}` : step.kind
  })
}

describe('[PLANE-O3] files of the session', () => {
  it.each([
    ['sh s.sh', ['sh s.sh', 'run-file', 'rm x']],
    ['./s.sh', ['./s.sh', 'run-file', 'rm x']],
    ['cd /; . /p/s.sh', ['cd /', '. /p/s.sh', 'run-file', 'rm x']],
    ['python3 s.py', ['python3 s.py', 'run-file', 'code python import os']],
    ['sh later.sh', ['sh later.sh', 'run-file']],
    ['sh got.sh', ['sh got.sh', 'run-file', 'unresolved']],
    ['rm -rf root/etc', ['rm -rf /etc']],
    ['rm -rf root', ['rm -rf root']],
    ['./prog -rf x', ['rm -rf x']],
  ])('%s', (text, steps) => {
    const written: readonly WrittenFile[] = [
      { path: '/p/s.sh', text: 'rm x' },
      { path: '/p/s.py', text: 'import os' },
      { path: '/p/later.sh', text: undefined },
      { path: '/p/got.sh', text: undefined, from: 'https://x.y/got.sh' },
      { path: '/p/root', text: undefined, from: '/', link: true },
      { path: '/p/prog', text: undefined, from: '/bin/rm' },
    ]
    const reading = read(text, written)
    expect(shown(reading)).toEqual(steps)
    expect(reading.writes).toEqual([])
  })

  it('reports only what this text changes', () => {
    const reading = read('echo b >> a; echo c > d', [{ path: '/p/a', text: 'a\n' }])
    expect(reading.writes).toEqual([
      { path: '/p/a', text: 'a\nb\n' },
      { path: '/p/d', text: 'c\n' },
    ])
  })

  it('knows the project when it is told', () => {
    const reading = read(
      'cd /x; cd "$(git rev-parse --show-toplevel)"; ssh h \'cd $(git rev-parse --show-toplevel)\'',
      [],
    )
    expect(reading.cwd).toBe('/p')
  })
})
