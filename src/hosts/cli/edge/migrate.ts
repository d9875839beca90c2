import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseYaml } from '../../../config/yaml-door.ts'
import type { ProjectRoot } from '../../../core/model/ids.ts'
import { type Claims, STATE_FILE, type State } from '../../../core/model/state.ts'
import { MIGRATE_TEXTS } from '../../../core/words/cli-edge.ts'
import { refusedText } from '../../../core/words/person.ts'
import { writePrivate } from '../../../disk/replace-file.ts'
import { appendProof } from '../../../gate/proof-log.ts'
import { readFileState } from '../../../install/file-state.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import { openProject } from '../open-project.ts'
import { type Prove, proveHere } from '../prove-here.ts'
import { oneLine, rows } from '../show.ts'
import type { Context } from '../terminal.ts'
import { edgeMode } from './mode.ts'
import { backupOf, forgetOlder, type Kept, keepOlder, type OlderGround, restoreOlder } from './older-backup.ts'
import { findOlderLayout, type OlderLayout } from './older-layout.ts'

export interface MigrateOptions {
  readonly shadow?: boolean
  readonly apply?: boolean
  readonly clean?: boolean
  readonly undo?: boolean
}

/** EDGE-113 to EDGE-115: from the older layout to one state file, step by step; every step can be taken back until the last. */
export async function edgeMigrate(context: Context, options: MigrateOptions, prove: Prove = proveHere): Promise<Exit> {
  const [step = 'shadow', ...more] = STEPS.filter((one) => options[one] === true)
  if (more.length > 0) return misused(MIGRATE_TEXTS.oneStep)
  const opened = await openProject(context)
  if (!opened.ok) return opened.exit
  const { project, homes, store } = opened.open
  const ground = { project, home: homes.own }
  const state = await store.read(project)
  await store.close()
  if (step === 'shadow') return shadow(context, ground, state)
  const proof = await prove(context, `fairlead edge migrate --${step}`)
  if (proof.kind === 'unproven') return failed(refusedText(proof))
  if (step === 'apply') return apply(context, ground, prove)
  return step === 'undo' ? undo(context, ground) : clean(context, ground)
}

const STEPS = ['shadow', 'apply', 'clean', 'undo'] as const

type Difference = readonly [what: string, older: string, newer: string]

/** Both are read, the differences are logged, and nothing else happens. */
function shadow(context: Context, ground: OlderGround, state: State): Exit {
  const older = findOlderLayout(ground.project)
  if (backupOf(ground) !== undefined || isEmpty(older)) return nothingOlder(context, ground)
  const different = differences(older, state).filter(([, before, now]) => before !== now)
  const files = [...(older.context ? [older.context.path] : []), ...older.stateFiles]
  appendProof(ground.home, 'migration.jsonl', {
    timestamp: new Date().toISOString(),
    files,
    differences: different.map(([what, before, now]) => ({ what, older: before, newer: now })),
  })
  context.terminal.out(MIGRATE_TEXTS.found(files))
  for (const line of rows(different.map(([what, before, now]) => [what, `${before} → ${now}`])))
    context.terminal.out(line)
  context.terminal.out(MIGRATE_TEXTS.differences(different.length))
  context.terminal.out(MIGRATE_TEXTS.next)
  return DONE
}

function differences(older: OlderLayout, { edge }: State): readonly Difference[] {
  return [
    ['mode', older.mode, edge.mode],
    ['objective', oneLine(older.claims.objective) || 'none', oneLine(edge.claims.objective) || 'none'],
    ['plan', planText(older.claims), planText(edge.claims)],
    ['memory', MIGRATE_TEXTS.lessons(older.claims.memory.length), MIGRATE_TEXTS.lessons(edge.claims.memory.length)],
    ['junction', oneLine(older.pending ?? 'none'), oneLine(edge.holds[0]?.reason ?? 'none')],
    ['suppressed', String(older.suppressed), String(edge.dismissals.length)],
  ]
}

function planText({ plan }: Claims): string {
  const completed = plan.filter((step) => step.status === 'completed').length
  return MIGRATE_TEXTS.steps(completed, plan.length)
}

function isEmpty({ context, stateFiles, modules }: OlderLayout): boolean {
  return context === undefined && stateFiles.length === 0 && modules.length === 0
}

function nothingOlder(context: Context, ground: OlderGround): Exit {
  context.terminal.out(backupOf(ground) === undefined ? MIGRATE_TEXTS.none : MIGRATE_TEXTS.waits)
  return DONE
}

/** One state file from now on. The older ones are kept, but no longer read. */
async function apply(context: Context, ground: OlderGround, prove: Prove): Promise<Exit> {
  const { project, home } = ground
  if (backupOf(ground)) return failed(MIGRATE_TEXTS.waits)
  const older = findOlderLayout(project)
  if (isEmpty(older)) return nothingOlder(context, ground)
  const moved: readonly Kept[] = older.stateFiles.map((path) => ({ path, copied: false }))
  const copied: readonly Kept[] = older.context ? [{ path: older.context.path, copied: String(home) === project }] : []
  if (!keepOlder(ground, [...copied, ...moved])) return failed(MIGRATE_TEXTS.noFolder)
  if (older.context) writePrivate(join(home, STATE_FILE), converted(older))
  if (older.mode !== 'plan') {
    const exit = await edgeMode({ ...context, terminal: quiet(context) }, { verb: older.mode }, prove)
    if (exit.code !== 0) return exit
  }
  context.terminal.out(MIGRATE_TEXTS.applied(older.mode, planText(older.claims)))
  if (older.pending !== undefined) context.terminal.out(MIGRATE_TEXTS.pendingDropped(oneLine(older.pending)))
  if (older.suppressed > 0) context.terminal.out(MIGRATE_TEXTS.suppressedDropped(older.suppressed))
  context.terminal.out(MIGRATE_TEXTS.finish)
  return DONE
}

function quiet({ terminal }: Context): Context['terminal'] {
  return { ...terminal, out: () => {} }
}

/** The same text with what schema 4 needs; comments and everything we do not know stay. */
function converted({ context, claims }: OlderLayout): string {
  const text = context?.text ?? ''
  const yaml = parseYaml(text)
  if (!yaml.ok) return text
  return yaml.edit([
    ['schema_version', 4],
    ['mode', undefined],
    ['objective', claims.objective],
    [
      'plan',
      claims.plan.map(({ description, status, proof }) => ({
        description,
        status,
        ...(proof !== undefined && { proof }),
      })),
    ],
    ['current_step', claims.currentStep],
    ['memory', claims.memory.map(({ trigger, lesson }) => ({ trigger, lesson }))],
    ['lessons', undefined],
    ['runtime', undefined],
  ])
}

function undo(context: Context, ground: OlderGround): Exit {
  const kept = backupOf(ground)
  if (!kept) return failed(MIGRATE_TEXTS.nothingToUndo)
  restoreOlder(ground, kept)
  context.terminal.out(MIGRATE_TEXTS.undone(kept.length))
  return DONE
}

/** The last step: older files and modules are deleted. */
async function clean(context: Context, ground: OlderGround): Promise<Exit> {
  const { project } = ground
  if (!backupOf(ground)) return failed(MIGRATE_TEXTS.applyFirst)
  const { modules } = findOlderLayout(project)
  const objection = objectionTo(project, modules)
  if (objection !== undefined) return failed(objection)
  if (context.terminal.interactive && (await context.terminal.confirm(MIGRATE_TEXTS.confirm(modules.length))) !== true)
    return failed(MIGRATE_TEXTS.notDeleted)
  for (const path of modules) rmSync(join(project, path))
  forgetOlder(ground)
  context.terminal.out(MIGRATE_TEXTS.cleaned(modules))
  return DONE
}

const SETTINGS = ['settings.json', 'settings.local.json'].map((name) => join('.claude', name))

/** Why a module must stay: settings run it, or cannot be read and may run it. */
function objectionTo(project: ProjectRoot, modules: readonly string[]): string | undefined {
  for (const file of SETTINGS) {
    const state = readFileState(join(project, file))
    if (state.kind === 'unusable') return MIGRATE_TEXTS.unreadable(file, state.problem)
    const used = state.kind === 'file' ? modules.find((path) => state.text.includes(basename(path))) : undefined
    if (used !== undefined) return MIGRATE_TEXTS.stillRuns(file, used)
  }
  return undefined
}
