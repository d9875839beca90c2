import colors from 'picocolors'
import { DEMO_TEXTS } from '../../core/words/demo.ts'

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
      write(DEMO_TEXTS.opening)
      for (const note of DEMO_TEXTS.notes(folder)) write(colors.dim(note))
      write('')
    },
    setUp: (text: string) => step(colors.dim('set-up     '), text),
    agent: (command: string) => write(`${colors.cyan('agent')}      ${command}`),
    person: (text: string) => step(colors.magenta('you        '), text),
    allowed: (text: string, output: string) => step(colors.green('allowed    '), text, output),
    held: (reason: string) => step(colors.yellow('held       '), DEMO_TEXTS.notRun, reason),
    blocked: (reason: string) => step(colors.red('blocked    '), DEMO_TEXTS.notRun, reason),
    audit: (facts: number, head: string) => step(colors.green('audit log  '), DEMO_TEXTS.audit(facts, head)),
    closing: (launcher: string) => {
      write(DEMO_TEXTS.next)
      write(`  ${colors.bold(`cd <your project> && ${launcher} init`)}     ${DEMO_TEXTS.init}`)
      write(`  ${colors.bold(`${launcher} doctor`)}     ${DEMO_TEXTS.doctor}`)
    },
  }
}
