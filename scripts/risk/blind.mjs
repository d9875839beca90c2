import { judgeLive, openWorld } from './live.mjs'
import { judgeRaw } from './raw.mjs'
import { rowsOf } from './rows.mjs'

const SETS = ['bypasses', 'ordinary', 'days']

/** Judges the sets of test/risk, raw and live, and prints both columns for every class. */
export async function measureBlind({ isShowing }) {
  const world = await openWorld()
  const report = {}
  try {
    for (const set of SETS) {
      const judged = []
      for (const row of rowsOf(set))
        judged.push({ ...row, raw: judgeRaw(row)?.rule, live: await judgeLive(world, row) })
      report[set] = printed(set, judged)
      if (isShowing) show(set, judged)
    }
  } finally {
    await world.close()
  }
  return report
}

function printed(set, judged) {
  const wanted = set === 'bypasses' ? 'passing' : 'interrupted'
  const counts = (row, column) => (set === 'bypasses') === (row[column] === undefined)
  const classes = [...new Set(judged.map((row) => row.class ?? row.day ?? set))]
  console.log(`\n${`${set}: ${wanted}`.padEnd(28)}      raw     live   rows`)
  const sums = [...classes, 'all'].map((name) => {
    const rows = judged.filter((row) => name === 'all' || (row.class ?? row.day ?? set) === name)
    const [raw, live] = ['raw', 'live'].map((column) => rows.filter((row) => counts(row, column)).length)
    const share = (count) => `${((100 * count) / rows.length).toFixed(1)} %`.padStart(8)
    console.log(`  ${name.padEnd(26)} ${share(raw)} ${share(live)} ${String(rows.length).padStart(6)}`)
    return [name, { raw, live, rows: rows.length }]
  })
  const weaker = judged.filter(({ raw, live }) => raw !== undefined && live === undefined)
  console.log(`  live weaker than raw: ${weaker.length} ${weaker.map(({ id }) => id).join(' ')}`)
  return { ...Object.fromEntries(sums), weaker: weaker.length }
}

function show(set, judged) {
  for (const { id, raw, live, calls } of judged) {
    if ((set === 'bypasses') !== (live === undefined)) continue
    const said = calls.map(({ tool, input }) => (tool === 'Bash' ? input.command : JSON.stringify({ tool, input })))
    console.log(
      `  ${id} ${(raw ?? '').padEnd(24)} ${said
        .map((text) => JSON.stringify(text))
        .join(' ; ')
        .slice(0, 200)}`,
    )
  }
}
