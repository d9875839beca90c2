import { SETTINGS } from '../core/model/policy.ts'
import { stringOf } from './read-setting.ts'

/**
 * A policy file that changes nothing and shows everything: each default, switched off, with what it changes. Without a
 * schema's place for a file that others get too: a path on this machine is none on theirs.
 */
export function starterPolicy(schemaFile?: string): string {
  const sections = Map.groupBy(SETTINGS, ({ name }) => name.slice(0, name.indexOf('.')))
  const body = [...sections].map(([section, settings]) => {
    const lines = settings.map(({ name, initial, about }) => {
      const key = name.slice(name.indexOf('.') + 1)
      return `  # ${about}\n  # ${key}: ${stringOf(initial)}\n`
    })
    return `# ${section}:\n${lines.join('')}`
  })
  const head = [
    schemaFile === undefined
      ? '# `fairlead config schema` prints the JSON Schema of this file, for editors.'
      : `# yaml-language-server: $schema=${schemaFile}`,
    '# Every setting with its default. Take the # away from a section and a line to change it.',
    '# `fairlead config check` names what is wrong, `fairlead config show` what counts and why.',
  ]
  return `${head.join('\n')}\n\n${body.join('\n')}`
}
