import { existsSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { parseYaml } from '../../../config/yaml-door.ts'
import { foreignFields, jsonFields } from '../../../core/model/json.ts'
import {
  type Claims,
  OPERATOR_MODES,
  type OperatorMode,
  type PlanStep,
  STEP_STATUSES,
} from '../../../core/model/state.ts'
import { listFolder, readText } from '../../../disk/read-file.ts'

/** State files of the layout before schema 4, each a switch of its own. Paths are relative to the project. */
const STATE_FILES = [
  'junction_state.json',
  'gear_state.json',
  'dispatch_state.json',
  'plan_mode',
  'plan_mode.json',
  'session_start_hash',
].map((name) => join('.claude', 'state', name))

/** Modules of its hooks that only served those files. */
const MODULES = /^(?:junction|dispatch|gear|plan_mode|stop_gate|yolo)[\w]*\.py$/

const MAX_BYTES = 1024 * 1024

/** What the older layout says, in our words. */
export interface OlderLayout {
  /** The older `active_context.yaml`, wherever it is now; undefined when there is none. */
  readonly context: { readonly path: string; readonly text: string } | undefined
  readonly stateFiles: readonly string[]
  readonly modules: readonly string[]
  readonly mode: Exclude<OperatorMode, 'done'>
  readonly claims: Claims
  /** What waited for a person, in words. */
  readonly pending: string | undefined
  /** How many kinds of junction were suppressed. They are not carried over: nobody signed them. */
  readonly suppressed: number
}

export function findOlderLayout(project: string): OlderLayout {
  const context = olderContext(project)
  const said = context === undefined ? {} : mappingIn(context.text)
  const junction = jsonIn(project, 'junction_state.json')
  const claims = claimsIn(said)
  return {
    context,
    stateFiles: STATE_FILES.filter((path) => isPlainFile(join(project, path))),
    modules: modulesIn(project),
    mode: modeIn(project, said, claims),
    claims,
    pending: pendingIn(junction) ?? pendingIn(jsonIn(project, 'dispatch_state.json')),
    suppressed: listIn(junction['suppression']).length,
  }
}

/** The file itself, or what was kept of it when it was replaced. */
function olderContext(project: string): OlderLayout['context'] {
  const places = ['active_context.yaml', join('.claude', 'state', 'active_context.unreadable.yaml')]
  for (const path of places) {
    const text = readText(join(project, path), MAX_BYTES)
    if (text !== undefined && mappingIn(text)['schema_version'] !== 4 && Object.keys(mappingIn(text)).length > 0) {
      return { path, text }
    }
  }
  return undefined
}

/** An explicit mode counts; then the flag, the gear and the plan, as the older layout detected it. `done` is never carried over. */
function modeIn(project: string, said: Mapping, { objective, plan }: Claims): OlderLayout['mode'] {
  const explicit = OPERATOR_MODES.find((mode) => mode === said['mode'])
  if (explicit !== undefined) return explicit === 'done' ? 'review' : explicit
  if (existsSync(join(project, '.claude/state/plan_mode')) || objective === '') return 'plan'
  return plan.length > 0 && plan.every((step) => step.status === 'completed') ? 'review' : 'active'
}

function claimsIn(said: Mapping): Claims {
  const step = said['current_step']
  const memory = listIn(said['memory'])
  return {
    objective: textIn(said['objective']),
    plan: listIn(said['plan']).flatMap(stepIn),
    currentStep: typeof step === 'number' && Number.isInteger(step) && step > 0 ? step : 1,
    memory: (memory.length > 0 ? memory : listIn(said['lessons'])).flatMap(lessonIn),
  }
}

function stepIn(item: unknown): readonly PlanStep[] {
  if (typeof item === 'string') return [{ description: item, status: 'pending' }]
  const said = foreignFields(item)
  const description = textIn(said['description'] ?? said['step'] ?? said['task'])
  if (description === '') return []
  const spelt = textIn(said['status']).replaceAll('-', '_')
  const status = STEP_STATUSES.find((one) => one === spelt) ?? (spelt === 'done' ? 'completed' : 'pending')
  const proof = textIn(said['proof'])
  return [{ description, status, ...(proof !== '' && { proof }) }]
}

function lessonIn(item: unknown): Claims['memory'] {
  if (typeof item === 'string') return [{ trigger: '*', lesson: item }]
  const said = foreignFields(item)
  const lesson = textIn(said['lesson'])
  return lesson === '' ? [] : [{ trigger: textIn(said['trigger']) || '*', lesson }]
}

function pendingIn(said: Mapping): string | undefined {
  const pending = foreignFields(said['pending'] ?? said['junction'])
  const type = textIn(pending['type'])
  if (type === '') return undefined
  const reason = textIn(pending['reason']) || textIn(foreignFields(pending['payload'])['reason'])
  return reason === '' ? type : `${type}: ${reason}`
}

type Mapping = Readonly<Record<string, unknown>>

function mappingIn(text: string): Mapping {
  const yaml = parseYaml(text)
  return yaml.ok ? foreignFields(yaml.value) : {}
}

function jsonIn(project: string, name: string): Mapping {
  return jsonFields(readText(join(project, '.claude', 'state', name), MAX_BYTES) ?? '')
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function modulesIn(project: string): readonly string[] {
  const folder = join('.claude', 'hooks')
  const names = listFolder(join(project, folder)).filter((name) => MODULES.test(name))
  return names.map((name) => join(folder, name)).filter((path) => isPlainFile(join(project, path)))
}

/** A link leads elsewhere, and what is elsewhere is not the project's state. */
function isPlainFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}
