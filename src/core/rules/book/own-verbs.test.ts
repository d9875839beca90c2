import { describe, expect, it } from 'vitest'
import { HELP } from '../../words/cli-help.ts'
import type { Help } from '../../words/help.ts'
import { AGENT_VERBS, agentDeed, isForAgents, namedByPath } from './own-verbs.ts'

/** Options of a command, as the table writes them: `-n, --lines <number>` is `-n=` and `--lines=`. */
function optionsOf(help: Help): readonly string[] {
  return Object.keys(help)
    .filter((part) => part.startsWith('-'))
    .flatMap((part) => {
      const takesValue = /[<[]/.test(part)
      return (part.match(/--?[\w-]+/g) ?? []).map((name) => `${name}${takesValue ? '=' : ''}`)
    })
}

const commands = Object.entries<Help>(HELP)
const isGroup = (name: string) => commands.some(([other]) => other.startsWith(`${name} `))

describe('what an agent may do with our command line', () => {
  it('[PLANE-O3] is all there, and every verb or option of a person is left out by name', () => {
    const known = new Map(commands.map(([name, help]) => [name, optionsOf(help)]))
    const invented = [...AGENT_VERBS].flatMap(([verb, { options }]) =>
      [...options].filter((option) => known.get(verb)?.includes(option) !== true).map((option) => `${verb} ${option}`),
    )
    expect([[...AGENT_VERBS.keys()].filter((verb) => !known.has(verb)), invented]).toEqual([[], []])
    const withheld = commands.flatMap(([name, help]) => {
      if (isGroup(name) && !AGENT_VERBS.has(name)) return []
      const options = AGENT_VERBS.get(name)?.options
      return options
        ? optionsOf(help)
            .filter((one) => !options.has(one))
            .map((one) => `${name} ${one}`)
        : [name]
    })
    expect(withheld).toEqual([
      ...[
        'init',
        'passphrase set',
        'seal status',
        'seal on',
        'seal off',
        'update',
        'uninstall',
        'doctor --report',
        'team export',
        'console',
        'report --merge=',
        'edge approve',
        'edge skip',
        'edge dismiss',
        'edge plan',
      ],
      ...[
        'edge active',
        'edge review',
        'edge done',
        'edge ambiguous',
        'edge wait',
        'edge watch',
        'edge revoke',
        'edge migrate',
        'notify test',
        'notify secret',
        'pause',
      ],
      ...[
        'audit export',
        'audit tail -f',
        'audit tail --follow',
        'backup restore',
        'rules allow',
        'config set',
        'config unset',
        'config backtest',
        'config confirm',
        'config init',
        'trust',
        'plane judge',
        'plane promote',
      ],
      ...['replay', 'ledger rollback', 'ledger integrity --repair', 'anchor revoke', 'ci', 'up', 'down', 'hook', 'mcp'],
    ])
  })

  it.each([
    '',
    '--version',
    'help edge approve',
    'status',
    'status --json',
    'ledger decide Storage redis --assumption --cite x --cite y',
    'ledger decide Storage redis --why=speed',
    'ledger decide Storage redis --why --report',
    'ledger decide -- --title --decision',
    'ledger ghost x -q a -qb',
    'ledger bead update bd-1 --status closed',
    'audit tail -n5',
    'ledger recall - --help',
    'doctor --json',
  ])('[PLANE-O3] is open: %s', (text) => {
    expect(isForAgents(text.split(' ').filter((word) => word !== ''))).toBe(true)
  })

  it('[PLANE-O3] needs nothing of ours to look at what it is given', () => {
    const deeds = [
      'audit verify',
      'audit verify a.jsonl',
      'anchor lint a.oct.md',
      'status',
      'ledger clear',
      'plan',
      'help',
    ]
    expect(deeds.map((text) => agentDeed(text.split(' ')))).toEqual([
      ...['read', 'look', 'look', 'read', 'record', 'claim', 'look'],
    ])
  })

  it.each([
    'edge approve 1',
    'edge',
    'ledger',
    'ledger rollback 3',
    '--json status',
    '-- edge approve 1',
    'audit export',
    'audit tail --out x',
    'audit tail --follow',
    'audit tail --lines 5 --out=x',
    'audit tail -fn 5',
    'doctor --report',
    'doctor --json --report',
    'config set edge.level observe',
    'uninstall status',
    'down',
    'Status',
    'constructor',
  ])('[PLANE-O3] is closed: %s', (text) => {
    expect(isForAgents(text.split(' '))).toBe(false)
  })
})

it('[LEDGER-109] a command is named by its path for an agent that may run it; a person has it on the PATH', () => {
  expect(namedByPath('see `fairlead ledger show`; a person runs `fairlead uninstall`')).toBe(
    'see `~/.fairlead/bin/fairlead ledger show`; a person runs `fairlead uninstall`',
  )
})
