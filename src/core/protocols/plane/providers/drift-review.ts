import type { Provider } from '../provider.ts'

/** The agent looked at what it has changed so far. */
export const driftReview: Provider = {
  id: 'drift-review',
  looks: 'back',
  shows: ({ commands }) =>
    commands.some(
      ([program, ...words]) => program === 'git' && words.some((word) => /^(?:diff|status|range-diff)$/.test(word)),
    ),
}
