/** What the gate, its hook and its daemon say by themselves. Values in, sentence out. */
export const GATE_WORDS = {
  turnNotBegunByPerson: (origin: string) =>
    `the client says that this turn was begun by \`${origin}\` and not by a person`,
  edgeFromPersonOnly: 'the client takes `/edge` from a person at its keyboard only',
}
