// Sessions of our own making, for whoever has no recorded ones: work as it comes, prompts, edits, tests, commits and failures.
const FILES = [
  'src/auth/token.ts',
  'src/auth/token.test.ts',
  'src/http/routes/orders.ts',
  'docs/setup.md',
  'package.json',
]
const STEPS = [
  ['Read', (file) => file],
  ['Grep', () => 'createSession'],
  ['Edit', (file) => file],
  ['Bash', () => 'npm test'],
  ['Bash', () => 'git status'],
  ['Bash', () => 'git commit -am step'],
]

/** The same ones every time. */
export function ownSessions(count) {
  let seed = 1
  const below = (limit) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % limit
  }
  return Array.from({ length: count }, (_, number) => {
    const events = Array.from({ length: 8 + below(90) }, (_, step) => {
      const at = new Date(1_790_000_000_000 + (number * 10_000 + step) * 1_000).toISOString()
      if (step === 0 || below(11) === 0) return { kind: 'prompt', at }
      const [tool, targetOf] = STEPS[below(STEPS.length)]
      return { kind: 'tool', tool, target: targetOf(FILES[below(FILES.length)]), failed: below(9) === 0, at }
    })
    return { session: `own-${number}`, runtime: number % 2 === 0 ? 'claude-code' : 'codex', events }
  })
}
