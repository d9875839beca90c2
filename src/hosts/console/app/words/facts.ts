/** Facts and verdicts in words. */

const KIND_WORDS: Readonly<Record<string, string>> = {
  'call.judged': 'call',
  'call.observed': 'result',
  'call.refused': 'refused by the client',
  'junction.opened': 'held',
  'junction.approved': 'approved',
  'junction.skipped': 'skipped',
  'junction.dismissed': 'kind allowed',
  'junction.lapsed': 'lapsed',
  'junction.kept': 'kept',
  'junction.met': 'met again',
  'allowance.reserved': 'approval taken',
  'allowance.committed': 'approval used',
  'allowance.released': 'approval given back',
  'approval.refused': 'approval refused',
  'grant.rejected': 'approval void',
  'grant.revoked': 'taken back',
  'prompt.received': 'prompt',
  'session.started': 'session started',
  'session.ended': 'session ended',
  'session.stopped': 'turn ended',
  'boundary.detected': 'boundary',
  'window.opened': 'window',
  'steer.issued': 'hint',
  'loop.detected': 'loop',
  'ledger.recorded': 'ledger',
  'attention.measured': 'attention',
  'context.compacted': 'compacted',
  'agent.started': 'subagent started',
  'agent.stopped': 'subagent stopped',
  'mode.changed': 'mode',
  'objective.set': 'objective',
  'console.opened': 'console opened',
  'console.refused': 'console refused',
  'client.registered': 'client seen',
}
export const kindName = (kind: string): string => KIND_WORDS[kind] ?? kind.replaceAll(/[.-]/g, ' ')

const VERDICTS: Readonly<Record<string, string>> = {
  allow: 'allowed',
  hold: 'held',
  block: 'blocked',
  ask: 'asked',
  ok: 'ok',
  failed: 'failed',
}
export const verdictName = (outcome: string): string => VERDICTS[outcome] ?? outcome
