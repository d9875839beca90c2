import type { Command } from 'commander'
import { examples } from './examples.ts'
import type { Registrar } from './registrar.ts'

export function addAnchor(program: Command, { context, finish }: Registrar): void {
  const anchor = program.command('anchor').description('roles that agents bind to, and who is bound')
  anchor.addHelpText(
    'after',
    examples('fairlead anchor roles', 'fairlead anchor status', 'fairlead anchor lint role.oct.md'),
  )
  anchor
    .command('roles')
    .description('the roles of this project')
    .option('--json', 'for programs')
    .addHelpText('after', examples('fairlead anchor roles', 'fairlead anchor roles --json'))
    .action((options) => finish(import('../anchor/roles.ts').then(({ anchorRoles }) => anchorRoles(context, options))))
  anchor
    .command('show')
    .description('what a role holds an agent to')
    .argument('<role>', 'as `fairlead anchor roles` names it')
    .addHelpText('after', examples('fairlead anchor show implementer'))
    .action((role) => finish(import('../anchor/roles.ts').then(({ anchorShow }) => anchorShow(context, role))))
  anchor
    .command('lint')
    .description('name everything that is wrong in a role file, with line and column')
    .argument('<file>', 'such as `.hestai-sys/agents/lead.oct.md`')
    .addHelpText('after', examples('fairlead anchor lint .hestai-sys/agents/lead.oct.md'))
    .action((file) => finish(import('../anchor/roles.ts').then(({ anchorLint }) => anchorLint(context, file))))
  anchor
    .command('status')
    .description('which agents are bound, and which have begun')
    .option('--json', 'for programs')
    .addHelpText('after', examples('fairlead anchor status', 'fairlead anchor status --json'))
    .action((options) =>
      finish(import('../anchor/status.ts').then(({ anchorStatus }) => anchorStatus(context, options))),
    )
  anchor
    .command('revoke')
    .description('take an anchor away: what it opened is locked again')
    .argument('<token>', 'as `fairlead anchor status` shows it; its first eight letters will do')
    .addHelpText('after', examples('fairlead anchor revoke 1f0c9a2e'))
    .action((token) => finish(import('../anchor/status.ts').then(({ anchorRevoke }) => anchorRevoke(context, token))))
}
