import { describe, expect, it } from 'vitest'
import type { KeptHold } from '../model/state.ts'
import { AUDIT_TEXTS, CLI_TEXTS, REPLAY_TEXTS } from './cli.ts'
import { CLI_EDGE_TEXTS, KEPT_LISTS, MIGRATE_TEXTS, WATCH_TEXTS } from './cli-edge.ts'
import { BACKTEST_TEXTS, NOTIFY_TEXTS, TRUST_TEXTS } from './cli-policy.ts'
import { LOG_TEXTS, MERGE_TEXTS, STATUS_TEXTS } from './cli-status.ts'
import { DOCTOR_TEXTS } from './doctor.ts'
import { doubtText, EXHIBIT_WORDS } from './gate.ts'
import { INSTALL_TEXTS, SEAL_TEXTS } from './install.ts'
import { NOTICE_TEXTS } from './kept.ts'
import { LEDGER_SHOW, RECALL_TEXTS } from './ledger-cli.ts'
import { MEANS, PASSPHRASE, TYPED_REFUSALS } from './person.ts'

const typed = { command: 'fairlead edge approve 1', source: '', hold: 1, evidence: '' }

const HEAD = { seq: 3, hash: '' }

const KEPT = { number: 3, keepUntilMs: 0, met: 0 } as unknown as KeptHold
const UNTIL = '1970-01-01 00:00 UTC'

const DECIDED = { held: 3, days: 1, approved: 2, stopped: 1, waiting: 0, expired: 0 }

describe('sentences that change with what they tell', () => {
  it.each([
    [CLI_TEXTS.seeHelp('unknown command `x`', 'fairlead'), 'unknown command `x`; see `fairlead --help`'],
    [CLI_TEXTS.seeHelp('did you mean `edge`?', 'fairlead'), 'did you mean `edge`? see `fairlead --help`'],
    [REPLAY_TEXTS.hint('scope', true), 'hint      scope'],
    [REPLAY_TEXTS.hint('scope', false), 'hint      scope, not delivered'],
    [CLI_EDGE_TEXTS.about('', 'work is done'), 'why it is held: work is done'],
    [CLI_EDGE_TEXTS.about('git push', 'publishes'), 'command: git push\nwhy it is held: publishes'],
    [CLI_EDGE_TEXTS.noHold(undefined), 'nothing is waiting for you here; `fairlead status` lists what is waiting'],
    [CLI_EDGE_TEXTS.noHold(3), "there's no hold #3 here; `fairlead status` lists what is waiting"],
    [MIGRATE_TEXTS.cleaned([]), 'the older layout is deleted'],
    [MIGRATE_TEXTS.cleaned(['a.py', 'b.py']), 'the older layout is deleted, with a.py, b.py'],
    [AUDIT_TEXTS.vouched(3, 0, 'f'), '; vouched to entry 3 by the head in f'],
    [
      AUDIT_TEXTS.vouched(3, 1, 'f'),
      '; vouched to entry 3 by the head in f; 1 newer entry chained, not vouched for yet',
    ],
    [TRUST_TEXTS.already('a', true), 'already trusted as it is: a'],
    [TRUST_TEXTS.already('a, b', false), 'already trusted as they are: a, b'],
    [TRUST_TEXTS.question(true), 'Trust this file as it is now?'],
    [TRUST_TEXTS.question(false), 'Trust these files as they are now?'],
    [TRUST_TEXTS.trusted('a', true), 'trusted until it changes: a'],
    [TRUST_TEXTS.trusted('a, b', false), 'trusted until they change: a, b'],
    [STATUS_TEXTS.activity(1, 2, null), '1 call finished, 2 files changed, no tests'],
    [STATUS_TEXTS.activity(1, 2, true), '1 call finished, 2 files changed, tests passed'],
    [STATUS_TEXTS.activity(1, 2, false), '1 call finished, 2 files changed, tests failed'],
    [
      TYPED_REFUSALS.otherClient({ ...typed, sender: { name: 'curl', pid: 7 } }).why,
      "it came from `curl`, process 7, not from this session's client",
    ],
    [
      TYPED_REFUSALS.otherClient({ ...typed, sender: undefined }).why,
      "it came from an unknown program, not from this session's client",
    ],
    [PASSPHRASE.unset([]).why, 'you have no passphrase yet'],
    [
      PASSPHRASE.unset([
        { name: 'claude', pid: 7 },
        { name: 'codex', pid: 8 },
      ]).why,
      'no passphrase can be set while an agent runs (`claude`, process 7; `codex`, process 8)',
    ],
    [MEANS.server('node', 7), 'an MCP server started by `node`, process 7'],
    [MEANS.server(undefined, 7), 'an MCP server started by `unknown`, process 7'],
    [
      doubtText({ finding: 'cut', kept: { seq: 5, hash: '' }, found: HEAD }),
      'facts 4 to 5 are missing: the kept head names fact 5',
    ],
    [
      doubtText({ finding: 'replaced', kept: { seq: 2, hash: '' }, found: HEAD }),
      "fact 2 isn't the one that the kept head names: another log is in its place",
    ],
    [
      doubtText({ finding: 'no-head', found: HEAD }),
      'the kept head is missing, so nothing shows whether facts after fact 3 were cut off',
    ],
    [
      doubtText({ finding: 'unsigned', found: HEAD }),
      "the kept head isn't signed with the present key: one of them was replaced before fact 4; where the key was lost and made anew, everything up to fact 3 can be read, but nothing vouches for it, and what was approved before doesn't count",
    ],
    [
      doubtText({ finding: 'snapshot', found: HEAD }),
      "the stored state isn't signed with the present key, so it was made again from the audit log up to fact 3",
    ],
    [doubtText({ finding: 'changed', found: HEAD }), 'a fact up to fact 3 was changed after it was recorded'],
    [doubtText({ finding: 'first', found: HEAD }), 'an older version kept no head before fact 4'],
    [RECALL_TEXTS.nothing(true), 'nothing found; use other words, or `--scope all`'],
    [RECALL_TEXTS.nothing(false), 'nothing found; use other words'],
    [LEDGER_SHOW.decision('grounded', 'Use YAML', '', 'd-1'), '[grounded] Use YAML (d-1)'],
    [LEDGER_SHOW.decision('grounded', 'Use YAML', 'Use YAML', 'd-1'), '[grounded] Use YAML (d-1)'],
    [LEDGER_SHOW.decision('grounded', 'Format', 'use YAML', 'd-1'), '[grounded] Format: use YAML (d-1)'],
    [LOG_TEXTS.summary(DECIDED), 'held 3 in 1 day, you approved 2, 1 stopped for good'],
    [
      LOG_TEXTS.summary({ ...DECIDED, waiting: 4, expired: 5 }),
      'held 3 in 1 day, you approved 2, 1 stopped for good, 5 expired, 4 waiting',
    ],
    [DOCTOR_TEXTS.brief(2, 0), '2 checks fine; `fairlead doctor --verbose` shows them all, and what no hook sees'],
    [
      DOCTOR_TEXTS.brief(1, 3),
      '1 check fine, 3 more worth a look; `fairlead doctor --verbose` shows them all, and what no hook sees',
    ],
    [INSTALL_TEXTS.next('`s`', '`u`', undefined), 'see `s`; undo with `u`'],
    [INSTALL_TEXTS.next('`s`', '`u`', '~/bin'), 'add ~/bin to your PATH; see `s`; undo with `u`'],
    [INSTALL_TEXTS.running(true), 'restart agents that are already running'],
    [INSTALL_TEXTS.running(false), 'agents that are already running keep a hook that does nothing until they end'],
    [INSTALL_TEXTS.updated(null, '2.0.0'), 'Fairlead 2.0.0 is installed'],
    [INSTALL_TEXTS.updated('2.0.0', '2.0.0'), 'Fairlead 2.0.0 is installed'],
    [INSTALL_TEXTS.updated('1.0.0', '2.0.0'), 'Fairlead 2.0.0 is installed; it was 1.0.0'],
    [INSTALL_TEXTS.notFetched('x', ''), 'npm could not fetch x; check npm and the network, then retry'],
    [INSTALL_TEXTS.notFetched('x', 'E404'), 'npm could not fetch x (E404); check npm and the network, then retry'],
    [
      CLI_EDGE_TEXTS.behind({
        parts: [
          { kind: 'commit', name: 'origin', print: '', commits: ['a', 'b', 'c', 'd', 'e', 'f'] },
          { kind: 'commit', name: 'other', print: '', commits: ['a'] },
          { kind: 'target', name: 'src', print: '', about: 'a folder' },
        ],
        changed: '1 more commit',
      }).join('\n'),
      'would push: a, b, c, d, e, and 1 more\nwould push: a\nat stake: `src`, a folder\nsince it was held: 1 more commit',
    ],
    [CLI_EDGE_TEXTS.behind({ parts: [], changed: '' }).join('\n'), ''],
    [KEPT_LISTS.kept(KEPT, 'git push'), `#3 git push: kept until ${UNTIL}`],
    [KEPT_LISTS.kept({ ...KEPT, met: 2 }, 'git push'), `#3 git push: kept until ${UNTIL}, met again 2 times`],
    [KEPT_LISTS.kept({ ...KEPT, skipped: { atMs: 0 } }, 'git push'), `#3 git push: refused until ${UNTIL}`],
    [WATCH_TEXTS.waits(3, '', 'work is done'), '#3 work is done'],
    [WATCH_TEXTS.waits(3, 'git push', 'publishes'), '#3 `git push`: publishes'],
    [NOTIFY_TEXTS.result('desktop', undefined), 'desktop: sent'],
    [NOTIFY_TEXTS.result('desktop', 'no bus'), 'desktop: no bus'],
    [
      BACKTEST_TEXTS.sentence({ calls: 1, days: 1, held: 0, passed: 0 }),
      'Of 1 distinct call in 1 day this would hold 0 more and let 0 pass',
    ],
    [
      BACKTEST_TEXTS.sentence({ calls: 1204, days: 30, held: 3, passed: 12 }),
      'Of 1,204 distinct calls in 30 days this would hold 3 more and let 12 pass',
    ],
    [STATUS_TEXTS.kept('x', 0), ', until x'],
    [STATUS_TEXTS.kept('x', 1), ', until x, met again 1 time'],
    [MERGE_TEXTS.command('git push', 2, 1), '   2 × `git push`, held by 1 person'],
    [MERGE_TEXTS.command('git push', 2, 3), '   2 × `git push`, held by 3 people'],
    [EXHIBIT_WORDS.target('folder', 0, 0, 0), 'a folder, all of it committed'],
    [EXHIBIT_WORDS.target('folder', 1, 2, 3), 'a folder: 1 changed, 2 untracked, 3 ignored'],
    [
      SEAL_TEXTS.question([]),
      "Seal commands of Claude Code, so that they can't reach Fairlead or your other programs?",
    ],
    [
      SEAL_TEXTS.question(['sudo']),
      "Seal commands of Claude Code, so that they can't reach Fairlead or your other programs? Tried here; these behave differently: sudo.",
    ],
    [SEAL_TEXTS.doctor('namespaces', []), 'namespaces'],
    [SEAL_TEXTS.doctor('namespaces', ['docker socket']), 'namespaces · open: docker socket'],
    [SEAL_TEXTS.parts('5', '0'), 'namespaces, 5 covers, no landlock'],
    [SEAL_TEXTS.parts('5', '7'), 'namespaces, 5 covers, landlock 7'],
    [NOTICE_TEXTS.line({ number: 3 }), '#3'],
    [NOTICE_TEXTS.line({ number: 3, command: 'git push', reason: 'publishes' }), '#3 `git push`: publishes'],
  ])('%s', (text, wanted) => {
    expect(text).toBe(wanted)
  })
})
