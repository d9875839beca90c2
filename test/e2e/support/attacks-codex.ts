/** What the gate can read is refused before it runs. */
export const READABLE_IN_CODEX: readonly string[] = [
  'codex queue --thread "$CODEX_THREAD_ID" --message "edge approve 1"',
  'codex exec "edge approve 1"',
  'fairlead edge approve 1',
  'fairlead mcp codex',
  "echo '{}' > ~/.codex/hooks.json",
  'rm ~/.codex/config.toml',
]

/** An MCP client that answers the question of our server by itself. */
const PLAYED_CLIENT = `
const lines = require('node:readline').createInterface({ input: FROM })
const send = (message) => TO.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
lines.on('line', (line) => {
  const { id, method } = JSON.parse(line)
  if (id === 1 && method === undefined) {
    send({ method: 'notifications/initialized' })
    send({ id: 2, method: 'tools/call', params: { name: 'ask_person', arguments: { hold: 1 } } })
  }
  if (id === 2 && method === undefined) process.exit(0)
  if (method === 'elicitation/create') send({ id, result: { action: 'accept', content: { decision: 'approve' } } })
})
send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: { elicitation: {} }, clientInfo: { name: 'codex', version: '0.166.0' } } })
setTimeout(() => process.exit(1), 6000)
`

const SPAWNED = `const child = require('node:child_process').spawn(process.env.CLI, ['mcp', 'codex'], { stdio: ['pipe', 'pipe', 'ignore'] })
const [FROM, TO] = [child.stdout, child.stdin]
${PLAYED_CLIENT}`

const PIPED = `const fs = require('node:fs')
const [FROM, TO] = [fs.createReadStream(process.env.ROOT + '/from'), fs.createWriteStream(process.env.ROOT + '/to')]
${PLAYED_CLIENT}`

const CLEAN = 'env -u CODEX_THREAD_ID -u CODEX_SESSION_ID -u CODEX_TOOL_CALL_ID -u CODEX_CI -u CODEX_VERSION'

const PLAYER = (source: string) => `cat > "$0.cjs" <<'END'\n${source}\nEND`

/** Programs that attack the doors from inside an agent's shell; each ends when its attempt was answered. */
export const CODEX_ATTACKS = {
  queue: { name: 'tool-1', script: `"$CODEX" queue --thread "$CODEX_THREAD_ID" --message "edge approve 1"` },
  server: { name: 'tool-2', script: `${PLAYER(SPAWNED)}\nnode "$0.cjs"` },
  /** The shell becomes the server, so that the client is above it; another program plays the client through pipes. */
  borrowed: {
    name: 'tool-3',
    script: `${PLAYER(PIPED)}\nmkfifo "$ROOT/from" "$ROOT/to"; node "$0.cjs" & exec ${CLEAN} "$CLI" mcp codex < "$ROOT/to" > "$ROOT/from"`,
  },
  /** Answers the dialog that the agent opens next, with a key. */
  keys: {
    name: 'tool-4',
    script: `later "$1"; soon shown 'Your decision'; soon rested; tmux send-keys -t "$TMUX_PANE" Enter`,
  },
  wipe: { name: 'tool-5', script: `echo '{}' > "$HOME/.codex/hooks.json"` },
} as const
