import { type Fact, type FactContext, isShownAtOnce } from '../core/model/fact.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import type { Claims } from '../core/model/state.ts'
import { link, record } from './chain.ts'
import type { Loaded, Parts } from './load-project.ts'

/** What the file said first is shown in it already; writing it again would only get in the way of its editor. */
const isToldByFile = (kind: string): boolean => kind !== 'state.edited' && isShownAtOnce(kind)

interface Addition {
  readonly project: ProjectRoot
  readonly context: FactContext
  readonly facts: readonly Fact[]
}

/** Appends what was decided. The caller saves the project's row. */
export function appendDecided(parts: Parts, loaded: Loaded, addition: Addition): Loaded {
  return append(parts, loaded, { ...addition, isShown: isShownAtOnce })
}

/** Appends what was found in the state file. Its texts have not passed the redaction that payloads have. */
export function appendFound(parts: Parts, loaded: Loaded, addition: Addition): Loaded {
  const facts = addition.facts.map((fact) =>
    fact.kind === 'state.edited' ? { ...fact, claims: redacted(parts, fact.claims) } : fact,
  )
  return append(parts, loaded, { ...addition, facts, isShown: isToldByFile })
}

function append(
  { tables, evolve }: Parts,
  loaded: Loaded,
  { project, context, facts, isShown }: Addition & { readonly isShown: (kind: string) => boolean },
): Loaded {
  if (facts.length === 0) return loaded
  const rows = link(project, loaded.head, record(context, facts))
  tables.append(rows)
  const due = rows.findLast((row) => isShown(row.fact.kind))
  const last = rows.at(-1)
  return {
    ...loaded,
    head: last ? { seq: last.seq, hash: last.hash } : loaded.head,
    dueSeq: due?.seq ?? loaded.dueSeq,
    state: rows.reduce(evolve, loaded.state),
  }
}

function redacted({ redact }: Parts, { objective, plan, currentStep, memory }: Claims): Claims {
  return {
    objective: redact(objective),
    plan: plan.map((step) => ({
      ...step,
      description: redact(step.description),
      ...(step.proof !== undefined && { proof: redact(step.proof) }),
    })),
    currentStep,
    memory: memory.map(({ trigger, lesson }) => ({ trigger: redact(trigger), lesson: redact(lesson) })),
  }
}
