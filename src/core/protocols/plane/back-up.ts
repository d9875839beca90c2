import type { Finding } from '../../model/assessment.ts'
import type { BackupFact, BackupNeed, BackupReport } from '../../model/backup.ts'
import { ALLOW } from '../../model/decision.ts'
import type { EventOf } from '../../model/event.ts'
import type { Outcome } from '../../model/outcome.ts'
import type { Policy } from '../../model/policy.ts'
import type { State } from '../../model/state.ts'
import { previewOf, redactedPreview } from '../../rules/text/preview.ts'
import { BACKUP } from '../../words/plane.ts'
import type { CallToJudge, Deciding, Listener } from '../contract.ts'
import { findingPaths, isDiscard } from './posture.ts'
import { hasDirector } from './role-of.ts'

const BEFORE_CHARS = 200

/**
 * A call that a person let pass and that may lose files: the copy made for it is put on record and told. Without one the gate is
 * told to make it and to ask again.
 */
export function backUpPassing(outcome: Outcome, call: CallToJudge): Outcome {
  const { event, assessment, policy } = call
  const due = assessment.findings.filter((finding) => isDue(finding, policy))
  const { backups } = event.around
  if (due.length === 0 && backups === 'unasked') return outcome
  const need = needFor(call, due)
  // A copy that did not change the answer was made all the same.
  if (outcome.decision.kind !== 'allow')
    return backups !== 'unasked'
      ? { ...outcome, facts: [...outcome.facts, ...recorded(backups, need.before)] }
      : outcome
  const facts = recorded(
    backups === 'unasked' ? [{ kind: 'failed', root: event.around.project, why: BACKUP.unasked }] : backups,
    need.before,
  )
  const [failed] = facts.filter((fact) => fact.kind === 'backup.failed')
  const needs = backups === 'unasked' ? { needs: need } : {}
  if (failed && policy.backup.onFailure === 'block') {
    const text = BACKUP.required(failed.why)
    return { decision: { kind: 'block', reasons: [{ ruleId: 'PLANE-B7', text }] }, facts, effects: [], ...needs }
  }
  const notice = noticeOf(facts, event.around.cli)
  return { ...outcome, decision: { ...outcome.decision, notice }, facts: [...outcome.facts, ...facts], ...needs }
}

/** Could a copy be wanted for any call at all, as things stand? Nearly free, and false for most projects most of the time. */
export function mayNeedBackup({ edge }: State, policy: Policy, { around }: EventOf<'tool.before'>): boolean {
  const { backup, exceptions } = policy
  if (hasDirector(policy)) return true
  if (backup.before === 'nothing') return false
  if (backup.before === 'protected') return true
  const isOpen = edge.dismissals.length > 0 || edge.pause !== undefined || exceptions.length > 0
  if (around.paths.some(({ added }) => added !== undefined)) return true
  return policy.edge.level === 'gate' && (isOpen || edge.allowances.some(({ use }) => use.kind === 'open'))
}

/** At the level `gate` nothing of the protected tier passes without a person's word. */
function isDue(finding: Finding, { backup, edge }: Policy): boolean {
  if (backup.before === 'protected') return true
  return backup.before === 'approved-discard' && edge.level === 'gate' && isDiscard(finding)
}

export function needFor({ event }: CallToJudge, findings: readonly Finding[]): BackupNeed {
  return {
    asked: [...new Set(findings.flatMap(findingPaths))],
    folders: [...new Set([event.cwd, ...findings.flatMap(({ cwd }) => cwd ?? [])])],
    before: previewOf(event.tool, BEFORE_CHARS),
  }
}

function recorded(
  reports: readonly BackupReport[],
  before: string,
): readonly Exclude<BackupFact, { kind: 'backup.restored' }>[] {
  return reports.map((report) =>
    report.kind === 'taken'
      ? { ...report, kind: 'backup.taken', before }
      : { ...report, kind: 'backup.failed', before },
  )
}

function noticeOf(facts: ReturnType<typeof recorded>, cli: string): string {
  return facts
    .map((fact) => (fact.kind === 'backup.failed' ? BACKUP.failed(fact.root, fact.why) : BACKUP.made(fact, cli)))
    .join('\n')
}

/** PLANE-L15h: while a director is at work its copy is brought up to date at every boundary. */
export function syncAtBoundary(outcome: Outcome, { state, policy: { roles } }: Deciding): Outcome {
  const isAtWork = roles.main === 'director' || state.roles.working.some(({ type }) => type === roles.director)
  if (!isAtWork || !outcome.facts.some(({ kind }) => kind === 'boundary.detected')) return outcome
  return { ...outcome, effects: [...outcome.effects, { kind: 'backup.sync' }] }
}

/** A person's own act at the command line, for the audit. */
export const listenBackup: Listener = (_state, event) => {
  if (event.kind !== 'backup') return undefined
  return { decision: ALLOW, facts: factsOf(event), effects: [] }
}

function factsOf({ act }: EventOf<'backup'>): readonly BackupFact[] {
  if (act.kind === 'create') return recorded([act.report], redactedPreview(act.reason, BEFORE_CHARS))
  const { kind: _, ...restored } = act
  return [{ kind: 'backup.restored', ...restored }]
}
