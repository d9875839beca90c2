import { count } from './count.ts'

/** What `doctor` says about this machine. What it says about a client is in `runtime-health.ts`. */
export const DOCTOR_TEXTS = {
  oneOutput: 'use `--json` or `--report`, not both',
  notProtected: (runtime: string, why: string) => `${runtime} isn't protected: ${why}`,
  projects: 'projects',
  noProject: 'none; run `fairlead init` in a project',
  machine: 'this machine',
  aboutTheTest: '\nthe test call is a made-up `rm -rf /` that is sent to the installed hook and never run',
  live: (tookMs: number) => `live, blocked the test call in ${tookMs} ms`,
  notLive: (why: string) => `not live: ${why}`,
  brief: (fine: number, more: number) =>
    `${count(fine, 'check')} fine${more === 0 ? '' : `, ${more} more worth a look`}; \`fairlead doctor --verbose\` shows them all, and what no hook sees`,
  hookEvent: 'hook event',
  columns: 'block ask  hint  notice  if the hook fails',
  ifItFails: { open: 'the call runs', closed: 'the call is blocked' },
  notCovered: 'not covered',
  badList: (problem: string) => `every project counts as set up: ${problem}`,
  offList: (roots: string) =>
    `${roots} went off the list without a person's word and is protected all the same; run \`fairlead init\` there, or \`fairlead uninstall --here\``,

  notInstalled: 'not installed; run `fairlead init` in a project',
  version: (version: string) => `version ${version}`,
  otherVersion: (installed: string, here: string) =>
    `version ${installed} is installed, this command is ${here}; run \`fairlead init\` to update`,
  npmCopy: (version: string, where: string) =>
    `\`fairlead\` of npm (${where}) has the same ${version} and hands over to this one`,
  npmDiffers: (version: string, where: string, installed: string) =>
    `\`fairlead\` of npm (${where}) is ${version}, the installed one ${installed}; the installed one runs; \`fairlead update\` installs npm's if it is newer`,
  npmChanged: (version: string, where: string) =>
    `\`fairlead\` of npm (${where}) says ${version} and isn't what was installed from it; reinstall the package, and type a passphrase only to ~/.fairlead/bin/fairlead`,
  foreignCommand: (where: string) =>
    `the first \`fairlead\` on your PATH is ${where}, which isn't ours; type ~/.fairlead/bin/fairlead, or change your PATH`,
  nativeHook: 'native client',
  nodeHook: {
    'not-for-this-system': 'runs in Node: the native client is for Linux',
    'not-built':
      'runs in Node: the native client was not built; install a C compiler, run `npm run build` and `fairlead init`',
    'does-not-run': "runs in Node: the native client doesn't run here; see whether your home is mounted with `noexec`",
  },
  damagedProgram: (file: string) => `\`${file}\` isn't as it was built; run \`fairlead init\` from your clone`,
  daemonDown: 'not running; the next hook starts it',
  daemonUp: (version: string, pid: number, megabytes: number) =>
    `running, version ${version}, process ${pid}, ${megabytes} MB`,
  edgeClosed: (why: string, next: string) => `\`/edge\` doesn't work in terminals: ${why}; ${next}`,
  edgeOpen: (port: number | undefined) => `\`/edge\` is received on port ${port}`,
  keyMissing: (file: string) => `\`${file}\` is missing, so nothing can be approved; run \`fairlead init\``,
  keyDamaged: (file: string) => `\`${file}\` is damaged, so nothing can be approved; run \`fairlead init\``,
  keyFine: 'only you can read it',
  keyReadable: (file: string, mode: string) => `\`${file}\` has mode ${mode}; run \`chmod 600 ${file}\``,
  policyFine: 'no problems',
  policyWaits: (looser: readonly string[]) =>
    `your file changed and would loosen ${looser.join(', ')}; if you want this, run \`fairlead config confirm\``,
  projectGone: (folder: string) => `\`${folder}\` is gone; it stays set up in case it comes back`,
  stateUnreadable: (file: string, problem: string) =>
    `\`${file}\`: ${problem}; Fairlead works from its own records until you fix it`,
  filesIntact: (files: number) => `${count(files, 'file')} unchanged since \`fairlead init\``,
  fileChanged: (file: string) =>
    `\`${file}\` changed since \`fairlead init\`; whether its hooks are live is told above`,
  packed: (folder: string, names: readonly string[], line: string) =>
    `\`npm pack\` in ${folder} would carry ${names.join(', ')}; put \`${line}\` into package.json, with what belongs to the package`,
  copied: (folder: string, names: readonly string[]) =>
    `an image built in ${folder} would carry ${names.join(', ')}; list them in .dockerignore`,
  searchWithCk: (version: string, folder: string) => `ck ${version} in ${folder}`,
  searchBuiltIn: (folder: string, why: string) => `built in, in ${folder}: ${why}`,
  noCk: "ck isn't installed",
  withoutState: (calls: number, when: string, problem: string) =>
    `${count(calls, 'call')} answered without stored state, the last ${when}: ${problem}`,

  auditEmpty: 'empty; no agent has made a call yet',
  auditUnreadable: (file: string, why: string) =>
    `can't read \`${file}\` (${why}); approvals don't count until this is fixed`,
  auditFine: (folder: string, entries: number) => `${folder}: ${count(entries, 'entry')}, verified`,
  auditBroken: (folder: string, problem: string) =>
    `${folder}: ${problem}; save it with \`fairlead audit export\` and find out who changed it`,
  gaps: (folder: string, kinds: string, entries: number, when: string) =>
    `${folder}: ${kinds} in the last ${count(entries, 'entry')}, the last ${when}; see \`fairlead audit tail\``,
  daemonEnded: (folder: string, how: string, when: string, during: string) =>
    `${folder}: it ${how} ${when}, ${during}; hooks decided without it; see \`fairlead audit tail\``,
  ending: {
    killed: 'was killed or crashed',
    signal: 'was ended by a signal',
    told: 'was told to stop',
    newer: 'made way for a newer version',
    replaced: 'lost its socket to another daemon',
  },
  noCall: 'no call was running',
  duringCalls: (calls: string) => `while ${calls} ran`,

  unwritable: (file: string, why: string) => `can't write \`${file}\` (${why}); go to another folder`,
  wroteReport: (file: string) => `wrote ${file}: versions, checks, policy problems and the kinds of recent records`,
  readReport: 'it holds no commands, files or prompts; read it before you send it',
} as const
