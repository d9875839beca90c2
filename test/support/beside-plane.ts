import type { Fact } from '../../src/core/model/fact.ts'

const PLANE = /^(?:window|boundary|checkpoint|steer|signal|loop)\./

/** For tests of other protocols: the facts without the rows that the plane adds to every session. */
export function besidePlane(facts: readonly Fact[] = []): readonly Fact[] {
  return facts.filter((fact) => !PLANE.test(fact.kind))
}
