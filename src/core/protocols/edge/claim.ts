import { answerWith, type Outcome, refusal } from '../../model/outcome.ts'
import { type Claims, type EdgeState, MAX_CLAIMS_CHARS, type PlanStep, type Statement } from '../../model/state.ts'
import { redactedPreview } from '../../rules/text/preview.ts'
import { CLAIM_TEXTS } from '../../words/edge.ts'

const MAX_TEXT_CHARS = 500

/** EDGE-5, EDGE-13, EDGE-70: what an agent says of its own work. What was observed is kept apart, and checks it (EDGE-71). */
export function takeClaim({ claims }: Pick<EdgeState, 'claims'>, claim: Statement): Outcome {
  if (claim.of === 'step' && claim.step > claims.plan.length)
    return refusal(CLAIM_TEXTS.noStep(claim.step, claims.plan.length))
  const next = { ...claims, ...changed(claims, claim) }
  const text = JSON.stringify(next)
  if (text.length > MAX_CLAIMS_CHARS) return refusal(CLAIM_TEXTS.tooMuch)
  const isSame = text === JSON.stringify(claims)
  return answerWith(shown(next, claim), isSame ? [] : [{ kind: 'state.edited', claims: next }])
}

function changed(claims: Claims, claim: Statement): Partial<Claims> {
  switch (claim.of) {
    case 'objective':
      return claim.text === undefined ? {} : { objective: statedLine(claim.text) }
    case 'plan':
      return claim.steps.length === 0 ? {} : planned(claims.plan, claim.steps.map(statedLine))
    case 'step':
      return advanced(claims, claim)
    case 'memory':
      return claim.lesson === undefined ? {} : { memory: remembered(claims.memory, claim.lesson) }
  }
}

function planned(before: Claims['plan'], steps: readonly string[]): Partial<Claims> {
  const plan = steps.map(
    (description): PlanStep =>
      before.find((step) => step.description === description) ?? { description, status: 'pending' },
  )
  return { plan, currentStep: firstOpen(plan) }
}

/** A step that begins is the current one; once it is completed, the next open one is. */
function advanced(
  { plan, currentStep }: Claims,
  { step, status, proof }: Extract<Statement, { of: 'step' }>,
): Partial<Claims> {
  const next = plan.map((one, index): PlanStep => {
    if (index !== step - 1) return one
    return { ...one, ...(status !== undefined && { status }), ...(proof !== undefined && { proof: statedLine(proof) }) }
  })
  if (status === 'in_progress') return { plan: next, currentStep: step }
  return { plan: next, currentStep: status === 'completed' && currentStep === step ? firstOpen(next) : currentStep }
}

/** EDGE-6: the first step that is not completed; the last one where all are. */
function firstOpen(plan: Claims['plan']): number {
  const open = plan.findIndex(({ status }) => status !== 'completed')
  return open < 0 ? plan.length : open + 1
}

function remembered(memory: Claims['memory'], given: Claims['memory'][number]): Claims['memory'] {
  const [trigger, lesson] = [statedLine(given.trigger), statedLine(given.lesson)]
  const others = memory.filter((one) => one.trigger !== trigger)
  return lesson === '' ? others : [...others, { trigger, lesson }]
}

function shown({ objective, plan, memory }: Claims, { of }: Statement): string {
  switch (of) {
    case 'objective':
      return CLAIM_TEXTS.objective(objective)
    case 'plan':
    case 'step':
      return CLAIM_TEXTS.plan(plan)
    case 'memory':
      return CLAIM_TEXTS.memory(memory)
  }
}

/** What somebody states, on one line, without secrets, cut where it is too long. */
export function statedLine(text: string): string {
  return redactedPreview(text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim(), MAX_TEXT_CHARS)
}
