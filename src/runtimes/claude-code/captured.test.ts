import { AS_JSON, type Captured, capturedContract, VERBATIM } from '../../../test/contracts/runtime-captured.ts'
import { claudeCode } from './claude-code.ts'

const reason = 'Junction required: irreversible command'
const lostBlock = { lost: ['block'] }
const lostSteer = { lost: ['steer'] }
const steered = (hookEventName: string) => ({
  answer: { hookSpecificOutput: { hookEventName, additionalContext: 'Work in small steps.' } },
})
const denied = (hookEventName: string) => ({
  answer: {
    hookSpecificOutput: { hookEventName, permissionDecision: 'deny', permissionDecisionReason: reason },
  },
})
const erased = (hookEventName: string) => ({
  answer: { decision: 'block', reason, hookSpecificOutput: { hookEventName, suppressOriginalPrompt: true } },
})
const observed = { deny: lostBlock, steer: lostSteer }

const CAPTURED: Captured = {
  replies: {
    SessionStart: { deny: lostBlock, steer: steered('SessionStart') },
    UserPromptSubmit: { deny: erased('UserPromptSubmit'), steer: steered('UserPromptSubmit') },
    UserPromptExpansion: { deny: erased('UserPromptExpansion'), steer: steered('UserPromptExpansion') },
    PreToolUse: { deny: denied('PreToolUse'), steer: steered('PreToolUse') },
    PermissionRequest: {
      deny: {
        answer: {
          hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'deny', message: reason } },
        },
      },
      steer: lostSteer,
    },
    PostToolUse: { deny: lostBlock, steer: steered('PostToolUse') },
    PostToolUseFailure: { deny: lostBlock, steer: steered('PostToolUseFailure') },
    PostToolBatch: { deny: lostBlock, steer: steered('PostToolBatch') },
    SubagentStart: { deny: lostBlock, steer: steered('SubagentStart') },
    PreCompact: { deny: { answer: { decision: 'block', reason } }, steer: lostSteer },
    ConfigChange: { deny: { answer: { decision: 'block', reason } }, steer: lostSteer },
    PreModelSwitch: { deny: denied('PreModelSwitch'), steer: lostSteer },
    Stop: observed,
    SubagentStop: observed,
    SessionEnd: observed,
    PostCompact: observed,
    PostModelSwitch: observed,
    CwdChanged: observed,
    InstructionsLoaded: observed,
    Notification: observed,
    Setup: observed,
    StopFailure: observed,
    TaskCreated: observed,
    TaskCompleted: observed,
  },
  bodies: {
    'config-change-local-settings': {
      kind: 'config.change',
      source: 'local_settings',
      path: '/home/dev/project/.claude/settings.local.json',
    },
    'config-change-project-settings': {
      kind: 'config.change',
      source: 'project_settings',
      path: '/home/dev/project/.claude/settings.json',
    },
    'config-change-skills': {
      kind: 'config.change',
      source: 'skills',
      path: '/home/dev/project/.claude/skills/greet/SKILL.md',
    },
    'config-change-user-settings': {
      kind: 'config.change',
      source: 'user_settings',
      path: '/home/dev/.claude/settings.json',
    },
    'cwd-changed': { kind: 'other', name: 'CwdChanged' },
    'instructions-loaded-compact': { kind: 'other', name: 'InstructionsLoaded' },
    'instructions-loaded-session-start-tui': { kind: 'other', name: 'InstructionsLoaded' },
    'instructions-loaded-session-start': { kind: 'other', name: 'InstructionsLoaded' },
    'notification-permission-prompt': { kind: 'other', name: 'Notification' },
    'permission-request-ask-user-question': {
      kind: 'permission.request',
      tool: {
        kind: 'other',
        name: 'AskUserQuestion',
        input: {
          questions: [
            {
              question: 'Which colour?',
              header: 'Colour',
              options: [
                { label: 'Red', description: 'the warm one' },
                { label: 'Blue', description: 'the cold one' },
              ],
              multiSelect: false,
            },
          ],
        },
      },
    },
    'permission-request-bash-tui': {
      kind: 'permission.request',
      tool: { kind: 'shell', name: 'Bash', command: 'touch ASKED' },
    },
    'permission-request-bash': {
      kind: 'permission.request',
      tool: { kind: 'shell', name: 'Bash', command: 'touch asked' },
    },
    'permission-request-mcp': {
      kind: 'permission.request',
      tool: { kind: 'mcp', name: 'mcp__echo__say', server: 'echo', tool: 'say', input: { text: 'hello' } },
    },
    'permission-request-write': {
      kind: 'permission.request',
      tool: {
        kind: 'edit',
        name: 'Write',
        changes: [{ op: 'write', path: '/home/dev/project/note.txt', after: 'one\n' }],
      },
    },
    'post-compact-auto': { kind: 'compact.after', trigger: 'auto' },
    'post-compact-manual': { kind: 'compact.after', trigger: 'manual' },
    'post-model-switch-command': { kind: 'other', name: 'PostModelSwitch' },
    'post-tool-batch-denied': { kind: 'other', name: 'PostToolBatch' },
    'post-tool-batch-parallel': { kind: 'other', name: 'PostToolBatch' },
    'post-tool-batch-single-in-agent': { kind: 'other', name: 'PostToolBatch' },
    'post-tool-batch-single-small-model': { kind: 'other', name: 'PostToolBatch' },
    'post-tool-batch-single': { kind: 'other', name: 'PostToolBatch' },
    'post-tool-use-agent-background': {
      kind: 'tool.after',
      tool: { kind: 'delegate', name: 'Agent', agentType: 'Explore', prompt: 'SUBPROMPT look' },
      outcome: { ok: true, output: AS_JSON },
    },
    'post-tool-use-agent': {
      kind: 'tool.after',
      tool: { kind: 'delegate', name: 'Agent', agentType: 'general-purpose', prompt: 'SUBPROMPT look' },
      outcome: { ok: true, output: AS_JSON },
    },
    'post-tool-use-ask-user-question': {
      kind: 'tool.after',
      tool: {
        kind: 'other',
        name: 'AskUserQuestion',
        input: {
          questions: [
            {
              question: 'Which colour?',
              header: 'Colour',
              options: [
                { label: 'Red', description: 'the warm one' },
                { label: 'Blue', description: 'the cold one' },
              ],
              multiSelect: false,
            },
          ],
          answers: { 'Which colour?': 'Red' },
          annotations: {},
        },
      },
      outcome: { ok: true, output: AS_JSON },
    },
    'post-tool-use-bash-in-agent': {
      kind: 'tool.after',
      tool: { kind: 'shell', name: 'Bash', command: 'echo in-sub' },
      outcome: { ok: true, output: 'in-sub' },
    },
    'post-tool-use-bash-scheduled': {
      kind: 'tool.after',
      tool: { kind: 'shell', name: 'Bash', command: 'sleep 0.2', background: true },
      outcome: { ok: true, output: '' },
    },
    'post-tool-use-bash-tui': {
      kind: 'tool.after',
      tool: { kind: 'shell', name: 'Bash', command: 'touch ASKED' },
      outcome: { ok: true, output: '' },
    },
    'post-tool-use-bash': {
      kind: 'tool.after',
      tool: { kind: 'shell', name: 'Bash', command: 'echo hi' },
      outcome: { ok: true, output: 'hi' },
    },
    'post-tool-use-cron-create': {
      kind: 'tool.after',
      tool: { kind: 'schedule', name: 'CronCreate', prompt: 'good morning' },
      outcome: { ok: true, output: AS_JSON },
    },
    'post-tool-use-cron-list': {
      kind: 'tool.after',
      tool: { kind: 'other', name: 'CronList', input: {} },
      outcome: { ok: true, output: AS_JSON },
    },
    'post-tool-use-edit': {
      kind: 'tool.after',
      tool: {
        kind: 'edit',
        name: 'Edit',
        changes: [{ op: 'edit', path: '/home/dev/project/note.txt', before: 'one', after: 'ONE' }],
      },
      outcome: { ok: true, output: AS_JSON },
    },
    'post-tool-use-enter-worktree': {
      kind: 'tool.after',
      tool: { kind: 'other', name: 'EnterWorktree', input: { name: 'side' } },
      outcome: { ok: true, output: AS_JSON },
    },
    'post-tool-use-failure-bash': {
      kind: 'tool.after',
      tool: { kind: 'shell', name: 'Bash', command: 'echo broken >&2; exit 3' },
      outcome: { ok: false, output: 'Exit code 3\nbroken' },
    },
    'post-tool-use-failure-mcp': {
      kind: 'tool.after',
      tool: { kind: 'mcp', name: 'mcp__echo__say', server: 'echo', tool: 'say', input: { text: 'fail' } },
      outcome: { ok: false, output: 'fail' },
    },
    'post-tool-use-failure-read': {
      kind: 'tool.after',
      tool: { kind: 'read', name: 'Read', paths: ['/home/dev/project/absent.txt'] },
      outcome: { ok: false, output: 'File does not exist. Note: your current working directory is /home/dev/project.' },
    },
    'post-tool-use-glob': {
      kind: 'tool.after',
      tool: { kind: 'read', name: 'Glob', paths: ['/home/dev/project'], pattern: '*.md' },
      outcome: { ok: true, output: AS_JSON },
    },
    'post-tool-use-grep': {
      kind: 'tool.after',
      tool: { kind: 'read', name: 'Grep', paths: ['/home/dev/project'], pattern: 'project' },
      outcome: { ok: true, output: AS_JSON },
    },
    'post-tool-use-mcp': {
      kind: 'tool.after',
      tool: { kind: 'mcp', name: 'mcp__echo__say', server: 'echo', tool: 'say', input: { text: 'hello' } },
      outcome: { ok: true, output: AS_JSON },
    },
    'post-tool-use-monitor': {
      kind: 'tool.after',
      tool: { kind: 'shell', name: 'Monitor', command: 'echo tick' },
      outcome: { ok: true, output: AS_JSON },
    },
    'post-tool-use-notebook-edit': {
      kind: 'tool.after',
      tool: {
        kind: 'edit',
        name: 'NotebookEdit',
        changes: [{ op: 'edit', path: '/home/dev/project/book.ipynb', after: '2' }],
      },
      outcome: { ok: true, output: AS_JSON },
    },
    'post-tool-use-read': {
      kind: 'tool.after',
      tool: { kind: 'read', name: 'Read', paths: ['/home/dev/project/README.md'] },
      outcome: { ok: true, output: AS_JSON },
    },
    'post-tool-use-schedule-wakeup': {
      kind: 'tool.after',
      tool: { kind: 'schedule', name: 'ScheduleWakeup', prompt: 'go on' },
      outcome: { ok: true, output: AS_JSON },
    },
    'post-tool-use-send-message': {
      kind: 'tool.after',
      tool: { kind: 'delegate', name: 'SendMessage', agentType: 'nobody', prompt: 'hello' },
      outcome: { ok: true, output: AS_JSON },
    },
    'post-tool-use-skill': {
      kind: 'tool.after',
      tool: { kind: 'skill', name: 'Skill', skill: 'greet', args: 'Ada' },
      outcome: { ok: true, output: AS_JSON },
    },
    'post-tool-use-task-create': {
      kind: 'tool.after',
      tool: { kind: 'other', name: 'TaskCreate', input: { subject: 'step one', description: 'the first step' } },
      outcome: { ok: true, output: AS_JSON },
    },
    'post-tool-use-task-update': {
      kind: 'tool.after',
      tool: { kind: 'other', name: 'TaskUpdate', input: { taskId: '1', status: 'completed' } },
      outcome: { ok: true, output: AS_JSON },
    },
    'post-tool-use-todo-write': {
      kind: 'tool.after',
      tool: {
        kind: 'other',
        name: 'TodoWrite',
        input: { todos: [{ content: 'step one', status: 'pending', activeForm: 'doing step one' }] },
      },
      outcome: { ok: true, output: AS_JSON },
    },
    'post-tool-use-tool-search': {
      kind: 'tool.after',
      tool: { kind: 'other', name: 'ToolSearch', input: { query: 'select:CronCreate', max_results: 1 } },
      outcome: { ok: true, output: AS_JSON },
    },
    'post-tool-use-write': {
      kind: 'tool.after',
      tool: {
        kind: 'edit',
        name: 'Write',
        changes: [{ op: 'write', path: '/home/dev/project/note.txt', after: 'one\n' }],
      },
      outcome: { ok: true, output: AS_JSON },
    },
    'pre-compact-auto': { kind: 'compact.before', trigger: 'auto' },
    'pre-compact-manual': { kind: 'compact.before', trigger: 'manual' },
    'pre-model-switch-command': { kind: 'other', name: 'PreModelSwitch' },
    'pre-tool-use-agent': {
      kind: 'tool.before',
      tool: { kind: 'delegate', name: 'Agent', agentType: 'general-purpose', prompt: 'SUBPROMPT look' },
    },
    'pre-tool-use-ask-user-question': {
      kind: 'tool.before',
      tool: {
        kind: 'other',
        name: 'AskUserQuestion',
        input: {
          questions: [
            {
              question: 'Which colour?',
              header: 'Colour',
              options: [
                { label: 'Red', description: 'the warm one' },
                { label: 'Blue', description: 'the cold one' },
              ],
              multiSelect: false,
            },
          ],
        },
      },
    },
    'pre-tool-use-bash-in-agent': {
      kind: 'tool.before',
      tool: { kind: 'shell', name: 'Bash', command: 'echo in-sub' },
    },
    'pre-tool-use-bash-scheduled': {
      kind: 'tool.before',
      tool: { kind: 'shell', name: 'Bash', command: 'sleep 0.2', background: true },
    },
    'pre-tool-use-bash': { kind: 'tool.before', tool: { kind: 'shell', name: 'Bash', command: 'echo hi' } },
    'pre-tool-use-cron-create': {
      kind: 'tool.before',
      tool: { kind: 'schedule', name: 'CronCreate', prompt: 'good morning' },
    },
    'pre-tool-use-cron-list': { kind: 'tool.before', tool: { kind: 'other', name: 'CronList', input: {} } },
    'pre-tool-use-edit': {
      kind: 'tool.before',
      tool: {
        kind: 'edit',
        name: 'Edit',
        changes: [{ op: 'edit', path: '/home/dev/project/note.txt', before: 'one', after: 'ONE' }],
      },
    },
    'pre-tool-use-enter-worktree': {
      kind: 'tool.before',
      tool: { kind: 'other', name: 'EnterWorktree', input: { name: 'side' } },
    },
    'pre-tool-use-glob': {
      kind: 'tool.before',
      tool: { kind: 'read', name: 'Glob', paths: ['/home/dev/project'], pattern: '*.md' },
    },
    'pre-tool-use-grep': {
      kind: 'tool.before',
      tool: { kind: 'read', name: 'Grep', paths: ['/home/dev/project'], pattern: 'project' },
    },
    'pre-tool-use-mcp': {
      kind: 'tool.before',
      tool: { kind: 'mcp', name: 'mcp__echo__say', server: 'echo', tool: 'say', input: { text: 'hello' } },
    },
    'pre-tool-use-monitor': { kind: 'tool.before', tool: { kind: 'shell', name: 'Monitor', command: 'echo tick' } },
    'pre-tool-use-notebook-edit': {
      kind: 'tool.before',
      tool: {
        kind: 'edit',
        name: 'NotebookEdit',
        changes: [{ op: 'edit', path: '/home/dev/project/book.ipynb', after: '2' }],
      },
    },
    'pre-tool-use-read': {
      kind: 'tool.before',
      tool: { kind: 'read', name: 'Read', paths: ['/home/dev/project/README.md'] },
    },
    'pre-tool-use-schedule-wakeup': {
      kind: 'tool.before',
      tool: { kind: 'schedule', name: 'ScheduleWakeup', prompt: 'go on' },
    },
    'pre-tool-use-send-message': {
      kind: 'tool.before',
      tool: { kind: 'delegate', name: 'SendMessage', agentType: 'nobody', prompt: 'hello' },
    },
    'pre-tool-use-skill': { kind: 'tool.before', tool: { kind: 'skill', name: 'Skill', skill: 'greet', args: 'Ada' } },
    'pre-tool-use-task-create': {
      kind: 'tool.before',
      tool: { kind: 'other', name: 'TaskCreate', input: { subject: 'step one', description: 'the first step' } },
    },
    'pre-tool-use-task-update': {
      kind: 'tool.before',
      tool: { kind: 'other', name: 'TaskUpdate', input: { taskId: '1', status: 'completed' } },
    },
    'pre-tool-use-todo-write': {
      kind: 'tool.before',
      tool: {
        kind: 'other',
        name: 'TodoWrite',
        input: { todos: [{ content: 'step one', status: 'pending', activeForm: 'doing step one' }] },
      },
    },
    'pre-tool-use-tool-search': {
      kind: 'tool.before',
      tool: { kind: 'other', name: 'ToolSearch', input: { query: 'select:CronCreate', max_results: 1 } },
    },
    'pre-tool-use-web-fetch': {
      kind: 'tool.before',
      tool: { kind: 'network', name: 'WebFetch', target: 'http://127.0.0.1/', method: 'GET' },
    },
    'pre-tool-use-web-search': {
      kind: 'tool.before',
      tool: { kind: 'network', name: 'WebSearch', target: 'fairlead', method: 'GET' },
    },
    'pre-tool-use-write': {
      kind: 'tool.before',
      tool: {
        kind: 'edit',
        name: 'Write',
        changes: [{ op: 'write', path: '/home/dev/project/note.txt', after: 'one\n' }],
      },
    },
    'session-end-clear': { kind: 'session.end', reason: 'clear' },
    'session-end-other': { kind: 'session.end', reason: 'other' },
    'session-end-prompt-input-exit': { kind: 'session.end', reason: 'prompt_input_exit' },
    'session-start-clear': { kind: 'session.start', source: 'clear' },
    'session-start-compact': { kind: 'session.start', source: 'compact', model: 'claude-opus-5-5' },
    'session-start-resume': { kind: 'session.start', source: 'resume' },
    'session-start-startup-tui': { kind: 'session.start', source: 'startup', model: 'claude-opus-5-5' },
    'session-start-startup': { kind: 'session.start', source: 'startup' },
    'setup-init': { kind: 'other', name: 'Setup' },
    'stop-background': { kind: 'stop', again: false },
    'stop-failure': { kind: 'other', name: 'StopFailure' },
    'stop-scheduled': { kind: 'stop', again: false },
    'stop-small-model': { kind: 'stop', again: false },
    stop: { kind: 'stop', again: false },
    'subagent-start': { kind: 'agent.start' },
    'subagent-stop-background': { kind: 'agent.stop' },
    'subagent-stop-compaction': { kind: 'agent.stop' },
    'subagent-stop': { kind: 'agent.stop' },
    'task-completed': { kind: 'other', name: 'TaskCompleted' },
    'task-created': { kind: 'other', name: 'TaskCreated' },
    'user-prompt-expansion-edge': { kind: 'command', name: 'edge', args: 'approve 42', source: 'userSettings' },
    'user-prompt-expansion-greet': { kind: 'command', name: 'greet', args: 'Ada', source: 'projectSettings' },
    'user-prompt-submit-task-notification': { kind: 'prompt', text: VERBATIM },
    'user-prompt-submit': { kind: 'prompt', text: 'do the work' },
  },
}

capturedContract(claudeCode, CAPTURED)
