export function percentile(values, share) {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}

export function round(value) {
  return Math.round(value * 1000) / 1000
}

/** Rows of one shape as plain aligned columns. */
export function printTable(title, rows) {
  const columns = Object.keys(rows[0])
  const cells = [columns, ...rows.map((row) => columns.map((name) => String(row[name])))]
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index].length)))
  process.stdout.write(`\n${title}\n`)
  for (const line of cells) {
    const [first, ...rest] = line.map((cell, index) =>
      index === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[index]),
    )
    process.stdout.write(`  ${[first, ...rest].join('  ')}\n`)
  }
}
