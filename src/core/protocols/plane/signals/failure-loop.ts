import type { LoopKind, Print, Scope } from '../../../model/plane.ts'
import { LOOPS } from '../../../words/plane.ts'
import type { Signal } from '../signal.ts'

/** The same call with the same result this often among the last results is a loop. */
const SAME_TIMES = 3
const SAME_AMONG = 12
/** Further apart it must come back more often. */
const SPREAD_TIMES = 4
/** A call that fails again with whatever result. */
const FAILING_TIMES = 3
const FAILURES_IN_ROW = 5

export interface Loop {
  readonly how: LoopKind
  readonly times: number
}

/** PLANE-R5.4: going round in circles, told by hashes alone (ADR 0007). */
export const failureLoop: Signal = {
  id: 'failure-loop',
  needs: ['result'],
  lasts: 1,
  read: ({ scope, moment }) => {
    if (moment.kind !== 'result' || moment.print === undefined) return 'silent'
    const loop = loopIn(scope, moment.print)
    return loop === undefined ? 'quiet' : { toward: loop.how, why: LOOPS[loop.how](loop.times) }
  },
}

/** The loop that this result closes, if any. */
export function loopIn({ prints }: Pick<Scope, 'prints'>, print: Print): Loop | undefined {
  const isSame = (one: Print): boolean => one.input === print.input && one.result === print.result
  const near = count(prints.slice(1 - SAME_AMONG), isSame) + 1
  if (near >= SAME_TIMES) return { how: 'same-result', times: near }
  const far = count(prints, isSame) + 1
  if (far >= SPREAD_TIMES || (print.failed && far >= FAILING_TIMES)) return { how: 'same-result', times: far }
  if (!print.failed) return undefined
  const again = inRow(prints, (one) => one.failed && one.input === print.input) + 1
  if (again >= FAILING_TIMES) return { how: 'same-failure', times: again }
  const failures = inRow(prints, (one) => one.failed) + 1
  return failures >= FAILURES_IN_ROW ? { how: 'failures', times: failures } : undefined
}

const count = (prints: readonly Print[], test: (print: Print) => boolean): number => prints.filter(test).length

const inRow = (prints: readonly Print[], test: (print: Print) => boolean): number =>
  prints.length - 1 - prints.findLastIndex((print) => !test(print))
