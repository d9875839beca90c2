import type { Harm, JunctionType, Override, Tier } from './assessment.ts'

/** What a path means to the person whose machine this is; the first that fits, from the gravest down. */
export type TargetClass =
  | 'own' // belongs to the gate
  | 'null' // /dev/null and the standard streams
  | 'device' // disks and memory
  | 'root'
  | 'home' // a home folder as a whole
  | 'system'
  | 'project-root' // the project, or a folder that holds it
  | 'vcs' // the part of .git that holds history
  | 'vcs-control' // .git/hooks and .git/config: they run code
  | 'account' // passwd, sudoers and the like
  | 'startup' // read by every shell or login: ~/.bashrc, authorized_keys, LaunchAgents
  | 'home-config'
  | 'temp-root'
  | 'temp-entry'
  | 'regenerable' // ignored by git, or known to be built again
  | 'absent'
  | 'committed' // a folder that git tracks, and nothing uncommitted at or below
  | 'recoverable' // one file that git tracks, unchanged
  | 'project'
  | 'outside-project'
  | 'remote-path'
  | 'maybe-root' // `$VAR/`: the root when the variable is empty
  | 'unknown'
  /** Facets: these stand beside the class. */
  | 'secret' // private keys and cloud credentials
  | 'private' // .env and the like: silent to read, not to send
  | 'tooling' // names programs that agents start: .mcp.json
  | 'instructions' // read by agents and CI: CLAUDE.md, .cursorrules, workflows
  | 'unsaved' // a file with work that git does not hold and this session did not do
  | 'sources' // a pattern that names hand-written files of which nothing is known
  | 'lockfile' // written by a package manager
  | 'document' // a hand-written file of the person's own, outside the project
  | 'later' // settings in a home, there or not, that a program reads when it starts
  | 'personal' // something of a person's own outside the project: their home, but for what tools build again
  | 'kept' // a file outside the project that was there before the session, as the disk shows

/**
 * Which words of a command are meant. `operands` are the words that are neither options nor their values, after the
 * sub-command; `option:-o|--output` the values of an option; `key:of` the value in `of=x`; `written` and `read` are
 * the targets of redirections; `emptied` those that exist and would be left empty, `emptying` the same whether or not they
 * exist. `landings` are the last operand and the sources' names below it.
 *
 * The others ask the book of programs what is done, whoever does it: what is read (shown, copied, packed), written to,
 * overwritten, altered in place or reshaped as a folder by a program nobody described, moved, left empty, deleted, deleted with all that is below it (`uproots`), changed in any of these ways, filled with names that no word tells; `replaced` is what a
 * redirection fills anew; `linked` is where a link leads that is written to.
 */
export type Words =
  | 'operands'
  | 'first'
  | 'rest'
  | 'last'
  | 'sources'
  | 'landings'
  | 'written'
  | 'emptied'
  | 'emptying'
  | 'read'
  | 'reads'
  | 'writes'
  | 'overwrites'
  | 'empties'
  | 'deletes'
  | 'uproots'
  | 'alters'
  | 'reshapes'
  | 'moves'
  | 'changes'
  | 'fills'
  | 'replaced'
  | 'linked'
  | `option:${string}`
  | `key:${string}`

export interface TargetTest {
  readonly of: Words | readonly Words[]
  /** At least one of the words is of one of these classes. */
  readonly is: readonly TargetClass[]
}

export type SqlDeed = 'drop' | 'truncate' | 'delete' | 'update-all' | 'alter-drop'

export interface HttpTest {
  readonly method?: readonly string[]
  /** `public` is any host that is neither local nor marked as a development host. */
  readonly host?: readonly ('local' | 'private' | 'public' | 'metadata' | 'drop-box' | 'data-service')[]
  /** Wildcard patterns on path and query. */
  readonly path?: readonly string[]
  /** Wildcard patterns on the body as far as it is constant, lower case. */
  readonly body?: readonly string[]
  readonly noBody?: readonly string[]
  /** The body is taken from a file or from standard input. */
  readonly upload?: boolean
  readonly output?: readonly TargetClass[]
}

/** Conditions on one command; all that are given must hold. Patterns know `*`, `?` and `|` for alternatives. */
export interface Matcher {
  readonly program: readonly string[]
  /** Sub-command words in order; `**` skips any. */
  readonly path?: readonly string[]
  /** Each entry names one option that must be given, in any spelling: `-r|-R|--recursive`. */
  readonly has?: readonly string[]
  /** None of these options is given. */
  readonly lacks?: readonly string[]
  /** Each pattern fits at least one argument, option values included. */
  readonly words?: readonly string[]
  readonly noWords?: readonly string[]
  /** How many operands, at least and at most. */
  readonly operands?: readonly [least: number, most: number]
  readonly targets?: TargetTest
  readonly sql?: readonly SqlDeed[]
  readonly http?: HttpTest
  /** An assignment in front of the command: `GIT_SSH|GIT_SSH_COMMAND`. */
  readonly env?: string
  readonly noEnv?: string
  /** Patterns on the words as written, before evaluation, lower case. */
  readonly raw?: readonly string[]
  /** Patterns on what arrives on standard input, when constant. */
  readonly input?: readonly string[]
  /** The program whose output arrives on standard input. */
  readonly inputFrom?: string
  readonly inputKind?: readonly ('network' | 'command' | 'file' | 'text' | 'unknown' | 'none')[]
  /** Does not match where the work tree is known to hold no uncommitted work. */
  readonly unlessClean?: boolean
  readonly place?: 'local' | 'remote'
  /** Wrappers it is run through, each of them, from the outside in: `nsenter|unshare`. */
  readonly via?: readonly string[]
}

export type PackName =
  | 'filesystem'
  | 'git'
  | 'database'
  | 'cloud'
  | 'platform'
  | 'kubernetes'
  | 'infrastructure'
  | 'docker'
  | 'packages'
  | 'deploy'
  | 'network'
  | 'system'
  | 'disk'
  | 'process'
  | 'secrets'
  | 'permissions'
  | 'persistence'
  | 'self'

/** Where a rule comes from that is in no pack: the file that added it. */
export type PolicyLayer = 'managed' | 'user' | 'project'

/** Declarative and serialisable: a user writes the same shape. */
export interface Rule {
  readonly id: string
  readonly pack: PackName | PolicyLayer
  readonly harm: Harm
  readonly tier: Exclude<Tier, 'routine'>
  readonly type: JunctionType
  readonly override: Override
  /** For dismissals (EDGE-58): the kind of command, without its arguments. */
  readonly family: string
  /** Any of these. */
  readonly when: readonly Matcher[]
  /** Words named in the reason; the words of the target test when absent. */
  readonly about?: Words
  /** Lower case, no final period. `{target}`, `{program}` and `{command}` are filled in. */
  readonly reason: string
  /** A command that reaches the end, or nearly, and passes the gate. */
  readonly safer?: string
  readonly examples: { readonly matches: readonly string[]; readonly not: readonly string[] }
}

/** Rules that a repository's file adds are named by its layer: `project.ship`. */
export const isProjectRule = (id: string): boolean => id.startsWith('project.' satisfies `${PolicyLayer}.`)
