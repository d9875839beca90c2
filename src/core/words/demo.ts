import { count } from './count.ts'

const USAGE = 'usage: npm start [-- --project DIR [options of `fairlead init`]]'

/** What a newcomer reads while the demo runs. */
export const DEMO_TEXTS = {
  usage: USAGE,
  noFolder: (folder: string) => `\`${folder}\` isn't a folder; ${USAGE}`,
  failed: (problem: string) => `the demo failed: ${problem}; run \`npm test\` to see what is broken`,
  title: 'Fairlead demo',
  opening: 'An agent works in a temporary project. Each command goes through the installed hook, as in a real one.',
  notes: (folder: string) => [
    `all files are in ${folder} and are deleted at the end`,
    'the approval below comes from the demo itself, with its own key; in a real project only you can approve',
  ],
  installed: (runtime: string) => `installed the hooks for ${runtime} in the demo's home folder and started the daemon`,
  ordinary: 'an ordinary command runs at once',
  notRun: "the command didn't run; the agent was told:",
  approves: 'approve hold #1: the command can run once',
  once: 'approved, exactly once',
  pushed: 'the new commit is on the remote',
  audit: (entries: number, head: string) =>
    `${count(entries, 'entry')}, each linked to the one before, verified; head ${head.slice(0, 12)}`,
  next: 'To use it in a project of yours:',
  init: 'shows what would change, asks you, and installs the hooks',
  doctor: "checks that it works, and shows what it can't see",
} as const
