import { existsSync, lstatSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Paths, pathsOf } from '../../../config/paths.ts'
import { readKey } from '../../../config/read-key.ts'
import type { ProjectRoot } from '../../../core/model/ids.ts'
import type { Policy } from '../../../core/model/policy.ts'
import { STATE_FILE } from '../../../core/model/state.ts'
import { STATE_ZONE } from '../../../core/protocols/ledger/notes/state-zone.ts'
import { DOCTOR_TEXTS } from '../../../core/words/doctor.ts'
import { SEAL_TEXTS } from '../../../core/words/install.ts'
import { installedHook, installedVersion } from '../../../install/bundle.ts'
import { backupsOf } from '../../../install/commit.ts'
import { readFileState, textHash } from '../../../install/file-state.ts'
import { readRecord } from '../../../install/record.ts'
import type { Check } from '../../../install/runtime-health.ts'
import { sealStanding } from '../../../install/seal/keep-seal.ts'
import type { TargetKind } from '../../../install/target.ts'
import { readGaps } from '../../../stores/gaps.ts'
import { VERSION } from '../../../wiring/version.ts'
import { gapsFileOf, homesHere } from '../../../wiring/wire-gate.ts'
import { askDaemon } from '../ask-daemon.ts'
import { policyOf } from '../open-project.ts'
import { ago, oneLine } from '../show.ts'
import { type Context, shortPath } from '../terminal.ts'
import { examineAudit } from './examine-audit.ts'
import { examineCommand } from './examine-command.ts'
import { examinePackages } from './examine-packages.ts'

export async function examineSystem(
  context: Context,
  paths: Paths,
  roots: readonly ProjectRoot[],
): Promise<readonly Check[]> {
  return [
    programCheck(paths),
    ...examineCommand(context, paths),
    ...hookChecks(context, paths),
    ...sealCheck(context, paths),
    ...(await daemonCheck(paths)),
    keyCheck(context, paths, roots),
    ...(await examineAudit(context, paths, roots)),
    ...(await policyChecks(context, roots)),
    ...roots.flatMap((root) => stateCheck(context, root)),
    ...examinePackages(context, paths, roots),
    ...changedFiles(context, paths),
    ...(await searchChecks(context, roots)),
    ...lostCalls(paths),
  ]
}

function programCheck(paths: Paths): Check {
  const version = installedVersion(paths)
  if (version === null) return { what: 'program', verdict: 'odd', found: DOCTOR_TEXTS.notInstalled }
  const found = version === VERSION ? DOCTOR_TEXTS.version(version) : DOCTOR_TEXTS.otherVersion(version, VERSION)
  return { what: 'program', verdict: version === VERSION ? 'good' : 'odd', found }
}

/** Every file of the program against the hash of its build, and which program answers. */
function hookChecks({ env }: Context, paths: Paths): readonly Check[] {
  if (installedVersion(paths) === null) return []
  const { hook, damaged } = installedHook(paths)
  const bad = damaged.map(
    (path): Check => ({ what: 'hook', verdict: 'bad', found: DOCTOR_TEXTS.damagedProgram(shortPath(path, env)) }),
  )
  if (hook.kind === 'native') return [{ what: 'hook', verdict: 'good', found: DOCTOR_TEXTS.nativeHook }, ...bad]
  const verdict = hook.why === 'not-for-this-system' ? 'good' : 'odd'
  return [{ what: 'hook', verdict, found: DOCTOR_TEXTS.nodeHook[hook.why] }, ...bad]
}

/** Only where Claude Code is set up. */
function sealCheck({ env }: Context, paths: Paths): readonly Check[] {
  const isUsed = readRecord(backupsOf(paths)).files.some(({ kind }) => kind === 'claude-settings')
  if (!isUsed || process.platform !== 'linux') return []
  const standing = sealStanding(paths, env)
  if (standing.kind === 'none') return [{ what: 'seal', verdict: 'odd', found: SEAL_TEXTS.isOff }]
  if (standing.kind === 'off') return [{ what: 'seal', verdict: 'good', found: SEAL_TEXTS.isOff }]
  const { probed, open } = standing
  if (probed.ok) return [{ what: 'seal', verdict: 'good', found: SEAL_TEXTS.doctor(probed.found, open) }]
  const next = probed.why.includes('namespace') ? SEAL_TEXTS.next.namespaces : SEAL_TEXTS.next.other
  return [{ what: 'seal', verdict: 'odd', found: `${SEAL_TEXTS.stays(probed.why)}; ${next}` }]
}

async function daemonCheck(paths: Paths): Promise<readonly Check[]> {
  const reply = await askDaemon(paths.socket, 'info')
  if (reply?.kind !== 'info') return [{ what: 'daemon', verdict: 'good', found: DOCTOR_TEXTS.daemonDown }]
  const memory = Math.round(reply.memoryBytes / 1_048_576)
  const closed = reply.door?.closed
  const door: Check = closed
    ? { what: 'door', verdict: 'odd', found: DOCTOR_TEXTS.edgeClosed(closed.why, closed.next) }
    : { what: 'door', verdict: 'good', found: DOCTOR_TEXTS.edgeOpen(reply.door?.port) }
  return [{ what: 'daemon', verdict: 'good', found: DOCTOR_TEXTS.daemonUp(reply.version, reply.pid, memory) }, door]
}

function keyCheck({ env }: Context, paths: Paths, roots: readonly ProjectRoot[]): Check {
  const key = statSync(paths.key, { throwIfNoEntry: false })
  const where = shortPath(paths.key, env)
  if (readKey(paths.key) === undefined) {
    const found = key === undefined ? DOCTOR_TEXTS.keyMissing(where) : DOCTOR_TEXTS.keyDamaged(where)
    return { what: 'approval key', verdict: roots.length === 0 ? 'odd' : 'bad', found }
  }
  const mode = (key?.mode ?? 0) & 0o777
  if (mode === 0o600) return { what: 'approval key', verdict: 'good', found: DOCTOR_TEXTS.keyFine }
  return {
    what: 'approval key',
    verdict: 'bad',
    found: DOCTOR_TEXTS.keyReadable(where, mode.toString(8)),
  }
}

/** What is wrong in a policy file does not count, so that a person may believe in a rule that is not there. */
async function policyChecks({ env }: Context, roots: readonly ProjectRoot[]): Promise<readonly Check[]> {
  const loaded = await Promise.all(roots.map((root) => policyOf(env, root)))
  const problems = loaded.flatMap((policy) => policy.problems)
  const told = new Set([
    ...loaded.flatMap(({ policy }) => waitingFor(policy)),
    ...problems.map(({ file, line, text }) => oneLine(`${shortPath(file, env)}:${line}: ${text}`, MAX_PROBLEM_CHARS)),
  ])
  if (told.size === 0 && loaded.some(({ sources }) => sources.length > 0))
    return [{ what: 'policy', verdict: 'good', found: DOCTOR_TEXTS.policyFine }]
  return [...told].slice(0, MAX_PROBLEMS).map((found): Check => ({ what: 'policy', verdict: 'odd', found }))
}

function waitingFor({ unconfirmed }: Policy): readonly string[] {
  const looser = unconfirmed?.looser ?? []
  return looser.length === 0 ? [] : [DOCTOR_TEXTS.policyWaits(looser)]
}

const MAX_PROBLEMS = 5
const MAX_PROBLEM_CHARS = 300

function stateCheck({ env }: Context, root: ProjectRoot): readonly Check[] {
  const file = join(homesHere(pathsOf(env))(root).own, STATE_FILE)
  const where = shortPath(file, env)
  if (lstatSync(root, { throwIfNoEntry: false }) === undefined) {
    return [
      {
        what: 'project',
        verdict: 'odd',
        found: DOCTOR_TEXTS.projectGone(shortPath(root, env)),
      },
    ]
  }
  const state = readFileState(file)
  if (state.kind === 'missing') return []
  if (state.kind === 'file') return [{ what: 'state file', verdict: 'good', found: where }]
  return [
    {
      what: 'state file',
      verdict: 'odd',
      found: DOCTOR_TEXTS.stateUnreadable(where, state.problem),
    },
  ]
}

/** Files that are begun or added to, and belong to the project from then on. */
const SHARED: ReadonlySet<TargetKind> = new Set(['ledger-state', 'markdown-block', 'yaml-block'] as const)

/** Hashes of what `init` wrote, against what stands there now. */
function changedFiles({ env }: Context, paths: Paths): readonly Check[] {
  const files = readRecord(backupsOf(paths)).files.filter(({ kind }) => !SHARED.has(kind))
  const changed = files.filter(({ path, after }) => {
    const state = readFileState(path)
    return state.kind !== 'file' || textHash(state.text) !== after
  })
  if (files.length === 0) return []
  if (changed.length === 0)
    return [{ what: 'our files', verdict: 'good', found: DOCTOR_TEXTS.filesIntact(files.length) }]
  return changed.map(
    ({ path }): Check => ({
      what: 'our files',
      verdict: 'odd',
      found: DOCTOR_TEXTS.fileChanged(shortPath(path, env)),
    }),
  )
}

/** LEDGER-84: which search answers in projects that keep ledgers. */
async function searchChecks({ env }: Context, roots: readonly ProjectRoot[]): Promise<readonly Check[]> {
  const homes = homesHere(pathsOf(env))
  const keeping = roots.filter((root) => existsSync(join(homes(root).ledger, STATE_ZONE)))
  if (keeping.length === 0) return []
  const { findCk } = await import('../../../ledger/search/ck.ts')
  return Promise.all(
    keeping.map(async (root): Promise<Check> => {
      const ck = await findCk(root, env)
      const where = shortPath(root, env)
      if (ck.kind === 'usable')
        return { what: 'ledger search', verdict: 'good', found: DOCTOR_TEXTS.searchWithCk(ck.version, where) }
      const why = ck.kind === 'refused' ? ck.why : DOCTOR_TEXTS.noCk
      return {
        what: 'ledger search',
        verdict: ck.kind === 'refused' ? 'odd' : 'good',
        found: DOCTOR_TEXTS.searchBuiltIn(where, why),
      }
    }),
  )
}

/** Calls that were answered while nothing could be recorded. */
function lostCalls(paths: Paths): readonly Check[] {
  const gaps = readGaps(gapsFileOf(paths))
  const last = gaps.at(-1)
  if (last === undefined) return []
  const found = DOCTOR_TEXTS.withoutState(gaps.length, ago(last.atMs, Date.now()), oneLine(last.problem))
  return [{ what: 'gaps', verdict: 'odd', found }]
}
