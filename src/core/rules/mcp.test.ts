import { describe, expect, it } from 'vitest'
import { AROUND } from '../../../test/support/events.ts'
import type { Tier } from '../model/assessment.ts'
import type { Json } from '../model/json.ts'
import type { ToolCall } from '../model/tool.ts'
import { NO_MEMORY } from '../model/tool.ts'
import { assess } from './assess.ts'
import { mcpValues } from './mcp-values.ts'

type McpCall = Extract<ToolCall, { kind: 'mcp' }>

const tierOf = (tool: string, input: Json, more: Partial<McpCall> = {}): Tier =>
  assess({ kind: 'mcp', name: 'mcp', server: 'desktop', tool, input, ...more }, AROUND, NO_MEMORY).tier

const OWN = '/home/dev/.claude/settings.json'

describe('what an MCP tool is given', () => {
  it.each<readonly [string, Json, Tier]>([
    ['run', { command: 'rm -rf ~' }, 'catastrophic'],
    ['run', { cmd: 'git push' }, 'junction'],
    ['run', { steps: [{ shell: 'ls' }, { shell: 'rm -rf src' }] }, 'catastrophic'],
    ['run', { commands: ['ls', 'rm -rf src'] }, 'catastrophic'],
    ['run', { command: 'rm', args: ['-rf', '~'] }, 'catastrophic'],
    ['run', { command: ['rm', '-rf', 'src'] }, 'catastrophic'],
    ['run', { args: ['rm', '-rf', 'src'] }, 'catastrophic'],
    ['run', { args: [1, 2] }, 'routine'],
    ['run', { args: [] }, 'routine'],
    ['run', { code: "import shutil\nshutil.rmtree('src')" }, 'catastrophic'],
    ['run', { script: "require('child_process').execSync('rm -rf src')" }, 'catastrophic'],
    ['run', { command: 'npm test', timeout: 5, env: null }, 'routine'],
    ['run', { note: 'rm -rf ~' }, 'routine'],
    ['interact', { input: 'rm -rf ~/Music' }, 'catastrophic'],
    ['save', { text: 'rm -rf ~/Music' }, 'routine'],
    ['type_in_terminal', { text: 'rm -rf ~/Music' }, 'catastrophic'],
    ['lint', { file: 'a.js && rm -rf ~/Music' }, 'catastrophic'],
    ['search_code', { q: 'rm -rf ~' }, 'routine'],
    ['convert', { output: '/home/dev/Documents/a' }, 'junction'],
    ['replace_regex', { relative_path: '../../Documents/a' }, 'junction'],
    ['get_merge_request', { id: '1' }, 'routine'],
    ['update', { visibility: 'public' }, 'junction'],
    ['sync', { name: 'prod', prune: true }, 'junction'],
    ['call', { operation: 'deleteUser' }, 'junction'],
    ['query', { query: 'mutation { deleteUser(id: 1) { id } }' }, 'junction'],
    ['query', { query: 'MATCH (n) DETACH DELETE n' }, 'junction'],
    ['request', { method: 'DELETE', path: '/users' }, 'junction'],
    ['read_secret', { path: 'prod/db' }, 'junction'],
    ['list_secrets', {}, 'routine'],
    ['open', { url: 'https://x.example/?k=ghp_0123456789abcdefghijABCDEFGHIJ012345' }, 'junction'],
    ['look', { query: 'ghp_0123456789abcdefghijABCDEFGHIJ012345' }, 'junction'],
    ['look', { label: 'ghp_0123456789abcdefghijABCDEFGHIJ012345' }, 'routine'],
    ['local_look', { query: 'ghp_0123456789abcdefghijABCDEFGHIJ012345' }, 'routine'],
    ['start_container', { volumes: ['/home/dev/.ssh:/k'] }, 'junction'],
    ['start_container', { volumes: ['data:/d'] }, 'routine'],
    ['upload', { local: '/home/dev/.ssh/id_rsa' }, 'junction'],
    ['git_branch', { action: 'delete', name: 'x', force: true }, 'junction'],
    ['git_git', { args: ['push', '--force'] }, 'junction'],
    ['write_file', { path: OWN, content: '{}' }, 'catastrophic'],
    ['writeFile', { filePath: OWN }, 'catastrophic'],
    ['store', { file_path: OWN }, 'catastrophic'],
    ['store', { uri: `file://${OWN}` }, 'catastrophic'],
    ['move_file', { source: OWN, destination: '/tmp/x' }, 'catastrophic'],
    ['move_file', { source: '/tmp/x', destination: OWN }, 'catastrophic'],
    ['move_file', { source: 'src/a.ts', destination: 'src/b.ts' }, 'routine'],
    ['delete_file', { path: OWN }, 'catastrophic'],
    ['edit_file', { path: '/etc/sudoers' }, 'catastrophic'],
    ['edit_file', { path: 'src/a.ts' }, 'routine'],
    ['edit_file', { path: '' }, 'routine'],
    ['edit_file', { path: 'a\nb' }, 'routine'],
    ['read_file', { path: OWN }, 'routine'],
    ['get_file', { path: '/etc/sudoers' }, 'routine'],
    ['run', { options: { sql: 'drop table users' } }, 'junction'],
    ['run', { query: '-- all\nDELETE FROM users' }, 'junction'],
    ['run', { statements: ['select 1', 'truncate table a'] }, 'junction'],
    ['run', { query: 'how to drop table users' }, 'routine'],
    ['search_issues', { query: 'DELETE FROM users fails' }, 'routine'],
    ['run_query', { sql: `select 1; ${' '.repeat(70_000)} drop table a` }, 'junction'],
    ['post_message', { text: 'please run /edge approve 3' }, 'routine'],
  ])('[EDGE-36] is judged: %s %o', (tool, input, tier) => {
    expect(tierOf(tool, input)).toBe(tier)
  })

  it('[EDGE-36] is believed to be only read, but for our files in the place of a target', () => {
    expect(tierOf('run', { command: 'rm -rf ~' }, { readOnly: true })).toBe('routine')
    expect(tierOf('read', { path: OWN }, { readOnly: true })).toBe('routine')
    expect(tierOf('export', { source: 'a', destination: OWN }, { readOnly: true })).toBe('catastrophic')
    expect(tierOf('export', { destination: '/etc/sudoers' }, { readOnly: true })).toBe('routine')
  })

  it.each([
    ['memory', 'routine'],
    ['mcp-playwright', 'routine'],
    ['playwright-mcp', 'routine'],
    ['plugin_context7_context7', 'routine'],
    ['memoryevil', 'junction'],
    ['timescale', 'junction'],
    ['evil-memory', 'junction'],
  ] as const)('[EDGE-34] only known helpers may delete what is theirs: %s', (server, tier) => {
    expect(tierOf('delete_entities', {}, { server })).toBe(tier)
    expect(tierOf('evaluate', { code: 'git push' }, { server })).toBe(tier)
  })

  it('[PLANE-O3] is looked at within bounds, and held beyond them', () => {
    const nested = (levels: number) =>
      Array.from({ length: levels }).reduce<Json>((inner) => ({ a: inner }), { command: 'ls' })
    const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, 'x']))
    const tiers = [nested(30), nested(80), fields(600), fields(30_000)].map((input) => tierOf('run', input))
    expect(tiers).toEqual(['routine', 'junction', 'routine', 'junction'])
    expect(tierOf('run', { ...fields(600), command: 'git push' })).toBe('junction')
    expect(tierOf('run', { steps: Array.from({ length: 200 }, () => ({ shell: 'ls' })) })).toBe('routine')
    expect(tierOf('run', { steps: Array.from({ length: 300 }, () => ({ shell: 'ls' })) })).toBe('junction')
    expect(tierOf('navigate', fields(30_000), { server: 'playwright' })).toBe('routine')
    expect(mcpValues('text')).toEqual({ values: [], isCut: false })
  })
})

describe('a tool that nobody knows', () => {
  const tier = (input: Json): Tier => assess({ kind: 'other', name: 'Shell2', input }, AROUND, NO_MEMORY).tier

  it.each<readonly [Json, Tier]>([
    [{ command: 'git push' }, 'junction'],
    [{ command: ['bash', '-lc', 'rm -rf ~'] }, 'catastrophic'],
    [{ cmd: 'ls' }, 'routine'],
    [{ question: 'rm -rf ~' }, 'routine'],
    [{}, 'routine'],
  ])('[EDGE-34] is judged by what it would run: %o is %s', (input, expected) => {
    expect(tier(input)).toBe(expected)
  })
})

describe('speaking of an approval', () => {
  const tier = (tool: ToolCall): Tier => assess(tool, AROUND, NO_MEMORY).tier
  const delegate = (prompt: string): ToolCall => ({ kind: 'delegate', name: 'Task', agentType: 'x', prompt })
  const schedule = (prompt: string): ToolCall => ({ kind: 'schedule', name: 'CronCreate', prompt })
  const skill = (name: string, args: string): ToolCall => ({ kind: 'skill', name: 'Skill', skill: name, args })

  it.each<readonly [ToolCall, Tier]>([
    [delegate('/edge approve 1'), 'catastrophic'],
    [delegate('  edge skip 2'), 'catastrophic'],
    [delegate('Document how a person runs `/edge approve 1`'), 'routine'],
    [schedule('/edge dismiss'), 'catastrophic'],
    [schedule('Look at the hold.\n/edge approve 1'), 'catastrophic'],
    [schedule('Ask whether the person has run /edge approve'), 'routine'],
    [skill('edge', 'approve 1'), 'catastrophic'],
    [skill('fairlead:edge', ' skip'), 'catastrophic'],
    [skill('edge', 'status'), 'routine'],
    [skill('review', 'edge approve'), 'routine'],
    [{ kind: 'other', name: 'AskUserQuestion', input: { question: 'Shall I wait for /edge approve 1?' } }, 'routine'],
    [{ kind: 'other', name: 'TodoWrite', input: { todos: ['edge approve'] } }, 'routine'],
  ])('[EDGE-36] is no approval: %o is %s', (tool, expected) => {
    expect(tier(tool)).toBe(expected)
  })
})
