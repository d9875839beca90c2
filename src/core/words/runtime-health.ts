import { count } from './count.ts'

/** What `doctor` and `init` say about the settings of one runtime. */
export const HEALTH_TEXTS = {
  noRuntime: (titles: readonly string[]) =>
    `neither ${titles.join(' nor ')} was found; install one, or name it with \`--runtime\``,
  absent: 'not installed on this machine',
  notSetUp: 'not set up; run `fairlead init` in a project',
  hookGone: 'its settings no longer contain our hook; run `fairlead init`',
  notLive: (why: string) => `${why}; run \`fairlead init\` again`,
  hooksIn: (file: string) => `in \`${file}\``,
  problem: (file: string, problem: string) => `\`${file}\`: ${problem}; fix it`,
  hooksSwitchedOff: '`hooks = false` under `[features]` turns hooks off; remove it',
  trusted: (hooks: number) => `${count(hooks, 'hook')}, all trusted`,
  untrusted: (untrusted: number, hooks: number) =>
    `${untrusted} of ${count(hooks, 'hook')} are not trusted and don't run; run \`fairlead init\``,
  profileOn:
    "a profile keeps commands from Fairlead's state; `--sandbox` and the flag that bypasses approvals override it",
  terminalsOff: "off (`unified_exec_tty = false`), so an agent can't type past the hooks",
  terminalsOn: 'on: what an agent types into an open terminal reaches no hook; run `fairlead init`',
  lacksTools: 'the policy asks for tools that the client was not given; run `fairlead init` again',
  declined: (title: string, program: string) =>
    `${title} runs these hooks only once you trust them: start \`${program}\` and choose "Trust all and continue", or run \`fairlead init\` again`,
  trustWhat: (title: string, hooks: number) =>
    `${title} runs only hooks that you trust. Fairlead's ${hooks} see each session and tool call.`,
  trustThem: (title: string) => `Trust these hooks in ${title}?`,
  live: ': blocks `rm -rf /`',
  staysOpen: (version: string, since: string) =>
    `version ${version} lets the call run when a hook times out; ${since} or newer blocks it`,
} as const
