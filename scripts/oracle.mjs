// A digest of every decision, to compare one commit with another: `npm run oracle -- [CORPORA] [--write FILE] [--against FILE] [--show CASE] [--only SECTION,…]`.
// Prose is left out: a reason counts by its rule id, a text by being there. So words may change, decisions may not.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DEFAULT_POLICY } from '../src/core/model/policy.ts'
import { NO_MEMORY } from '../src/core/model/tool.ts'
import { assess } from '../src/core/rules/assess.ts'
import { openLogs } from '../src/hosts/cli/replay/open-logs.ts'
import { replayLog } from '../src/hosts/cli/replay/play.ts'
import { alone, live, whole } from '../test/reference/course.ts'
import { simulate } from '../test/simulation/simulate.ts'
import { plain } from './oracle/plain.mjs'

const HISTORIES = 100_000
/** So many of them from the text of the command on. */
const WHOLE_HISTORIES = 2_000
const SEEDS = 1_000
const PRINT_CHARS = 16

const { corpora, write, against, show, only } = readArguments(process.argv.slice(2))
const around = {
  project: '/home/dev/project',
  cwd: '/home/dev/project',
  home: '/home/dev',
  tempDirs: ['/tmp'],
  ownPaths: ['/home/dev/.claude/settings.json', '/home/dev/.fairlead/state'],
  paths: [],
}

const SECTIONS = {
  commands: () => corpusCases('commands', commandCases),
  sessions: () => corpusCases('trajectories', sessionCases),
  histories: () => historyCases(alone, HISTORIES),
  'whole-histories': () => historyCases(whole, WHOLE_HISTORIES),
  seeds: seedCases,
}

const known = against === undefined ? undefined : readKnown(against)
const lines = []
let differing = 0
for (const [section, cases] of Object.entries(SECTIONS))
  if (only === undefined || only.split(',').includes(section)) await runSection(section, cases)
if (write !== undefined) writeFileSync(write, `${lines.join('\n')}\n`)
if (known !== undefined) {
  process.stdout.write(`oracle: ${differing} differences from \`${against}\`\n`)
  process.exitCode = differing === 0 ? 0 : 1
}

async function runSection(section, cases) {
  if (show !== undefined && !show.startsWith(`${section}:`)) return
  const whole = createHash('sha256')
  let count = 0
  for await (const { name, record } of cases()) {
    const key = `${section}:${name}`
    if (show !== undefined && show !== key) continue
    const text = JSON.stringify(plain(record))
    if (show === key) process.stdout.write(`${JSON.stringify(plain(record), null, 1)}\n`)
    const print = createHash('sha256').update(text).digest('hex').slice(0, PRINT_CHARS)
    whole.update(`${key} ${print}\n`)
    lines.push(`${key}\t${print}`)
    if (known !== undefined && known.get(key) !== print) reportDifference(key)
    count += 1
  }
  if (show === undefined)
    process.stdout.write(`oracle: ${section} ${count} cases ${whole.digest('hex').slice(0, PRINT_CHARS)}\n`)
}

function reportDifference(key) {
  differing += 1
  if (differing <= 40) process.stdout.write(`oracle: differs ${key}\n`)
}

function* corpusCases(folder, read) {
  const place = join(corpora, folder)
  if (!existsSync(place)) {
    process.stderr.write(`oracle: \`${place}\` is not there; its cases are left out\n`)
    return
  }
  for (const file of readdirSync(place)
    .filter((name) => name.endsWith('.jsonl'))
    .toSorted())
    yield* read(file, readFileSync(join(place, file), 'utf8'))
}

function* commandCases(file, text) {
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const { command } = JSON.parse(line)
    yield {
      name: `${file}:${index + 1}`,
      record: { command, assessment: assess({ kind: 'shell', name: 'Bash', command }, around, NO_MEMORY) },
    }
  }
}

function* sessionCases(file, text) {
  for (const [index, log] of openLogs(text).logs.entries()) {
    const played = replayLog(log, DEFAULT_POLICY)
    yield { name: `${file}:${index + 1}`, record: played.map(({ decision, facts }) => ({ decision, facts })) }
  }
}

function* historyCases(course, count) {
  for (let seed = 1; seed <= count; seed += 1) {
    const record = [...live(seed, course)].map(({ outcome, state }) => ({ outcome, grants: grantsOf(state) }))
    yield { name: seed, record }
  }
}

function grantsOf({ edge }) {
  return {
    open: edge.allowances.filter(({ use }) => use.kind === 'open').map(({ number }) => number),
    dismissed: edge.dismissals.map(({ number, expiresAtMs }) => ({ number, expiresAtMs })),
  }
}

async function* seedCases() {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const facts = await simulate(seed)
    const record = facts.map(({ fact, session, atMs }) => ({ fact, session, atMs }))
    // Every life has a folder of its own, named by chance.
    const folder = dirname(facts[0]?.project ?? '/life/project')
    const text = JSON.stringify(record).replaceAll(folder, '/life')
    yield { name: seed, record: JSON.parse(text) }
  }
}

function readKnown(path) {
  const rows = readFileSync(path, 'utf8').split('\n')
  return new Map(rows.filter((row) => row !== '').map((row) => row.split('\t')))
}

function readArguments(given) {
  const options = { corpora: '../shared/corpora' }
  for (let index = 0; index < given.length; index += 1) {
    const [, flag] = /^--(write|against|show|only)$/.exec(given[index]) ?? []
    if (flag !== undefined && given[index + 1] !== undefined) options[flag] = given[++index]
    else if (!given[index].startsWith('-')) options.corpora = given[index]
    else {
      process.stderr.write(
        `usage: npm run oracle -- [CORPORA] [--write FILE] [--against FILE] [--show SECTION:CASE] [--only SECTION,…]\n`,
      )
      process.exit(2)
    }
  }
  return options
}
