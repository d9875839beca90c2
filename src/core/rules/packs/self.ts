import type { Matcher, TargetClass } from '../../model/rule.ts'
import { definePack } from '../rule.ts'
import { wordsIn } from '../text/word-table.ts'

const OWN: readonly TargetClass[] = ['own']
const AGENTS = wordsIn('claude claude-code codex gemini opencode cursor-agent aider goose amp copilot')
/** Words with which a person answers a junction. */
const APPROVAL = ['*/edge*|*edge approve*|*edge skip*|*edge dismiss*|*fairlead*approve*']
const CLAUDE = ['claude', 'claude-code']
/** With another home or state folder an agent finds neither our hooks nor our key. */
const FREEING_ENV = 'HOME=*|CLAUDE_CONFIG_DIR=*|CODEX_HOME=*|FAIRLEAD_*=*|CLAUDE_CODE_SIMPLE=*'
const SOCKET = ['*claude_code_messaging_*|*claude_code_sse_port*']

/** Everything that changes a file it is given. */
const CHANGERS: readonly Matcher[] = [
  { program: ['*'], targets: { of: 'written', is: OWN } },
  { program: ['<own-file>'] },
  { program: ['<own-code>'], targets: { of: 'operands', is: OWN } },
  {
    program: wordsIn('rm unlink shred truncate tee sponge chmod chown chattr touch rmdir <find-delete> install'),
    targets: { of: 'operands', is: OWN },
  },
  { program: ['mv', 'ln', 'cp'], lacks: ['-t|--target-directory'], targets: { of: 'last', is: OWN } },
  { program: ['rsync', 'scp'], targets: { of: 'last', is: OWN } },
  { program: ['mv'], targets: { of: 'operands', is: OWN } },
  { program: ['sed', 'gsed', 'perl', 'ruby'], has: ['-i|--in-place'], targets: { of: 'operands', is: OWN } },
  { program: ['dd'], targets: { of: 'key:of', is: OWN } },
  { program: ['curl'], targets: { of: 'option:-o|--output', is: OWN } },
  { program: ['wget'], targets: { of: 'option:-O|--output-document', is: OWN } },
  { program: ['sqlite3', 'ed', 'ex', 'vim', 'vi', 'nano', 'patch'], targets: { of: 'operands', is: OWN } },
  { program: ['git'], path: ['checkout|restore|clean|rm|mv'], targets: { of: 'operands', is: OWN } },
  { program: ['yq', 'jq', 'dasel'], has: ['-i|--inplace|--in-place'], targets: { of: 'operands', is: OWN } },
]

export const self = definePack('self', () => [
  {
    id: 'own-files',
    harm: 'tamper',
    tier: 'catastrophic',
    override: 'never',
    family: 'gate files',
    when: CHANGERS,
    about: 'operands',
    examples: {
      matches: [
        "echo '{}' > .claude/settings.json",
        'rm -rf ~/.claude/skills/edge',
        "sed -i 's/a/b/' ~/.codex/config.toml",
        'rm ~/.claude/commands/edge.md',
      ],
      not: [
        'cat .claude/settings.json',
        'ls ~/.claude',
        'echo x > /tmp/r/.claude/settings.json',
        'cp .claude/settings.json /tmp/s.json',
      ],
    },
  },
  {
    id: 'approve',
    harm: 'tamper',
    tier: 'catastrophic',
    override: 'never',
    family: 'self-approval',
    when: [
      { program: ['<own-approve>'] },
      { program: ['fairlead'], path: ['rules', 'allow|add|remove|disable'] },
      // Whoever talks to this server can play the client, and answer its question.
      { program: ['fairlead'], path: ['mcp'] },
      { program: AGENTS, words: APPROVAL },
      { program: AGENTS, input: APPROVAL },
      { program: ['codex'], path: ['queue'] },
      {
        program:
          wordsIn(`tmux screen zellij kitty wezterm xdotool ydotool wtype osascript script expect unbuffer at batch
          crontab`),
        words: APPROVAL,
      },
      {
        program: ['expect', 'script', 'at', 'batch', 'crontab', 'socat', 'nc', 'xdotool', 'write', 'wall'],
        input: APPROVAL,
      },
      { program: ['curl', 'wget', 'nc', 'ncat', 'socat', 'websocat', 'wscat', 'http', 'xh'], words: SOCKET },
      { program: ['curl', 'wget', 'nc', 'ncat', 'socat', 'websocat', 'wscat', 'http', 'xh'], raw: SOCKET },
      {
        program: ['curl', 'nc', 'ncat', 'socat', 'http', 'xh'],
        words: ['*fairlead*'],
        noWords: ['https://*|*/.fairlead/*'],
      },
    ],
    examples: {
      matches: [
        'fairlead edge approve 1',
        'fairlead mcp codex',
        "claude -p '/edge approve 1'",
        "tmux send-keys -t 0 '/edge approve' Enter",
        "codex queue 'edge approve'",
        "echo '/edge approve' | claude --print",
      ],
      not: [
        'fairlead edge status',
        'fairlead doctor',
        'claude --help',
        "grep -r '/edge approve' docs/",
        "git commit -m 'document /edge approve'",
      ],
    },
  },
  {
    id: 'stop-gate',
    harm: 'tamper',
    tier: 'catastrophic',
    override: 'never',
    family: 'stop the gate',
    when: [
      {
        program: ['pkill', 'killall', 'systemctl', 'launchctl', 'service'],
        words: ['*fairlead*|*daemon.mjs*|fair|fairl|fairle|fairlea'],
      },
      { program: ['kill'], raw: ['*fairlead*'] },
    ],
    examples: {
      matches: ['pkill -f fairlead', 'kill $(pgrep -f fairlead)', 'systemctl --user stop fairlead'],
      not: ['pgrep -f fairlead', 'fairlead status'],
    },
  },
  {
    id: 'stop-perhaps',
    harm: 'tamper',
    family: 'stop the gate',
    when: [{ program: ['<own-stop>'] }],
    examples: {
      matches: ['pgrep -f fairlead | xargs kill', 'pidof fairlead | xargs kill -9'],
      not: ['pgrep -f fairlead', 'pgrep -f vite | xargs kill -0'],
    },
  },
  {
    id: 'own-neighbourhood',
    harm: 'tamper',
    family: 'unpack over the gate',
    when: [{ program: ['<own-spread>'] }],
    about: 'operands',
    examples: {
      matches: ['tar -xf x.tar -C ~', 'unzip x.zip -d ~'],
      not: ['tar -xf x.tar -C build', 'unzip x.zip -d ~/src'],
    },
  },
  {
    id: 'free-agent',
    harm: 'tamper',
    tier: 'catastrophic',
    override: 'never',
    family: 'agent without the gate',
    when: [
      { program: ['<own-free>'] },
      { program: AGENTS, env: FREEING_ENV, lacks: ['--help|-h|--version|-v|-V'] },
      { program: CLAUDE, has: ['--bare|--safe-mode|--restricted|--setting-sources'] },
      { program: CLAUDE, words: ['*disableallhooks*|*"hooks"*'] },
      { program: CLAUDE, path: ['config', 'set|add|remove|rm'], words: ['hooks*|disableallhooks*'] },
      { program: ['codex'], path: ['features', 'disable|enable'], words: ['*hooks*'] },
      { program: ['codex'], words: ['*features.hooks=*|*features.codex_hooks=*|hooks=*'] },
      { program: ['codex'], has: ['--disable=*hooks*'] },
    ],
    about: 'operands',
    examples: {
      matches: [
        'claude --bare -p x',
        'claude --setting-sources user -p x',
        'HOME=/tmp/x claude -p x',
        'CODEX_HOME=/tmp/x codex exec x',
        'codex features disable hooks',
        "claude config set hooks '{}'",
        'codex -c features.hooks=false exec x',
      ],
      not: ['claude --help', "claude -p 'explain hooks'", 'codex features list', 'HOME=/tmp/x claude --version'],
    },
  },
  {
    id: 'type-for-person',
    harm: 'tamper',
    family: 'keystrokes',
    when: [
      {
        program: ['tmux'],
        path: [
          'send-keys|send|send-prefix|paste-buffer|pasteb|pipe-pane|pipep|attach|attach-session|a|at|set-buffer|load-buffer',
        ],
      },
      {
        program: ['screen'],
        has: ['-X'],
        path: ['stuff|paste|register|process|exec|eval|source|bind|bindkey|screen|at'],
      },
      { program: ['screen'], has: ['-x|-r|-R|-RR'] },
      { program: ['zellij'], path: ['action', 'write|write-chars'] },
      { program: ['kitty', 'kitten', 'wezterm'], words: ['send-text|send-key'] },
      { program: ['xdotool', 'ydotool', 'wtype', 'dotool'], path: ['type|key'] },
      { program: ['osascript'], words: ['*keystroke*|*key code*|*do script*'] },
      { program: ['expect', 'autoexpect', 'unbuffer'], lacks: ['-v|--version'] },
      { program: ['empty'], has: ['-f|-s|-w|-r|-k'] },
      { program: ['script'], lacks: ['-c|--command|--version|-V|--help|-a|--append'], operands: [0, 1] },
      { program: ['conspy', 'ttyecho', 'writevt', 'uinput'] },
    ],
    about: 'operands',
    examples: {
      matches: ["tmux send-keys -t 0 'ls' Enter", 'tmux attach -t x', "screen -S x -X stuff 'ls\\n'", 'expect run.exp'],
      not: ['tmux list-sessions', 'tmux new-session -d -s x', 'screen -ls', 'script -c ls /tmp/out'],
    },
  },
  {
    id: 'nested-agent',
    harm: 'escalate',
    type: 'external',
    family: 'nested agent',
    when: [
      {
        program: AGENTS,
        has: [
          '--dangerously-skip-permissions|--dangerously-bypass-approvals-and-sandbox|--yolo|--full-auto|--allow-dangerously-skip-permissions|--yes-always',
        ],
      },
      {
        program: ['claude', 'claude-code'],
        has: ['-r|--resume|-c|--continue|--fork-session|--remote|--teleport|--settings'],
      },
      { program: CLAUDE, has: ['--permission-mode=bypasspermissions'] },
      { program: ['codex'], path: ['exec|e|app-server|resume|remote|proto|cloud|mcp-server'] },
      { program: ['codex'], has: ['--remote|--dangerously-bypass-hook-trust'] },
      { program: ['<agent-elsewhere>'] },
      {
        program: ['claude', 'claude-code', 'codex'],
        operands: [0, 0],
        lacks: ['--help|-h|--version|-v|-p|--print|-V'],
      },
    ],
    about: 'operands',
    examples: {
      matches: ['claude --dangerously-skip-permissions -p x', 'claude --resume abc', "codex exec 'fix it'", 'claude'],
      not: ['claude --help', "claude -p 'review this'", 'codex --version', 'echo hi | claude --print'],
    },
  },
])
