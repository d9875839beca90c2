import type { Fact } from '../../core/model/fact.ts'

/** What a person would look for in a fact, or read of it in one line. Already redacted, as every fact is. */
export function textOf(fact: Fact): string {
  switch (fact.kind) {
    case 'call.judged':
      return `${fact.tool} ${fact.preview}`
    case 'call.observed':
      return `${fact.tool} ${fact.inputPreview}`
    case 'call.refused':
      return `${fact.tool} ${fact.reason}`
    case 'prompt.received':
      return fact.preview
    case 'agent.started':
      return fact.type
    case 'junction.opened':
      return `#${fact.junction.number} ${fact.junction.command ?? ''} ${fact.junction.reason}`
    case 'junction.skipped':
      return `#${fact.junction.number} ${fact.junction.command ?? fact.junction.reason}`
    case 'junction.approved':
    case 'junction.dismissed':
    case 'quality.overridden':
      return `#${fact.grant.number} ${fact.grant.about ?? ''}`
    case 'junction.lapsed':
      return `#${fact.number} ${fact.why}`
    case 'junction.answered':
    case 'junction.asked':
      return `#${fact.number}`
    case 'steer.issued':
      return fact.text
    case 'boundary.detected':
      return `${fact.boundary.from} → ${fact.boundary.to} ${fact.boundary.signals.join(' ')}`
    case 'window.opened':
      return fact.work
    case 'loop.detected':
      return `${fact.how} ${fact.times}`
    default:
      return otherText(fact)
  }
}

function otherText(fact: Fact): string {
  switch (fact.kind) {
    case 'ledger.recorded':
      return entryText(fact.entry)
    case 'approval.refused':
      return `${fact.verb} ${fact.why} ${fact.means ?? ''}`
    case 'grant.rejected':
      return fact.why
    case 'objective.set':
      return fact.objective
    case 'mode.changed':
      return fact.to
    case 'session.started':
      return fact.source
    case 'session.ended':
      return fact.reason
    case 'context.compacted':
      return `${fact.stage} ${fact.trigger}`
    case 'config.changed':
      return `${fact.source} ${fact.path}`
    case 'gate.failed':
    case 'payload.malformed':
    case 'state.unreadable':
    case 'project.kept':
      return fact.problem
    case 'console.opened':
      return `${fact.level} ${fact.browser}`
    case 'console.refused':
      return `${fact.why} ${fact.means}`
    default:
      return ''
  }
}

type Entry = Extract<Fact, { readonly kind: 'ledger.recorded' }>['entry']

function entryText(entry: Entry): string {
  const fields = Object.entries(entry).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' && name !== 'phase' ? [value] : [],
  )
  return `${entry.phase} ${fields.join(' · ')}`
}
