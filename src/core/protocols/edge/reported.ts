import type { Report } from '../../model/event.ts'
import type { Fact } from '../../model/fact.ts'
import { unreachable } from '../../model/language.ts'
import { GATE_WORDS } from '../../words/gate.ts'

/** What one of our own processes saw, as the fact that goes on record. */
export function reported(report: Report): Fact {
  switch (report.of) {
    case 'turn-origin':
      return { kind: 'grant.rejected', grant: report.grant, why: GATE_WORDS.turnNotBegunByPerson(report.origin) }
    case 'side-door': {
      const { verb, means } = report
      return { kind: 'approval.refused', verb, why: GATE_WORDS.edgeFromPersonOnly, means }
    }
    case 'daemon-end': {
      const { of: _of, ...end } = report
      return { kind: 'daemon.ended', ...end }
    }
    case 'removal': {
      const { of: _of, ...removal } = report
      return { kind: 'config.changed', ...removal }
    }
    case 'malformed-payload':
      return { kind: 'payload.malformed', problem: report.problem }
    default:
      return unreachable(report)
  }
}
