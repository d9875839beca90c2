import colors from 'picocolors'

/** What the newcomer reads, line by line, while it happens. */
export interface Story {
  opening(folder: string): void
  step(text: string): void
  agent(command: string): void
  person(text: string): void
  passed(text: string, output: string): void
  held(reason: string): void
  blocked(reason: string): void
  audit(verified: { readonly facts: number; readonly head: string }): void
}

export function tell(write: (line: string) => void): Story {
  const detail = (text: string) => {
    for (const line of text.split('\n')) write(colors.dim(`           ${line}`))
  }
  return {
    opening: (folder) => {
      write(colors.bold('Fairlead, a demo'))
      write('An agent works in a throw-away project; every call goes through the installed hook and the real gate.')
      write(colors.dim(`everything happens in ${folder} and is deleted at the end`))
      write(colors.dim('the approval below is made by the demo’s own code, in its own process and with its own key;'))
      write(colors.dim('in a real project only a person can give one'))
      write('')
    },
    step: (text) => write(`${colors.dim('set-up')}     ${text}\n`),
    agent: (command) => write(`${colors.cyan('agent')}      ${command}`),
    person: (text) => write(`${colors.magenta('person')}     ${text}\n`),
    passed: (text, output) => {
      write(`${colors.green('passed')}     ${text}`)
      detail(output)
      write('')
    },
    held: (reason) => {
      write(`${colors.yellow('held')}       the call did not run; the agent was told:`)
      detail(reason)
      write('')
    },
    blocked: (reason) => {
      write(`${colors.red('blocked')}    the call did not run; the agent was told:`)
      detail(reason)
      write('')
    },
    audit: ({ facts, head }) => {
      write(
        `${colors.green('audit')}      ${facts} facts, each linked to the one before, verified; head ${head.slice(0, 12)}`,
      )
    },
  }
}

export function closing(launcher: string, write: (line: string) => void): void {
  write('')
  write('To govern a real project:')
  write(
    `  ${colors.bold(`cd <your project> && ${launcher} init`)}     installs the hooks, after showing what would change`,
  )
  write(`  ${colors.bold(`${launcher} doctor`)}     shows per agent what is live and what is not covered`)
}
