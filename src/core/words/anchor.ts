import type { LockedTool, Strictness } from '../model/anchor.ts'

/** Why a call of the tool `anchor` is refused. */
export const REFUSED = {
  badText: (name: string, most: number) => `\`${name}\` has unprintable characters, or more than ${most} of them`,
  badFolder: '`working_dir` must be a folder of the project this session belongs to; pass its absolute path',
  ambiguous: 'two agents made the same call at the same time; repeat it with a `topic` of your own',
  unseen:
    'no hook of Fairlead saw this call, so nobody knows who made it; call from an agent session with working hooks (check with `fairlead doctor`)',
  badStage: '`stage` must be identity, context or proof',
  badChoice: (name: string, choices: readonly string[]) => `\`${name}\` must be one of ${choices.join(', ')}`,
  badRoleName: '`role` must be a name of letters, digits, `_` and `-`',
  noRole: (role: string) => `there is no role \`${role}\` here`,
  incompleteRole: (role: string, missing: readonly string[]) =>
    `the file of role \`${role}\` lacks ${missing.join(' and ')}; \`fairlead anchor lint\` shows where`,
  roleNotOpen: (role: string, open: string) =>
    `your type of agent can't bind to \`${role}\` here, only to ${open} (\`anchor.roles\`)`,
  badToken: '`token` must be the `session_token` from the answer to stage identity',
  foreignToken: 'this token belongs to another agent; every agent binds itself',
  unknownToken: 'there is no handshake with this token',
  lostHandshake: (token: string) => `.hestai/sessions/pending/${token}/handshake.json is missing or unreadable`,
  otherRole: (role: string | undefined) => `this handshake was started for the role \`${role}\``,
  roleClosed: (role: string) => `your type of agent can no longer bind to \`${role}\``,
  otherFolder: (folder: string) => `this handshake was started in \`${folder}\``,
  closed: 'this handshake failed three times and is closed',
  constitutionChanged: (role: string) => `the constitution of \`${role}\` changed since this handshake started`,
  anchorChanged: (token: string) =>
    `.hestai/sessions/active/${token}/anchor.json has changed since it was validated, so it unlocks nothing`,
  notContext: (stage: string, isExpress: boolean) =>
    `this handshake is at ${stage}${isExpress ? ' in mode express' : ''}; stage context is not next`,
  contextFirst: (stage: string) => `this handshake is at ${stage}; stage context comes first`,
  placeChanged: (branch: string) =>
    `branch, commit, constitution or project context changed since stage context (now ${branch}); make stage context again`,
  activeExists: '`active` already has a folder for this token; start again with stage identity',
  nothingToCite: "there's no file here that a proof could cite",
  tooFewDefaults: (strictness: Strictness, least: number, made: number) =>
    `strictness ${strictness} asks for ${least} tensions, and the defaults of the role with the files here make ${made}`,
  unwrittenHandshake: (nothing: 'changed' | 'started') =>
    `could not write the handshake below \`.hestai\`; nothing was ${nothing}`,
  unwrittenAnchor: 'could not write `anchor.json` below `.hestai/sessions`; you are not bound',
  unreadableLeft: (token: string) => `.hestai/sessions/pending/${token} is unreadable and was left as it is`,
} as const

const WRITABLE = 'tell the person that `.hestai/sessions` must be a real, writable folder'

/** ANCHOR-47: what to do next, in every answer. */
export const NEXT_STEP = {
  fix: 'fix what `errors` lists, then make the call in `next_call`',
  fixAndRepeat: 'fix what `errors` lists and repeat the call, or start with the call in `next_call`',
  fixOrFull: 'fix what `errors` lists and make the call in `next_call`, or start again with mode full',
  startAgain: 'start again with the call in `next_call`',
  closed: 'this handshake is closed after three failures; start again with the call in `next_call`',
  chooseRole: (roles: readonly string[]) =>
    `choose one of the roles ${roles.join(', ')}, then make the call in \`next_call\``,
  untracked: 'nothing to do: mode untracked unlocks no tools; to write, make the call in `next_call`',
  asItStands: 'make the call in `next_call` as it stands',
  express: 'make the call in `next_call` as it stands; the server writes the proof from the defaults of the role',
  readAndFill:
    'read `constitution`, replace everything between < and > in `template`, and make the call in `next_call` with it as `payload`',
  fillBind:
    'replace everything between < and > in `template` with what the constitution says, and make the call in `next_call` with it as `payload`',
  fillProof:
    'replace everything between < and > in `template`, cite constraints of the role and files that are there, and make the call in `next_call` with it as `payload`',
  writableThenRepeat: `${WRITABLE}, then repeat the call`,
  writableThenCall: `${WRITABLE}, then make the call in \`next_call\``,
  bound: (role: string) => `${BOUND.to(role)}; continue your work`,
  boundAndRepeat: (role: string) => `${BOUND.to(role)}; repeat the blocked call and continue your work`,
  boundReader: (role: string) => `${BOUND.to(role)}, ${onlyOpens([])}`,
} as const

/** What an agent and its person hear about its role. */
export const BOUND = {
  to: (role: string) => `you are bound to the role \`${role}\``,
  atStart: (role: string, mission: string, rules: readonly string[]) =>
    `${BOUND.to(role)} (${mission}). Its rules: ${rules.join('; ')}`,
  notAtStart: (role: string, why: string) => `no agent could be bound to the role \`${role}\`: ${why}`,
  noToken: (token: string) => `no agent holds the role token \`${token}\`; \`fairlead anchor status\` lists them`,
  revoked: (token: string) => `the role token \`${token}\` is revoked`,
  silent: (days: number) => `nothing was heard of its session for ${daysOf(days)}`,
  unheld: (days: number) => `nobody held it for ${daysOf(days)}`,
} as const

const daysOf = (days: number): string => (days === 1 ? 'a day' : `${days} days`)

/** Why a tool stays locked (ANCHOR-43, ANCHOR-56, ANCHOR-61). An agent that was refused knows nothing but this text. */
export const LOCKED = {
  call: (args: object) =>
    `call the tool \`anchor\` of the MCP server \`fairlead\` with ${JSON.stringify(args)} and follow \`next_step\` in its answers`,
  unbound: (call: string) => `this project requires every agent to bind to a role before it writes; ${call}`,
  withoutState: "this project requires a role, and Fairlead can't read its state; run `fairlead doctor`",
  lost: (token: string, call: string) =>
    `\`.hestai/sessions/active/${token}/anchor.json\` is missing or has changed since it was validated, so your role unlocks nothing; ${call}`,
  byRole: (role: string, what: string, again: string) =>
    `${BOUND.to(role)}, ${what}; give the change to an agent with another role${again}`,
  roleTaken: 'which your type of agent can no longer have',
} as const

export function onlyOpens(opens: readonly LockedTool[], wanted = ''): string {
  return opens.length === 0 ? 'which can only read' : `which opens ${opens.join(' and ')} and not ${wanted}`
}
