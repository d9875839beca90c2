/** Everything that people and agents read about proof that a person acted, and about approvals that were refused. */

import { holdText } from './edge.ts'

/** Why something was not taken for a person's act, and what to do instead. */
export interface Refusal {
  readonly why: string
  readonly instead: string
}

const refusal = (why: string, instead: string): Refusal => ({ why, instead })
const inOwnTerminal = (command: string) => `run \`${command}\` in your own terminal`
const withPassphrase = (command: string) => `${inOwnTerminal(command)}; it asks for your passphrase`
const unclear = (what: string) => `it isn't clear ${what}`

interface Sender {
  readonly name: string
  readonly pid: number
}

interface TypedWords {
  /** What to run in a terminal instead. */
  readonly command: string
  readonly source: string
  readonly sender: Sender | undefined
  readonly hold: number | undefined
  /** What the terminal says against a person. */
  readonly evidence: string
}

/** `/edge …` typed in a client. */
export const TYPED_REFUSALS = {
  subagent: ({ command }) => refusal("subagents can't approve", inOwnTerminal(command)),
  foreignCommand: ({ command, source }) =>
    refusal(
      `this \`/edge\` command comes from \`${source}\``,
      `${inOwnTerminal(command)}; \`fairlead init\` installs the right one`,
    ),
  changedCommand: ({ command }) =>
    refusal('the installed `/edge` command was changed', `${inOwnTerminal(command)}; \`fairlead init\` restores it`),
  unknownSender: ({ command }) => refusal(unclear('which program sent it'), inOwnTerminal(command)),
  unknownClient: () => refusal("this session's client wasn't known yet", 'type it again'),
  otherClient: ({ command, sender }) =>
    refusal(`it came from ${programText(sender)}, not from this session's client`, inOwnTerminal(command)),
  queueUnknown: ({ command }) =>
    refusal(unclear('whether it was typed while the agent was working'), withPassphrase(command)),
  queued: () => refusal('it was typed while the agent was working', 'type it again now that the agent is idle'),
  notPerson: ({ command, evidence }) =>
    refusal(evidence, `type it yourself in this session's terminal, or ${inOwnTerminal(command)}`),
  terminalUnclear: ({ command, evidence }) => refusal(evidence, withPassphrase(command)),
  otherSession: ({ command, hold }) => refusal(`hold #${hold} belongs to another session`, inOwnTerminal(command)),
} satisfies Record<string, (words: TypedWords) => Refusal>

/** `/edge …` that came some other way than over the client's connection. */
export const ARRIVAL_REFUSALS = {
  noDaemon: refusal("the daemon wasn't running", 'type it again'),
  portClosed: (command: string, why: string, next: string) => refusal(why, `${next}, or ${inOwnTerminal(command)}`),
  hookProgram: (command: string) =>
    refusal("it came from a program, not over the client's connection", `type it again, or ${inOwnTerminal(command)}`),
  prompt: (command: string) =>
    refusal(
      "text typed here can't prove who typed it",
      `let the agent ask you in a dialog, or ${inOwnTerminal(command)}`,
    ),
} as const

/** An answer in a dialog of our MCP server. */
export const DIALOG_REFUSALS = {
  otherServer: (command: string, _evidence: string) =>
    refusal("this server wasn't started by the client of a session with a hold", inOwnTerminal(command)),
  notPerson: (command: string, evidence: string) => refusal(evidence, inOwnTerminal(command)),
} as const

/** A command in a terminal. */
export const COMMAND_REFUSALS = {
  notPerson: (command: string, evidence: string) =>
    refusal(evidence, `run \`${command}\` yourself, in a terminal that no agent started`),
  unknownClient: () =>
    refusal(unclear("which program this session's agent runs in"), 'restart the agent, then decide again'),
  newTerminal: (command: string, evidence: string) =>
    refusal(evidence, `run \`${command}\` in a terminal that was open before the agent started`),
} as const

/** The tool that asks the person in a dialog. */
export const ASK_PERSON = {
  description:
    'Ask the person at the keyboard to decide about a held call. Only they can answer. Afterwards, do what the result says.',
  hold: 'number of the hold; needed when several wait',
  question: (hold: Parameters<typeof holdText>[0]) =>
    `Fairlead hold ${holdText(hold)}. Allow it once (approve), refuse it (skip), or allow similar commands for an hour (dismiss)?`,
  undecided: (hold: number) => `the person has not decided about hold #${hold}; stop and wait for them`,
  noHold: 'this session has no hold, or several: name the number',
  noSuchHold: (hold: number) => `this session has no hold #${hold}`,
} as const

/** The tool with which a director decides for its workers. */
export const WAIVE = {
  description:
    'For the director that the operator named: decide about a hold of one of your workers. act="skip" refuses it; act="release" lets the worker run it again, if a fresh backup covers everything it could lose.',
  hold: 'number of the hold',
  act: 'skip or release',
  done: 'decided when you called this tool; after a release, the worker can run its command again',
} as const

/** Why a terminal does not show that a person pressed the key. */
export const TERMINAL = {
  noProcessTable: "this system doesn't show which program started it",
  noTerminal: "it isn't running in a terminal",
  otherConnection: "another program is connected to the server that runs this session's agent",
  otherScreen: (screen: Sender) => `another client (${programText(screen)}) can answer for this session`,
  unreadable: "the environment of this program can't be read",
  apart: 'it runs apart from the agent, in other namespaces (a container or a sandbox)',
  startedByAgent: (agent: Sender) => `it was started by an agent (${programText(agent)})`,
  newerThanAgent: 'this terminal may have been opened by the agent',
  hidden: (name: string) => `this terminal runs inside \`${name}\` but hides it`,
  multiplexer: (name: string) => `in this terminal (\`${name}\`) nothing shows who pressed the key`,
  otherTmux: unclear('that this tmux server opened the terminal'),
  noTmuxClients: "tmux doesn't tell who is attached",
  noTmuxLog: "tmux doesn't tell which commands it ran",
  detached: 'nobody is attached to this tmux session',
  noKey: 'no key was pressed in a terminal attached to this tmux session',
  agentAttached: 'the key came from a tmux client that an agent attached',
  attachedLater: 'this tmux session was attached again after the agent started',
  keyUnknown: unclear('whether a key was pressed in the attached terminal'),
  tmuxCommand: (name: string) => `\`tmux ${name}\` was run after the agent started`,
  shortTmuxLog: "tmux's log doesn't reach back to when the agent started; raise tmux's `message-limit`",
} as const

/** What an approval was tried with, for the record. */
export const MEANS = {
  typed: (sender: Sender | undefined) =>
    sender ? `typed text from ${programText(sender)}` : 'typed text from an unknown program',
  prompt: 'a prompt, typed or queued',
  hookProgram: (name: string | undefined, pid: number) => `the hook program, ${startedBy(name, pid)}`,
  server: (name: string | undefined, pid: number) => `an MCP server ${startedBy(name, pid)}`,
  commandLine: (pid: number, parent: number) => `the command line, process ${pid}, started by process ${parent}`,
  message: (pid: number) => `a message to the client from process ${pid}`,
  origin: (kind: string) => `a prompt from \`${kind}\``,
  tool: (name: string) => `the \`${name}\` tool`,
  console: (program: Sender | undefined) => `the console's port, from ${programText(program)}`,
} as const

const programText = (program: Sender | undefined) =>
  program ? `\`${program.name}\`, process ${program.pid}` : 'an unknown program'
const startedBy = (name: string | undefined, pid: number) => `started by \`${name ?? 'unknown'}\`, process ${pid}`

export const refusedText = ({ why, instead }: Refusal) => `not accepted: ${why}; ${instead}`

/** Why `/edge` cannot reach the daemon. */
export const PORT_CLOSED = {
  daemonStarted: { why: "the daemon wasn't running and has been started", next: 'type it again' },
  noPort: { why: 'this installation has no port for `/edge`', next: 'run `fairlead init`' },
  portTaken: (port: number) => ({
    why: `another program uses port ${port}, which \`/edge\` needs`,
    next: 'run `fairlead init --port`',
  }),
} as const

/** The passphrase. */
export const PASSPHRASE = {
  needed: 'this needs your passphrase',
  /** An agent that runs could be the one who sets the first. */
  unset: (agents: readonly Sender[]) =>
    agents.length === 0
      ? refusal('you have no passphrase yet', 'run `fairlead passphrase set`')
      : refusal(
          `no passphrase can be set while an agent runs (${agents.map(programText).join('; ')})`,
          'end its sessions and what it left in the background, run `fairlead passphrase set`, then start it again',
        ),
  newer: refusal('your passphrase was set or changed after this agent started', 'restart the agent, then decide again'),
} as const

/** What the console's door says: in the page, in the terminal that opened it, and in the record. */
interface Said {
  readonly text: string
  readonly next: string
}

const said = (text: string, next: string): Said => ({ text, next })
const OPEN = 'run `fairlead console` in your own terminal'

/** Why a request got nothing, by what is wrong with it. */
export const CONSOLE_PROBLEMS = {
  wrongHost: said('this address is not the console', OPEN),
  otherPage: said('another page asked for this', OPEN),
  locked: said('this page is locked', OPEN),
  otherProgram: said('this request came from another program than the browser that opened the console', OPEN),
  usedTicket: said('this ticket was used before, or its five minutes are over', `${OPEN} again`),
  slowDown: said('too many requests were refused', 'wait a minute, then try again'),
  malformed: said('this request is not one of the page', 'reload the page'),
  missing: said('there is nothing here under this name', 'go back and choose again'),
  broken: said('something went wrong here', 'run `fairlead doctor`'),
  tooBig: said('this request is too long', 'reload the page'),
  gone: (number: number) => said(`hold #${number} no longer waits`, 'it is decided, or its time is over'),
  changed: (number: number) => said(`hold #${number} is not the one that was shown`, 'look at it again, then decide'),
  refused: (text: string, command: string) => said(text, `run \`${command}\` in your own terminal`),
} as const

/** Why this browser looks and decides nothing. */
export const LEVEL_PROBLEMS = {
  look: 'this page only looks: nobody compared the digits in the terminal',
  noSight: "this system doesn't show which program a connection belongs to, so the page only looks",
  driven: (option: string) => `the browser was started with \`${option}\`, so that a program can press its buttons`,
  agentAbove: 'the browser was started by an agent',
  otherBrowser: 'another program opened the page with this ticket',
  catastrophic: 'what is catastrophic is decided in a terminal',
  passphrase: 'this takes your passphrase, which is typed in a terminal and never in a page',
  terminal: 'the terminal that asked is not the one that answers',
} as const

/** `fairlead console` in the terminal. */
export const CONSOLE_TEXTS = {
  address: (url: string) => `open this in your browser, it works once:\n\n  ${url}\n`,
  waiting: 'waiting for the page…',
  compare: (digits: string) =>
    `the page shows three digits; if they are ${digits}, press Enter here to decide from the page (Ctrl+C: only look)`,
  present: 'the page can decide now, until it was idle for 30 minutes; you may close this',
  look: (why: string) => `the page only looks: ${why}; decide with \`fairlead edge approve\``,
  notCompared: 'nobody compared the digits',
  nobodyCame: 'no browser opened the page within five minutes; run `fairlead console` again',
  noDaemon: 'the daemon does not answer; run `fairlead doctor`',
  noPort: "the console could not get a port; close what uses this machine's ports, then try again",
  refused: (text: string, next: string) => `${text}; ${next}`,
  statement: (ticket: string) => `console, present: ${ticket}`,
} as const
