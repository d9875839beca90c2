import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { TimelineRow } from '../../../../console/contract/shapes.ts'
import { usePages } from '../use-pages.ts'
import { LongList } from './long-list.tsx'
import { FactRow } from './row.tsx'
import { Loaded } from './states.tsx'

interface Props {
  /** Asked page by page; undefined where there is nothing to ask. */
  readonly path: string | undefined
  readonly project: string
  readonly label: string
  readonly open: number | undefined
  readonly onOpen: (row: TimelineRow) => void
  /** Told what is shown, for keys that follow it. */
  readonly onRows?: (rows: readonly TimelineRow[]) => void
  /** The names of the lanes, the first for rows of no agent of its own. */
  readonly laneOf?: (row: TimelineRow) => { readonly name: string; readonly at: number } | undefined
  /** Where no row is. */
  readonly children: ComponentChildren
}

const NONE: readonly TimelineRow[] = []

/** Facts as rows, newest first; one of them open. */
export function FactList({ path, project, label, open, onOpen, onRows, laneOf, children }: Props) {
  const { rows, problem, more, again } = usePages<TimelineRow>(path, (row) => row.seq)
  const answer = path === undefined ? NONE : rows
  useEffect(() => onRows?.(answer ?? NONE), [answer])
  return (
    <Loaded asked={{ answer, problem, isStale: false, again }} lines={9}>
      {(list) =>
        list.length === 0 ? (
          children
        ) : (
          <LongList rows={list} keyOf={(row) => row.seq} more={more} label={label} open={open}>
            {(row) => (
              <FactRow row={row} project={project} isOpen={row.seq === open} onOpen={onOpen} lane={laneOf?.(row)} />
            )}
          </LongList>
        )
      }
    </Loaded>
  )
}
