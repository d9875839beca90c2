import type { WrittenFile } from '../../model/tool.ts'

/** A word of a command after evaluation, as far as it is constant. */
export type Word =
  | {
      readonly kind: 'known'
      readonly text: string
      /** Holds unquoted glob characters, so it may name more than one path. */
      readonly glob: boolean
    }
  | {
      readonly kind: 'unknown'
      /** As written, for messages. */
      readonly raw: string
      /** Constant text before and after the part that is not known: `/tmp/$X/out` has `/tmp/` and `/out`. */
      readonly prefix: string
      readonly suffix: string
    }

export interface Redirect {
  readonly op: '>' | '>>' | '>|' | '<>' | '&>' | '&>>' | '<'
  readonly target: Word
}

/** What arrives on standard input. */
export type Input =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'network'; readonly url: string }
  | { readonly kind: 'file'; readonly path: Word }
  | { readonly kind: 'command'; readonly argv: readonly Word[] }
  | { readonly kind: 'unknown' }

/** Where the command runs. `remote` is another host, a container or a pod, where our paths mean nothing. */
export type RunPlace = 'local' | 'remote'

/** One command that would run, in some branch, after every wrapper is taken off. */
export interface ResolvedCommand {
  readonly kind: 'command'
  /** `argv[0]` is the program: `['rm', '-rf', '/']`, also for `sudo env X=1 rm -rf /`. */
  readonly argv: readonly Word[]
  /** Folder it runs in, tracked through `cd` and `pushd`; undefined when not constant. */
  readonly cwd: string | undefined
  /** Executors passed through, outermost first: `['bash -c', 'sudo', 'xargs']`. */
  readonly via: readonly string[]
  readonly privileged: boolean
  readonly place: RunPlace
  readonly input: Input
  readonly redirects: readonly Redirect[]
  readonly env: readonly (readonly [name: string, value: Word])[]
  /** Words of the wrappers around it, which may write to them: the file of `script -c`, `-o` of strace. */
  readonly kept?: readonly Word[]
  /** Earlier in the text a variable was set that says which program or which settings it will find. */
  readonly led?: true
}

/** Program text in another language that would be executed: `python -c`, a heredoc to node, an awk program. */
export interface InlineCode {
  readonly kind: 'code'
  readonly language: 'python' | 'node' | 'perl' | 'ruby' | 'php' | 'awk' | 'sed' | 'lua' | 'other'
  /** A part that is not constant is shown as `…`; undefined when all of it is unknown. */
  readonly text: string | undefined
  /** Words behind it, which it may do to what it does: `perl -e 'unlink @ARGV' x`. */
  readonly given?: readonly Word[]
  readonly cwd: string | undefined
  readonly via: readonly string[]
  readonly privileged: boolean
  readonly place: RunPlace
}

/** A file that would be run as a program: `sh x.sh`, `./x`, `source x`, `python x.py`, `make -f x`. */
export interface RunFile {
  readonly kind: 'run-file'
  readonly path: Word
  readonly interpreter: string
  readonly cwd: string | undefined
  readonly via: readonly string[]
  readonly privileged: boolean
  readonly place: RunPlace
}

/** Something executes and we cannot know what. */
export interface Unresolved {
  readonly kind: 'unresolved'
  readonly why:
    | 'unparsable'
    | 'too-long'
    | 'too-deep'
    | 'unknown-command' // `$X -rf /`
    | 'unknown-code' // `bash -c "$X"`, `eval "$(curl …)"`
    | 'network-code' // `curl … | sh`
  readonly raw: string
  /** Literal text inside that would be destructive if executed: judged by the rules on a best-effort parse. */
  readonly inside: readonly ResolvedCommand[]
  readonly via: readonly string[]
}

export type Step = ResolvedCommand | InlineCode | RunFile | Unresolved

export interface ShellReading {
  /** Every command of every branch, in source order. */
  readonly steps: readonly Step[]
  readonly writes: readonly WrittenFile[]
  /** Folder after the text has run, when constant. */
  readonly cwd: string | undefined
}

export interface ReadingPlace {
  readonly cwd: string
  readonly home: string
  /** What `git rev-parse --show-toplevel` prints, when it is known. */
  readonly project?: string
  /** Files written earlier in this session, for `sh x.sh` and `source x`. */
  readonly written: readonly WrittenFile[]
}
