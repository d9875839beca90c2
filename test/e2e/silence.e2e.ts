import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countTokens } from '../../src/ledger/count-tokens.ts'
import { samplePayload } from '../../src/runtimes/sample-payloads.ts'
import { type Installed, installFairlead } from './support/installed.ts'
import { createWorld, type World } from './support/world.ts'

let world: World
let installed: Installed

beforeAll(async () => {
  world = createWorld()
  world.write(join(world.home, '.claude/settings.json'), '{}')
  world.write(join(world.home, '.codex/config.toml'), '')
  world.write('src/app.ts', 'export const one = 1\n')
  world.git('add', '-A')
  world.git('commit', '-q', '-m', 'work')
  installed = installFairlead(world)
  await installed.startDaemon()
})
afterAll(() => {
  installed.stopDaemon()
  world.remove()
})

/** What an agent does all day in a project of its person, none of it worth a word. */
const ORDINARY = [
  ...[
    'ls -la',
    'cat README.md',
    'git status',
    'git diff',
    'git log --oneline -5',
    'rg TODO src',
    'find . -name "*.ts"',
  ],
  ...['npm install', 'npm test', 'npm run build', 'npx tsc --noEmit', 'node src/app.ts', 'mkdir -p src/parts'],
  ...[
    'git checkout -b feature/parts',
    'git add -A',
    "git commit -m 'parts'",
    'python -m pytest -q',
    'pip install -e .',
  ],
  ...['cargo build', 'cargo test', 'make', 'docker ps', 'curl -s http://localhost:3000/health', 'rm -rf node_modules'],
  ...['git fetch', 'git stash', 'git stash pop', 'git rebase main', 'sed -n 1,20p src/app.ts', 'wc -l src/app.ts'],
]

interface Heard {
  readonly person: readonly string[]
  readonly agentTokens: number
}

/** Every channel of an answer: what the person reads, and what goes into the agent's context. */
async function heard(answers: readonly string[]): Promise<Heard> {
  const said = answers.filter((text) => text.trim() !== '').map((text) => JSON.parse(text))
  const agent = said.flatMap((answer) => {
    const own = answer.hookSpecificOutput ?? {}
    return [own.additionalContext, own.permissionDecisionReason, answer.reason].filter(Boolean)
  })
  return {
    person: said.flatMap((answer) => [answer.systemMessage, answer.stopReason].filter(Boolean)),
    agentTokens: await countTokens(agent.join('\n')),
  }
}

function aSession(runtime: string, name: string): Promise<Heard> {
  const session = { session: name, cwd: world.project }
  const hook = (payload: string) => installed.hook(runtime, JSON.parse(payload))
  const calls = ORDINARY.flatMap((command, index) => {
    const call = { ...session, call: `${name}-${index}`, command }
    return [hook(samplePayload.beforeTool(call)), hook(samplePayload.afterTool(call, 'done'))]
  })
  const prompt = JSON.stringify({
    ...{ session_id: name, transcript_path: '', cwd: world.project, hook_event_name: 'UserPromptSubmit' },
    prompt: 'add the parts',
  })
  return heard([hook(samplePayload.sessionStart(session)), hook(prompt), ...calls, hook(samplePayload.stop(session))])
}

/** What the status line that `init` put into the user's settings prints for a session. */
function statusLine(session: string): string {
  const { statusLine: line } = JSON.parse(readFileSync(join(world.home, '.claude/settings.json'), 'utf8'))
  return execFileSync('sh', ['-c', line.command], { input: JSON.stringify({ session_id: session }), encoding: 'utf8' })
}

describe('a day of ordinary work', () => {
  it.each(['claude-code', 'codex'])(
    '[EDGE-33] shows a person nothing and costs the agent of %s at most 120 tokens a session',
    async (runtime) => {
      for (const name of ['morning', 'noon', 'evening']) {
        const { person, agentTokens } = await aSession(runtime, `${runtime}-${name}`)
        expect(person).toEqual([])
        expect(agentTokens).toBeLessThanOrEqual(120)
        expect(statusLine(`${runtime}-${name}`)).toBe('')
      }
    },
  )
})
