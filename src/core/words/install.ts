import { count } from './count.ts'

/** What `init` and `uninstall` say. What they say about one client is in `runtime-health.ts`. */
export const INSTALL_TEXTS = {
  claudeMdNeedsLedger: '`--claude-md` needs `--ledger`; add it',
  everywhereAlone:
    '`--everywhere` keeps nothing in a repository; leave out `--in-repo`, `--ledger` and `--scope project`',
  noProject: (folder: string) =>
    `\`${folder}\` isn't in a project; run \`git init\` or create an empty \`fairlead.yaml\` at its top, then retry`,
  nobodyToAsk:
    'nothing was changed: there is no terminal to ask in; add `--yes`, or `--dry-run` to see what would change',
  busy: (pid: string) => `another init or uninstall is running (process ${pid}); wait for it, then retry`,
  cancelled: 'cancelled; nothing was changed',
  unusable: (file: string, problem: string) => `\`${file}\`: ${problem}; nothing was changed; fix the file and retry`,
  already: (project: string, clients: string) => `already installed: Fairlead protects ${project} in ${clients}`,
  carried: (names: readonly string[], home: string) =>
    `copied ${names.map((name) => `\`${name}\``).join(', ')} to ${home}; the originals stay, delete them when you like`,
  dryRun: '\nnothing was changed (`--dry-run`)',
  tracksLedger: 'Does your team track the record (`loa-grimoire/`, `.beads/`) in git? Otherwise git ignores it here.',
  question: 'Make these changes?',
  protects: (project: string, clients: string) => ` will protect ${project} in ${clients}`,
  places: (data: string, backups: string) => `it is installed in ${data}; changed files are backed up in ${backups}`,
  note: (text: string) => `note: ${text}`,
  changedMeanwhile: (file: string) => `\`${file}\` changed in the meantime; run \`fairlead init\` again`,
  notLive: 'installed, but not live; run `fairlead doctor`',
  noNative: {
    'not-for-this-system': 'hooks run in Node: the native client is for Linux',
    'not-built':
      'hooks run in Node, which is slower: the native client was not built; install a C compiler, run `npm run build` in your clone, then `fairlead init`',
    'does-not-run':
      "hooks run in Node, which is slower: the native client doesn't run here; see whether your home is mounted with `noexec`",
  },
  restart: 'restart agents that are already running',
  next: (status: string, uninstall: string, path: string | undefined) =>
    `${path === undefined ? '' : `add ${path} to your PATH; `}see ${status}; undo with ${uninstall}`,
  more: (files: number) => `and ${count(files, 'more file')}; \`--verbose\` shows every line`,
  edit: (how: 'new' | 'removed' | 'changed', what: string) => `(${how}: ${what})`,

  badPort: (given: string) => `\`${given}\` isn't a port; use 1024 to 65535`,
  portTaken: (port: number) => `port ${port} is in use; choose another, or use \`--port\` alone to pick a free one`,
  noPort: 'found no free port; choose one with `--port`',

  moves: (from: readonly string[], to: string) =>
    `everything of Fairlead moves from ${from.join(' and ')} to ${to}; running sessions stay protected`,
  moved: (to: string) => `moved to ${to}; \`fairlead init --move-back\` undoes it`,
  movedBack: (to: string) => `moved back to ${to}; run \`fairlead init\` of that version to go on with it`,
  nothingToMoveBack: 'there is nothing to move back: no earlier version was installed here',
  hereOrAll: '`--purge` is for all projects; leave out `--here` and `--everywhere`',
  notInstalled: "fairlead isn't installed",
  nothingLeft: 'your settings contain nothing of Fairlead',
  leaving: (project: string) => `\nno longer protected: ${project}`,
  badList: (problem: string) => `can't use the list of projects (${problem}); run \`fairlead doctor\``,
  notSetUp: (folder: string) => `\`${folder}\` isn't set up; \`fairlead doctor\` shows which projects are`,
  setUpEverywhere: 'every repository is set up, this one with them; end that with `fairlead uninstall --everywhere`',
  setUpAbove: (folder: string) => `this folder belongs to another project; run this in \`${folder}\``,
  leftAlone: (file: string, problem: string) =>
    `\`${file}\` was left as it is: ${problem}; fix it and run \`fairlead uninstall\` again`,
  changedSince: 'it changed in the meantime',
  noneLeft: 'no project is protected any more; remove the hooks too with `fairlead uninstall`',
  stillProtected: (projects: number) => `still protected: ${count(projects, 'other project')}`,
  uninstalled: '\nuninstalled; your settings are as they were',
  running: (deleted: boolean) =>
    deleted
      ? 'restart agents that are already running'
      : 'agents that are already running keep a hook that does nothing until they end',
  kept: (folders: string) =>
    `the audit log and the program are still in ${folders}; delete them with \`fairlead uninstall --purge\``,
  ourFolder: (folder: string) => `the audit log, backups and keys in ${folder}`,
  namesIn: (names: readonly string[], folder: string) => `${listed(names)} in ${folder}`,
  deleteToo: (what: readonly string[]) => `Also delete ${what.join(', and ')}? This can't be undone.`,
  staysInTree: (names: readonly string[], folder: string) =>
    `\nkept in ${folder}: ${listed(names)}; git goes on ignoring them; delete them when you like`,
  notDeleted: (names: readonly string[], folder: string) =>
    `${listed(names)} in ${folder} came back while it was deleted; end running agents and retry`,
  notPurged: 'uninstalled; the audit log and the program were kept',
  purged: (folder: string) => `deleted ${folder}`,
  purgedBut: (folder: string, policies: readonly string[]) =>
    `deleted ${folder}, but for what you wrote: ${listed(policies)}`,
  agentStarted: (command: string) =>
    `not accepted: an agent started this; run \`${command}\` yourself, in a terminal that no agent started`,
  /** Stands in quotes of a shell. */
  absent: (what: string) =>
    `this project asks for Fairlead, which is not installed for you, so nothing is checked; in a terminal, in this folder, run: npx ${what} init`,
  updated: (from: string | null, to: string) =>
    from === null || from === to ? `Fairlead ${to} is installed` : `Fairlead ${to} is installed; it was ${from}`,
  upToDate: (version: string) => `Fairlead ${version} is already installed`,
  fetching: (what: string) => `fetching ${what} with npm…`,
  notFetched: (what: string, line: string) =>
    `npm could not fetch ${what}${line === '' ? '' : ` (${line})`}; check npm and the network, then retry`,
} as const

/** `fairlead team export`. */
export const TEAM_TEXTS = {
  exists: (folder: string) => `\`${folder}\` is there already; name another folder, or delete it`,
  unwritable: (folder: string, trouble: string) => `\`${folder}\` can't be written: ${trouble}`,
  badPackage: (given: string) => `\`${given}\` can't be installed by npx; name a version, an address or a tarball`,
  noPolicy:
    '# Nothing is changed: everybody has the defaults. `fairlead config init` writes every setting, explained.\n',
  written: (folder: string) => `written to ${folder}; its README.md says where each file goes`,
} as const

interface Rollout {
  readonly settings: string
  readonly shared: string
  readonly wanted: string
}

/** What an administrator reads who was sent the folder. */
export function teamReadme({ settings, shared, wanted }: Rollout): string {
  return `# Fairlead for a team

Put these files on every machine, owned by root (Linux; other systems have other places for managed settings):

| file | place |
|---|---|
| \`claude-code/managed-settings.json\` | \`${settings}\`; if there is one, add the hooks to it |
| \`fairlead/hook.sh\`, \`fairlead/fairlead.pin\` | \`${shared}/\` |
| \`fairlead/policy.yaml\` | \`${shared}/policy.yaml\`: nobody can loosen it |

Everybody then runs this once, in a terminal:

    npx ${wanted} init --everywhere

- Who had it before runs it again: the managed hooks then take the place of their own, so that no setting of theirs switches them off. Who runs it
  before these files are there is seen by their own hooks until then.
- Before you take these files away again, tell everybody to run it once more afterwards: it puts their own hooks back.
- Until somebody has, their client says at the start of each session that nothing is checked, and how to change that.
- Codex trusts hooks by each person's own word, so there are no managed ones for it: the same command sets it up.
- \`fairlead doctor\` says whether it works. With \`fairlead audit export --out name.jsonl\` from each person, \`fairlead report --merge *.jsonl\` shows
  what was held and approved.
`
}

const SEALED = "sealed: commands of Claude Code can't reach Fairlead or your other programs"

/** What a person reads about the seal: `init`, `doctor` and `fairlead seal`. */
export const SEAL_TEXTS = {
  question: (differs: readonly string[]) =>
    `Seal commands of Claude Code, so that they can't reach Fairlead or your other programs?${differs.length === 0 ? '' : ` Tried here; these behave differently: ${differs.join(', ')}.`}`,
  on: SEALED,
  differs: (differs: readonly string[]) => `${SEALED}; different for them here: ${differs.join(', ')}`,
  stays: (why: string) => `commands of Claude Code are not sealed: ${why}`,
  next: {
    namespaces:
      'this machine gives programs no user namespaces; allow them (`sysctl kernel.unprivileged_userns_clone=1`, or an AppArmor profile for `~/.fairlead/bin/seal` with `userns,`), then run `fairlead seal on`',
    other: 'run `fairlead doctor` when that has changed, then `fairlead seal on`',
  },
  notLinux: 'the seal is for Linux',
  notBuilt: 'the helper was not built; install a C compiler, run `npm run build` in your clone, then `fairlead init`',
  notRunning: "the helper doesn't run here; see whether your home is mounted with `noexec`",
  asRoot: 'you are root, whom no seal holds; work as an ordinary user',
  linked: (folder: string) => `\`${folder}\` is a link; keep your settings in the folder itself`,
  mounted: (folder: string) =>
    `\`${folder}\` is mounted from elsewhere; settings with paths of this machine don't belong there`,
  tracked: (file: string) => `git tracks \`${file}\`; a path of this machine doesn't belong in a repository`,
  odd: (path: string) => `a path with a line break (\`${JSON.stringify(path)}\`) can't be covered`,
  declined: 'you chose so; `fairlead seal on` changes that',
  turnedOff: 'commands of Claude Code run unsealed from now on; `fairlead seal on` seals them again',
  isOff: 'off; turn it on with `fairlead seal on`',
  notSetUp: 'not set up for Claude Code here; run `fairlead init`',
  inside: 'this command itself runs sealed; ask in a terminal of your own',
  overridden: (found: string) =>
    `another settings file or the environment sets \`CLAUDE_CODE_SHELL_PREFIX\` to \`${found}\`; shell calls are refused until it is gone`,
  doctor: (found: string, open: readonly string[]) =>
    `${found}${open.length === 0 ? '' : ` · open: ${open.join(', ')}`}`,
  parts: (covers: string, landlock: string) =>
    `namespaces, ${covers} covers${landlock === '0' ? ', no landlock' : `, landlock ${landlock}`}`,
  open: {
    docker: 'docker socket',
    ssh: 'ssh to this machine',
    codexLink: '`~/.codex` is a link',
    landlock: 'abstract sockets (X11, session bus)',
  },
  tried: {
    command: 'a command',
    commit: '`git commit`',
    push: '`git push`',
    gh: '`gh auth status`',
    docker: '`docker`',
    browser: 'a headless browser',
    sudo: '`sudo`',
    statusLine: 'your status line',
    server: (name: string) => `MCP server \`${name}\``,
  },
} as const

/** What a changed file gets, after "adds". */
export const INSTALLED_PARTS = {
  hooks: (client: string) => `hooks for ${client}`,
  edge: 'hooks for `/edge`',
  server: 'the MCP server with the tools that the policy asks for',
  trust: 'trust for these hooks',
  noTerminals: 'no terminals for commands',
  dialog: 'a dialog for approvals',
  profile: 'a sandbox profile that leaves Fairlead out',
  script: 'a script that finds Fairlead',
  pin: 'the version that this project asks for',
  command: (name: string | undefined) => `the command \`/${name}\``,
  document: 'a document of the ledger protocol',
  ledger: 'the first lines of a ledger',
  skillProtocols: 'the protocols for this skill',
  ledgerBlock: 'a section about ledgers',
  excludes: "Fairlead's files, so that git ignores them",
  wasNotThere: 'it was not there before',
  asItWas: 'as it was',
} as const

/** Why a file can't be changed, or stays as it is. */
export const INSTALL_PROBLEMS = {
  notAFile: "it isn't a file",
  tooLarge: "it's too large",
  notText: "it isn't UTF-8 text",
  deadLink: 'its link leads nowhere',
  noPermission: 'you may not read it',
  unreadable: (code: string) => `it can't be read (${code})`,
  taken: 'another file has this name',
  didNotTake: 'the change had no effect',
  statusLine: (command: string) =>
    `your status line stays; to see in it what waits for you, print \`${command}\` there`,
  notOurSkill: (file: string, name: string) => `\`${file}\` isn't ours and stays; \`${name}\` won't reach Fairlead`,
  stays: (file: string, problem: string) => `\`${file}\` stays as it is: ${problem}`,
  editedDocument: (file: string) =>
    `\`${file}\` was edited and stays as it is; put your changes into \`.claude/overrides/\``,
  userFolder: (client: string) => `${client} keeps its hooks in your user folder, also with \`--scope project\``,
  older: (installed: string, given: string) =>
    `Fairlead ${installed} is installed and this is ${given}, which may not read its records; use ${installed} or newer, or \`fairlead uninstall --purge\` first`,
  noBuild: (folder: string) => `\`${folder}\` contains no build; run \`npm run build\` in your clone of Fairlead`,
  damagedBuild: (file: string) => `\`${file}\` differs from the build; run \`npm run build\` again`,
  switchedOn: (key: string) => `\`${key}\` is on`,
  invalidEntry: (event: string) => `an invalid entry in \`hooks.${event}\` disables the whole file`,
  notAnObject: "it isn't an object",
  unknownKey: (key: string) => `the key \`${key}\` makes Codex refuse the whole file`,
  unknownHook: (type: string) => `a hook of type \`${type}\` makes Codex refuse the whole file`,
  letItPass: 'it let `rm -rf /` pass',
  noRefusal: "its answer isn't a refusal",
  notStarted: (command: string) => `\`${command}\` can't be started`,
  noAnswer: (seconds: number) => `it didn't answer in ${seconds} s`,
  exitCode: (code: number | null) => `it ended with code ${code}`,
} as const

const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')
