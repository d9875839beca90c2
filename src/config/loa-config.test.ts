import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { confirmHere } from '../../test/support/confirm-policy.ts'
import { after, editTool, ledgerEvent, playLedger, recordOf, said } from '../../test/support/ledger.ts'
import { IN_REPO } from '../core/model/homes.ts'
import { projectRoot } from '../core/model/ids.ts'
import type { LedgerEntry } from '../core/model/ledger.ts'
import { DEFAULT_POLICY, type Policy } from '../core/model/policy.ts'
import { packetFor } from '../core/protocols/ledger/recover/packet.ts'
import { synthesise } from '../core/protocols/ledger/recover/synthesis.ts'
import { builtInRules } from '../core/rules/rule-book.ts'
import { LOA_CONFIG } from '../install/ledger/ledger-texts.ts'
import { ledgerFiles } from '../ledger/files/ledger-files.ts'
import { sha256 } from '../stores/sha256.ts'
import { loadPolicy, type PolicyParts } from './policy.ts'
import type { Located } from './read-located.ts'
import { pin } from './trust.ts'
import * as yamlDoor from './yaml-door.ts'

const sign = (text: string) => sha256(`key ${text}`)

let root = ''
let parts: PolicyParts

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'fairlead-loa-'))
  const paths = { managedPolicy: join(root, 'none'), userPolicy: join(root, 'user.yaml'), state: join(root, 'state') }
  parts = { paths, sha256, sign, builtIn: builtInRules, loadYaml: () => yamlDoor }
  mkdirSync(join(root, 'project'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** The policy of a repository with this `.loa.config.yaml`, for a person whose own policy is this. */
function load(loa: string, user = '') {
  writeFileSync(join(root, 'project', '.loa.config.yaml'), loa)
  writeFileSync(join(root, 'user.yaml'), user)
  confirmHere(parts)
  return loadPolicy(parts, join(root, 'project'))
}

const ledger = (loa: string, user?: string): Policy['ledger'] => load(loa, user).policy.ledger

describe('.loa.config.yaml', () => {
  it('[LEDGER-115] the complete published file loads without a word and says what we do anyway', () => {
    const { policy, problems } = load(LOA_CONFIG)
    expect([problems, policy]).toEqual([[], DEFAULT_POLICY])
    expect(parse(LOA_CONFIG)).toEqual({
      grounding_enforcement: 'strict',
      attention_budget: { yellow: 5_000, orange: 10_000, red: 15_000 },
      session_continuity: { tiered_recovery: true, level1_tokens: 100, level2_tokens: 500 },
      trajectory: { retention_days: 30, archive_days: 365, compression_level: 6 },
      edd: { enabled: true, min_test_scenarios: 3, require_citations: true },
    })
  })

  it('[LEDGER-126] missing, empty, malformed and foreign ones leave the safe defaults', () => {
    for (const text of [
      '',
      '# nothing',
      'edd: [',
      'edd: maybe',
      'other_tool: { a: 1 }',
      '- a list',
      'edd: { enabled: 7 }',
    ])
      expect(load(text).policy.ledger).toEqual(DEFAULT_POLICY.ledger)
    expect(load('edd: { enabled: 7 }').problems).toMatchObject([{ kind: 'error' }])
  })

  it('a repository never loosens through it', () => {
    const loose = LOA_CONFIG.replaceAll('true', 'false')
      .replaceAll(/: (\d+)/g, ': 1')
      .replace('strict ', 'disabled ')
    const { policy, problems } = load(loose)
    expect(policy.ledger.grounding).toBe('strict')
    expect(policy.ledger.edd).toEqual(DEFAULT_POLICY.ledger.edd)
    expect(problems.length).toBeGreaterThan(5)
  })

  it('[LEDGER-8] `integrity` may be flat or nested, and only tightens', () => {
    for (const text of ['integrity_enforcement: strict', 'integrity: { enforcement: strict }'])
      expect(ledger(text, 'ledger: { integrity: disabled }').integrity).toBe('strict')
    const { policy, problems } = load('integrity_enforcement: disabled')
    expect([policy.ledger.integrity, problems]).toMatchObject(['strict', [{ kind: 'ignored', line: 1 }]])
  })

  it('[LEDGER-62] `grounding` may be flat or nested', () => {
    const user = 'ledger: { grounding: warn }'
    expect(ledger('grounding: { enforcement: strict, threshold: 0.99 }', user)).toMatchObject({
      grounding: 'strict',
      threshold: 0.99,
    })
    expect(ledger('synthesis_checkpoint: { profile: full }').profile).toBe('full')
  })
})

const cites = (count: number): readonly LedgerEntry[] =>
  Array.from({ length: count }, (_, index) => ({
    phase: 'cite',
    decision_id: `d-${index}`,
    title: `A rather long title of decision ${index}`,
    claim: `what was decided about question number ${index}`,
    rationale: '',
    grounding: 'ungrounded',
    evidence: [],
    bead_id: '',
    supersedes: '',
    notes_ref: '',
  }))
const CLAIMED = { record: recordOf(...cites(3)), trouble: null }
const at = (tokens: number) => after(editTool('/x'), '', { sight: { usage: { tokens } } })
const with_ = (policy: Policy['ledger']): Policy => ({ ...DEFAULT_POLICY, ledger: policy })
const effects = (tokens: number, policy: Policy['ledger']) =>
  (playLedger([at(1), at(1 + tokens)], with_(policy)).last?.effects ?? []).map(({ kind }) => kind)
const words = (tokens: number, policy: Policy['ledger']) => {
  const decision = playLedger([at(1), at(1 + tokens)], with_(policy)).last?.decision
  return decision !== undefined && 'notice' in decision ? decision.notice : ''
}

describe('every key changes something', () => {
  it('[LEDGER-115] grounding_enforcement', () => {
    const user = 'ledger: { grounding: warn }'
    expect([
      synthesise(CLAIMED, undefined, ledger('', user)).isMet,
      synthesise(CLAIMED, undefined, ledger('grounding_enforcement: strict', user)).isMet,
    ]).toEqual([true, false])
  })

  it('[LEDGER-115] attention_budget.yellow', () => {
    expect([effects(2_000, ledger('')), effects(2_000, ledger('attention_budget: { yellow: 1000 }'))]).toEqual([
      [],
      ['ledger.delta'],
    ])
  })

  it('[LEDGER-115] attention_budget.orange', () => {
    const filling = 'Context is filling. Consider /clear when ready.'
    expect([words(7_000, ledger('')), words(7_000, ledger('attention_budget: { orange: 6000 }'))]).toEqual([
      '',
      filling,
    ])
  })

  it('[LEDGER-115] attention_budget.red', () => {
    const high = 'Attention budget high. Recommend /clear.'
    expect([words(12_000, ledger('')) === high, words(12_000, ledger('attention_budget: { red: 11000 }'))]).toEqual([
      false,
      high,
    ])
  })

  it('[LEDGER-115] session_continuity.tiered_recovery', () => {
    const told = (policy: Policy['ledger']) => {
      const start = ledgerEvent({ kind: 'session.start', source: 'clear' }, { adopted: recordOf(...cites(12)) })
      const decision = playLedger([start], with_(policy)).last?.decision
      return decision !== undefined && 'steer' in decision ? String(decision.steer).split('\n').length : 0
    }
    const user = 'ledger: { tiered_recovery: false }'
    expect([
      told(ledger('', user)) > 6,
      told(ledger('session_continuity: { tiered_recovery: true }', user)) > 6,
    ]).toEqual([true, false])
  })

  it('[LEDGER-115] session_continuity.level1_tokens', () => {
    const size = (policy: Policy['ledger']) => packetFor(CLAIMED.record, {}, policy)?.tokens ?? 0
    expect(size(ledger('session_continuity: { level1_tokens: 50 }'))).toBeLessThan(size(ledger('')))
  })

  it('[LEDGER-115] session_continuity.level2_tokens', () => {
    const user = 'ledger: { tiered_recovery: false }'
    const size = (loa: string) => {
      const start = ledgerEvent({ kind: 'session.start', source: 'clear' }, { adopted: recordOf(...cites(12)) })
      return JSON.stringify(playLedger([start], with_(ledger(loa, user))).last?.decision).length
    }
    expect(size('session_continuity: { level2_tokens: 100 }')).toBeLessThan(size(''))
  })

  describe('trajectory', () => {
    const NOW = Date.UTC(2026, 10, 15, 12)
    const folder = () => join(root, 'project/loa-grimoire/a2a/trajectory')
    const day = (daysAgo: number) => new Date(NOW - daysAgo * 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length)
    const put = (name: string, text: string) => {
      mkdirSync(dirname(join(folder(), name)), { recursive: true })
      writeFileSync(join(folder(), name), text)
    }
    const tended = (loa: string, user?: string) => {
      const policy = ledger(loa, user)
      // What the end of a session asks for is what is done.
      const events = [ledgerEvent({ kind: 'prompt', text: 'x' }), ledgerEvent({ kind: 'session.end', reason: '' })]
      const tend = playLedger(events, with_(policy)).last?.effects.find((effect) => effect.kind === 'ledger.tend')
      if (tend?.kind === 'ledger.tend') ledgerFiles(IN_REPO).tend(projectRoot(join(root, 'project')), NOW, tend)
      const inside = (path: string) => (existsSync(path) ? readdirSync(path) : [])
      return [...inside(folder()), ...inside(join(folder(), 'archive'))].filter((name) => name.startsWith('a-'))
    }
    afterEach(() => rmSync(join(root, 'project/loa-grimoire'), { recursive: true, force: true }))

    it('[LEDGER-108, LEDGER-115] trajectory.retention_days', () => {
      put(`a-${day(40)}.jsonl`, '{}\n')
      expect(tended('trajectory: { retention_days: 90 }')).toEqual([`a-${day(40)}.jsonl`])
      expect(tended('')).toEqual([`a-${day(40)}.jsonl.gz`])
    })

    it('[LEDGER-108, LEDGER-115] trajectory.archive_days', () => {
      put(`archive/a-${day(400)}.jsonl.gz`, '')
      expect(tended('trajectory: { archive_days: 730 }')).toEqual([`a-${day(400)}.jsonl.gz`])
      expect(tended('')).toEqual([])
    })

    it('[LEDGER-108, LEDGER-115] trajectory.compression_level', () => {
      // The header of a gzip file says how hard it was compressed: 2 for the hardest, 0 for anything ordinary.
      const hardness = (loa: string) => {
        put(`a-${day(40)}.jsonl`, 'x'.repeat(500))
        tended(loa)
        return readFileSync(join(folder(), `archive/a-${day(40)}.jsonl.gz`))[8]
      }
      expect([hardness('trajectory: { compression_level: 9 }'), hardness('')]).toEqual([2, 0])
    })
  })

  it('[LEDGER-115] edd.enabled', () => {
    const user = 'ledger: { edd: false }'
    const unmet = (loa: string) => synthesise(CLAIMED, undefined, ledger(loa, user)).unmet.join()
    expect([unmet('').includes('scenarios'), unmet('edd: { enabled: true }').includes('scenarios')]).toEqual([
      false,
      true,
    ])
  })

  it('[LEDGER-115] edd.min_test_scenarios', () => {
    expect(synthesise(CLAIMED, undefined, ledger('edd: { min_test_scenarios: 5 }')).unmet).toContain(
      '0 of 5 test scenarios',
    )
  })

  it('[LEDGER-115] edd.require_citations', () => {
    const user = 'ledger: { require_citations: false }'
    const isMet = (loa: string) => synthesise(CLAIMED, undefined, ledger(loa, user)).isMet
    expect([isMet(''), isMet('edd: { require_citations: true }')]).toEqual([true, false])
    expect(said({ do: 'caught-up' }).kind).toBe('ledger')
  })
})

/** Every published key with a value that loosens, and what the policy says of it then. */
const LOOSER: readonly (readonly [key: string, value: string, of: (policy: Policy['ledger']) => unknown])[] = [
  ['grounding_enforcement', 'disabled', ({ grounding }) => grounding],
  ['attention_budget.yellow', '6000', ({ attention }) => String(attention.yellow)],
  ['attention_budget.orange', '11000', ({ attention }) => String(attention.orange)],
  ['attention_budget.red', '16000', ({ attention }) => String(attention.red)],
  ['session_continuity.tiered_recovery', 'false', ({ tieredRecovery }) => String(tieredRecovery)],
  ['session_continuity.level1_tokens', '120', ({ level1Tokens }) => String(level1Tokens)],
  ['session_continuity.level2_tokens', '900', ({ level2Tokens }) => String(level2Tokens)],
  ['trajectory.retention_days', '7', ({ retentionDays }) => String(retentionDays)],
  ['trajectory.archive_days', '60', ({ archiveDays }) => String(archiveDays)],
  ['trajectory.compression_level', '1', ({ compressionLevel }) => String(compressionLevel)],
  ['edd.enabled', 'false', ({ edd }) => String(edd.enabled)],
  ['edd.min_test_scenarios', '1', ({ edd }) => String(edd.minTestScenarios)],
  ['edd.require_citations', 'false', ({ edd }) => String(edd.requireCitations)],
]

describe('a key that loosens', () => {
  it('[LEDGER-115] is one of the published file: none is left out here', () => {
    const { root: whole } = yamlDoor.locateYaml(LOA_CONFIG) as { root: Located }
    const keys = (node: Located, prefix = ''): readonly string[] =>
      node.kind === 'map'
        ? node.entries.flatMap(({ key, value }) => keys(value, prefix === '' ? key : `${prefix}.${key}`))
        : [prefix]
    expect(LOOSER.map(([key]) => key)).toEqual(keys(whole))
  })

  it.each(LOOSER)('[LEDGER-115] %s counts only once a person trusted the very bytes', (key, value, of) => {
    const [section = '', name] = key.split('.')
    const loa = name === undefined ? `${section}: ${value}\n` : `${section}: { ${name}: ${value} }\n`
    const file = join(root, 'project', '.loa.config.yaml')
    const strict = load(loa)
    expect([of(strict.policy.ledger), strict.problems]).toMatchObject([
      of(DEFAULT_POLICY.ledger),
      [{ kind: 'ignored', file, line: 1 }],
    ])
    pin(parts, file, sha256(Buffer.from(loa)))
    try {
      expect([of(ledger(loa)), load(loa).problems]).toEqual([value, []])
      expect(of(ledger(`${loa}# changed since\n`))).toBe(of(DEFAULT_POLICY.ledger))
    } finally {
      pin(parts, file, undefined)
    }
  })

  it.each(LOOSER)('[LEDGER-115] %s counts from the person’s own policy', (key, value, of) => {
    const [section = '', name = ''] = key.split('.')
    const own = OWN_NAMES[key] ?? (name === '' ? section : name)
    expect(of(ledger('', `ledger: { ${own}: ${value} }`))).toBe(value)
  })
})

/** Where our own name of a key is not its last word. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  grounding_enforcement: 'grounding',
  'attention_budget.yellow': 'attention_yellow',
  'attention_budget.orange': 'attention_orange',
  'attention_budget.red': 'attention_red',
  'edd.enabled': 'edd',
}
