import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { anchorFiles } from '../anchor/anchor-files.ts'
import { backupsIn } from '../backup/backups.ts'
import { readDoorPort } from '../config/door-port.ts'
import { governedRootOf, repositoryId, standingOf } from '../config/governed.ts'
import { ownPathsOf, rolePathsOf } from '../config/own-paths.ts'
import type { Paths } from '../config/paths.ts'
import { type CachedPolicyParts, type PolicyDoor, policyKeeper } from '../config/policy-cache.ts'
import { projectPolicyOf } from '../config/policy-files.ts'
import { type HomeParts, homesIn } from '../config/project-home.ts'
import { readKey } from '../config/read-key.ts'
import { isSealOn, readSealPlan } from '../config/seal.ts'
import { evolve } from '../core/index.ts'
import type { ParsedEvent } from '../core/model/event.ts'
import type { GovernedList, HomesOf } from '../core/model/homes.ts'
import { type ProjectRoot, projectRoot } from '../core/model/ids.ts'
import type { Environment } from '../core/model/json.ts'
import type { Usage } from '../core/model/ledger.ts'
import type { Policy } from '../core/model/policy.ts'
import { INITIAL_STATE } from '../core/model/state.ts'
import { builtInRules } from '../core/rules/rule-book.ts'
import { redact } from '../core/rules/text/redact.ts'
import { readTail } from '../disk/read-file.ts'
import type { Gate, GateRooms } from '../gate/gate.ts'
import { makeGate } from '../gate/pipeline.ts'
import { settingsKeeper } from '../install/guard/kept-settings.ts'
import { othersMayAnswer, ungatedBecause } from '../install/ungated.ts'
import type { LedgerPlace } from '../ledger/files/place.ts'
import type { LedgerLookups } from '../ledger/ledger-lookups.ts'
import { openLedger } from '../ledger/open-ledger.ts'
import { isReleased } from '../person/grants.ts'
import { readPassphraseKey } from '../person/passphrase.ts'
import type { ProveTyped } from '../person/typed-command.ts'
import { isWatched } from '../person/watchers.ts'
import { hasPrefix } from '../runtimes/peek.ts'
import { runtimeOf } from '../runtimes/registry.ts'
import { type OpenedStore, openStore, type StoreOptions } from '../stores/compose.ts'
import { recordGap } from '../stores/gaps.ts'
import { readBereft, readGoverned } from '../stores/governed-list.ts'
import { seeHeads } from '../stores/kept-heads.ts'
import { hmacSha256, sha256 } from '../stores/sha256.ts'
import type { Store, StoreReader } from '../stores/store.ts'
import { stateEdit, stateText } from '../stores/yaml/state-edit.ts'
import type { YamlDoor } from '../stores/yaml/state-file.ts'
import { VERSION } from './version.ts'
import { writeWaiting } from './waiting.ts'

export interface Wiring {
  readonly paths: Paths
  readonly env: Readonly<Record<string, string | undefined>>
  /** Opened when the bytes of a file are new, and not before. */
  readonly loadYaml: () => YamlDoor & PolicyDoor
  /** Only where connections of clients arrive. */
  readonly proveTyped?: ProveTyped
  /** Whether a person who could decide about holds of this project looks at another door of this process. */
  readonly isReachable?: (project: ProjectRoot) => boolean
  /** A real tokenizer, where the process can afford one. */
  readonly countTokens?: (text: string) => Promise<number>
  /** Cited files and tasks, where the process can afford them. */
  readonly lookups?: Partial<LedgerLookups>
  /** What follows from an answer is done after it: the process lives on, or waits for `gate.settled`. */
  readonly answersFirst?: boolean
  /** The projects under the gate, for who knows them already or asks once. */
  readonly governed?: (read: () => GovernedList) => GovernedList
  /** Told when a gap could not be recorded. */
  readonly unrecorded?: () => void
}

export interface Wired {
  readonly gate: Gate
  /** Under which a project is judged. */
  readonly policy: (project: ProjectRoot) => Policy
  readonly store: () => Promise<StoreReader>
  /** Why the state file could not be written, if it could not: the decision stands, and a person is told. */
  readonly unwritten?: () => string | undefined
}

/** Real parts, put together the same way for hook, daemon and CLI. */
export function wireGate(wiring: Wiring): Wired {
  const { paths, env, loadYaml, proveTyped, isReachable, countTokens, lookups } = wiring
  const { answersFirst = false, unrecorded } = wiring
  let unwritten: string | undefined
  const problems = (_project: ProjectRoot, problem: string) => {
    unwritten = problem
  }
  const homes = homesIn(homePartsOf(paths), true)
  const { store, list } = storeIn(paths, { loadYaml, homes, problems })
  const { governed = (read) => read() } = wiring
  const policy = policyKeeper(policyParts(paths, loadYaml))
  const gate = makeGate({
    runtimeOf,
    store,
    governed: { ...lookUpIn(paths, () => governed(list)), policy },
    machine: {
      home: paths.home,
      cli: paths.cliCommand.replace(`${paths.home}/`, '~/'),
      homes,
      ownPaths: (project, known = policy(project)) => [
        ...ownPathsOf(paths, env, { project, layout: homes(project).layout }),
        ...rolePathsOf(paths, project, known),
      ],
      stateFile: { text: (project) => stateText(homes(project).own), compare: (texts) => stateEdit(texts, loadYaml) },
      port: () => readDoorPort(paths.doorPort),
      ungated: (runtime) => ungatedBecause(runtime, paths),
      settings: settingsKeeper(paths),
      coversOf: () => readSealPlan(paths)?.covers ?? [],
      sealOf: (runtime) => (hasPrefix(runtime) && isSealOn(paths) ? paths.sealCommand : undefined),
      othersMayAnswer: (project) => othersMayAnswer(project, paths),
      showWaiting: (session, text) => writeWaiting(paths.waiting, session, text),
    },
    person: {
      key: () => readKey(paths.key),
      passphraseKey: () => readPassphraseKey(paths.passphrase),
      ...(proveTyped && { proveTyped }),
      isReachable: (held) => (isReachable?.(held.project) ?? false) || isWatched(held.project, held.client),
    },
    anchor: anchorFiles(homes),
    ledger: openLedger(homes, { usageOf, countTokens, lookups }),
    backups: backupsIn(paths.fileBackups),
    recordGap: (gap) => recordGap(gapsFileOf(paths), gap) || unrecorded?.(),
    answersFirst,
  })
  return { gate, store, policy, unwritten: () => unwritten }
}

/** Opened once, at first need; and the list of projects, by its connection once there is one. */
function storeIn(
  paths: Paths,
  parts: Pick<StoreOptions, 'loadYaml' | 'homes' | 'problems'>,
): { readonly store: () => Promise<Store>; readonly list: () => GovernedList } {
  let opened: Promise<OpenedStore> | undefined
  let atHand: OpenedStore | undefined
  const heads = { path: paths.auditHead, key: () => readKey(paths.key) }
  const open = async () => {
    try {
      atHand = await openStore({ ...parts, database: paths.database, evolve, initial: INITIAL_STATE, redact, heads })
      return atHand
    } catch (error) {
      // A database that could not be opened is tried again by the next call: the disk may have been mended.
      opened = undefined
      throw error
    }
  }
  return { store: () => (opened ??= open()), list: () => governedIn(paths, atHand?.governedRows) }
}

/** Where the list cannot be read, every project is kept, and the database is not asked for more. */
function lookUpIn(paths: Paths, list: () => GovernedList): Pick<GateRooms['governed'], 'rootOf' | 'standing'> {
  const bereft = () => (list().ok ? bereftIn(paths) : list())
  return {
    rootOf: (folder) => governedRootOf(folder, list()) ?? governedRootOf(folder, bereft()),
    standing: (project) => standingOf(project, list()) ?? standingOf(project, bereft()),
  }
}

/** Transcripts grow by a few records with each call; the newest figures stand near their end. */
const TRANSCRIPT_TAIL_BYTES = 262_144

function usageOf({ runtime, transcript }: ParsedEvent): Usage | undefined {
  const tail = transcript === undefined ? undefined : readTail(transcript, TRANSCRIPT_TAIL_BYTES)
  return tail === undefined ? undefined : runtimeOf(runtime)?.transcript.usageIn(tail)
}

/** The same for every host: where the files of projects are. */
export function homesHere(paths: Pick<Paths, 'projects'>): HomesOf {
  return homesIn(homePartsOf(paths))
}

export function homePartsOf({ projects }: Pick<Paths, 'projects'>): HomeParts {
  return { projects, sha256 }
}

/** A person's policy for one project, where it is not the repository's. */
export function homePolicies(paths: Pick<Paths, 'projects'>): (project: string) => string | undefined {
  const homes = homesHere(paths)
  return (project) => {
    const { layout, own } = homes(projectRoot(project))
    return layout === 'home' ? projectPolicyOf(own) : undefined
  }
}

/** The same for every host: where a project's ledgers are looked after. */
export function ledgerPlaces(
  paths: Pick<Paths, 'projects' | 'evidence'>,
  env: Environment,
): (project: ProjectRoot) => LedgerPlace {
  const homes = homesHere(paths)
  return (project) => ({ root: project, homes: homes(project), folder: paths.evidence, env })
}

/** The same for every host: what decides about a project's policy. */
export function policyParts(paths: Paths, loadYaml: () => PolicyDoor): CachedPolicyParts {
  const sign = (text: string) => {
    const key = readKey(paths.key)
    return key && hmacSha256(key, Buffer.from(text))
  }
  const files = { paths, homePolicyOf: homePolicies(paths) }
  return { ...files, loadYaml, sha256, sign, builtIn: builtInRules, version: VERSION }
}

/** The projects that a person put under the gate. Where nothing is installed there are none, and nothing was lost. */
export function governedIn(paths: Paths, atHand?: OpenedStore['governedRows']): GovernedList {
  const isInstalled = existsSync(paths.hookCommand) || existsSync(paths.database)
  if (!isInstalled) return { ok: true, projects: [] }
  return readGoverned(paths.database, (root, signature) => isReleased(root, signature, readKey(paths.key)), atHand)
}

/** Asked only where the list does not govern: checking the kept heads takes longer than reading the list. */
function bereftIn(paths: Paths): GovernedList {
  const sight = seeHeads({ path: paths.auditHead, key: () => readKey(paths.key) })
  return readBereft(paths.database, sight.kind === 'kept' ? sight.heads : {})
}

export async function governProject(gate: Gate, stamp: ReportStamp, project: ProjectRoot): Promise<void> {
  const report = { of: 'governed', git: repositoryId(project) } as const
  await gate.submit({ ...stamp, kind: 'report', report }, project)
}

type ReportStamp = Pick<ParsedEvent, 'id' | 'atMs' | 'runtime' | 'session' | 'cwd'>

export function gapsFileOf(paths: Paths): string {
  return join(dirname(paths.key), 'gaps.jsonl')
}
