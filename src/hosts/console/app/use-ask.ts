import { useEffect, useRef, useState } from 'preact/hooks'
import type { ConsoleProblem } from '../../../console/contract/shapes.ts'
import { AskFailed, ask } from './api.ts'
import { advanced, meet, standing } from './state.ts'

export interface PageAnswer<Answer> {
  readonly answer: Answer | undefined
  readonly problem: ConsoleProblem | undefined
  /** What is shown is of an earlier time: asking again failed. */
  readonly isStale: boolean
  readonly again: () => void
}

const GREY_MS = 150

/** Asks, and asks again whenever facts arrive; what was there stays until something newer has come. */
export function useAsk<Answer>(
  path: string | undefined,
  { live = true }: { readonly live?: boolean } = {},
): PageAnswer<Answer> {
  const [kept, keep] = useState<{ readonly path: string; readonly answer: Answer } | undefined>(undefined)
  const [problem, tell] = useState<ConsoleProblem | undefined>(undefined)
  const [turn, again] = useState(0)
  const asked = useRef('')
  const tick = live ? advanced.value : 0
  const isOpen = standing.value === 'open'
  useEffect(() => {
    if (path === undefined || !isOpen) return
    const stop = new AbortController()
    const background = asked.current === path
    asked.current = path
    ask<Answer>(path, { background, signal: stop.signal }).then(
      (answer) => {
        keep({ path, answer })
        tell(undefined)
      },
      (error: unknown) => {
        if (stop.signal.aborted) return
        meet(error)
        if (error instanceof AskFailed) tell(error.problem)
      },
    )
    return () => stop.abort()
  }, [path, tick, turn, isOpen])
  const answer = kept?.path === path ? kept?.answer : undefined
  return { answer, problem, isStale: problem !== undefined && answer !== undefined, again: () => again(turn + 1) }
}

/** True once something has taken so long that its shape is shown in grey. */
export function useLate(isWaiting: boolean): boolean {
  const [isLate, set] = useState(false)
  useEffect(() => {
    set(false)
    if (!isWaiting) return
    const timer = setTimeout(() => set(true), GREY_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return isLate
}
