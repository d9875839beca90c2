import { FULL_COMMAND } from '../../words/cli.ts'
import { isOptionWord } from '../options/grammar.ts'
import { textAt, wordSet } from '../text/word-table.ts'

/**
 * What a verb of our own does for an agent: looks at what it is given and needs nothing of ours, shows what we keep, adds to
 * the record, or states what the agent claims.
 */
type AgentDeed = 'look' | 'read' | 'record' | 'claim'

/**
 * Every verb of our command line that an agent may use, with every option that it may give; `=` marks those that take a
 * value. The judge, the agent's door and the command line read this one table. Whatever is not in it is a person's:
 * verbs that decide, loosen, erase or end something, and options that write a file.
 */
const VERBS: Readonly<Record<AgentDeed, Readonly<Record<string, string>>>> = {
  look: {
    assess: '--jsonl --cwd=',
    completion: '',
    'anchor lint': '',
  },
  read: {
    status: '--json',
    log: '--since= --session= --holds --summary --json',
    report: '--session= --json',
    explain: '--cwd= --json --program',
    doctor: '--json --verbose',
    'edge status': '--json',
    'edge list': '--json --kept',
    'audit verify': '--json',
    'audit tail': '-n= --lines= --json',
    'backup list': '--all --json',
    'backup diff': '--stat',
    'rules list': '--pack= --json',
    'rules show': '--json',
    'rules test': '--json',
    'config check': '--json',
    'config get': '--json',
    'config show': '--origin --json',
    'config schema': '',
    'plane matrix': '--json',
    'plane ladder': '--json',
    'plane baseline': '--json',
    'anchor roles': '--json',
    'anchor show': '--json',
    'anchor status': '--json',
    'ledger status': '--json',
    'ledger rebuild': '--json',
    'ledger log': '-n= --lines= --json',
    'ledger show': '--full --json',
    'ledger ref': '--json',
    'ledger verify': '--text= --json',
    'ledger recall': '--mode= --scope= --topk= --threshold= --all-projects --jsonl',
    'ledger section': '--name= --json',
    'ledger bead ready': '--json',
    'ledger bead show': '--json',
  },
  record: {
    'backup create': '--reason=',
    'ledger tend': '',
    'ledger clear': '',
    'ledger handoff': '--to= --json',
    'ledger decide': '--why= --cite= --assumption --supersedes= --scenario= --next= --blocker= --question=',
    'ledger pivot': '--reason= --results= --failed= --refined=',
    'ledger withdraw': '',
    'ledger focus': '--bead= --title=',
    'ledger ground': '--shim --json',
    'ledger ghost': '-q= --query= --control= --agent= --json',
    'ledger heal': '--json',
    'ledger integrity': '--json',
    'ledger bead new': '--type= --priority= --json',
    'ledger bead update':
      '--status= --decision= --rationale= --evidence= --next= --blocker= --question= --note= --believe= --json',
  },
  claim: {
    objective: '',
    plan: '--step= --status= --proof=',
    memory: '--forget',
  },
}

interface AgentVerb {
  readonly deed: AgentDeed
  readonly options: ReadonlySet<string>
}

/** @internal For the test that compares it with the program. */
export const AGENT_VERBS: ReadonlyMap<string, AgentVerb> = new Map(
  (['look', 'read', 'record', 'claim'] as const).flatMap((deed) =>
    Object.entries(VERBS[deed]).map(([verb, options]) => [verb, { deed, options: wordSet(options) }] as const),
  ),
)

/** What the program says of itself. */
const ABOUT = /^(?:help|--help|-h|--version|-V)$/
const MOST_VERB_WORDS = [3, 2, 1]

/** May an agent type these words after `fairlead`? */
export function isForAgents(words: readonly string[]): boolean {
  return agentDeed(words) !== undefined
}

/** What these words do for an agent; undefined where they are a person's. */
export function agentDeed(words: readonly string[]): AgentDeed | undefined {
  if (words.length === 0 || ABOUT.test(textAt(words, 0))) return 'look'
  const length = MOST_VERB_WORDS.find((count) => AGENT_VERBS.has(words.slice(0, count).join(' '))) ?? 0
  const name = words.slice(0, length).join(' ')
  const verb = AGENT_VERBS.get(name)
  if (verb === undefined || !hasOnly(words.slice(length), verb.options)) return undefined
  // An export is checked without a database, and read by whoever names it.
  return name === 'audit verify' && words.length > length ? 'look' : verb.deed
}

/** No option but these, in any spelling that our command line reads. */
function hasOnly(words: readonly string[], options: ReadonlySet<string>): boolean {
  for (let index = 0; index < words.length; index += 1) {
    const word = textAt(words, index)
    if (word === '--') return true
    if (!isOptionWord(word)) continue
    const name = word.startsWith('--') ? word.replace(/=.*$/s, '') : word.slice(0, 2)
    const takesValue = options.has(`${name}=`)
    if (takesValue && word === name) index += 1
    if (!takesValue && !(options.has(word) || ABOUT.test(word))) return false
  }
  return true
}

/** A text as an agent reads it: what it may run is named by its path, since our program is on no agent's PATH. */
export function namedByPath(text: string): string {
  return text.replaceAll(/`fairlead ([^`\n]{1,200})`/g, (whole, words: string) =>
    isForAgents(words.split(' ')) ? `\`${FULL_COMMAND} ${words}\`` : whole,
  )
}
