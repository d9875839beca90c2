/** What the gate, its hook and its daemon say by themselves. Values in, sentence out. */
export const GATE_WORDS = {
  turnNotBegunByPerson: (origin: string) => `the client says \`${origin}\` started this turn, not a person`,
  edgeFromPersonOnly: 'the client accepts `/edge` only from a person at its keyboard',
}
