import type { Json } from '../../core/model/json.ts'
import { STATE_FILE_WORDS } from '../../core/words/gate.ts'
import { type CheckedFile, checkFile } from '../check-file.ts'
import { FIELD_NAMES, type FileFields, OWN_KEYS } from '../codec.ts'
import type { Sight } from './sight.ts'

type YamlField = readonly [name: string, value: Json | undefined, ours?: ReadonlySet<string>]

type ParsedYaml =
  | { readonly ok: true; readonly value: unknown; readonly edit: (fields: readonly YamlField[]) => string }
  | { readonly ok: false; readonly problem: string }

/** What the store needs of `config/yaml-door.ts`, which is loaded when a file has changed and not before. */
export interface YamlDoor {
  parseYaml(text: string): ParsedYaml
}

export type YamlLoader = () => YamlDoor

/** A sight, looked into. */
export type StateFileReading =
  | { readonly ok: true; readonly file: CheckedFile; readonly edit: EditFile }
  | { readonly ok: false; readonly problem: string }

/** Gives the new text of the file; comments and unknown keys are those of the old one. Called again, it goes on from there. */
export type EditFile = (fields: FileFields) => string

export function readingOf(sight: Extract<Sight, { kind: 'file' }>, loadYaml: YamlLoader): StateFileReading {
  const text = utf8Text(sight.bytes)
  if (text === undefined) return { ok: false, problem: STATE_FILE_WORDS.notText }
  const yaml = parsed(text, loadYaml)
  if (!yaml.ok) return yaml
  const checked = checkFile(yaml.value)
  return checked.ok ? { ok: true, file: checked.file, edit: (fields) => yaml.edit(inOrder(fields)) } : checked
}

function parsed(text: string, loadYaml: YamlLoader): ParsedYaml {
  try {
    return loadYaml().parseYaml(text)
  } catch {
    return { ok: false, problem: STATE_FILE_WORDS.noReader }
  }
}

/** For a new file. */
export function editTemplate(loadYaml: YamlLoader): EditFile {
  const template = loadYaml().parseYaml(TEMPLATE)
  if (!template.ok) throw new Error(template.problem)
  return (fields) => template.edit(inOrder(fields))
}

function inOrder(fields: FileFields): readonly YamlField[] {
  return FIELD_NAMES.map((name) => (name === 'observations' ? [name, fields[name]] : [name, fields[name], OWN_KEYS]))
}

export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The comments of the specification's schema, so that a person who opens the file knows whose each part is. */
const TEMPLATE = `# Written by Fairlead. Yours to edit: objective, plan, current_step, memory, and comments anywhere.
# Edits elsewhere are recorded and undone: facts decide.
schema_version: 4

# Operator mode: plan, active, review or done
mode: plan

# What we're working on
objective: ""
plan: []

current_step: 1 # 1-indexed

# Session tracking
session: null

# Junction gate (at most one pending)
junction: null

# Allowances (approved junctions that open a one-time gate)
allowances: []

# Dismissals (allow-until rules)
dismissals: []

# Observations (captured, not claimed)
observations: {}

# Progress tracking
progress: {}

# Memory (lessons, carried forward)
memory: []

# The newest fact this file contains
last_fact: 0
`
