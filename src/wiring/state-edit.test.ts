import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { govern } from '../../test/support/govern.ts'
import { type Paths, pathsOf } from '../config/paths.ts'
import * as yamlDoor from '../config/yaml-door.ts'
import { eventId, type ProjectRoot, projectRoot } from '../core/model/ids.ts'
import { ensureApprovalKey } from '../install/approval-key.ts'
import { wireGate } from './wire-gate.ts'

let root: string
let project: ProjectRoot
let paths: Paths
let env: Readonly<Record<string, string>>
let file: string
let calls = 0

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-edit-')))
  env = { HOME: join(root, 'home'), PATH: '/usr/bin:/bin' }
  paths = { ...pathsOf(env), managedPolicy: join(root, 'etc/policy.yaml') }
  project = projectRoot(join(root, 'project'))
  file = join(project, 'active_context.yaml')
  mkdirSync(project)
  execFileSync('git', ['init', '-q', project])
  ensureApprovalKey(paths.key)
  govern(paths, project)
  await hook({ hook_event_name: 'SessionStart', source: 'startup' })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** One hook call by a gate of its own; the reason of a denial, empty when it passes. */
async function hook(payload: object, runtime = 'claude-code'): Promise<string> {
  const { gate } = wireGate({ paths, env, loadYaml: () => yamlDoor })
  calls += 1
  const common = {
    session_id: '6a3c1f7e-0000-4000-8000-000000000001',
    transcript_path: '',
    cwd: project,
    tool_use_id: `call-${calls}`,
  }
  const stamp = { id: eventId(`event-${calls}`), atMs: Date.now() }
  const bytes = JSON.stringify({ ...common, ...payload })
  const { stdout } = await gate.handle({ runtime, bytes, stamp, startDir: project })
  await gate.close()
  return stdout === '' ? '' : (JSON.parse(stdout).hookSpecificOutput?.permissionDecisionReason ?? '')
}

const before = (tool_name: string, tool_input: object) => hook({ hook_event_name: 'PreToolUse', tool_name, tool_input })
const bash = (command: string) => before('Bash', { command })
const patch = (text: string) =>
  hook(
    {
      hook_event_name: 'PreToolUse',
      tool_name: 'apply_patch',
      tool_input: { command: `*** Begin Patch\n${text}\n*** End Patch` },
    },
    'codex',
  )
const now = () => readFileSync(file, 'utf8')

describe('an agent that edits the state file', () => {
  it('[EDGE-1, EDGE-70] may write claims, with every tool that lets us see what it would write', async () => {
    const claims = (text: string) =>
      text
        .replace('objective: ""', 'objective: "fix it"')
        .replace('plan: []', 'plan:\n  - { description: a, status: pending }')
    expect(claims(now())).not.toBe(now())
    expect([
      await before('Edit', { file_path: file, old_string: 'objective: ""', new_string: 'objective: "fix it"' }),
      await before('Write', { file_path: file, content: claims(now()) }),
      await before('MultiEdit', {
        file_path: file,
        edits: [
          { old_string: 'objective: ""', new_string: 'objective: x' },
          { old_string: 'plan: []', new_string: 'plan:\n  - description: y' },
        ],
      }),
      await bash(`cat > active_context.yaml <<'EOF'\n${claims(now())}EOF`),
      await patch(`*** Update File: ${file}\n@@\n-objective: ""\n+objective: "fix it"`),
    ]).toEqual(['', '', '', '', ''])
    writeFileSync(file, claims(now()))
    await bash('ls')
    expect(now()).toContain('fix it')
  })

  const notYours = /aren't yours to change$/
  it('[EDGE-1, EDGE-14] is stopped before anything else is changed, by whatever tool', async () => {
    const edit = (old_string: string, new_string: string) => before('Edit', { file_path: file, old_string, new_string })
    const attempts = [
      await edit('\nmode: plan', '\nmode: done'),
      await edit('allowances: []', 'allowances:\n  - { fingerprint: x, consumed: false }'),
      await edit('dismissals: []', 'dismissals:\n  - { fingerprint: x, expires_at: "2099-01-01T00:00:00Z" }'),
      await edit('memory: []', 'memory: []\nextra: 1'),
      await edit('objective: ""', 'objective: "x"\nmode: active'),
      await edit('objective: ""', 'objective: [not, text]'),
      await edit('objective: ""', 'objective: &a "x"\njunction: *a'),
      await edit('no such text', 'x'),
      await edit('[]', '[1]'),
      await edit('', 'x'),
      await before('Write', { file_path: file, content: 'schema_version: 4\nobjective: x\n' }),
      await before('Write', { file_path: join(project, 'sub/../active_context.yaml'), content: 'mode: done' }),
      await before('NotebookEdit', { notebook_path: file, new_source: 'x' }),
      await before('MultiEdit', {
        file_path: file,
        edits: [
          { old_string: 'objective: ""', new_string: 'objective: x' },
          { old_string: '\nmode: plan', new_string: '\nmode: review' },
        ],
      }),
      await bash("sed -i 's/mode: plan/mode: done/' active_context.yaml"),
      await bash('echo "mode: done" >> active_context.yaml'),
      await bash('echo "mode: done" > active_context.yaml'),
      await bash('f=active_context; echo x > $f.yaml'),
      await bash('cp /tmp/x active_context.yaml'),
      await bash('mv active_context.yaml /tmp/x'),
      await bash('rm active_context.yaml'),
      await bash(`cat > active_context.yaml <<'EOF'\n${now()}EOF\nsed -i s/plan/done/ active_context.yaml`),
      await bash("python3 -c \"open('active_context.yaml','w').write('mode: done')\""),
      await bash('yq -i ".mode = \\"done\\"" active_context.yaml'),
      await patch(`*** Update File: ${file}\n@@\n-mode: plan\n+mode: done`),
      await patch(`*** Delete File: ${file}`),
      await patch(`*** Update File: ${file}\n*** Move to: ${project}/old.yaml\n@@\n-objective: ""\n+objective: x`),
    ]
    expect(attempts.filter((reason) => !notYours.test(reason))).toEqual([])
    expect(attempts[0]?.split('\n')[0]).toMatch(
      /^Fairlead blocked "edit .+": changes `mode` in `active_context\.yaml`$/,
    )
    expect(attempts[0]?.split('\n')[1]).toBe(
      "changes `mode` in `active_context.yaml`; say it with `~/.fairlead/bin/fairlead objective`, `~/.fairlead/bin/fairlead plan` or `~/.fairlead/bin/fairlead memory`; the other fields aren't yours to change",
    )
    expect(attempts[7]).toContain('the text to replace is not in it')
  })

  it('may read it, and use git as always', async () => {
    const commands = [
      'cat active_context.yaml',
      'grep mode active_context.yaml',
      'git add active_context.yaml',
      'git add -A',
      'git diff active_context.yaml',
      'git stash',
      'head -5 active_context.yaml',
      'yq .mode active_context.yaml',
      'git commit -am "active_context.yaml"',
    ]
    for (const command of commands) expect([command, await bash(command)]).toEqual([command, ''])
    expect(await before('Read', { file_path: file })).toBe('')
  })

  it('makes it where there is none, with claims alone', async () => {
    rmSync(file)
    const write = (content: string) => before('Write', { file_path: file, content })
    expect(await write('schema_version: 4\nobjective: x\n')).toBe('')
    rmSync(file)
    expect(await write('schema_version: 4\nmode: done\n')).toMatch(notYours)
    rmSync(file)
    writeFileSync(file, Buffer.from([0xff, 0xfe]))
    expect(await write('schema_version: 4\nobjective: x\n')).not.toBe('')
  })

  it('[EDGE-1] that got in some other way changes claims alone; the rest is put back and recorded', async () => {
    writeFileSync(
      file,
      now()
        .replace(/^mode: plan/m, 'mode: done')
        .replace('objective: ""', 'objective: got in'),
    )
    await bash('ls')
    await hook({ hook_event_name: 'Stop', stop_hook_active: false })
    const { store } = wireGate({ paths, env, loadYaml: () => yamlDoor })
    const open = await store()
    const state = await open.read(project)
    const facts = await open.facts(project, {})
    await open.close()
    expect(state.edge).toMatchObject({ mode: 'plan', claims: { objective: 'got in' } })
    expect(facts.map((row) => row.fact)).toContainEqual({ kind: 'state.edit-ignored', fields: ['mode'] })
    expect(now()).toContain('mode: plan')
    expect(now()).toContain('objective: got in')
  })
})
