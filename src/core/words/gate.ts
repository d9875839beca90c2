/** What the gate, its hook and its daemon say by themselves. Values in, sentence out. */
export const GATE_WORDS = {
  turnNotBegunByPerson: (origin: string) => `the client says \`${origin}\` started this turn, not a person`,
  edgeFromPersonOnly: 'the client accepts `/edge` only from a person at its keyboard',
  stateUnreadable: (problem: string) => `Fairlead cannot read its state (${problem}); run \`fairlead doctor\``,
  stateFileUnreadable: "the current file can't be read",
  outOfTime: 'it ran out of time',
  callerGone: 'the caller decides by itself',
  unknownFailure: 'unknown failure',
  hookFailed: (problem: string) => `the hook failed: ${problem}`,
  strictFailure: 'the gate failed, and this installation is strict; run `fairlead doctor`',
}
