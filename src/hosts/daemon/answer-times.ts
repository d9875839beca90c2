import type { Family } from './exposition.ts'

/** Upper bounds in seconds; a warm answer takes a few milliseconds, a hook is given ten seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** How long answers took, as a histogram. */
export function makeAnswerTimes() {
  const within = BOUNDS.map(() => 0)
  let [count, sum] = [0, 0]
  return {
    took(seconds: number): void {
      count += 1
      sum += seconds
      BOUNDS.forEach((bound, index) => {
        if (seconds <= bound) within[index] = (within[index] ?? 0) + 1
      })
    },
    family(name: string, help: string): Family {
      const buckets = BOUNDS.map((bound, index) => bucket(String(bound), within[index] ?? 0))
      const whole = [
        { suffix: '_sum', value: sum },
        { suffix: '_count', value: count },
      ]
      return { name, help, type: 'histogram', samples: [...buckets, bucket('+Inf', count), ...whole] }
    },
  }
}

function bucket(le: string, value: number) {
  return { suffix: '_bucket', labels: { le }, value }
}
