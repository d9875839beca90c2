import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { ConsoleProblem } from '../../../console/contract/shapes.ts'
import { AskFailed, ask } from './api.ts'
import { advanced, meet, standing } from './state.ts'

interface Page<Row> {
  readonly rows: readonly Row[]
  readonly cursor?: string
}

export interface Pages<Row> {
  readonly rows: readonly Row[] | undefined
  readonly problem: ConsoleProblem | undefined
  readonly more: (() => void) | undefined
  readonly again: () => void
}

/** A list page by page, newest first; what is new is put on top, and nothing comes twice. */
export function usePages<Row>(path: string | undefined, keyOf: (row: Row) => number | string): Pages<Row> {
  const [kept, keep] = useState<
    { readonly path: string; readonly rows: readonly Row[]; readonly cursor: string | undefined } | undefined
  >(undefined)
  const [problem, tell] = useState<ConsoleProblem | undefined>(undefined)
  const [turn, again] = useState(0)
  const busy = useRef(false)
  const isOpen = standing.value === 'open'
  const known = kept?.path === path ? kept : undefined
  const failed = (error: unknown) => {
    meet(error)
    if (error instanceof AskFailed) tell(error.problem)
  }
  useEffect(() => {
    if (path === undefined || !isOpen) return
    let isCurrent = true
    ask<Page<Row>>(path, { background: known !== undefined }).then(
      (page) => {
        if (!isCurrent) return
        tell(undefined)
        const fresh = new Set(page.rows.map(keyOf))
        const older = (known?.rows ?? []).filter((row) => !fresh.has(keyOf(row)))
        // Without an overlap something in between is missing: the list begins anew.
        const isWhole = known !== undefined && older.length < known.rows.length
        keep(
          isWhole
            ? { path, rows: [...page.rows, ...older], cursor: older.length > 0 ? known.cursor : page.cursor }
            : { path, rows: page.rows, cursor: page.cursor },
        )
      },
      (error: unknown) => isCurrent && failed(error),
    )
    return () => {
      isCurrent = false
    }
  }, [path, turn, advanced.value, isOpen])
  const cursor = known?.cursor
  const more = useCallback(() => {
    if (busy.current || cursor === undefined || path === undefined) return
    busy.current = true
    ask<Page<Row>>(`${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`)
      .then(
        (page) =>
          keep((now) => (now?.path === path ? { path, rows: [...now.rows, ...page.rows], cursor: page.cursor } : now)),
        failed,
      )
      .finally(() => {
        busy.current = false
      })
  }, [cursor, path])
  return { rows: known?.rows, problem, more: cursor === undefined ? undefined : more, again: () => again(turn + 1) }
}
