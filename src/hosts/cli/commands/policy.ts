import type { Command } from 'commander'
import { examples } from './examples.ts'
import type { Registrar } from './registrar.ts'

export function addPolicy(program: Command, { context, finish }: Registrar): void {
  program
    .command('pause')
    .description('let holds pass for a while; the catastrophic stays blocked')
    .argument('[minutes]', 'for how long, up to 240 (default: 15)')
    .option('--end', 'hold again from now on')
    .addHelpText('after', examples('fairlead pause', 'fairlead pause 60', 'fairlead pause --end'))
    .action((minutes: string | undefined, options) =>
      finish(
        import('../policy/pause.ts').then(({ pause }) =>
          pause(context, { ...options, ...(minutes !== undefined && { minutes }) }),
        ),
      ),
    )
  program
    .command('trust')
    .description("let this repository's `fairlead.yaml` loosen the policy, until the file changes")
    .option('--yes', 'ask nothing')
    .option('--end', 'take the trust away')
    .addHelpText('after', examples('fairlead trust', 'fairlead trust --end'))
    .action((options) => finish(import('../policy/trust.ts').then(({ trust }) => trust(context, options))))
  const config = program.command('config').description("the policy: managed, yours and the project's")
  config.addHelpText('after', examples('fairlead config init', 'fairlead config check', 'fairlead config show'))
  config
    .command('check')
    .description('name everything that is wrong in the policy files')
    .addHelpText('after', examples('fairlead config check'))
    .action(() => finish(import('../policy/config.ts').then(({ configCheck }) => configCheck(context))))
  config
    .command('show')
    .description('the effective policy, and where each value comes from')
    .option('--origin', 'only what some file decided')
    .option('--json', 'for programs')
    .addHelpText('after', examples('fairlead config show', 'fairlead config show --origin'))
    .action((options) => finish(import('../policy/config.ts').then(({ configShow }) => configShow(context, options))))
  config
    .command('init')
    .description('start a policy file that shows every setting with its default')
    .option('--project', "the project's `fairlead.yaml` instead of your own policy")
    .addHelpText('after', examples('fairlead config init', 'fairlead config init --project'))
    .action((options) =>
      finish(import('../policy/config-init.ts').then(({ configInit }) => configInit(context, options))),
    )
  config
    .command('schema')
    .description('the JSON Schema of a policy file, for editors')
    .addHelpText('after', examples('fairlead config schema > policy.schema.json'))
    .action(() => finish(import('../policy/config-init.ts').then(({ configSchema }) => configSchema(context))))
}
