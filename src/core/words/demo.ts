import { count } from './count.ts'

const USAGE = 'usage: npm start [-- --project DIR [options of `fairlead init`]]'

/** What a newcomer reads while the demo runs. */
export const DEMO_TEXTS = {
  usage: USAGE,
  noFolder: (folder: string) => `\`${folder}\` isn't a folder; ${USAGE}`,
  failed: (problem: string) => `the demo failed: ${problem}; run \`npm test\` to see what is broken`,
  title: 'Fairlead demo',
  opening: (folder: string) => `a made-up agent and the real hook, in ${folder}`,
  ordinary: 'runs at once',
  approves: 'approve hold #1',
  once: 'approved, exactly once',
  pushed: 'the remote has the commit',
  audit: (entries: number) => `${count(entries, 'entry')}, verified`,
  offer: 'see this in the console, in your browser? a push still waits there [y/N] ',
  leave: 'press Enter to end the demo; in a project of yours, `fairlead console` opens it ',
} as const
