import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import pc from 'picocolors'
import { describe, expect, it } from 'vitest'
import { isForAgents } from '../src/core/rules/book/own-verbs.ts'
import { makeProgram } from '../src/hosts/cli/program.ts'

// Whoever follows a guide types what it says. Every command in it is looked up in the program itself.

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DOCUMENTS = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) =>
    /^(?:README|SECURITY|CONTRIBUTING|docs\/(?:guides\/.*|reliability|configuration|coverage))/.test(file),
  )
const SCRIPTS: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts

const terminal = {
  ...{ colors: pc.createColors(false), columns: 80, interactive: false, out: () => {}, input: async () => '' },
  ...{ pieces: async function* () {}, confirm: async () => null, secret: async () => null },
}
const program = makeProgram({ terminal, env: {}, cwd: '/', bundle: '/', node: '/' }, async () => {})

/** What is wrong with a command line as a guide gives it. */
function faultOf(line: string): string | undefined {
  let command: Command = program
  const words = line.split(/\s+/).filter((word) => word !== '')
  for (const word of words.slice(1)) {
    const inner = command.commands.find((one) => one.name() === word)
    if (inner) command = inner
    else if (word.startsWith('--') && !knows(command, word)) return `${line}: no option ${word}`
    else if (!word.startsWith('-') && command.commands.length > 0 && /^[a-z]+$/.test(word))
      return `${line}: no command ${word}`
  }
  return undefined
}

function knows(command: Command, word: string): boolean {
  const [name = ''] = word.split('=')
  return (
    ['--help', '--version'].includes(name) ||
    command.options.some(({ long }) => long === name || `--no-${name.slice(2)}` === long)
  )
}

function commandsIn(text: string): readonly string[] {
  const spans = Array.from(text.matchAll(/`([^`\n]+)`/g), ([, span = '']) => span)
  const lines = text.split('\n').map((line) =>
    line
      .replace(/^\s*\$ /, '')
      .replace(/\s+#.*$/, '')
      .trim(),
  )
  return [...spans, ...lines]
    .filter((one) => /^(?:\S*\/)?(?:bin\/)?fairlead [a-z-]/.test(one))
    .map((one) =>
      one
        .replace(/[…|[<].*$/, '')
        .replace(/['"].*$/, '')
        .trim(),
    )
}

interface Named {
  readonly file: string
  readonly line: string
  /** What is typed after the program; nothing where only a group of commands is named. */
  readonly words: readonly string[]
}

const GROUPS = [
  'ledger bead',
  ...program.commands.filter(({ commands }) => commands.length > 0).map((one) => one.name()),
]

/** Commands that stand in backquotes in the source of a text; what is filled in later becomes a word. */
function quotedIn(file: string): readonly Named[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const quoted = text.matchAll(/\\?`((?:\$\{cli\}|(?:~\/\.fairlead\/bin\/)?fairlead) [a-z][^`\\\n]*)\\?`/g)
  return Array.from(quoted, ([, found = '']) => {
    const line = found
      .replace(/^\S+/, 'fairlead')
      .replaceAll(/\$\{[^}]*\}|"[^"]*"|'[^']*'|<[^>]*>/g, 'word')
      .replaceAll(/\|\w+/g, '')
    const words = line.split(' ').slice(1)
    return { file, line, words: GROUPS.includes(words.join(' ')) ? [] : words }
  })
}

describe('what the documents tell people to type', () => {
  it.each(DOCUMENTS)('%s', (file) => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    expect(commandsIn(text).flatMap((line) => faultOf(line) ?? [])).toEqual([])
    const tasks = Array.from(text.matchAll(/npm run ([\w:-]+)/g), ([, task = '']) => task)
    expect(tasks.filter((task) => !Object.hasOwn(SCRIPTS, task))).toEqual([])
    const links = Array.from(text.matchAll(/\]\(([^)#\s]+)(?:#[^)\s]*)?(?: "[^"]*")?\)/g), ([, path = '']) => path)
    const gone = links.filter((path) => !/^\w+:/.test(path) && !existsSync(join(ROOT, dirname(file), path)))
    expect(gone).toEqual([])
  })

  it('is found where it is wrong', () => {
    const text = 'Run `fairlead docter`, then\n\n    fairlead doctor --reprot   # or\n    $ fairlead edge aprove 3\n'
    expect(commandsIn(text).flatMap((line) => faultOf(line) ?? [])).toHaveLength(3)
  })

  it('[PLANE-O3] names nothing to agents that they are refused, and nothing that is not there', () => {
    const list = execFileSync('git', ['ls-files', 'src/core', 'src/install', 'README.md'], { cwd: ROOT })
    const files = `${list}`.split('\n').filter((file) => /(?<!\.test)\.(?:ts|md)$/.test(file) && !/cli-help/.test(file))
    const named = files.flatMap((file) => quotedIn(file))
    expect(named.length).toBeGreaterThan(100)
    expect(named.flatMap(({ line }) => faultOf(line) ?? [])).toEqual([])
    const refused = named.filter(({ words }) => words.length > 0 && !isForAgents(words))
    const persons = [
      'edge approve',
      'init',
      'seal',
      'uninstall',
      'trust',
      'rules allow',
      'plane promote',
      'plane judge',
    ]
    const rare = [
      'ledger integrity --repair',
      'passphrase set',
      'ci --help',
      'config confirm',
      'edge migrate',
      'edge wait',
      'notify secret',
      'edge watch',
      'audit export',
      'backup restore',
      'team export',
      'update',
      'config init',
      'report --merge',
      'console',
    ]
    const isPersons = ({ line }: Named) => [...persons, ...rare].some((verb) => line.startsWith(`fairlead ${verb}`))
    expect(refused.filter((one) => !isPersons(one))).toEqual([])
    const forAgents = /^src\/(?:install\/ledger|core\/protocols|core\/words\/(?:ledger|mcp-tools|anchor)\.ts)/
    expect(refused.filter(({ file, line }) => forAgents.test(file) && !/^fairlead init\b/.test(line))).toEqual([])
  })

  it('has help with an example for every command', () => {
    const bare: string[] = []
    const look = (command: Command, name: string) => {
      let help = ''
      command.configureOutput({ writeOut: (text) => (help += text) })
      command.outputHelp()
      if (!/^Examples?:/m.test(help)) bare.push(name)
      for (const inner of command.commands) look(inner, `${name} ${inner.name()}`)
    }
    look(program, 'fairlead')
    expect(bare).toEqual([])
  })
})
