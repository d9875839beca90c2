import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AROUND } from '../../../test/support/events.ts'
import type { Tier } from '../model/assessment.ts'
import { NO_MEMORY, type SessionMemory, type WrittenFile } from '../model/tool.ts'
import { assess } from './assess.ts'

const tierOf = (command: string, memory: SessionMemory = NO_MEMORY): Tier =>
  assess({ kind: 'shell', name: 'Bash', command }, AROUND, memory).tier
const rulesOf = (command: string): readonly string[] =>
  assess({ kind: 'shell', name: 'Bash', command }, AROUND, NO_MEMORY).findings.map(({ rule }) => rule)

const python = (code: string): string => `python3 - <<'EOF'\n${code}\nEOF`

describe('every bound fails towards a hold', () => {
  it.each([
    ['steps of loops', 'for i in {1..50}; do for j in {1..50}; do :; done; done; git push -q'],
    ['steps', `${':;'.repeat(2_001)}rm -rf ~`],
    ['walked commands', 'for i in {1..60}; do for j in {1..60}; do for k in {1..60}; do :; done; done; done; rm -rf ~'],
    ['arguments', `rm -rf ${'/tmp/a '.repeat(5_000)} ~`],
    ['elements', `a=(${'/tmp/a '.repeat(300)} ~); rm -rf "\${a[@]}"`],
    ['lines', `mapfile -t a <<'EOF'\n${'/tmp/a\n'.repeat(300)}/home\nEOF\nrm -rf "\${a[@]}"`],
    ['fields', `read -ra a <<< '${'/tmp/a '.repeat(300)} /home'; rm -rf "\${a[@]}"`],
    ['input words', `echo ${'/tmp/a '.repeat(300)} /home | xargs rm -rf`],
    ['input lines', `printf '%s\\n' ${'/tmp/a '.repeat(100)} /home | xargs -I{} rm -rf {}`],
    ['listed values', `parallel rm -rf ::: ${'/tmp/a '.repeat(100)} /home`],
    ['printed words', `printf '%s\\n' ${'ls '.repeat(300)} 'rm -rf ~' | sh`],
    ['files', `${Array.from({ length: 1_025 }, (_item, at) => `: > f${at}`).join('\n')}\necho 'rm -rf ~' > x; sh x`],
    ['calls', python(`import os\n${"os.system('ls')\n".repeat(200)}os.system('rm -rf ~')`)],
    ['different calls', python(`${Array.from({ length: 200 }, (_item, at) => `os.system('ls ${at}')\n`).join('')}x()`)],
    [
      'quiet calls',
      python(`${Array.from({ length: 400 }, (_item, at) => `a.read(${at})\n`).join('')}os.system('rm -rf ~')`),
    ],
    ['statements', `psql -c "${'select 1; '.repeat(600)} drop table users"`],
    ['words of a statement', `psql -c "with ${'a '.repeat(500)} delete from users"`],
    ['broken text', `${'a b; '.repeat(100)} rm -rf ~ ; ) ${'a b; '.repeat(100)}`],
    ['a long unknown command', `$X ${'/tmp/a '.repeat(100)} -rf /tmp/b`],
    ['moves', `${Array.from({ length: 200 }, (_item, at) => `mv a${at} /tmp/b${at}`).join('\n')}\nrm /tmp/b0`],
    ['a long handed text', `frobnicate 'ls ${'a'.repeat(3_000)}; rm -rf ~'`],
    ['a loop without end', `${'# x\n'.repeat(2_000)} while true; do ls & done`],
  ])('[PLANE-O3] %s', (_title, command) => {
    expect(tierOf(command)).not.toBe('routine')
  })

  it('[PLANE-O3] what comes after the last step is judged as well', () => {
    expect(tierOf(`${':;'.repeat(2_001)}rm -rf ~`)).toBe('catastrophic')
    expect(rulesOf(`${':;'.repeat(2_001)}${'echo a; rm -rf "$X"; '.repeat(3)}`)).toContain('system.too-much')
    expect(tierOf(`rm -rf ${'/tmp/a '.repeat(5_000)} ~`)).toBe('catastrophic')
    const others = Array.from({ length: 100 }, (_item, at) => `echo ${at};`).join('')
    expect(rulesOf(`${':;'.repeat(2_001)}${others}rm -rf ~`)).toEqual(['system.too-much'])
  })

  it('[PLANE-O3] code that is longer than what is looked at is held', () => {
    const memory = { written: [{ path: `${AROUND.cwd}/x.py`, text: '# a\n'.repeat(20_000) }], blocked: [] }
    expect(tierOf('python3 x.py', memory)).toBe('junction')
  })

  it.each([
    ['many words of a printer', `echo ${'a '.repeat(3_000)}`],
    ['a long loop', 'for i in {1..30}; do for j in {1..30}; do echo "$i $j"; done; done'],
    ['a name with a value that changes', python("x = 'ls'\nos.system(x)\nx = 'pwd'\nos.system(x)")],
  ])('[EDGE-34] leaves alone %s', (_title, command) => {
    expect(tierOf(command)).toBe('routine')
  })
})

describe('a harmless prefix', () => {
  const noise = fc.oneof(
    fc.integer({ min: 1, max: 3_000 }).map((count) => ':;'.repeat(count)),
    fc.integer({ min: 1, max: 2_000 }).map((count) => `${'# nothing\n'.repeat(count)}`),
    fc
      .tuple(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 70 }))
      .map(([outer, inner]) => `for i in {1..${outer}}; do for j in {1..${inner}}; do :; done; done; `),
    fc
      .integer({ min: 1, max: 600 })
      .map((count) => `${Array.from({ length: count }, (_item, at) => `x${at}=1`).join('; ')}; `),
    fc.integer({ min: 1, max: 300 }).map((count) => `f() { :; }; ${'f; '.repeat(count)}`),
    fc.integer({ min: 1, max: 20_000 }).map((count) => `echo ${'a'.repeat(count)}; `),
    fc.integer({ min: 1, max: 60 }).map((count) => `${'( '.repeat(count)}:${' )'.repeat(count)}; `),
  )

  it('[PLANE-O3] never makes a catastrophic command routine', () => {
    const grave = fc.constantFrom('rm -rf ~', 'rm -rf /', 'git push --force', 'mkfs.ext4 /dev/sda1', 'rm -rf .git')
    fc.assert(
      fc.property(fc.array(noise, { maxLength: 3 }), grave, (prefix, command) => {
        expect(tierOf(prefix.join('') + command)).not.toBe('routine')
      }),
      { numRuns: 60 },
    )
  })
})

describe('a script of this session', () => {
  const wrote = (file: Partial<WrittenFile>): SessionMemory => ({
    written: [{ path: `${AROUND.cwd}/x.sh`, text: undefined, ...file }],
    blocked: [],
  })

  it.each([
    ['bash x.sh', { risk: 'catastrophic' }, 'catastrophic'],
    ['./x.sh', { risk: 'junction' }, 'junction'],
    ['bash x.sh', { risk: 'junction', text: 'password="[redacted:assigned]"' }, 'junction'],
    ['bash x.sh', { risk: 'unread' }, 'junction'],
    ['cat x.sh', { risk: 'catastrophic' }, 'routine'],
    ['bash x.sh', { part: true }, 'routine'],
    ['bash x.sh', {}, 'routine'],
    ['python3 x.py', { path: `${AROUND.cwd}/x.py`, risk: 'unread' }, 'routine'],
    ['python3 x.py', { path: `${AROUND.cwd}/x.py`, risk: 'catastrophic' }, 'catastrophic'],
    ['python3 x.py', { path: `${AROUND.cwd}/x.py`, risk: 'junction', text: 'print(1)' }, 'junction'],
  ] as const)('[EDGE-36] is judged by what was found when it was written: %s, %o', (command, file, tier) => {
    expect(tierOf(command, wrote(file))).toBe(tier)
  })
})
