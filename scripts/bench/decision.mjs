import { decide } from '../../src/core/index.ts'
import { surround } from '../../src/core/model/event.ts'
import { DEFAULT_POLICY } from '../../src/core/model/policy.ts'
import { INITIAL_STATE } from '../../src/core/model/state.ts'
import { percentile, round } from './table.mjs'

const COMMANDS = [
  'npm test',
  'git status && git diff --stat',
  'git push origin main',
  'rm -rf node_modules && npm ci',
  'grep -rn "TODO" src | head -20',
  'cat package.json | jq .scripts',
  'bash -c "cd /tmp && ls -la"',
  "python3 - <<'EOF'\nimport json\nprint(json.dumps({'a': 1}))\nEOF",
]
const ROUNDS = 20_000
const WARM_UP = 5_000

/** Assessment, order of judgement and facts of one tool call, nothing else. */
export function benchDecision() {
  const times = []
  for (let index = -WARM_UP; index < ROUNDS; index += 1) {
    const event = eventOf(COMMANDS[((index % COMMANDS.length) + COMMANDS.length) % COMMANDS.length], index)
    const started = performance.now()
    decide(INITIAL_STATE, event, DEFAULT_POLICY)
    if (index >= 0) times.push(performance.now() - started)
  }
  return [
    { decisions: ROUNDS, p50: round(percentile(times, 0.5)), p99: round(percentile(times, 0.99)), budget: 'p99 ≤ 0.3' },
  ]
}

function eventOf(command, index) {
  const parsed = {
    kind: 'tool.before',
    id: `event-${index}`,
    atMs: 1_800_000_000_000 + index,
    runtime: 'claude-code',
    session: 'session',
    cwd: '/home/dev/project',
    call: `call-${index}`,
    tool: { kind: 'shell', name: 'Bash', command },
  }
  return surround(parsed, {
    project: '/home/dev/project',
    cwd: '/home/dev/project',
    home: '/home/dev',
    cli: 'fairlead',
    tempDirs: ['/tmp'],
    ownPaths: [],
  })
}
