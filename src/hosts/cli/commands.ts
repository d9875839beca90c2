import type { Command } from 'commander'
import type { HELP } from '../../core/words/cli-help.ts'
import type { EdgeModeOptions } from './edge/mode.ts'
import type { Exit } from './exit.ts'
import type { Context } from './terminal.ts'

type Group =
  | 'passphrase'
  | 'team'
  | 'seal'
  | 'edge'
  | 'notify'
  | 'audit'
  | 'backup'
  | 'rules'
  | 'config'
  | 'plane'
  | 'ledger'
  | 'ledger bead'
  | 'anchor'
/** After the context comes what commander calls an action with: the arguments in their order, options, the command. */
type Run = (context: Context, ...given: Parameters<Parameters<Command['action']>[0]>) => Promise<Exit>

/** What each command runs. Its code is loaded when it is called, so that no command pays for the others. */
export const COMMANDS: Readonly<Record<Exclude<keyof typeof HELP, Group>, Run>> = {
  init: (context, options) => import('./install/init.ts').then((m) => m.init(context, options)),
  update: (context, options) => import('./install/update.ts').then((m) => m.update(context, options)),
  uninstall: (context, options) => import('./install/uninstall.ts').then((m) => m.uninstall(context, options)),
  'passphrase set': (context) => import('./policy/passphrase.ts').then((m) => m.passphraseSet(context)),
  'team export': (context, folder, options) =>
    import('./install/team.ts').then((m) => m.teamExport(context, { ...options, folder })),
  'seal status': (context) => import('./install/seal.ts').then((m) => m.sealStatus(context)),
  'seal on': (context) => import('./install/seal.ts').then((m) => m.sealSwitch(context, 'on')),
  'seal off': (context) => import('./install/seal.ts').then((m) => m.sealSwitch(context, 'off')),
  doctor: (context, options) => import('./doctor/doctor.ts').then((m) => m.doctor(context, options)),

  status: (context, options) => import('./status/status.ts').then((m) => m.status(context, options)),
  log: (context, options) => import('./status/log.ts').then((m) => m.log(context, options)),
  report: (context, options) => import('./status/report.ts').then((m) => m.report(context, options)),
  'edge approve': decide('approve'),
  'edge skip': decide('skip'),
  'edge dismiss': decide('dismiss'),
  'edge plan': (context) => edge(context, 'plan'),
  'edge active': (context, words) => edge(context, 'active', words.length > 0 ? { text: words.join(' ') } : {}),
  'edge review': (context) => edge(context, 'review'),
  'edge done': (context) => edge(context, 'done'),
  'edge ambiguous': (context, words) => edge(context, 'ambiguous', { text: words.join(' ') }),
  'edge status': (context, options) =>
    options.json ? import('./status/status.ts').then((m) => m.status(context, options)) : edge(context, 'status'),
  'edge list': (context, options) => {
    if (options.kept) return import('./edge/kept.ts').then((m) => m.listKept(context, options))
    return options.json ? import('./edge/mode.ts').then((m) => m.listGrants(context)) : edge(context, 'list')
  },
  'edge wait': (context, number, options) => import('./edge/kept.ts').then((m) => m.edgeWait(context, number, options)),
  'edge watch': (context) => import('./edge/watch.ts').then((m) => m.edgeWatch(context)),
  'edge revoke': (context, number) => edge(context, 'revoke', { number }),
  'edge migrate': (context, options) => import('./edge/migrate.ts').then((m) => m.edgeMigrate(context, options)),
  'audit verify': (context, file, options) =>
    import('./audit/audit.ts').then((m) => m.auditVerify(context, file, options)),
  'audit export': (context, options) => import('./audit/audit.ts').then((m) => m.auditExport(context, options)),
  'audit tail': (context, options) => import('./audit/audit.ts').then((m) => m.auditTail(context, options)),
  'backup create': (context, options) => import('./backup/backup.ts').then((m) => m.backupCreate(context, options)),
  'backup list': (context, options) => import('./backup/backup.ts').then((m) => m.backupList(context, options)),
  'backup diff': (context, id, paths, options) =>
    import('./backup/backup.ts').then((m) => m.backupDiff(context, { ...options, id, paths })),
  'backup restore': (context, id, paths, options) =>
    import('./backup/restore.ts').then((m) => m.backupRestore(context, { ...options, id, paths })),
  'notify test': (context) => import('./policy/notify.ts').then((m) => m.notifyTest(context)),
  'notify secret': (context) => import('./policy/notify.ts').then((m) => m.notifySecret(context)),
  pause: (context, minutes, options) =>
    import('./policy/pause.ts').then((m) => m.pause(context, { ...options, minutes })),

  explain: (context, command, options) =>
    import('./explain/explain.ts').then((m) => m.explain(context, command, options)),
  assess: (context, file, options) => import('./explain/assess.ts').then((m) => m.assessLines(context, file, options)),
  'rules list': (context, options) => import('./rules/rules.ts').then((m) => m.rulesList(context, options)),
  'rules show': (context, id, options) => import('./rules/rules.ts').then((m) => m.rulesShow(context, id, options)),
  'rules test': (context, options) => import('./rules/rules.ts').then((m) => m.rulesTest(context, options)),
  'rules allow': (context, hold, options) =>
    import('./rules/allow.ts').then((m) => m.rulesAllow(context, { ...options, hold })),
  trust: (context, options) => import('./policy/trust.ts').then((m) => m.trust(context, options)),
  'config backtest': (context, file, options) =>
    import('./policy/backtest.ts').then((m) => m.configBacktest(context, file, options)),
  'config check': (context, options) => import('./policy/config.ts').then((m) => m.configCheck(context, options)),
  'config get': (context, name, options) =>
    import('./policy/set-setting.ts').then((m) => m.configGet(context, name, options)),
  'config set': (context, name, value, options) =>
    import('./policy/set-setting.ts').then((m) => m.configSet(context, { ...options, name, value })),
  'config unset': (context, name, options) =>
    import('./policy/set-setting.ts').then((m) => m.configSet(context, { ...options, name, value: undefined })),
  'config show': (context, options) => import('./policy/config.ts').then((m) => m.configShow(context, options)),
  'config confirm': (context, options) => import('./policy/confirm.ts').then((m) => m.configConfirm(context, options)),
  'config init': (context, options) => import('./policy/config-init.ts').then((m) => m.configInit(context, options)),
  'config schema': (context) => import('./policy/config-init.ts').then((m) => m.configSchema(context)),
  'plane matrix': (context, options) => import('./plane/matrix.ts').then((m) => m.planeMatrix(context, options)),
  'plane ladder': (context, options) => import('./plane/ladder.ts').then((m) => m.planeLadder(context, options)),
  'plane judge': (context, row, verdict) =>
    import('./plane/judge.ts').then((m) => m.planeJudge(context, { row, verdict })),
  'plane promote': (context, setting, level, options) =>
    import('./plane/promote.ts').then((m) => m.planePromote(context, { ...options, setting, level })),
  'plane baseline': (context, options) => import('./plane/baseline.ts').then((m) => m.planeBaseline(context, options)),
  replay: (context, files, options) => import('./replay/replay.ts').then((m) => m.replay(context, files, options)),

  objective: (context, words) => import('./claims.ts').then((m) => m.objective(context, words)),
  plan: (context, steps, options) => import('./claims.ts').then((m) => m.plan(context, steps, options)),
  memory: (context, trigger, lesson, options) =>
    import('./claims.ts').then((m) => m.memory(context, { ...options, trigger, lesson })),
  'ledger status': (context, options) => import('./ledger/look.ts').then((m) => m.ledgerStatus(context, options)),
  'ledger rebuild': (context, options) => import('./ledger/look.ts').then((m) => m.ledgerRebuild(context, options)),
  'ledger tend': (context) => import('./ledger/look.ts').then((m) => m.ledgerTend(context)),
  'ledger clear': (context) =>
    import('./ledger/record.ts').then((m) => m.ledgerTell(context, { do: 'clear', reason: 'clear' })),
  'ledger handoff': (context, options) => import('./ledger/record.ts').then((m) => m.ledgerHandoff(context, options)),
  'ledger decide': (context, title, decision, options) =>
    import('./ledger/record.ts').then((m) => m.ledgerDecide(context, { title, decision }, options)),
  'ledger withdraw': (context, id) =>
    import('./ledger/record.ts').then((m) => m.ledgerTell(context, { do: 'withdraw', id })),
  'ledger pivot': (context, pivot) => import('./ledger/record.ts').then((m) => m.ledgerPivot(context, pivot)),
  'ledger focus': (context, state, options) =>
    import('./ledger/record.ts').then((m) => m.ledgerFocus(context, state, options)),
  'ledger log': (context, options) => import('./ledger/look.ts').then((m) => m.ledgerLog(context, options)),
  'ledger show': (context, line, options) =>
    import('./ledger/look.ts').then((m) => m.ledgerShow(context, line, options)),
  'ledger ref': (context, ref, options) => import('./ledger/look.ts').then((m) => m.ledgerRef(context, ref, options)),
  'ledger rollback': (context, line) => import('./ledger/record.ts').then((m) => m.ledgerRollback(context, line)),
  'ledger ground': (context, ...[agent, threshold, date, options]) =>
    import('./ledger/evidence.ts').then((m) => m.ledgerGround(context, { ...options, agent, threshold, date })),
  'ledger verify': (context, file, options) =>
    import('./ledger/evidence.ts').then((m) => m.ledgerVerify(context, file, options)),
  'ledger recall': (context, query, options) =>
    import('./ledger/retrieval.ts').then((m) => m.ledgerRecall(context, query, options)),
  'ledger section': (context, place, options) =>
    import('./ledger/retrieval.ts').then((m) => m.ledgerSection(context, place, options)),
  'ledger ghost': (context, feature, options) =>
    import('./ledger/retrieval.ts').then((m) => m.ledgerGhost(context, feature, { query: [], ...options })),
  'ledger heal': (context, options) => import('./ledger/heal.ts').then((m) => m.ledgerHeal(context, options)),
  'ledger integrity': (context, options) => import('./ledger/heal.ts').then((m) => m.ledgerIntegrity(context, options)),
  'ledger bead ready': (context, options) => import('./ledger/bead.ts').then((m) => m.beadReady(context, options)),
  'ledger bead show': (context, id, options) =>
    import('./ledger/bead.ts').then((m) => m.beadShow(context, id, options)),
  'ledger bead new': (context, title, options) =>
    import('./ledger/bead.ts').then((m) => m.beadNew(context, title, options)),
  'ledger bead update': (context, id, options) =>
    import('./ledger/bead.ts').then((m) => m.beadUpdate(context, id, options)),
  'anchor roles': (context, options) => import('./anchor/roles.ts').then((m) => m.anchorRoles(context, options)),
  'anchor show': (context, role, options) =>
    import('./anchor/roles.ts').then((m) => m.anchorShow(context, role, options)),
  'anchor lint': (context, file) => import('./anchor/roles.ts').then((m) => m.anchorLint(context, file)),
  'anchor status': (context, options) => import('./anchor/status.ts').then((m) => m.anchorStatus(context, options)),
  'anchor revoke': (context, token) => import('./anchor/status.ts').then((m) => m.anchorRevoke(context, token)),

  ci: (context, words, options) => import('./ci/ci.ts').then((m) => m.ci(context, words, options)),
  console: (context, options) => import('./console/console.ts').then((m) => m.openConsole(context, options)),
  up: (context) => import('./running/running.ts').then((m) => m.up(context)),
  down: (context) => import('./running/running.ts').then((m) => m.down(context)),
  hook: (context, runtime, options) => import('./running/running.ts').then((m) => m.hook(context, runtime, options)),
  mcp: (context, runtime) => import('./running/running.ts').then((m) => m.mcp(context, runtime)),
  completion: (context, shell, _options, command) =>
    import('./completion.ts').then((m) => m.completion(context, shell, command.parent)),
}

function decide(verb: 'approve' | 'skip' | 'dismiss'): Run {
  return (context, words) =>
    import('./edge/decide-hold.ts').then((m) => m.decideHold(context, verb, [words ?? []].flat().join(' ')))
}

function edge(context: Context, verb: EdgeModeOptions['verb'], given: Omit<EdgeModeOptions, 'verb'> = {}) {
  return import('./edge/mode.ts').then((m) => m.edgeMode(context, { verb, ...given }))
}
