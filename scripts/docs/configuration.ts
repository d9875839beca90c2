import type { AnySetting } from '../../src/config/settings/setting.ts'
import { SETTINGS } from '../../src/config/settings/table.ts'

const HEAD = `# Configuration

Written by \`npm run docs\` from the table of settings; edit the code, not this file.

Settings are read from three files: the administrator's \`/etc/fairlead/policy.yaml\`, your own
\`~/.config/fairlead/policy.yaml\` and the project's \`fairlead.yaml\`. All three have the same format. A repository can only
make things stricter until you run \`fairlead trust\`; nobody can loosen what the administrator set. \`fairlead config init\`
starts a file with every setting, \`fairlead config check\` lists mistakes, and \`fairlead config show\` shows which file each
value comes from. To add or change rules, see [change a rule](guides/tune-a-rule.md).
`

export function configuration(): string {
  const sections = Map.groupBy(SETTINGS, ({ name }) => name.slice(0, name.indexOf('.')))
  const tables = [...sections].map(([section, settings]) => {
    const rows = settings.map(
      (one) => `| \`${one.name}\` | ${values(one.allows)} | \`${shown(one.initial)}\` | ${one.about} | ${who(one)} |`,
    )
    return `\n## ${section}\n\n| setting | values | default | what it changes | a repository may |\n|---|---|---|---|---|\n${rows.join('\n')}\n`
  })
  return `${HEAD}${tables.join('')}`
}

function values(allows: AnySetting['allows']): string {
  if ('enum' in allows) return allows.enum.map((value) => `\`${value}\``).join(' · ')
  if (allows.type === 'array') {
    return 'enum' in allows.items ? `any of ${allows.items.enum.map((value) => `\`${value}\``).join(', ')}` : 'names'
  }
  if (allows.type === 'string') return 'pattern' in allows ? 'an address, or `""`' : 'text, or `""`'
  if (allows.type === 'boolean') return '`true` · `false`'
  return `${allows.minimum} to ${allows.maximum}`
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return `[${value.join(', ')}]`
  return value === '' ? '""' : String(value)
}

function who({ isStricter, firm }: AnySetting): string {
  if (isStricter === undefined) return firm ? 'never set it' : 'set it once you trust it'
  return firm ? 'tighten, never loosen' : 'tighten; loosen once you trust it'
}
