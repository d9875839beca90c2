import { definePack } from '../rule.ts'

export const self = definePack(
  'self',
  `
CLAUDE = claude|claude-code
SOCKET = *claude_code_messaging_*|*claude_code_sse_port*
APPROVAL = */edge*|*edge approve*|*edge skip*|*edge dismiss*|*fairlead*approve*
FREEING_ENV = HOME=*|CLAUDE_CONFIG_DIR=*|CODEX_HOME=*|FAIRLEAD_*=*|CLAUDE_CODE_SIMPLE=*
AGENTS = claude|claude-code|codex|gemini|opencode|cursor-agent|aider|goose|amp|copilot
LOOKS = mcp|extensions|skills|hooks|login|logout|status|about|models|ls|update|help|*install*

own-files: tamper · catastrophic · never · family gate files · about operands
  <own-file>
  <own-code>|<find-delete> · operands is own
  * · changes is own
  + echo '{}' > .claude/settings.json ¦ rm -rf ~/.claude/skills/edge ¦ sed -i 's/a/b/' ~/.codex/config.toml
  + rm ~/.claude/commands/edge.md
  - cat .claude/settings.json ¦ ls ~/.claude ¦ echo x > /tmp/r/.claude/settings.json
  - cp .claude/settings.json /tmp/s.json

approve: tamper · catastrophic · never · family self-approval
  <own-approve>, fairlead rules allow|add|remove|disable, fairlead mcp
  {AGENTS} · words {APPROVAL}
  {AGENTS} · input {APPROVAL}
  codex queue
  tmux|screen|zellij|kitty|wezterm|xdotool|ydotool|wtype|osascript|script|expect|unbuffer|at|batch|crontab · words {APPROVAL}
  expect|script|at|batch|crontab|socat|nc|xdotool|write|wall · input {APPROVAL}
  curl|wget|nc|ncat|socat|websocat|wscat|http|xh · words {SOCKET}
  curl|wget|nc|ncat|socat|websocat|wscat|http|xh · raw {SOCKET}
  curl|nc|ncat|socat|http|xh · words *fairlead* · without https://*|*/.fairlead/*
  + fairlead edge approve 1 ¦ fairlead mcp codex ¦ claude -p '/edge approve 1'
  + tmux send-keys -t 0 '/edge approve' Enter ¦ codex queue 'edge approve' ¦ echo '/edge approve' | claude --print
  - fairlead edge status ¦ fairlead doctor ¦ claude --help ¦ grep -r '/edge approve' docs/
  - git commit -m 'document /edge approve'

stop-gate: tamper · catastrophic · never · family stop the gate
  pkill|killall|systemctl|launchctl|service · words *fairlead*|*daemon.mjs*|fair|fairl|fairle|fairlea
  kill · raw *fairlead*
  + pkill -f fairlead ¦ kill $(pgrep -f fairlead) ¦ systemctl --user stop fairlead
  - pgrep -f fairlead ¦ fairlead status

stop-perhaps: tamper · family stop the gate
  <own-stop>
  + pgrep -f fairlead | xargs kill ¦ pidof fairlead | xargs kill -9
  - pgrep -f fairlead ¦ pgrep -f vite | xargs kill -0

own-neighbourhood: tamper · family unpack over the gate · about operands
  <own-spread>
  + tar -xf x.tar -C ~ ¦ unzip x.zip -d ~
  - tar -xf x.tar -C build ¦ unzip x.zip -d ~/src

free-agent: tamper · catastrophic · never · family agent without the gate · about operands
  <own-free>
  {AGENTS} · lacks --help|-h|--version|-v|-V · env {FREEING_ENV}
  {CLAUDE} · has --bare|--safe-mode|--restricted|--setting-sources
  {CLAUDE} · words *disableallhooks*|*"hooks"*
  {CLAUDE} config set|add|remove|rm · words hooks*|disableallhooks*
  codex features disable|enable · words *hooks*
  codex · words *features.hooks=*|*features.codex_hooks=*|hooks=*|hooks.*=*|*features*=*hooks*=*
  systemctl|dbus-update-activation-environment|tmux|launchctl|setx · words CLAUDE_CONFIG_DIR*|CODEX_HOME*|CLAUDE_CODE_SIMPLE*
  codex · has --ignore-user-config
  codex · has --disable=*hooks*
  + claude --bare -p x ¦ claude --setting-sources user -p x ¦ HOME=/tmp/x claude -p x ¦ CODEX_HOME=/tmp/x codex exec x
  + tmux set-environment -g CODEX_HOME /tmp/x ¦ codex exec -c 'features = { hooks = false }' x
  + codex -c hooks.state={} exec x ¦ codex exec --ignore-user-config x
  + codex features disable hooks ¦ claude config set hooks '{}' ¦ codex -c features.hooks=false exec x
  - claude --help ¦ claude -p 'explain hooks' ¦ codex features list ¦ HOME=/tmp/x claude --version

type-for-person: tamper · family keystrokes · about operands
  tmux send-keys|send|send-prefix|paste-buffer|pasteb|pipe-pane|pipep|attach|attach-session|a|at|set-buffer|load-buffer
  screen stuff|paste|register|process|exec|eval|source|bind|bindkey|screen|at · has -X
  screen · has -x|-r|-R|-RR
  zellij action write|write-chars
  kitty|kitten|wezterm · words send-text|send-key
  xdotool|ydotool|wtype|dotool type|key
  osascript · words *keystroke*|*key code*|*do script*
  expect|autoexpect|unbuffer · lacks -v|--version
  empty · has -f|-s|-w|-r|-k
  script · lacks -c|--command|--version|-V|--help|-a|--append · operands 0-1
  conspy|ttyecho|writevt|uinput
  + tmux send-keys -t 0 'ls' Enter ¦ tmux attach -t x ¦ screen -S x -X stuff 'ls\\n' ¦ expect run.exp
  - tmux list-sessions ¦ tmux new-session -d -s x ¦ screen -ls ¦ script -c ls /tmp/out

nested-agent: escalate · external · family nested agent · about operands
  {AGENTS} · has --dangerously-skip-permissions|--dangerously-bypass-approvals-and-sandbox|--yolo|--full-auto|--allow-dangerously-skip-permissions|--yes-always
  {CLAUDE} · has -r|--resume|-c|--continue|--fork-session|--remote|--teleport|--settings
  {CLAUDE} · has --permission-mode=bypasspermissions
  codex app-server|resume|remote|proto|cloud|mcp-server
  codex · has --remote|--dangerously-bypass-hook-trust
  <agent-elsewhere>
  gemini|cursor-agent|copilot · has -p|--prompt|--print
  gemini · has -i|--prompt-interactive
  opencode · has --prompt
  gemini|cursor-agent · operands 1-99 · without {LOOKS}
  gemini|cursor-agent · words * *
  gemini|cursor-agent|aider|crush|goose|amp · lacks --help|-h|--version · fed command,file,text,network,unknown
  opencode|crush|goose run, opencode github|acp
  aider · has -m|--message|-f|--message-file|--load|--yes
  amp · has -x|--execute
  {CLAUDE}|codex · env NODE_OPTIONS=*|BUN_OPTIONS=*|PATH=*|LD_*=*|CLAUDE_CODE_SHELL*=*
  {CLAUDE} install|migrate-installer
  npm|pnpm|yarn|bun install|i|add|global|update|uninstall|remove|rm · words @anthropic-ai/claude-code*|@openai/codex*
  {CLAUDE} mcp add|add-json|add-from-claude-desktop|remove|serve
  {CLAUDE} plugin|plugins install|i|enable|disable|uninstall|update|marketplace
  codex mcp add|remove
  {CLAUDE}|codex · lacks --help|-h|--version|-v|-p|--print|-V · operands 0-0
  + npm i -g @anthropic-ai/claude-code@1.0.0 ¦ npm uninstall -g @openai/codex
  + gemini -p x ¦ opencode run x ¦ aider --message x ¦ copilot -p x ¦ NODE_OPTIONS=-r=./x.js claude -p x ¦ PATH=./bin claude -p x
  + claude mcp add x -- sh ¦ claude plugin install x ¦ codex mcp add x -- sh
  + claude --dangerously-skip-permissions -p x ¦ claude --resume abc ¦ claude
  + gemini 'fix the build' ¦ echo fix it | gemini ¦ cursor-agent review ¦ aider --yes src/a.ts ¦ goose run -t x
  - gemini --version ¦ aider --help ¦ copilot deploy ¦ gemini ¦ gemini mcp list ¦ opencode models --refresh ¦ opencode debug paths ¦ opencode serve -p 4096
  - opencode session list ¦ aider src/a.ts ¦ cursor-agent status ¦ goose session
  - claude mcp list ¦ claude plugin list ¦ codex mcp list
  - claude --help ¦ claude -p 'review this' ¦ codex --version ¦ echo hi | claude --print
`,
)
