import { stringOf } from './settings/setting.ts'
import { SETTINGS } from './settings/table.ts'

/** A policy file that changes nothing and shows everything: each default, switched off, with what it changes. */
export function starterPolicy(schemaFile: string): string {
  const sections = Map.groupBy(SETTINGS, ({ name }) => name.slice(0, name.indexOf('.')))
  const body = [...sections].map(([section, settings]) => {
    const lines = settings.map(({ name, initial, about }) => {
      const key = name.slice(name.indexOf('.') + 1)
      return `  # ${about}\n  # ${key}: ${stringOf(initial)}\n`
    })
    return `# ${section}:\n${lines.join('')}`
  })
  const head = [
    `# yaml-language-server: $schema=${schemaFile}`,
    '# Every setting with its default. Take the # away from a section and a line to change it.',
    '# `fairlead config check` names what is wrong, `fairlead config show` what counts and why.',
  ]
  return `${head.join('\n')}\n\n${body.join('\n')}`
}
