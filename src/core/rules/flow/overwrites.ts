import type { Words } from '../../model/rule.ts'
import { type CommandView, isMade, targetWords, viewOf } from '../match.ts'
import { arranged, askedOptions, mayHave, surelyHas, wordText } from '../options/argv.ts'
import { knownWord } from '../pseudo.ts'
import { basename } from '../shell/path.ts'
import type { ResolvedCommand, Word } from '../shell/reading.ts'
import type { TargetContext } from '../targets/targets.ts'
import { hasWord } from '../text/word-table.ts'

/** One way in which a program puts bytes into a file that its words name. */
interface Writer {
  readonly programs: string
  readonly of: Words
  readonly has?: string
  readonly lacks?: string
  readonly words?: RegExp
  readonly without?: RegExp
  /** Fewer operands name no target. */
  readonly least?: number
  /** What was in the file is gone; otherwise it is changed, or added to. */
  readonly replaces?: boolean
  /** Not where this session made what is put in place: then it is an edit in two steps. */
  readonly fresh?: boolean
}

const KEPT = '-n|--no-clobber|-b|--backup|-i|--interactive|-u|--update|--help|--version'
const EMPTIES = /^(?:d|1,\$ ?d|\/\.\*?\/d|\/\/d|0,\$d|1,\$!d|\/\^\/d|\/\$\/d)$/

const WRITERS: readonly Writer[] = [
  { programs: 'tee sponge', of: 'operands', lacks: '-a|--append|--help', replaces: true },
  { programs: 'tee sponge touch', of: 'operands' },
  { programs: 'cp mv install', of: 'landings', lacks: KEPT, replaces: true, fresh: true },
  { programs: 'rsync scp', of: 'last', least: 2, lacks: '-n|--dry-run|--ignore-existing|-b|--backup', replaces: true },
  { programs: 'cp mv install rsync scp ln', of: 'last', least: 2, lacks: '--help|-n|--dry-run' },
  { programs: 'ln', of: 'landings', has: '-f|--force', lacks: '-b|--backup', replaces: true },
  { programs: 'dd', of: 'key:of', without: /^conv=.*notrunc/, replaces: true },
  { programs: 'dd', of: 'key:of' },
  { programs: 'sed gsed', of: 'operands', has: '-i|--in-place', words: EMPTIES, replaces: true },
  { programs: 'sed gsed perl ruby', of: 'operands', has: '-i|--in-place' },
  { programs: 'perl ruby', of: 'operands', has: '-i', lacks: '-p', replaces: true },
  { programs: 'awk gawk', of: 'operands', has: '-i', words: /^inplace$/, replaces: true },
  { programs: 'ed ex vi vim nvim nano', of: 'operands', words: /(?:%|,\$?)d\b/, replaces: true },
  { programs: 'ed ex vi vim nvim nano', of: 'operands' },
  { programs: 'sort gsort shuf iconv pandoc strace ltrace', of: 'option:-o|--output', replaces: true },
  { programs: 'curl', of: 'option:-o|--output', replaces: true },
  { programs: 'wget', of: 'option:-O|--output-document', replaces: true },
  { programs: 'openssl', of: 'option:-out', replaces: true },
  { programs: 'find gfind bfs', of: 'option:-fprint|-fprintf|-fprint0|-fls', replaces: true },
  { programs: 'ssh-keygen', of: 'option:-f', lacks: '-l|-y|-e|-L|-R|-F|-H|-B|-c|-p', replaces: true },
  { programs: 'uniq guniq xxd', of: 'rest', replaces: true },
  { programs: 'patch script', of: 'first', lacks: '--dry-run|-b|--backup|-a|--append|--help', replaces: true },
  { programs: 'rename prename perl-rename', of: 'rest', has: '-f|--force', replaces: true },
  { programs: 'ffmpeg', of: 'last', has: '-y', replaces: true },
  { programs: 'convert magick sox', of: 'last', least: 2, replaces: true },
  { programs: 'mmv', of: 'last', has: '-d|-o', replaces: true },
  { programs: 'fallocate', of: 'operands', has: '-p|-z|-c|--punch-hole|--zero-range|--collapse-range', replaces: true },
]

const NAMES = WRITERS.map(({ programs }) => programs).join(' ')

/**
 * What a command writes, in three deeds for the rules: `<write>` every file it changes, `<replace>` those whose content a
 * program takes away, `<refill>` those that a redirection fills anew. One list for every program, so that no rule keeps its own.
 */
export function overwrites(command: ResolvedCommand, ground: TargetContext): readonly ResolvedCommand[] {
  const outward = command.redirects.filter(({ op }) => op !== '<')
  if (outward.length === 0 && !hasWord(NAMES, basename(command.argv.slice(0, 1).map(wordText).join('')))) return []
  const view = viewOf(command, ground)
  const found = WRITERS.filter(
    (writer) =>
      hasWord(writer.programs, view.argv.program) && isMeant(view, writer) && !(writer.fresh === true && isMade(view)),
  )
  const named = (writers: readonly Writer[]): readonly Word[] => writers.flatMap(({ of }) => targetWords(view, of, 0))
  const anew = outward.filter(({ op }) => op === '>' || op === '>|')
  return [
    // A landing is the name of a file in a folder that may be none.
    deed(
      '<write>',
      [...named(found.filter(({ of }) => of !== 'landings')), ...outward.map(({ target }) => target)],
      command,
    ),
    deed('<replace>', named(found.filter(({ replaces }) => replaces)), command),
    deed(
      '<refill>',
      anew.map(({ target }) => target),
      command,
    ),
  ].flat()
}

function isMeant({ argv }: CommandView, { has, lacks, words, without, least = 0 }: Writer): boolean {
  if (arranged(argv, 0).length < least) return false
  if (has !== undefined && !mayHave(argv, askedOptions(has), -1)) return false
  if (lacks !== undefined && surelyHas(argv, askedOptions(lacks))) return false
  if (without !== undefined && argv.texts.some((text) => without.test(text))) return false
  return words === undefined || argv.texts.some((text) => words.test(text))
}

const deed = (name: string, words: readonly Word[], command: ResolvedCommand): readonly ResolvedCommand[] =>
  words.length === 0
    ? []
    : [{ ...command, argv: [knownWord(name), knownWord('--'), ...words], redirects: [], env: [], via: [] }]
