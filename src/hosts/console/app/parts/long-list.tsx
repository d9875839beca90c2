import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

interface Props<Row> {
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => number
  readonly children: (row: Row) => ComponentChildren
  /** Called when the end comes near. */
  readonly more?: (() => void) | undefined
  readonly label: string
  /** The row that is shown larger, and how much it adds. */
  readonly open?: number | undefined
}

const ROW_PX = 34
const BEYOND = 12

/** As many rows as are seen and a few more; the rest is empty space of their height. */
export function LongList<Row>({ rows, keyOf, children, more, label, open }: Props<Row>) {
  const place = useRef<HTMLOListElement>(null)
  const [range, see] = useState({ from: 0, to: 40 })
  useEffect(() => {
    const look = () => {
      const top = -(place.current?.getBoundingClientRect().top ?? 0)
      const from = Math.max(0, Math.floor(top / ROW_PX) - BEYOND)
      const to = Math.ceil((top + innerHeight) / ROW_PX) + BEYOND
      see((known) => (known.from === from && known.to === to ? known : { from, to }))
      if (to >= rows.length) more?.()
    }
    look()
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [rows.length, more])
  const openAt = open === undefined ? -1 : rows.findIndex((row) => keyOf(row) === open)
  const shown = rows.map((row, index) => ({ row, index })).slice(range.from, range.to)
  // What is open stays, also when it is scrolled away: its place is needed.
  if (openAt >= 0 && (openAt < range.from || openAt >= range.to)) {
    const row = rows[openAt]
    if (row !== undefined && openAt < range.from) shown.unshift({ row, index: openAt })
    else if (row !== undefined) shown.push({ row, index: openAt })
  }
  const [before, after] = [Math.min(range.from, rows.length), Math.max(0, rows.length - range.to)]
  return (
    <ol class="long" ref={place} aria-label={label}>
      {before > 0 && <li class="space" aria-hidden="true" style={{ blockSize: `${before * ROW_PX}px` }} />}
      {shown.map(({ row }) => (
        <li key={keyOf(row)}>{children(row)}</li>
      ))}
      {after > 0 && <li class="space" aria-hidden="true" style={{ blockSize: `${after * ROW_PX}px` }} />}
    </ol>
  )
}
