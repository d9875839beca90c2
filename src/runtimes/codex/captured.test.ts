import { AS_JSON, type Captured, capturedContract } from '../../../test/contracts/runtime-captured.ts'
import { codex } from './codex.ts'

const reason = 'Junction required: irreversible command'
const lostBlock = { lost: ['block'] }
const lostSteer = { lost: ['steer'] }
const steered = (hookEventName: string) => ({
  answer: { hookSpecificOutput: { hookEventName, additionalContext: 'Work in small steps.' } },
})
const stopped = { answer: { continue: false, stopReason: reason } }
const observed = { deny: lostBlock, steer: lostSteer }

const CAPTURED: Captured = {
  replies: {
    SessionStart: { deny: stopped, steer: steered('SessionStart') },
    UserPromptSubmit: { deny: { answer: { decision: 'block', reason } }, steer: steered('UserPromptSubmit') },
    PreToolUse: {
      deny: {
        answer: {
          hookSpecificOutput: {
            hookEventName: 'PreToolUse',
            permissionDecision: 'deny',
            permissionDecisionReason: reason,
          },
        },
      },
      steer: steered('PreToolUse'),
    },
    PermissionRequest: {
      deny: {
        answer: {
          hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'deny', message: reason } },
        },
      },
      steer: lostSteer,
    },
    PostToolUse: { deny: lostBlock, steer: steered('PostToolUse') },
    SubagentStart: { deny: lostBlock, steer: steered('SubagentStart') },
    PreCompact: { deny: stopped, steer: lostSteer },
    PostCompact: observed,
    Stop: observed,
    SubagentStop: observed,
    SessionEnd: observed,
    Interrupt: observed,
  },
  bodies: {
    interrupt: { kind: 'other', name: 'Interrupt' },
    'permission-request-apply-patch': {
      kind: 'permission.request',
      tool: {
        kind: 'edit',
        name: 'apply_patch',
        changes: [{ op: 'write', path: '/home/dev/project/b.txt', after: 'one\n' }],
      },
    },
    'permission-request-bash': {
      kind: 'permission.request',
      tool: { kind: 'shell', name: 'Bash', command: 'touch asked' },
    },
    'post-compact-auto': { kind: 'compact.after', trigger: 'auto' },
    'post-compact-manual': { kind: 'compact.after', trigger: 'manual' },
    'post-tool-use-apply-patch': {
      kind: 'tool.after',
      tool: {
        kind: 'edit',
        name: 'apply_patch',
        changes: [{ op: 'write', path: '/home/dev/project/a.txt', after: 'one\n' }],
      },
      outcome: {
        ok: true,
        output: 'Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nA a.txt\n',
      },
    },
    'post-tool-use-bash-code-mode': {
      kind: 'tool.after',
      tool: { kind: 'shell', name: 'Bash', command: 'echo nested' },
      outcome: { ok: true, output: 'nested\n' },
    },
    'post-tool-use-bash-in-agent': {
      kind: 'tool.after',
      tool: { kind: 'shell', name: 'Bash', command: 'echo in-sub' },
      outcome: { ok: true, output: 'in-sub\n' },
    },
    'post-tool-use-bash': {
      kind: 'tool.after',
      tool: { kind: 'shell', name: 'Bash', command: 'echo hello' },
      outcome: { ok: true, output: 'hello\n' },
    },
    'post-tool-use-create-goal': {
      kind: 'tool.after',
      tool: { kind: 'schedule', name: 'create_goal', prompt: 'be done' },
      outcome: { ok: true, output: AS_JSON },
    },
    'post-tool-use-mcp': {
      kind: 'tool.after',
      tool: { kind: 'mcp', name: 'mcp__echo__say', server: 'echo', tool: 'say', input: { text: 'hello' } },
      outcome: { ok: true, output: AS_JSON },
    },
    'post-tool-use-spawn-agent': {
      kind: 'tool.after',
      tool: { kind: 'delegate', name: 'spawn_agent', agentType: 'explorer', prompt: 'SUBPROMPT look' },
      outcome: { ok: true, output: '{"agent_id":"01900000-0000-7000-8000-000000000003","nickname":"Wegener"}' },
    },
    'post-tool-use-update-goal': {
      kind: 'tool.after',
      tool: { kind: 'other', name: 'update_goal', input: { status: 'complete' } },
      outcome: { ok: true, output: AS_JSON },
    },
    'post-tool-use-view-image': {
      kind: 'tool.after',
      tool: { kind: 'read', name: 'view_image', paths: ['/home/dev/project/dot.png'] },
      outcome: { ok: true, output: AS_JSON },
    },
    'pre-compact-auto': { kind: 'compact.before', trigger: 'auto' },
    'pre-compact-manual': { kind: 'compact.before', trigger: 'manual' },
    'pre-tool-use-apply-patch': {
      kind: 'tool.before',
      tool: {
        kind: 'edit',
        name: 'apply_patch',
        changes: [{ op: 'write', path: '/home/dev/project/a.txt', after: 'one\n' }],
      },
    },
    'pre-tool-use-bash-code-mode': {
      kind: 'tool.before',
      tool: { kind: 'shell', name: 'Bash', command: 'echo nested' },
    },
    'pre-tool-use-bash-in-agent': {
      kind: 'tool.before',
      tool: { kind: 'shell', name: 'Bash', command: 'echo in-sub' },
    },
    'pre-tool-use-bash': { kind: 'tool.before', tool: { kind: 'shell', name: 'Bash', command: 'echo hello' } },
    'pre-tool-use-create-goal': {
      kind: 'tool.before',
      tool: { kind: 'schedule', name: 'create_goal', prompt: 'be done' },
    },
    'pre-tool-use-mcp': {
      kind: 'tool.before',
      tool: { kind: 'mcp', name: 'mcp__echo__say', server: 'echo', tool: 'say', input: { text: 'hello' } },
    },
    'pre-tool-use-spawn-agent': {
      kind: 'tool.before',
      tool: { kind: 'delegate', name: 'spawn_agent', agentType: 'explorer', prompt: 'SUBPROMPT look' },
    },
    'pre-tool-use-tool-search': {
      kind: 'tool.before',
      tool: { kind: 'other', name: 'tool_search', input: { query: 'echo' } },
    },
    'pre-tool-use-update-goal': {
      kind: 'tool.before',
      tool: { kind: 'other', name: 'update_goal', input: { status: 'complete' } },
    },
    'pre-tool-use-view-image': {
      kind: 'tool.before',
      tool: { kind: 'read', name: 'view_image', paths: ['/home/dev/project/dot.png'] },
    },
    'session-end-other': { kind: 'session.end', reason: 'other' },
    'session-start-clear': { kind: 'session.start', source: 'clear', model: 'gpt-5.5' },
    'session-start-compact': { kind: 'session.start', source: 'compact', model: 'gpt-5.5' },
    'session-start-resume': { kind: 'session.start', source: 'resume', model: 'gpt-5.5' },
    'session-start-startup': { kind: 'session.start', source: 'startup', model: 'gpt-5.5' },
    stop: { kind: 'stop', again: false },
    'subagent-start': { kind: 'agent.start' },
    'subagent-stop': { kind: 'agent.stop' },
    'user-prompt-submit-in-agent': { kind: 'prompt', text: 'SUBPROMPT look' },
    'user-prompt-submit': { kind: 'prompt', text: 'do the work' },
  },
}

capturedContract(codex, CAPTURED)
