// The contract of the published script, one observed behaviour a row; defects of the original are left out.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LoaProject, loaProject, today } from '../../../../test/support/loa-project.ts'
import { projectHome } from '../../../core/model/ids.ts'
import { showRatio } from '../../../core/protocols/ledger/cite/grounding.ts'
import { claimsOn, groundClaims } from '../../../ledger/cite/claims.ts'
import { NO_WITNESS } from '../../../ledger/cite/witness.ts'

const FOLDER = 'loa-grimoire/a2a/trajectory'
const row = (fields: object) => JSON.stringify({ phase: 'cite', claim: 'c', ...fields })
const cite = (grounding: string, more: object = {}) => row({ grounding, ...more })
const CITED = cite('citation')
const GUESSED = cite('assumption', { claim: 'it is so' })
const many = (count: number, line: string) => Array.from({ length: count }, () => line)

function put(project: LoaProject, lines: readonly string[], agent = 'implementing-tasks', day = today()): void {
  project.write(`${FOLDER}/${agent}-${day}.jsonl`, lines.map((line) => `${line}\n`).join(''))
}

const NO_FILE = (day = 'TODAY') => ({
  status: 0,
  out: [
    'total_claims=0',
    'grounded_claims=0',
    'assumptions=0',
    'grounding_ratio=1.00',
    'status=pass',
    `message=No trajectory log for ${day} (zero-claim session)`,
    'verified_ratio=1.00',
  ],
  err: [],
})
const NO_CLAIMS = {
  ...NO_FILE(),
  out: [...NO_FILE().out.slice(0, 5), 'message=Zero-claim session (passes by default)', 'verified_ratio=1.00'],
}

interface Counts {
  readonly citations?: number
  readonly references?: number
  readonly inputs?: number
  readonly assumptions?: number
  readonly total: number
  readonly ratio: string
  readonly threshold?: string
  readonly verified?: string
  readonly list?: readonly string[]
  readonly pass: boolean
}

function answer({
  citations = 0,
  references = 0,
  inputs = 0,
  assumptions = 0,
  threshold = '0.95',
  list = [],
  ...of
}: Counts) {
  return {
    status: of.pass ? 0 : 1,
    out: [
      `total_claims=${of.total}`,
      `grounded_claims=${citations + references + inputs}`,
      `grounded_citations=${citations}`,
      `grounded_references=${references}`,
      `grounded_user_input=${inputs}`,
      `assumptions=${assumptions}`,
      `grounding_ratio=${of.ratio}`,
      `threshold=${threshold}`,
      `status=${of.pass ? 'pass' : 'fail'}`,
      `message=Grounding ratio ${of.ratio} ${of.pass ? 'meets' : 'below'} threshold ${threshold}`,
      `verified_ratio=${of.verified ?? '0.00'}`,
      ...(list.length > 0 ? ['', 'ungrounded_claims:', ...list.map((claim) => `  - ${claim}`)] : []),
    ],
    err: [],
  }
}

const REFUSED = {
  status: 2,
  out: ['error=invalid_threshold', 'message=Threshold must be a number between 0 and 1'],
  err: [],
}

describe.each([
  ['in a repository', true],
  ['in a plain folder', false],
])('grounding-check.sh %s', (_, inGit) => {
  it('[LEDGER-60] without a file it passes, with the published lines', () => {
    const project = loaProject({ inGit })
    expect(project.run('grounding-check')).toEqual(NO_FILE())
    expect(project.run('grounding-check', ['', '', ''])).toEqual(NO_FILE())
    expect(project.run('grounding-check', ['a', '0.5', '2020-01-01', 'more'])).toEqual(NO_FILE('2020-01-01'))
    expect(project.run('grounding-check', ['--help'])).toEqual(NO_FILE())
    expect(project.files()).toEqual({})
  })

  it('[LEDGER-58] PROJECT_ROOT says where; without it the repository, else the folder', () => {
    const project = loaProject({ inGit })
    put(project, [CITED])
    const one = answer({ total: 1, citations: 1, ratio: '1.00', pass: true })
    const below = join(project.root, 'below')
    mkdirSync(below)
    expect(project.run('grounding-check', [], { cwd: below, env: { PROJECT_ROOT: project.root } })).toEqual(one)
    expect(project.run('grounding-check', [], { cwd: below, env: { PROJECT_ROOT: '..' } })).toEqual(one)
    expect(project.run('grounding-check', [], { cwd: below })).toEqual(inGit ? one : NO_FILE())
    expect(project.run('grounding-check', [], { env: { PROJECT_ROOT: '/nonexistent' } })).toEqual(NO_FILE())
    expect(project.run('grounding-check', [], { env: { PROJECT_ROOT: '' } })).toEqual(one)
  })
})

describe('grounding-check.sh', () => {
  it.each<[title: string, lines: readonly string[]]>([
    ['an empty file', []],
    ['empty lines', ['', '  ', '\t']],
    ['other phases only', ['{"phase":"intent"}', '{"phase":"result","grounding":"citation"}']],
    [
      'garbage',
      ['not json', '{', '}', '[]', 'null', '"cite"', '{"phase":"cite"', '{"phase":"cite",}', '[{"phase":"cite"}]'],
    ],
    [
      'a phase that only looks like it',
      ['{"Phase":"cite"}', '{"phase":"CITE"}', '{"phase":["cite"]}', '{"x":{"phase":"cite"}}'],
    ],
  ])('[LEDGER-59] no claims pass: %s', (_, lines) => {
    const project = loaProject()
    put(project, lines)
    expect(project.run('grounding-check')).toEqual(NO_CLAIMS)
  })

  it.each(['a folder', 'a dead link'])('[LEDGER-60] %s is no file', (what) => {
    const project = loaProject()
    const at = join(project.root, FOLDER, `implementing-tasks-${today()}.jsonl`)
    mkdirSync(what === 'a folder' ? at : join(at, '..'), { recursive: true })
    if (what === 'a dead link') symlinkSync('nowhere', at)
    expect(project.run('grounding-check')).toEqual(NO_FILE())
  })

  it('[LEDGER-103] a link to a file is followed', () => {
    const project = loaProject()
    project.write('elsewhere.jsonl', `${CITED}\n`)
    mkdirSync(join(project.root, FOLDER), { recursive: true })
    symlinkSync(
      join(project.root, 'elsewhere.jsonl'),
      join(project.root, FOLDER, `implementing-tasks-${today()}.jsonl`),
    )
    expect(project.run('grounding-check').status).toBe(0)
  })

  it.each<[title: string, lines: readonly string[], threshold: string | undefined, counts: Counts]>([
    ['one citation', [CITED], undefined, { total: 1, citations: 1, ratio: '1.00', pass: true }],
    [
      'each of the three kinds',
      [CITED, cite('code_reference'), cite('user_input')],
      undefined,
      { total: 3, citations: 1, references: 1, inputs: 1, ratio: '1.00', pass: true },
    ],
    [
      'guesses alone',
      [GUESSED],
      undefined,
      { total: 1, assumptions: 1, ratio: '0.00', pass: false, list: ['it is so'] },
    ],
    [
      '19 of 20 at 0.95',
      [...many(19, CITED), GUESSED],
      undefined,
      { total: 20, citations: 19, assumptions: 1, ratio: '0.95', pass: true },
    ],
    [
      '18 of 20 at 0.95',
      [...many(18, CITED), ...many(2, GUESSED)],
      undefined,
      { total: 20, citations: 18, assumptions: 2, ratio: '0.90', pass: false, list: ['it is so', 'it is so'] },
    ],
    [
      '189 of 199, which is shown as the threshold and is below it',
      [...many(189, CITED), ...many(10, cite('other'))],
      undefined,
      { total: 199, citations: 189, ratio: '0.95', pass: false },
    ],
    [
      '3 of 4 at 0.75',
      [...many(3, CITED), GUESSED],
      '0.75',
      { total: 4, citations: 3, assumptions: 1, ratio: '0.75', threshold: '0.75', pass: true },
    ],
    [
      '2 of 3 at 0.66666',
      [...many(2, CITED), GUESSED],
      '0.66666',
      { total: 3, citations: 2, assumptions: 1, ratio: '0.67', threshold: '0.66666', pass: true },
    ],
    [
      '1 of 3 at 0.34',
      [CITED, ...many(2, row({}))],
      '0.34',
      { total: 3, citations: 1, ratio: '0.33', threshold: '0.34', pass: false },
    ],
    [
      '1 of 8',
      [CITED, ...many(7, row({}))],
      '0.1',
      { total: 8, citations: 1, ratio: '0.12', threshold: '0.1', pass: true },
    ],
    [
      '3 of 8',
      [...many(3, CITED), ...many(5, row({}))],
      '0.1',
      { total: 8, citations: 3, ratio: '0.38', threshold: '0.1', pass: true },
    ],
    [
      '5 of 8',
      [...many(5, CITED), ...many(3, row({}))],
      '0.1',
      { total: 8, citations: 5, ratio: '0.62', threshold: '0.1', pass: true },
    ],
    [
      '7 of 8',
      [...many(7, CITED), row({})],
      '0.1',
      { total: 8, citations: 7, ratio: '0.88', threshold: '0.1', pass: true },
    ],
    ['threshold 0', [GUESSED], '0', { total: 1, assumptions: 1, ratio: '0.00', threshold: '0', pass: true }],
    ['threshold 1', [CITED], '1', { total: 1, citations: 1, ratio: '1.00', threshold: '1', pass: true }],
    [
      'threshold 1, missed',
      [...many(99, CITED), GUESSED],
      '1.0',
      { total: 100, citations: 99, assumptions: 1, ratio: '0.99', threshold: '1.0', pass: false, list: ['it is so'] },
    ],
    [
      'blanks anywhere',
      ['  { "phase" : "cite" , "grounding" :\t"citation" }  \r'],
      undefined,
      { total: 1, citations: 1, ratio: '1.00', pass: true },
    ],
    [
      'keys in any order, the last of two',
      ['{"grounding":"assumption","phase":"intent","grounding":"citation","phase":"cite"}'],
      undefined,
      { total: 1, citations: 1, ratio: '1.00', pass: true },
    ],
    [
      'an unknown, missing, null or object grounding counts in the total alone',
      [
        cite('trust me'),
        row({}),
        row({ grounding: null }),
        row({ grounding: { type: 'citation' } }),
        cite('Citation'),
        row({ citations: [{}] }),
      ],
      undefined,
      { total: 6, ratio: '0.00', pass: false },
    ],
    [
      'grounding on other phases grounds nothing; a guess is listed from every phase',
      [
        CITED,
        '{"phase":"result","grounding":"citation"}',
        '{"phase":"assumption","grounding":"assumption","claim":"elsewhere"}',
        row({}),
      ],
      undefined,
      { total: 2, citations: 1, assumptions: 1, ratio: '0.50', pass: false, list: ['elsewhere'] },
    ],
    [
      'claim, else decision, else unknown; numbers as they are; outer blanks off; one line each',
      [
        cite('assumption', { claim: '  two\n lines\t' }),
        cite('assumption', { claim: null, decision: 'decided' }),
        cite('assumption', { claim: undefined }),
        cite('assumption', { claim: null, decision: null }),
        cite('assumption', { claim: 12.5 }),
        '{"phase":"cite","grounding":"assumption","claim":"\\u00e9 \\ud83d\\ude00 \\"q\\" \\\\ \\/"}',
        cite('assumption', { claim: 'status=pass' }),
        cite('assumption', { claim: '$(touch no) `x` %s -n' }),
      ],
      undefined,
      {
        total: 8,
        assumptions: 8,
        ratio: '0.00',
        pass: false,
        list: [
          'two  lines',
          'decided',
          'Unknown claim',
          'Unknown claim',
          '12.5',
          'é 😀 "q" \\ /',
          'status=pass',
          '$(touch no) `x` %s -n',
        ],
      },
    ],
    [
      'ten of eleven guesses are listed',
      many(11, GUESSED),
      undefined,
      { total: 11, assumptions: 11, ratio: '0.00', pass: false, list: many(10, 'it is so') },
    ],
    [
      'five thousand guesses',
      many(5_000, GUESSED),
      undefined,
      { total: 5_000, assumptions: 5_000, ratio: '0.00', pass: false, list: many(10, 'it is so') },
    ],
    [
      'half-written, malformed and foreign lines are dropped',
      [
        CITED,
        '{"phase":"cite","grounding":"cita',
        '{"phase":"cite" "grounding":"citation"}',
        '{"phase":"cite","x":"\\q"}',
        '{"phase":"cite","x":01}',
        '{"phase":"cite"} x',
        '{"phase":"cite","x":tru}',
        GUESSED.slice(0, -1),
        '[{"phase":"cite","grounding":"assumption"}]',
      ],
      undefined,
      { total: 1, citations: 1, ratio: '1.00', pass: true },
    ],
    [
      'entries of the originals over several lines are passed over',
      [
        '{',
        '  "timestamp": "2026-01-31T09:05:00Z",',
        '  "phase": "session_handoff",',
        '  "grounding_ratio": 1',
        '}',
        CITED,
      ],
      undefined,
      { total: 1, citations: 1, ratio: '1.00', pass: true },
    ],
    [
      'two on a line, and one that runs into the next',
      [`${CITED}${CITED} ${CITED}`, `${CITED}{"phase":"ci`],
      undefined,
      { total: 4, citations: 4, ratio: '1.00', pass: true },
    ],
  ])('[LEDGER-58, LEDGER-61, LEDGER-67] %s', (_, lines, threshold, counts) => {
    const project = loaProject()
    put(project, lines)
    const before = project.files()
    const args = threshold === undefined ? [] : ['implementing-tasks', threshold]
    expect(project.run('grounding-check', args)).toEqual(answer(counts))
    expect(project.files()).toEqual(before)
  })

  it('[LEDGER-21] binary lines are dropped, and a last line without its end counts', () => {
    const project = loaProject()
    const binary = Buffer.from([0, 1, 255, 10, 123, 34, 0, 34, 125, 10, 128, 200, 10])
    const nul = Buffer.from('{"phase":"cite"\u0000,"grounding":"citation"}\n')
    project.write(
      `${FOLDER}/implementing-tasks-${today()}.jsonl`,
      Buffer.concat([binary, nul, Buffer.from(`\ufeff${''}`), Buffer.from(`\n${CITED}`)]),
    )
    expect(project.run('grounding-check')).toEqual(answer({ total: 1, citations: 1, ratio: '1.00', pass: true }))
  })

  it.each([
    '.95',
    '-0.5',
    '+0.5',
    '1e-1',
    '0,95',
    '95%',
    'abc',
    '0.9.5',
    ' 0.5',
    '0.5 ',
    '1.5',
    '2',
    '1.0001',
    '10',
    '0.5\n0.6',
    '0x1',
    'NaN',
    '.',
    '-',
  ])('[LEDGER-67] the threshold `%s` is refused, also without a file', (threshold) => {
    expect(loaProject().run('grounding-check', ['implementing-tasks', threshold])).toEqual(REFUSED)
  })

  it.each(['0', '1', '1.', '0.', '00.5', '1.000', '0001', `0.${'9'.repeat(300)}`])(
    '[LEDGER-67] the threshold `%s` is one',
    (threshold) => {
      expect(loaProject().run('grounding-check', ['implementing-tasks', threshold])).toEqual(NO_FILE())
    },
  )

  it.each(['my agent', '-n', "it's", 'a"b', 'back\\slash', '*', '$HOME', '[x]', 'ä'])(
    '[LEDGER-103] the agent may be called `%s`',
    (agent) => {
      const project = loaProject({ name: 'a project' })
      put(project, [CITED], agent)
      put(project, [GUESSED], 'other')
      expect(project.run('grounding-check', [agent])).toEqual(
        answer({ total: 1, citations: 1, ratio: '1.00', pass: true }),
      )
    },
  )

  it.each(['../x', 'a/b', '..'])('[LEDGER-14, LEDGER-103] `%s` is neither an agent nor a day', (name) => {
    const project = loaProject()
    expect([
      project.run('grounding-check', [name]).status,
      project.run('grounding-check', ['a', '1', name]).status,
    ]).toEqual([2, 2])
  })

  it.each(['sh', 'bash', 'dash'])('[LEDGER-127] runs under %s, without jq, bc, git or a home', (shell) => {
    const project = loaProject()
    put(project, [CITED, GUESSED])
    // Nothing is on this path but what every system has.
    const bin = join(project.root, '../bin')
    mkdirSync(bin)
    for (const tool of ['awk', 'tr', 'cat', 'date', 'find', 'sh', 'bash', 'dash'])
      symlinkSync(execFileSync('sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).trim(), join(bin, tool))
    expect(project.run('grounding-check', [], { shell: join(bin, shell), env: { PATH: bin, HOME: '' } })).toEqual(
      answer({ total: 2, citations: 1, assumptions: 1, ratio: '0.50', pass: false, list: ['it is so'] }),
    )
  })

  it('[LEDGER-64] twenty thousand claims, and a line of a million quotes, take no five seconds', () => {
    const project = loaProject()
    put(project, [...many(20_000, CITED), `{"phase":"cite","x":"${'\\"'.repeat(1_000_000)}"}`])
    const startedMs = Date.now()
    expect(project.run('grounding-check').out.slice(0, 2)).toEqual(['total_claims=20001', 'grounded_claims=20000'])
    expect(Date.now() - startedMs).toBeLessThan(5_000)
  })

  it('[LEDGER-58] a file that cannot be read has no claims', () => {
    const project = loaProject()
    put(project, [GUESSED])
    chmodSync(join(project.root, FOLDER, `implementing-tasks-${today()}.jsonl`), 0)
    // Root reads everything.
    if (process.getuid?.() !== 0) expect(project.run('grounding-check')).toEqual(NO_CLAIMS)
  })
})

describe('grounding-check.sh on a machine with Fairlead', () => {
  const onMachine = (root: (project: LoaProject) => string) => {
    const project = loaProject()
    put(project, [CITED])
    const home = '../home/.fairlead'
    const answer = [
      'governed=yes',
      'enforcement=warn',
      'threshold=0.95',
      'verified_ratio=0.00',
      'status=fail',
      'clears=no',
    ]
    project.write(`${home}/bin/fairlead`, `#!/bin/sh\nprintf '%s\\n' ${answer.join(' ')}\n`, 0o755)
    const record = (at: string) => `${JSON.stringify({ root: at, layout: 'home', git: '' }, null, 2)}\n`
    project.write(`${home}/projects/a-1/project.json`, record('/elsewhere'))
    project.write(`${home}/projects/b-2/project.json`, record(root(project)))
    return project.run('grounding-check')
  }

  it('[LEDGER-66] the program is asked about a project that has a home there, and what lies in it', () => {
    const decided = {
      status: 1,
      out: [
        ...answer({ total: 1, citations: 1, ratio: '1.00', pass: true }).out.slice(0, 8),
        'status=fail',
        'message=Verified ratio 0.00 below threshold 0.95',
        'verified_ratio=0.00',
        'enforcement=warn',
        'clears=no',
      ],
      err: [],
    }
    expect([onMachine(({ root }) => root), onMachine(({ root }) => join(root, '..'))]).toEqual([decided, decided])
  })

  it('[LEDGER-58] and about no other', () => {
    expect(onMachine(({ root }) => `${root}-other`)).toEqual(
      answer({ total: 1, citations: 1, ratio: '1.00', pass: true }),
    )
  })
})

describe('verified_ratio of grounding-check.sh', () => {
  const SOURCE = 'export const answer = 42\n\n  function validateToken(token) {\n\treturn true\n  }\n'
  const evidence = (quote: string, line: unknown, path = '${PROJECT_ROOT}/src/a.ts') => ({
    evidence: { path, line, quote },
  })
  const verified = (fields: object, root = '') => {
    const project = loaProject({ name: root === '' ? 'project' : root })
    project.write('src/a.ts', SOURCE)
    project.write('src/b.ts', 'const other = 1')
    mkdirSync(join(project.root, 'src/folder'))
    put(project, [cite('citation', JSON.parse(JSON.stringify(fields).replaceAll('@HERE', project.root)))])
    return project.run('grounding-check').out.find((line) => line.startsWith('verified_ratio='))
  }
  /** The same by the core, which compares quotes a second time: what it finds at that very place. */
  const verifiedByCore = async (fields: object) => {
    const project = loaProject()
    project.write('src/a.ts', SOURCE)
    project.write('src/b.ts', 'const other = 1')
    mkdirSync(join(project.root, 'src/folder'))
    put(project, [cite('citation', JSON.parse(JSON.stringify(fields).replaceAll('@HERE', project.root)))])
    const { claims } = claimsOn(projectHome(project.root), 'implementing-tasks', today())
    const looking = { root: project.root, witness: NO_WITNESS, atMs: Date.now() }
    const { ratio } = await groundClaims(looking, claims, { threshold: 0.95, assumptionCap: 0.2 })
    return `verified_ratio=${showRatio(ratio)}`
  }

  it.each<[title: string, fields: object]>([
    ['word for word', evidence('export const answer = 42', 1)],
    ['a part of the line', evidence('const answer', 1)],
    ['other blanks', evidence('  export\tconst\n answer ', 1)],
    ['over several lines', evidence('function validateToken(token) { return true }', 3)],
    ['somewhere between two lines', evidence('function validateToken(token) {', '1-4')],
    ['an absolute path below the root', evidence('const answer', 1, '@HERE/src/a.ts')],
    ['a list, all of it', { evidence: [evidence('const answer', 1).evidence, evidence('return true', '4').evidence] }],
    ['the older list', { citations: [evidence('const answer', 1).evidence] }],
    ['a reference to code', { grounding: 'code_reference', ...evidence('const answer', 1) }],
    ['a file without a last line end', evidence('const other = 1', 1, '${PROJECT_ROOT}/src/b.ts')],
  ])('[LEDGER-66] counts %s, as the core does', async (_, fields) => {
    const said = [verified(fields), verified(fields, "it's a project"), await verifiedByCore(fields)]
    expect(said).toEqual(Array(3).fill('verified_ratio=1.00'))
  })

  it.each<[title: string, fields: object]>([
    ['no evidence', {}],
    ['no object', { evidence: 'src/a.ts:1' }],
    ['an invented quote', evidence('export const answer = 43', 1)],
    ['another line', evidence('export const answer = 42', 2)],
    ['half a word', evidence('validate', 3)],
    ['too short', evidence('42', 1)],
    ['a relative path', evidence('const answer', 1, 'src/a.ts')],
    ['a way out', evidence('const answer', 1, '${PROJECT_ROOT}/src/../src/a.ts')],
    ['a path elsewhere', evidence('root', 1, '/etc/passwd')],
    ['a missing file', evidence('const answer', 1, '${PROJECT_ROOT}/src/c.ts')],
    ['a folder', evidence('const answer', 1, '${PROJECT_ROOT}/src/folder')],
    ['no line', evidence('const answer', null)],
    ['line 0', evidence('const answer', 0)],
    ['lines the wrong way round', evidence('const answer', '3-1')],
    ['beyond the end', evidence('const answer', 99)],
    [
      'a list with one that fails',
      { evidence: [evidence('const answer', 1).evidence, evidence('nothing', 1).evidence] },
    ],
    ['what a person said', { grounding: 'user_input', ...evidence('const answer', 1) }],
  ])('[LEDGER-66] does not count %s, nor does the core', async (_, fields) => {
    expect([verified(fields), await verifiedByCore(fields)]).toEqual(['verified_ratio=0.00', 'verified_ratio=0.00'])
  })

  it('[LEDGER-66] agrees with the core about any piece of a text, at any line', async () => {
    const lines = SOURCE.split('\n').length
    const any = fc.record({
      from: fc.nat({ max: SOURCE.length - 1 }),
      size: fc.integer({ min: 1, max: 60 }),
      line: fc.integer({ min: 1, max: lines + 1 }),
    })
    const pieces = fc.sample(any, { numRuns: 60, seed: 1 })
    const cited = pieces.map(({ from, size, line }) => evidence(SOURCE.slice(from, from + size), line))
    const said = await Promise.all(cited.map(async (one) => [one, verified(one), await verifiedByCore(one)]))
    expect(said.filter(([, awk, core]) => awk !== core)).toEqual([])
    expect(new Set(said.map(([, awk]) => awk)).size).toBe(2)
  }, 60_000)

  it('[LEDGER-66] a pipe in place of a file is not waited for', () => {
    const project = loaProject()
    execFileSync('mkfifo', [join(project.root, 'pipe')])
    put(project, [cite('citation', evidence('const answer', 1, '${PROJECT_ROOT}/pipe'))])
    expect(project.run('grounding-check').out).toContain('verified_ratio=0.00')
  })

  it('[LEDGER-58] is cut, never rounded up', () => {
    const project = loaProject()
    project.write('src/a.ts', SOURCE)
    put(project, [...many(2, cite('citation', evidence('const answer', 1))), CITED])
    expect(project.run('grounding-check')).toEqual(
      answer({ total: 3, citations: 3, ratio: '1.00', verified: '0.66', pass: true }),
    )
  })
})
