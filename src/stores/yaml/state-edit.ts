import type { ProjectHome } from '../../core/model/ids.ts'
import { canonicalJson, type Json } from '../../core/model/json.ts'
import type { StateEdit } from '../../core/model/surroundings.ts'
import { STATE_FILE_WORDS } from '../../core/words/gate.ts'
import { checkFile } from '../check-file.ts'
import { see } from './sight.ts'
import { utf8Text, type YamlLoader } from './state-file.ts'

/** The text of the state file as it is; empty when there is none, undefined when it cannot be read as text. */
export function stateText(home: ProjectHome): string | undefined {
  const sight = see(home)
  if (sight.kind === 'missing') return ''
  return sight.kind === 'file' ? utf8Text(sight.bytes) : undefined
}

/** Which keys would say something else afterwards: ours, and those that a person added. */
export function stateEdit(texts: { readonly now: string; readonly next: string }, loadYaml: YamlLoader): StateEdit {
  const next = keysIn(texts.next, loadYaml)
  if (!next.ok) return { kind: 'unresolved', why: STATE_FILE_WORDS.nextUnreadable(next.problem) }
  const isNew = texts.now === ''
  const now: Keys = isNew ? { ok: true, keys: new Map() } : keysIn(texts.now, loadYaml)
  if (!now.ok) return { kind: 'unresolved', why: STATE_FILE_WORDS.nowUnreadable(now.problem) }
  const names = new Set([...now.keys.keys(), ...next.keys.keys()])
  // A new file has to name its schema.
  if (isNew) names.delete('schema_version')
  return { kind: 'resolved', fields: [...names].filter((name) => now.keys.get(name) !== next.keys.get(name)) }
}

type Keys =
  | { readonly ok: true; readonly keys: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly problem: string }

/** Every key of the file with the canonical text of its value, provided that the file keeps the invariants. */
function keysIn(text: string, loadYaml: YamlLoader): Keys {
  const yaml = loadYaml().parseYaml(text)
  if (!yaml.ok) return yaml
  const checked = checkFile(yaml.value)
  if (!checked.ok) return checked
  const plain: { readonly [key: string]: Json } = JSON.parse(JSON.stringify(yaml.value))
  return { ok: true, keys: new Map(Object.entries(plain).map(([name, value]) => [name, canonicalJson(value)])) }
}
