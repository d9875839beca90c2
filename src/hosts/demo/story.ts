import colors from 'picocolors'
import { DEMO_TEXTS } from '../../core/words/demo.ts'

/** Clients show the first line of what they are told, and fold the rest. */
const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''

export type Story = ReturnType<typeof tell>

/** Prints each step of the demo while it happens. */
export function tell(write: (line: string) => void) {
  const step = (label: string, text: string, details = '') => {
    write(`${label}${text}`)
    for (const line of details === '' ? [] : details.split('\n')) write(colors.dim(`           ${line}`))
    write('')
  }
  return {
    opening: (folder: string) => {
      write(colors.bold(DEMO_TEXTS.title))
      write(colors.dim(DEMO_TEXTS.opening(folder)))
      write('')
    },
    agent: (command: string) => write(`${colors.cyan('agent')}      ${command}`),
    person: (text: string) => step(colors.magenta('you        '), text),
    allowed: (text: string, output: string) => step(colors.green('allowed    '), text, output),
    held: (reason: string) => step(colors.yellow('held       '), firstLine(reason)),
    blocked: (reason: string) => step(colors.red('blocked    '), firstLine(reason)),
    audit: (facts: number) => step(colors.green('audit log  '), DEMO_TEXTS.audit(facts)),
    closing: (launcher: string) => write(`next       ${colors.bold(`cd <your project> && ${launcher} init`)}`),
  }
}
