/** Beside whom we stand. Others' answers come from running them, or (doc) from their documents, in November 2026. */
const COLUMNS = ['Fairlead', "Claude Code's own rules", "Codex's own rules", 'dcg', 'cc-safety-net', 'nah'] as const

type Row = readonly [what: string, ...answers: string[]]

const FEATURES: readonly Row[] = [
  ['clients', 'Claude Code, Codex', 'itself', 'itself', 'six and more (doc)', '12', '15 (doc)'],
  [
    'reads commands by',
    'a shell parser, words evaluated',
    'a shell parser',
    'a shell parser, plain words only',
    'keywords, patterns, packs',
    'a tokenizer, nested',
    'a tokenizer, types of effects',
  ],
  ['sees through `bash -c`, `sudo`, `env`', 'yes', 'asks', 'in part', 'yes (doc)', 'yes', 'yes'],
  ['sees inline code (`python -c`, heredocs)', 'yes', 'asks', 'no', 'yes (doc)', 'in part', 'in part'],
  ['remembers files written in the session, and judges them when run', 'yes', 'no', 'no', 'no', 'no', 'no'],
  [
    'answers',
    'runs, waits for you, blocked',
    'allow, ask, deny',
    'allow, prompt, forbid',
    'deny',
    'deny',
    'block, or leave it to the client',
  ],
  ['approval that is used once', 'yes', 'in its dialog', 'in its dialog', 'with a flag', 'no', 'no'],
  ['approval bound to files, commits and remotes as they were', 'yes', 'no', 'no', 'no', 'no', 'no'],
  ['approval checked to come from a person', 'yes', 'its own dialog', 'its own dialog', 'no', 'no', 'no'],
  ['holds when permissions are bypassed', 'yes', 'no', 'no', 'yes', 'yes', 'yes'],
  ['tamper-evident audit log', 'yes', 'no', 'no', 'no', 'no', 'no'],
  ['backup before an approved loss', 'yes', 'no', 'no', 'no', 'no', 'no'],
  ['explains a verdict', 'yes', 'no', 'yes', 'yes', 'yes', 'yes'],
  ['tries itself on past sessions', 'yes', 'no', 'no', 'yes', 'no', 'no'],
  [
    'when the guard itself fails',
    'the rules alone answer; `--strict` refuses',
    'asks',
    'asks',
    'lets pass',
    'denies',
    'leaves it to the client',
  ],
]

const LACKS = [
  'Windows, and clients other than Claude Code and Codex: several others support a dozen.',
  'macOS is untried: who typed an approval is proven from what Linux shows.',
  'A program that hides what it does is not read by anybody here; see [SECURITY.md](../SECURITY.md) for what that leaves open.',
  "A hook costs a process per call; the clients' own rules cost none.",
  'Young: others have had users for longer.',
]

/** docs/compare.md */
export function compare(): string {
  const cells = (row: readonly string[]) => `| ${row.join(' | ')} |`
  const table = [cells(['', ...COLUMNS]), cells(['---', ...COLUMNS.map(() => '---')]), ...FEATURES.map(cells)]
  return `# How it compares

Written by \`npm run docs\`; edit \`scripts/docs/compare.ts\`, not this file.

Others were run on one machine in November 2026; *(doc)* marks what was only read in their documents. They move on: tell us what is no longer true.

${table.join('\n')}

## Figures

Ours change with every version, so this page names the commands that print them:

| question | command |
|---|---|
| how many dangerous commands are stopped, how many ordinary ones are interrupted, on public sets and on sets that were written without knowing the rules | \`npm run bench:risk\` |
| what a call costs, beside a bare process | \`npm run bench\` |
| how long it takes from nothing to the first approved push | \`npm run bench:newcomer\` |

For others, measured on 5,377 dangerous and 12,759 ordinary commands: guards with a list of what is forbidden stop 7 to 36 % of the dangerous ones and interrupt
0.3 to 1.9 % of the ordinary ones; guards with a list of what is allowed stop or ask for 87 to 95 % and interrupt 49 to 56 %. A whole call takes 96 ms with
cc-safety-net under Node and 213 ms with nah 0.9.1, where \`node -e 0\` takes 60 ms.

## What we lack

${LACKS.map((line) => `- ${line}`).join('\n')}
`
}
