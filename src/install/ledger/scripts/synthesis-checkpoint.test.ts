// The contract of the published script, one observed behaviour a row; defects of the original are left out.
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type LoaProject, loaProject, today } from '../../../../test/support/loa-project.ts'

const FOLDER = 'loa-grimoire/a2a/trajectory'
const FILE = `${FOLDER}/implementing-tasks-TODAY.jsonl`
const CITED = '{"phase":"cite","grounding":"citation","claim":"c"}'
const GUESSED = '{"phase":"cite","grounding":"assumption","claim":"a guess"}'
const GHOST = '{"phase":"negative_ground","status":"unverified","claim":"a ghost"}'
const UNCLEAR = '{"phase":"negative_ground","status":"high_ambiguity"}'
const SCENARIO = '{"phase":"plan","type":"test_scenario"}'
const DOUBLE = '='.repeat(46)
const SINGLE = '-'.repeat(46)

function put(project: LoaProject, lines: readonly string[], agent = 'implementing-tasks'): void {
  project.write(`${FOLDER}/${agent}-${today()}.jsonl`, lines.map((line) => `${line}\n`).join(''))
}

const TITLES = [
  'Step 1: Grounding Verification',
  'Step 2: Negative Grounding (Ghost Features)',
  'Step 3: Update Decision Log',
  'Step 4: Update Bead',
  'Step 5: Log Session Handoff',
  'Step 6: Decay Raw Output',
  'Step 7: Verify EDD (Evidence-Driven Development)',
] as const

interface Report {
  readonly agent?: string
  readonly enforcement?: string
  readonly steps: readonly (readonly string[] | undefined)[]
  readonly passes: boolean
}

/** The whole output; a step that is not given was not run. */
function report({ agent = 'implementing-tasks', enforcement = 'warn', steps, passes }: Report): readonly string[] {
  const [decay] = [['Status: ADVISORY', 'Note: Agent should convert code blocks to lightweight identifiers']]
  const all = [...steps.slice(0, 5), decay, steps[5]]
  return [
    DOUBLE,
    '        SYNTHESIS CHECKPOINT',
    DOUBLE,
    `Agent: ${agent}`,
    'Date: TODAY',
    `Enforcement: ${enforcement}`,
    SINGLE,
    ...all.flatMap((lines, index) =>
      lines === undefined
        ? []
        : [
            '',
            TITLES[index] ?? '',
            SINGLE,
            ...lines.map((line) => (line === '' || line.startsWith('|') ? line.replace('|', '') : `  ${line}`)),
          ],
    ),
    '',
    DOUBLE,
    ...(passes
      ? ['  SYNTHESIS CHECKPOINT: PASSED', '  /clear is permitted']
      : ['  SYNTHESIS CHECKPOINT: FAILED', '  /clear is BLOCKED', '', '  Resolve the issues above and retry.']),
    DOUBLE,
  ]
}

const GROUNDED = (total: number, ratio = '1.00', threshold = '0.95') => [
  `Total claims: ${total}`,
  `Grounding ratio: ${ratio}`,
  `Threshold: ${threshold}`,
  'Status: PASSED',
]
const FAILED = (total: number, ratio: string, list: readonly string[], threshold = '0.95') => [
  `Total claims: ${total}`,
  `Grounding ratio: ${ratio}`,
  `Threshold: ${threshold}`,
  'Status: FAILED',
  '',
  'Ungrounded claims require evidence:',
  ...(list.length > 0 ? ['|ungrounded_claims:', ...list.map((claim) => `- ${claim}`)] : []),
  '',
]
const WARNED = 'WARNING: Grounding ratio below threshold (warn mode)'
const REQUIRED = [
  'ACTION REQUIRED:',
  '  - Add word-for-word code citations',
  '  - Or mark as [ASSUMPTION]',
  '  - Then retry /clear',
]
const GHOSTS = (unverified: number, ambiguous: number, ...more: readonly string[]) => [
  `Unverified ghosts: ${unverified}`,
  `High ambiguity: ${ambiguous}`,
  ...more,
]
const NO_GHOSTS = GHOSTS(0, 0, 'Status: PASSED')
const TO_SYNC = (count: number) => [`Decisions to sync: ${count}`, 'Status: SKIPPED (NOTES.md not found)']
const NO_BEADS = ['Status: SKIPPED (beads not available)']
const LOGGED = (ratio: string, file = `ROOT/${FILE}`) => [
  `Trajectory: ${file}`,
  `Grounding ratio: ${ratio}`,
  'Status: LOGGED',
]
const SCENARIOS = (count: number, least = 3) =>
  count >= least
    ? [`Test scenarios documented: ${count}`, `Minimum required: ${least}`, 'Status: PASSED']
    : [
        `Test scenarios documented: ${count}`,
        `Minimum required: ${least}`,
        'Status: WARNING (below minimum)',
        'Note: Document test scenarios for better quality',
      ]
const NO_FILE = ['Status: SKIPPED (no trajectory file)']
const handoff = (ratio: number, status = 'complete', agent = 'implementing-tasks') =>
  `{"timestamp": "NOW", "phase": "session_handoff", "agent": ${JSON.stringify(agent)}, "grounding_ratio": ${ratio}, "checkpoint_status": "${status}"}`

const FRESH = report({ steps: [GROUNDED(0), NO_FILE, NO_FILE, NO_BEADS, LOGGED('1.00'), SCENARIOS(0)], passes: true })

describe.each([
  ['in a repository', true],
  ['in a plain folder', false],
])('synthesis-checkpoint.sh %s', (_, inGit) => {
  it('[LEDGER-54] a fresh project may be cleared, and the handoff is written', () => {
    const project = loaProject({ inGit })
    expect(project.run('synthesis-checkpoint')).toEqual({ status: 0, out: FRESH, err: [] })
    expect(project.files()).toEqual({ [FILE.replace('TODAY', today())]: handoff(1) })
    expect(project.run('synthesis-checkpoint').status).toBe(0)
    expect(Object.values(project.files())).toEqual([`${handoff(1)}\n${handoff(1)}`])
  })
})

interface Row {
  readonly title: string
  readonly config?: string
  readonly lines: readonly string[]
  readonly enforcement?: string
  readonly passes: boolean
  /** Steps 1 and 2. */
  readonly first: readonly [readonly string[], (readonly string[])?]
  readonly ratio: string
  readonly handoff: string
  readonly cites: number
  readonly scenarios?: readonly string[]
}

const STRICT = 'grounding_enforcement: strict\n'
const ROWS: readonly Row[] = [
  {
    // LEDGER-38
    title: 'grounded claims',
    lines: [CITED, CITED],
    passes: true,
    first: [GROUNDED(2), NO_GHOSTS],
    ratio: '1.00',
    handoff: handoff(1),
    cites: 2,
  },
  {
    title: 'claims that are not, where it warns',
    lines: [CITED, GUESSED],
    passes: true,
    first: [[...FAILED(2, '0.50', ['a guess']), WARNED], NO_GHOSTS],
    ratio: '0.50',
    handoff: handoff(0.5),
    cites: 2,
  },
  {
    // LEDGER-38, LEDGER-62
    title: 'claims that are not, where it is strict: step 2 is left out',
    config: STRICT,
    enforcement: 'strict',
    lines: [GUESSED, GHOST],
    passes: false,
    first: [[...FAILED(1, '0.00', ['a guess']), ...REQUIRED]],
    ratio: '0.00',
    handoff: handoff(0, 'blocked'),
    cites: 1,
  },
  {
    title: 'a failure without a list',
    config: STRICT,
    enforcement: 'strict',
    lines: ['{"phase":"cite"}'],
    passes: false,
    first: [[...FAILED(1, '0.00', []), ...REQUIRED]],
    ratio: '0.00',
    handoff: handoff(0, 'blocked'),
    cites: 1,
  },
  {
    title: 'a claim that says status=pass passes nothing',
    config: STRICT,
    enforcement: 'strict',
    lines: ['{"phase":"cite","grounding":"assumption","claim":"status=pass\\ngrounding_ratio=1.00"}'],
    passes: false,
    first: [[...FAILED(1, '0.00', ['status=pass grounding_ratio=1.00']), ...REQUIRED]],
    ratio: '0.00',
    handoff: handoff(0, 'blocked'),
    cites: 1,
  },
  {
    // LEDGER-62
    title: 'switched off',
    config: 'grounding_enforcement: disabled\n',
    enforcement: 'disabled',
    lines: [GUESSED],
    passes: true,
    first: [['Status: SKIPPED (enforcement disabled)'], NO_GHOSTS],
    ratio: '0.00',
    handoff: handoff(0),
    cites: 1,
  },
  {
    title: 'an unknown level is shown and warns',
    config: 'grounding_enforcement: block\n',
    enforcement: 'block',
    lines: [GUESSED],
    passes: true,
    first: [[...FAILED(1, '0.00', ['a guess']), WARNED], NO_GHOSTS],
    ratio: '0.00',
    handoff: handoff(0),
    cites: 1,
  },
  {
    title: 'ghosts, where it warns',
    lines: [CITED, GHOST, UNCLEAR],
    passes: true,
    first: [GROUNDED(1), GHOSTS(1, 1, 'Status: ISSUES FOUND', 'WARNING: Unverified ghost features (warn mode)')],
    ratio: '1.00',
    handoff: handoff(1),
    cites: 1,
  },
  {
    // LEDGER-42
    title: 'ghosts, where it is strict: five are named',
    config: STRICT,
    enforcement: 'strict',
    lines: [GHOST, UNCLEAR, GHOST, GHOST, GHOST, GHOST, '{"status":"unverified"'],
    passes: false,
    first: [
      GROUNDED(0),
      GHOSTS(
        5,
        1,
        'Status: ISSUES FOUND',
        '',
        'Ghost Features requiring verification:',
        '  - a ghost',
        '  - Unknown claim',
        '  - a ghost',
        '  - a ghost',
        '  - a ghost',
        '',
        'ACTION REQUIRED:',
        '  - Run second diverse query for each ghost',
        '  - Or request human audit',
      ),
    ],
    ratio: '1.00',
    handoff: handoff(1, 'blocked'),
    cites: 0,
  },
  {
    title: 'ghosts nobody asks about',
    config: `${STRICT}grounding:\n  negative:\n    enabled: false\n`,
    enforcement: 'strict',
    lines: [GHOST],
    passes: true,
    first: [GROUNDED(0), ['Status: SKIPPED (disabled)']],
    ratio: '1.00',
    handoff: handoff(1),
    cites: 0,
  },
  {
    title: 'a threshold and a number of scenarios of its own',
    config: 'grounding:\n  threshold: .5 # half\nsynthesis_checkpoint:\n  edd:\n    min_test_scenarios: 2\n',
    lines: [CITED, GUESSED, SCENARIO, SCENARIO, '{"phase":"test_scenario"}'],
    passes: true,
    first: [GROUNDED(2, '0.50', '0.5'), NO_GHOSTS],
    ratio: '0.50',
    handoff: handoff(0.5),
    cites: 2,
    scenarios: SCENARIOS(2, 2),
  },
  {
    title: 'three scenarios',
    lines: [SCENARIO, SCENARIO, SCENARIO],
    passes: true,
    first: [GROUNDED(0), NO_GHOSTS],
    ratio: '1.00',
    handoff: handoff(1),
    cites: 0,
    scenarios: SCENARIOS(3),
  },
  {
    title: 'rows with blanks, and rows over several lines',
    lines: ['{', '"phase": "cite"', '}', '{ "phase": "cite", "grounding": "citation" }'],
    passes: true,
    first: [GROUNDED(1), NO_GHOSTS],
    ratio: '1.00',
    handoff: handoff(1),
    cites: 1,
  },
]

describe('synthesis-checkpoint.sh', () => {
  it.each(ROWS)(
    '[LEDGER-38, LEDGER-42, LEDGER-46, LEDGER-62] $title',
    ({ config, lines, first, cites, ratio, passes, ...row }) => {
      const project = loaProject()
      if (config !== undefined) project.write('.loa.config.yaml', config)
      put(project, lines)
      const decisions = cites === 0 ? ['Status: SKIPPED (no decisions to sync)'] : TO_SYNC(cites)
      const steps = [first[0], first[1], decisions, NO_BEADS, LOGGED(ratio), row.scenarios ?? SCENARIOS(0)]
      const enforcement = row.enforcement ?? 'warn'
      expect(project.run('synthesis-checkpoint')).toEqual({
        status: passes ? 0 : 1,
        out: report({ steps, passes, enforcement }),
        err: [],
      })
      // LEDGER-46
      expect(project.files()[FILE.replace('TODAY', today())]?.split('\n')).toEqual([...lines, row.handoff])
    },
  )

  it.each<[config: string, enforcement: string, threshold: string]>([
    ['', 'warn', '0.95'],
    ['# nothing\n\n', 'warn', '0.95'],
    ['null\n', 'warn', '0.95'],
    ['- a\n- list\n', 'warn', '0.95'],
    ['just words\n', 'warn', '0.95'],
    [`${STRICT}broken: [1, 2\n`, 'warn', '0.95'],
    [`${STRICT}broken: "open\n`, 'warn', '0.95'],
    [`${STRICT}\tbroken: 1\n`, 'warn', '0.95'],
    [`${STRICT}a: b: c\n`, 'warn', '0.95'],
    [`${STRICT}  deeper: 1\n`, 'warn', '0.95'],
    [`${STRICT}\u0000\u0001\n`, 'warn', '0.95'],
    ['{ invalid yaml: [\n', 'warn', '0.95'],
    ['grounding_enforcement: strict', 'strict', '0.95'],
    ['\ufeff---\r\ngrounding_enforcement: "strict" # why\r\n', 'strict', '0.95'],
    ["grounding_enforcement: 'strict'\n---\ngrounding_enforcement: disabled\n", 'strict', '0.95'],
    ['grounding_enforcement: warn\ngrounding_enforcement: strict\n', 'strict', '0.95'],
    ['grounding:\n  enforcement: strict\n  threshold: 0.8\n', 'strict', '0.8'],
    ['grounding:\n  enforcement: strict\n  threshold: 0.8\ngrounding:\n  threshold: 0.7\n', 'warn', '0.7'],
    ['synthesis_checkpoint:\n  grounding_enforcement: strict\n  grounding_threshold: 0.90\n', 'strict', '0.9'],
    ['grounding: { enforcement: strict, threshold: 1.0 }\n', 'strict', '1'],
    ['{"grounding_enforcement": "strict", "grounding": {"threshold": 0.5}}', 'strict', '0.5'],
    ['grounding: {\n  threshold: 0.5,\n  enforcement: strict\n}\n', 'strict', '0.5'],
    ['grounding_enforcement: null\ngrounding:\n  threshold: ~\n', 'warn', '0.95'],
    ['grounding_enforcement: false\n', 'warn', '0.95'],
    ['grounding:\n  threshold: abc\n', 'warn', '0.95'],
    ['grounding:\n  threshold: 1.5\n', 'warn', '0.95'],
    ['grounding:\n  threshold: -1\n', 'warn', '0.95'],
    ['grounding:\n  threshold: 0\n', 'warn', '0'],
    ['grounding:\n  nested:\n    threshold: 0.1\n  threshold: 0.2\nother:\n  threshold: 0.3\n', 'warn', '0.2'],
    [
      'list:\n  - grounding_enforcement: disabled\n  - b\nlist2:\n- c\n- d: 1\n  e: 2\ntext: |\n  grounding_enforcement: disabled\n  x\ngrounding_enforcement: strict\n',
      'strict',
      '0.95',
    ],
    ['url: http://x/#y\nquoted: "a # b: c"\ngrounding_enforcement: strict\n', 'strict', '0.95'],
  ])('[LEDGER-126] reads %j as %s, %s', (config, enforcement, threshold) => {
    const project = loaProject()
    project.write('.loa.config.yaml', config)
    const { out, err } = project.run('synthesis-checkpoint')
    const shown = (name: string) => out.find((line) => line.includes(`${name}: `))?.trim()
    expect([shown('Enforcement'), shown('Threshold'), err]).toEqual([
      `Enforcement: ${enforcement}`,
      `Threshold: ${threshold}`,
      [],
    ])
  })

  it.each<[value: string, skips: boolean]>([
    ['false', true],
    ['no', true],
    ['"false"', true],
    ['0', true],
    ['true', false],
    ['yes', false],
    ['1', false],
    ['null', false],
  ])('[LEDGER-126] negative grounding `%s`', (value, skips) => {
    const project = loaProject()
    project.write('.loa.config.yaml', `grounding:\n  negative:\n    enabled: ${value}\n`)
    expect(project.run('synthesis-checkpoint').out.includes('  Status: SKIPPED (disabled)')).toBe(skips)
  })

  it.each([
    ['0', '0'],
    ['7', '7'],
    ['many', '3'],
    ['-1', '3'],
  ])('[LEDGER-125, LEDGER-126] a minimum of `%s` scenarios is %s', (value, least) => {
    const project = loaProject()
    project.write('.loa.config.yaml', `synthesis_checkpoint: { edd: { min_test_scenarios: ${value} } }\n`)
    expect(project.run('synthesis-checkpoint').out).toContain(`  Minimum required: ${least}`)
  })

  it('[LEDGER-126] a folder in place of the configuration is none', () => {
    const project = loaProject()
    mkdirSync(join(project.root, '.loa.config.yaml'))
    expect(project.run('synthesis-checkpoint')).toEqual({ status: 0, out: FRESH, err: [] })
  })

  it.each(['missing', 'not executable', 'broken'])('[LEDGER-54] a grounding check that is %s passes nothing', (how) => {
    const project = loaProject()
    const check = join(project.root, '.claude/scripts/grounding-check.sh')
    if (how === 'missing') rmSync(check)
    else if (how === 'broken') writeFileSync(check, '#!/bin/sh\necho total_claims=1\nexit 3\n')
    else chmodSync(check, 0o644)
    if (how === 'broken') project.write('.loa.config.yaml', STRICT)
    const { status, out } = project.run('synthesis-checkpoint')
    expect(status).toBe(1)
    expect(out).toContain(
      how === 'broken' ? '  Status: FAILED' : '  ERROR: grounding-check.sh not found or not executable',
    )
    expect(out.at(-7)).toBe('')
  })

  it('[LEDGER-46] a torn last line stays alone, and every agent and day has its own file', () => {
    const project = loaProject()
    project.write(`${FOLDER}/my "agent"-2020-01-02.jsonl`, '{"torn":')
    const { status, out } = project.run('synthesis-checkpoint', ['my "agent"', '2020-01-02'])
    expect([status, out[3], out[4]]).toEqual([0, 'Agent: my "agent"', 'Date: 2020-01-02'])
    expect(project.files()).toEqual({
      [`${FOLDER}/my "agent"-2020-01-02.jsonl`]: `{"torn":\n${handoff(1, 'complete', 'my "agent"')}`,
    })
    JSON.parse(project.read(`${FOLDER}/my "agent"-2020-01-02.jsonl`).split('\n')[1] ?? '')
  })

  it.each(['back\\slash', 'a\ttab', '%s $x', 'ü', "it's"])(
    '[LEDGER-46] the agent %j is named in the handoff',
    (agent) => {
      const project = loaProject()
      expect(project.run('synthesis-checkpoint', [agent, '2020-01-02']).status).toBe(0)
      expect(JSON.parse(project.read(`${FOLDER}/${agent}-2020-01-02.jsonl`)).agent).toBe(agent)
    },
  )

  it('[LEDGER-14] a name that leads out of the folder is refused', () => {
    const project = loaProject()
    expect(project.run('synthesis-checkpoint', ['../../x']).status).toBe(2)
    expect(project.run('synthesis-checkpoint', ['x', '../x']).status).toBe(2)
    expect(project.files()).toEqual({})
  })

  it('[LEDGER-46] what could not be written is said, and the verdict stays', () => {
    const project = loaProject()
    project.write('loa-grimoire/a2a', 'in the way')
    const { status, out, err } = project.run('synthesis-checkpoint')
    expect([status, out.includes('  Status: LOGGED'), err]).toEqual([
      0,
      false,
      [`the handoff could not be written to ROOT/${FILE}`],
    ])
  })

  it('[LEDGER-43] NOTES.md is named and left as it is', () => {
    const project = loaProject()
    put(project, [CITED])
    project.write('loa-grimoire/NOTES.md', '# notes\n')
    expect(project.run('synthesis-checkpoint').out).toContain('  Status: READY (agent will update NOTES.md)')
    expect(project.read('loa-grimoire/NOTES.md')).toBe('# notes\n')
  })

  it.each<[title: string, answer: string, lines: readonly string[]]>([
    [
      'an array',
      '[{"title":"t","id":"bd-7","deps":[{"id":"x"}]},{"id":"bd-8"}]',
      ['Active bead: bd-7', 'Status: READY (agent will update bead)'],
    ],
    [
      'an array over lines',
      '[\n  {\n    "id": "bd-7"\n  }\n]',
      ['Active bead: bd-7', 'Status: READY (agent will update bead)'],
    ],
    [
      'an envelope',
      '{"schema_version":1,"data":[{"id":"bd-7"}]}',
      ['Active bead: bd-7', 'Status: READY (agent will update bead)'],
    ],
    ['an empty array', '[]', ['Status: SKIPPED (no active bead)']],
    ['an empty envelope', '{"schema_version":1,"data":[]}', ['Status: SKIPPED (no active bead)']],
    ['nothing', '', ['Status: SKIPPED (no active bead)']],
    ['words', 'no database', ['Status: SKIPPED (no active bead)']],
  ])('[LEDGER-45] the active task, where bd prints %s', (_, answer, lines) => {
    const project = loaProject()
    project.write(
      'bin/bd',
      `#!/bin/sh\n[ "$*" = 'list --status=in_progress --json' ] && cat <<'END'\n${answer}\nEND\n`,
      0o755,
    )
    const { out } = project.run('synthesis-checkpoint', [], { env: { PATH: `${project.root}/bin:/usr/bin:/bin` } })
    const at = out.indexOf(TITLES[3])
    expect(out.slice(at + 2, at + 2 + lines.length)).toEqual(lines.map((line) => `  ${line}`))
  })

  it.each(['sh', 'bash', 'dash'])('[LEDGER-127] runs under %s, from any folder', (shell) => {
    const project = loaProject({ name: 'a project' })
    expect(project.run('synthesis-checkpoint', [], { shell, cwd: '/', env: { PROJECT_ROOT: project.root } })).toEqual({
      status: 0,
      out: FRESH,
      err: [],
    })
  })
})
