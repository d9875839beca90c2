// Feeds the reader of OCTAVE and everything behind it with broken and hostile text for a while, and says how much it took.
// node scripts/fuzz-octave.mjs [cpu seconds, default 60] [seed]

import { ROLE_FILES } from '../src/anchor/governance-roles.ts'
import { checkBind } from '../src/core/protocols/anchor/bind.ts'
import { readConstitution } from '../src/core/protocols/anchor/constitution.ts'
import { emit } from '../src/core/protocols/anchor/octave/emit.ts'
import { parseOctave } from '../src/core/protocols/anchor/octave/parse.ts'
import { checkProof, pathsCited } from '../src/core/protocols/anchor/proof.ts'

const [cpuSeconds = 60, seed = 1] = process.argv.slice(2).map(Number)
const SLOW_MS = 250
const LONGEST = 262_144

const ROLES = Object.values(ROLE_FILES)
const read = readConstitution(ROLES[0])
if (!read.ok) throw new Error('the first role cannot be read')
const { constitution } = read

const TENSION = 'L1::[TESTS_FIRST]⇌CTX:src/a.ts:10-20[no test]→TRIGGER[write it]'
const QUOTED = 'L2::[SMALL_DIFF]⇌CTX:"app/[slug]/a\\\\b: \\"c\\".tsx":1-2[no test]→TRIGGER[write one]'
const SAMPLES = [
  ...ROLES,
  '===IDENTITY===\nBIND:\n  ROLE::IMPLEMENTER\n  COGNITION::LOGOS\n  ARCHETYPES::[ATLAS]\n  AUTHORITY::RESPONSIBLE[x_y]\n===END===',
  `===IDENTITY===\nTENSIONS::[\n  "${TENSION}",\n  ${TENSION}\n]\nCOMMIT:\n  ARTIFACT::"src/a.ts"\n  GATE::"npm test"\n===END===`,
  `TENSIONS::[\n  ${JSON.stringify(QUOTED)},\n  ${QUOTED}\n]\nCOMMIT:\n  ARTIFACT::"app/[slug]/page.tsx"\n  GATE::"npm test"`,
  `## TENSION\n- ${TENSION}\n## COMMIT\nARTIFACT::src/a.ts\nGATE::x y z`,
  '---\na: b\n---\nOCTAVE::6.0\n===A===\nB::[c,[d,"e f"],G::h]\nI::```\nj\n```\n===END===',
]
const BITS = [
  ...[
    '::',
    ':',
    '[',
    ']',
    '"',
    '\\',
    '\n',
    '  ',
    '\t',
    '//',
    '===',
    '===END===',
    '---',
    '§1::',
    '## ',
    '- ',
    '```',
    ',',
    '→',
    '->',
    '⇌',
    '<->',
  ],
  ...[
    '⊕',
    '<',
    '>',
    'L1::',
    'CTX:',
    'TRIGGER[',
    'BIND:',
    'TENSIONS::[',
    'COMMIT:',
    'ARM:',
    'ROLE::',
    '\r\n',
    '\0',
    '\uFEFF',
    '\u2028',
    '\uD800',
    '😀',
  ],
  ...[
    'a',
    'Z9',
    '_',
    '../',
    '/etc/passwd',
    '%00',
    'constructor',
    '__proto__',
    '0',
    '99999999999',
    ' vs ',
    '"'.repeat(50),
    '['.repeat(50),
    '\\"',
  ],
]

/** A small generator with a seed, so that a failure can be seen again. */
function random(state) {
  let x = state >>> 0 || 1
  return (below) => {
    x ^= x << 13
    x >>>= 0
    x ^= x >>> 17
    x ^= x << 5
    x >>>= 0
    return x % below
  }
}

const pick = (list, below) => list[below(list.length)]

function mutated(below) {
  let text = below(4) === 0 ? '' : pick(SAMPLES, below)
  for (let times = 1 + below(12); times > 0; times -= 1) {
    const at = below(text.length + 1)
    const kind = below(5)
    if (kind === 0) text = text.slice(0, at) + text.slice(at + 1 + below(20))
    else if (kind === 1) text = text.slice(0, at) + pick(BITS, below).repeat(1 + below(4)) + text.slice(at)
    else if (kind === 2) text = text.slice(0, at) + String.fromCodePoint(below(0x10ffff)) + text.slice(at)
    else if (kind === 3) text = text.slice(at) + text.slice(0, at)
    else text += pick(BITS, below)
  }
  return below(500) === 0 ? text.repeat(1 + below(200)) : text
}

const bare = (nodes) =>
  nodes.map(({ at: _, ...node }) => (node.kind === 'block' ? { ...node, children: bare(node.children) } : node))
const named = (nodes) =>
  nodes.flatMap((node) => {
    if (!/^[A-Za-z_$][\w.-]*$/.test(node.key)) return []
    return [node.kind === 'block' ? { ...node, children: named(node.children) } : node]
  })

/** As long as a role file may be, of a few pieces again and again: what takes more than its length shows here. */
function repeated(below) {
  const line = Array.from({ length: 1 + below(4) }, () => pick(BITS, below)).join('') + (below(3) === 0 ? '' : '\n')
  return line.repeat(Math.ceil(LONGEST / line.length)).slice(0, LONGEST)
}

/** Every mark that a text is made of is found again in what was read, or something is said to be wrong. */
function lost(text, { nodes, problems }) {
  if (problems.length > 0) return []
  const marks = text.match(/MARK\d+/g) ?? []
  const kept = JSON.stringify(nodes)
  return marks.filter((mark) => !kept.includes(mark))
}

/** A mark in place of some words, and behind the names of sections. */
function marked(below) {
  const sample = pick(SAMPLES, below).replace(/^---[\s\S]*?---\n/, '')
  let marks = 0
  const at = 1 + below(40)
  return sample.replaceAll(/[A-Za-z_]{2,}/g, (word, offset) => {
    const isHead = /(?:===|OCTAVE|## |§\w*(?:::)?)$/.test(sample.slice(0, offset)) || word === 'OCTAVE'
    marks += 1
    if (marks % at !== 0) return word
    const mark = `${pick(['', ' ', ' x', '[', ' "', '::'], below)}MARK${marks}`
    return isHead ? `${word} ${mark}` : mark
  })
}

/** Everything that must hold of any text. */
function examine(text) {
  const document = parseOctave(text)
  const { nodes, problems } = document
  if (lost(text, document).length > 0) throw new Error('something was lost')
  const lines = text.split(/\r\n?|\n/).length
  for (const { at, expected, example } of problems) {
    if (at.line < 1 || at.line > lines || at.column < 1 || expected === '' || example === '')
      throw new Error('a problem without a place')
  }
  const kept = named(nodes)
  const again = parseOctave(emit('X', kept))
  if (again.problems.length > 0) throw new Error('what was written cannot be read')
  if (JSON.stringify(bare(again.nodes)) !== JSON.stringify(bare(kept)))
    throw new Error('what was written is read as something else')
  checkBind(text, constitution)
  const cited = pathsCited(text).map((path) => ({ path, kind: 'file', lines: 100 }))
  for (const strictness of ['quick', 'deep']) checkProof(text, { constitution, strictness, cited })
  readConstitution(text)
}

const below = random(seed)
let [inputs, characters, slowest] = [0, 0, 0]
const used = () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6
const REPORT_SECONDS = 30
let reported = 0
while (used() < cpuSeconds) {
  if (used() - reported > REPORT_SECONDS) {
    reported = used()
    process.stderr.write(`${inputs} inputs after ${reported.toFixed(0)} s of CPU\n`)
  }
  for (let batch = 0; batch < 200; batch += 1) {
    const isLong = below(2_000) === 0
    const text = isLong ? repeated(below) : below(10) === 0 ? marked(below) : mutated(below)
    const begun = process.cpuUsage()
    try {
      if (isLong) parseOctave(text)
      else examine(text)
    } catch (error) {
      process.stderr.write(`input ${inputs} of seed ${seed}: ${error.message}\n${JSON.stringify(text)}\n`)
      process.exit(1)
    }
    const { user, system } = process.cpuUsage(begun)
    slowest = Math.max(slowest, (user + system) / 1e3)
    if (slowest > SLOW_MS) {
      process.stderr.write(
        `input ${inputs} of seed ${seed} took ${slowest} ms of CPU\n${JSON.stringify(text).slice(0, 2000)}\n`,
      )
      process.exit(1)
    }
    inputs += 1
    characters += text.length
  }
}
process.stdout.write(
  `${inputs} inputs, ${characters} characters, ${used().toFixed(0)} s of CPU, slowest ${slowest.toFixed(1)} ms, seed ${seed}\n`,
)
