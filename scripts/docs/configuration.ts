import { stringOf } from '../../src/config/read-setting.ts'
import { type NamedSetting, SETTINGS } from '../../src/core/model/policy.ts'

const HEAD = `# Configuration

Written by \`npm run docs\` from the table of settings; edit the code, not this file.

Settings are read from three files: the administrator's \`/etc/fairlead/policy.yaml\`, your own
\`~/.fairlead/policy/policy.yaml\` and the project's \`fairlead.yaml\`. All three have the same format. A repository can only
make things stricter until you run \`fairlead trust\`; nobody can loosen what the administrator set. When you edit
your own file, what is stricter counts at once, and the rest when you run \`fairlead config confirm\`. \`fairlead config init\`
starts a file with every setting, \`fairlead config check\` lists mistakes, and \`fairlead config show\` shows which file each
value comes from. To add or change rules, see [change a rule](guides/tune-a-rule.md).
`

export function configuration(): string {
  const sections = Map.groupBy(SETTINGS, ({ name }) => name.slice(0, name.indexOf('.')))
  const tables = [...sections].map(([section, settings]) => {
    const rows = settings.map(
      (one) => `| \`${one.name}\` | ${values(one.takes)} | \`${stringOf(one.initial)}\` | ${one.about} | ${who(one)} |`,
    )
    return `\n## ${section}\n\n| setting | values | default | what it changes | a repository may |\n|---|---|---|---|---|\n${rows.join('\n')}\n`
  })
  return `${HEAD}${tables.join('')}`
}

function values(takes: NamedSetting['takes']): string {
  switch (takes.kind) {
    case 'flag':
      return '`true` · `false`'
    case 'word':
      return takes.words.map((word) => `\`${word}\``).join(' · ')
    case 'words':
      return `any of ${takes.words.map((word) => `\`${word}\``).join(', ')}`
    case 'number':
      return `${takes.from} to ${takes.to}`
    case 'address':
      return 'an address, or `""`'
    case 'text':
    case 'agent-type':
      return 'text, or `""`'
    case 'agent-types':
    case 'names':
      return 'names'
  }
}

function who({ stricter, firm }: NamedSetting): string {
  if (stricter === undefined) return firm ? 'never set it' : 'set it once you trust it'
  return firm ? 'tighten, never loosen' : 'tighten; loosen once you trust it'
}
