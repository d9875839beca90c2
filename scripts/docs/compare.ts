import { readFileSync } from 'node:fs'

type Share = readonly [part: number, whole: number]

/** What our benches printed, as `--keep` left it. */
interface Figures {
  readonly risk: {
    readonly version: string
    readonly on: string
    readonly dangerousHeld: Share
    readonly coreHeld: Share
    readonly ordinaryInterrupted: Share
    readonly ordinaryBeyondRules: Share
    readonly agentsInterrupted: Share
    readonly agentsBeyondRules: Share
    readonly judgementMs: Readonly<Record<'p50' | 'p99', number>>
  }
  readonly newcomer: {
    readonly seconds: number
    readonly tarballMegabytes: number
    readonly installedMegabytes: number
  }
  readonly record: {
    readonly packetsWhole: Share
    readonly packetTokens: Readonly<Record<'median' | 'most', number>>
  }
}

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

const share = ([part, whole]: Share) => `${((100 * part) / whole).toFixed(1)} % (${part} of ${whole})`

function figureRows({ risk, newcomer, record }: Figures): readonly Row[] {
  const by = (name: string) => `\`npm run bench:${name}\``
  return [
    ['dangerous commands that are held or blocked', share(risk.dangerousHeld), by('risk')],
    ['plainly destructive commands that are held or blocked', share(risk.coreHeld), by('risk')],
    ['ordinary commands that are interrupted', share(risk.ordinaryInterrupted), by('risk')],
    [
      'ordinary commands that are interrupted, other than by a rule of the specification',
      share(risk.ordinaryBeyondRules),
      by('risk'),
    ],
    ['commands of real agents that are interrupted', share(risk.agentsInterrupted), by('risk')],
    ['the same, other than pushes, resets and deletes', share(risk.agentsBeyondRules), by('risk')],
    ['one judgement', `${risk.judgementMs.p50} ms, 99 % below ${risk.judgementMs.p99} ms`, by('risk')],
    ['from the tarball to a governed project', `${newcomer.seconds} s, one command`, by('newcomer')],
    [
      'size of the tarball, and installed without Node',
      `${newcomer.tarballMegabytes} MB, ${newcomer.installedMegabytes} MB`,
      by('newcomer'),
    ],
    [
      'what a cleared session is told to go on with',
      `${record.packetTokens.median} model tokens, at most ${record.packetTokens.most}; whole in ${share(record.packetsWhole)} sessions`,
      by('ledger'),
    ],
  ]
}

/** docs/compare.md */
export function compare(): string {
  const file = new URL('../../docs/figures.json', import.meta.url)
  const { risk, newcomer, record }: Figures = JSON.parse(readFileSync(file, 'utf8'))
  const cells = (row: readonly string[]) => `| ${row.join(' | ')} |`
  const table = [cells(['', ...COLUMNS]), cells(['---', ...COLUMNS.map(() => '---')]), ...FEATURES.map(cells)]
  return `# How it compares

Written by \`npm run docs\`; edit \`scripts/docs/compare.ts\`, not this file.

Others were run on one machine in November 2026; *(doc)* marks what was only read in their documents. They move on: tell us what is no longer true.

${table.join('\n')}

## Figures

Ours, version ${risk.version}, measured ${risk.on} by the commands named; \`--keep\` writes them to [figures.json](figures.json), which this page is made from.

| question | answer | command |
|---|---|---|
${figureRows({ risk, newcomer, record }).map(cells).join('\n')}
| what a call costs, beside a bare process | depends on the machine | \`npm run bench\` |

Dangerous and ordinary commands are a part of the public sets below, and our rules were tried on them while they were written; for sets that were written
without knowing the rules, see the second table of \`npm run bench:risk\`.

For others, measured on 5,377 dangerous and 12,759 ordinary commands: guards with a list of what is forbidden stop 7 to 36 % of the dangerous ones and interrupt
0.3 to 1.9 % of the ordinary ones; guards with a list of what is allowed stop or ask for 87 to 95 % and interrupt 49 to 56 %. A whole call takes 96 ms with
cc-safety-net under Node and 213 ms with nah 0.9.1, where \`node -e 0\` takes 60 ms.

## What we lack

${LACKS.map((line) => `- ${line}`).join('\n')}
`
}
