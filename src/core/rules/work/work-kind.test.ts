import { describe, expect, it } from 'vitest'
import { AROUND } from '../../../../test/support/events.ts'
import type { ToolCall, WorkKind } from '../../model/tool.ts'
import { NO_MEMORY } from '../../model/tool.ts'
import { assess } from '../assess.ts'
import { collapseTarget } from './work-kind.ts'

const kindOf = (tool: ToolCall): WorkKind => assess(tool, AROUND, NO_MEMORY).work.kind
const shell = (command: string): ToolCall => ({ kind: 'shell', name: 'Bash', command })
const edit = (path: string, op: 'edit' | 'write' | 'delete' = 'edit'): ToolCall => ({
  kind: 'edit',
  name: 'Edit',
  changes: [{ op, path }],
})
const tool = (name: string): ToolCall => ({ kind: 'other', name, input: null })
const mcp = (name: string, readOnly?: true): Extract<ToolCall, { kind: 'mcp' }> => ({
  kind: 'mcp',
  name: `mcp__x__${name}`,
  server: 'x',
  tool: name,
  input: null,
  ...(readOnly && { readOnly }),
})

const COMMANDS: Readonly<Record<WorkKind, readonly string[]>> = {
  explore: [
    'ls -la',
    'wc -l < src/a.ts',
    'cat a.ts | head -20',
    "sed -n '1,80p' src/a.ts",
    'find . -name "*.py" | xargs grep -l foo',
    'cd src && rg -n "export" .',
    'git status && git diff --stat',
    'git -C /tmp/x log --oneline -5',
    'gh pr view 12',
    'npm ls react',
    'go doc net/http',
    'cargo tree',
    'mkdir -p build/out',
    'rm /tmp/try.py reproduce_issue.py',
    'curl -s https://example.com/a.json | python3 -c "import json,sys; print(json.load(sys.stdin))"',
    'kubectl get pods',
    'docker ps',
    'pip show requests',
    'make --dry-run all',
    'workmux status',
    'sometool --help',
    'aws s3 ls',
    'mise ls',
  ],
  edit: [
    'sed -i "s/a/b/" src/a.ts',
    "cat > src/a.ts <<'EOF'\nx\nEOF",
    'gofmt -w main.go',
    'npx prettier --write .',
    'npm install left-pad',
    'npm run lint:fix',
    'mise run fmt',
    'rm src/a.ts',
    'git restore src/a.ts',
    'go mod tidy',
    'cargo add serde',
    'pip install -e .',
    'mv a.ts b.ts',
    'ruff check --fix .',
    'yarn',
    'terraform fmt',
    'poetry add httpx',
    'rails g model user',
    'dotnet add package x',
    'swift package resolve',
    'mix format',
  ],
  verify: [
    'npm test',
    'cd "$WHERE" && echo x > a_test.go',
    'cd /w && python reproduce.py',
    'python3 -m pytest -q',
    'env GOCACHE=/tmp/x go test ./... 2>&1 | tail -5',
    'rm -rf out && python3 check.py',
    'node -e "console.log(1)"',
    './run.sh',
    'npx tsc --noEmit',
    'gofmt -l .',
    'npm run build',
    'npm run dev',
    'make check',
    'rtk bun run test',
    'rtk test bun run test',
    'eslint .',
    'curl -s http://localhost:3000/health',
    'docker compose up -d',
    'sed -i "s/a/b/" internal/auth/auth_test.go',
    "cat >> a_test.go <<'EOF'\nx\nEOF",
    'git diff | pytest',
    'mise run test:ci',
    'gradle test',
    'cargo clippy',
    'helm lint chart',
    'terraform plan',
    'rails test',
    'dotnet test',
    'swift build',
    'mix test',
    'uv run pytest',
    'pip test',
    'black --check .',
  ],
  ship: [
    'git add -A && git commit -m "x"',
    'go test ./... && git push',
    'gh pr create --fill',
    'gh api repos/a/b/issues/1/comments -f body=x',
    'npm publish',
    'npm run release',
    'make deploy',
    'git tag v1',
    'docker push a/b',
    'kubectl apply -f a.yaml',
    'terraform apply',
    'cargo publish',
    'vercel deploy',
    'aws s3 cp a s3://b',
    'gradle publish',
    'twine upload dist/*',
    'mix hex.publish',
    'dotnet publish',
    'uv publish',
  ],
  plan: ['bd create --title x'],
  delegate: ['claude -p "review this"', 'codex exec "look"'],
  other: [
    'cd src',
    'echo done',
    'git checkout -b x',
    'sleep 5',
    'unknowncommand x',
    'make clean',
    'gh pr checkout 3',
    'docker rm x',
    'curl -X POST https://example.com -d x',
    'echo x > /tmp/log.txt',
    '$X y',
    '',
  ],
}

describe('what a shell call is for', () => {
  for (const [kind, commands] of Object.entries(COMMANDS)) {
    it.each(commands)(`[PLANE-R5.2] ${kind}: %s`, (command) => {
      expect(kindOf(shell(command))).toBe(kind)
    })
  }

  it('tells a test run apart from other checks', () => {
    const tests = ['npm test', 'npm test && git push', 'npx tsc'].map(
      (command) => assess(shell(command), AROUND, NO_MEMORY).work,
    )
    expect(tests).toEqual([
      { kind: 'verify', tests: true },
      { kind: 'ship', tests: true },
      { kind: 'verify', tests: false },
    ])
  })
})

describe('what another call is for', () => {
  const cases: readonly (readonly [WorkKind, ToolCall])[] = [
    ['explore', { kind: 'read', name: 'Read', paths: ['/home/dev/project/test/a.test.ts'] }],
    ['explore', { kind: 'network', name: 'WebFetch', target: 'https://example.com', method: 'GET' }],
    ['explore', tool('LSP')],
    ['explore', mcp('get_issue')],
    ['explore', mcp('whatever', true)],
    ['explore', edit('/home/dev/project/repro.py', 'delete')],
    ['edit', edit('/home/dev/project/src/a.ts')],
    ['edit', edit('/home/dev/project/src/latest.ts')],
    ['edit', edit('/home/dev/project/src/special/inspect.ts')],
    ['edit', edit('/home/dev/project/src/debug.ts', 'write')],
    ['edit', edit('/home/dev/project/src/a.ts', 'delete')],
    ['edit', tool('replace_symbol')],
    [
      'edit',
      {
        kind: 'edit',
        name: 'apply_patch',
        changes: [
          { op: 'edit', path: '/home/dev/project/src/a.test.ts' },
          { op: 'edit', path: '/home/dev/project/src/a.ts' },
        ],
      },
    ],
    ['verify', edit('/home/dev/project/src/a.test.ts')],
    ['verify', edit('/home/dev/project/tests/fixtures/a.json')],
    ['verify', edit('/home/dev/project/src/UserServiceTest.java')],
    ['verify', edit('/home/dev/project/reproduce_issue.py', 'write')],
    ['verify', edit('/home/dev/project/edge_cases.py', 'write')],
    ['verify', edit('/home/dev/debug.py', 'write')],
    ['verify', edit('/home/dev/project/demonstrate_bug.py', 'write')],
    ['verify', edit('/home/dev/project/fix_verification.py', 'write')],
    ['verify', edit('/home/dev/project/reproduction/settings.py', 'write')],
    ['verify', edit('/home/dev/project/test_project/settings.py', 'write')],
    ['edit', edit('/home/dev/project/src/validation.ts', 'write')],
    ['edit', edit('/home/dev/project/test-repository/a.ts', 'write')],
    ['verify', edit('/tmp/x.py', 'write')],
    ['plan', edit('/home/dev/.claude/plans/x.md', 'write')],
    ['plan', tool('TodoWrite')],
    ['plan', tool('ExitPlanMode')],
    ['plan', tool('think')],
    ['plan', tool('attempt_completion')],
    ['verify', tool('execute_ipython_cell')],
    ['verify', tool('runTests')],
    ['edit', tool('search_replace')],
    ['edit', tool('delete_file')],
    ['explore', tool('goto')],
    ['explore', tool('search_dir')],
    ['explore', mcp('read_text_file')],
    ['verify', mcp('run_tests')],
    ['verify', mcp('execute_code')],
    ['edit', mcp('replace_symbol_body')],
    ['edit', { ...mcp('write_file'), input: { path: '/home/dev/project/src/a.ts' } }],
    ['verify', { ...mcp('write_file'), input: { path: '/home/dev/project/test/a.test.ts' } }],
    ['ship', mcp('create_pull_request')],
    ['ship', mcp('push_files')],
    ['plan', mcp('sequentialthinking')],
    ['delegate', { kind: 'delegate', name: 'Agent', agentType: 'x', prompt: 'y' }],
    ['delegate', tool('close_agent')],
    ['other', edit('/tmp/body.md', 'write')],
    ['other', { kind: 'edit', name: 'apply_patch', changes: [] }],
    ['other', mcp('create_issue')],
    ['other', { kind: 'skill', name: 'Skill', skill: 'x', args: '' }],
    ['other', { kind: 'schedule', name: 'CronCreate', prompt: 'x' }],
    ['other', tool('write_stdin')],
  ]

  it.each(cases)('[PLANE-R5.2] %s: %j', (kind, call) => {
    expect(kindOf(call)).toBe(kind)
  })

  it('[PLANE-F01b] is about the first telling field that is not empty', () => {
    const all = { query: 'f', url: 'e', pattern: 'd', path: 'c', file_path: 'b', command: 'a' }
    expect(collapseTarget(all)).toBe('a')
    expect(collapseTarget({ ...all, command: '' })).toBe('b')
    expect(collapseTarget({ query: 'f', url: 'e', pattern: 'd', path: 'c', file_path: 7 })).toBe('c')
    expect(collapseTarget({ query: 'f', url: 'e', pattern: 'd' })).toBe('d')
    expect(collapseTarget({ query: 'f', url: 'e' })).toBe('e')
    expect(collapseTarget({ query: 'f' })).toBe('f')
    expect([collapseTarget({ other: 'x' }), collapseTarget(null), collapseTarget(['a']), collapseTarget('a')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    const work = (input: { readonly [key: string]: string }) =>
      assess({ kind: 'other', name: 'LSP', input }, AROUND, NO_MEMORY).work
    expect(work({ file_path: '/home/dev/project/src/a.ts' })).toEqual({
      kind: 'explore',
      tests: false,
      path: '/home/dev/project/src/a.ts',
    })
    expect(work({ query: 'x' })).toEqual({ kind: 'explore', tests: false })
  })
})
