// Writes docs/demo.svg, the terminal picture of the README, from a real run of the demo, and the console's pictures.
import { spawnSync } from 'node:child_process'
import { chownSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './setup/paths.mjs'
import { ordinaryUser } from './test/ordinary-user.mjs'
import { runVitest } from './test/vitest.mjs'

const COLUMNS = 118
const CHAR_WIDTH = 8.4
const LINE_HEIGHT = 19
const PADDING = 18
const COLOURS = { 31: '#f47067', 32: '#8ddb8c', 33: '#e3b341', 35: '#dcbdfb', 36: '#76e3ea' }
const PLAIN = '#d0d7de'
const DIM = '#8b949e'

const run = spawnSync(process.execPath, [join(ROOT, 'dist', 'demo.mjs')], {
  encoding: 'utf8',
  env: { ...process.env, FORCE_COLOR: '1' },
})
if (run.status !== 0) throw new Error(`the demo failed: ${run.stderr}`)
// Folder names differ from run to run and say nothing.
const shown = run.stdout
  .replaceAll(ROOT, '.')
  .replaceAll(/\/\S*\/fairlead-demo-\w+/g, '/tmp/fairlead-demo')
  .trimEnd()
const lines = shown.split('\n').flatMap(wrap)
writeFileSync(join(ROOT, 'docs', 'demo.svg'), svgOf(lines))
console.log(`wrote docs/demo.svg, ${lines.length} lines`)
// The console's pages, in the machine's own Chromium; without one the pictures stay as they are. They are taken by an
// ordinary user, who cannot write into the clone.
const user = ordinaryUser()
const shots = mkdtempSync(join(tmpdir(), 'fairlead-picture-'))
if (user) chownSync(shots, user.uid, user.gid)
process.env.FAIRLEAD_PICTURE = shots
const { failed } = await runVitest({ project: 'browser', filters: ['picture'], user })
if (failed === 0) cpSync(shots, join(ROOT, 'docs'), { recursive: true })
rmSync(shots, { recursive: true, force: true })
process.exitCode = failed === 0 ? 0 : 1

/** Long lines go on below, as in a terminal. */
function wrap(line) {
  const pieces = piecesOf(line)
  const rows = [[]]
  let used = 0
  for (const piece of pieces) {
    for (let rest = piece.text; rest !== ''; ) {
      if (used === COLUMNS) {
        rows.push([])
        used = 0
      }
      const part = rest.slice(0, COLUMNS - used)
      rows.at(-1).push({ ...piece, text: part })
      used += part.length
      rest = rest.slice(part.length)
    }
  }
  return rows
}

function piecesOf(line) {
  let style = {}
  const [first, ...rest] = line.split('\u001b[')
  const styled = rest.flatMap((part) => {
    const end = part.indexOf('m')
    const code = part.slice(0, end)
    if (code === '1') style = { ...style, bold: true }
    else if (code === '2') style = { ...style, fill: DIM }
    else if (COLOURS[code]) style = { ...style, fill: COLOURS[code] }
    else style = {}
    return [{ ...style, text: part.slice(end + 1) }]
  })
  return [{ text: first }, ...styled].filter(({ text }) => text !== '')
}

function svgOf(rows) {
  const width = Math.round(COLUMNS * CHAR_WIDTH + PADDING * 2)
  const height = rows.length * LINE_HEIGHT + PADDING * 2
  const texts = rows.map((row, index) => {
    const spans = row.map(({ text, fill = PLAIN, bold }) => {
      return `<tspan fill="${fill}"${bold ? ' font-weight="bold"' : ''}>${escaped(text)}</tspan>`
    })
    return `<text x="${PADDING}" y="${PADDING + Math.round((index + 0.8) * LINE_HEIGHT)}" xml:space="preserve">${spans.join('')}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="the demo in a terminal">
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="14">
${texts.join('\n')}
</g>
</svg>
`
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
