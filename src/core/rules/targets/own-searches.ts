import { type Argv, argvOf, hasOption, optionValues, wordText } from '../options/argv.ts'
import type { ResolvedCommand } from '../shell/reading.ts'
import { textAt } from '../text/word-table.ts'
import { workTrees } from './own-landings.ts'
import { maySearch, type Search } from './own-reach.ts'
import { absolute, covers, followed, isBroad, type TargetContext } from './targets.ts'

const SEARCHERS = /^(?:(?:[ef]|z|bz|xz|zst)?grep|rg|ag|ack|diff)$/
/** They take the names of files from their input. */
const LISTED = /^(?:cpio|pax|g?tar|bsdtar|rsync|zip|7za?)$/

/** What a search through folders comes upon and changes, prints or packs, in words of our own. */
export function searchedOf(command: ResolvedCommand, ground: TargetContext): readonly (readonly [string, string])[] {
  const argv = argvOf(command)
  const { input } = command
  if (isFinder(argv) && hasOption(argv, ['-delete'])) return told(finds(argv), 'changed', ground)
  if (SEARCHERS.test(argv.program) && isRecursive(argv)) return told(looks(argv), 'shown', ground)
  if (argv.program === 'git')
    return hasOption(argv, ['--no-index'])
      ? told(looks(argv), 'shown', ground)
      : told(adds(argv, command), 'packed', ground)
  if (!LISTED.test(argv.program) || input.kind !== 'command') return []
  const list = argvOf(input)
  return isFinder(list) ? told(finds(list), 'packed', ground) : []
}

const isFinder = ({ program }: Argv): boolean => /^(?:g?find|bfs)$/.test(program)

/** `rg` and its kind look below a folder without being told to. */
const isRecursive = (argv: Argv): boolean =>
  !/grep$|^diff$/.test(argv.program) || hasOption(argv, ['-r', '-R', '--recursive'])

function told(
  search: Search & { readonly isEmpty?: true },
  deed: 'changed' | 'shown' | 'packed',
  ground: TargetContext,
): readonly (readonly [string, string])[] {
  const starts = search.starts.flatMap((start) => {
    const path = absolute(start, ground)
    return path === undefined ? [] : [followed(path, ground)]
  })
  const found = maySearch({ ...search, starts }, ground.around)
  if (found === undefined || (deed !== 'changed' && !found.secret)) return []
  const isNamed = search.names.length + search.paths.length > 0
  const isWide = isBroad(found.start, ground.around)
  // Nearly every search through a project comes upon settings there.
  if (isWide && !covers(found.start, ground.around.home)) return []
  if (deed === 'shown' && isWide && !isNamed) return search.isEmpty ? [['<own-spread>', found.start]] : []
  return [[isNamed || !isWide || deed === 'packed' ? '<own-file>' : '<own-spread>', found.base]]
}

function finds({ texts }: Argv): Search {
  const words = texts.filter((text) => !/^-[HLPO]\d?$/.test(text))
  const first = words.findIndex((text) => /^[-(!]/.test(text))
  const starts = first < 0 ? words : words.slice(0, first)
  const after = (test: RegExp): readonly string[] =>
    words.filter((_, at) => test.test(textAt(words, at - 1)) && !/^(?:!|-not)$/.test(textAt(words, at - 2)))
  return {
    starts: starts.length === 0 ? ['.'] : starts,
    names: lower(after(/^-i?name$/)),
    paths: lower(after(/^-i?(?:path|wholename)$/)),
  }
}

/** What git keeps a copy of, from the folder that it is told to work in. */
function adds(argv: Argv, { env }: ResolvedCommand): Search {
  const [verb = '', ...places] = argv.operands.map(({ index }) => textAt(argv.texts, index))
  const folder = [...optionValues(argv, ['-C']).map(wordText), ...workTrees(argv, env)].at(-1) ?? '.'
  const starts =
    places.length === 0 ? [folder] : places.map((place) => (/^[/~]/.test(place) ? place : `${folder}/${place}`))
  return { starts: /^(?:add|stage|stash)$/.test(verb) ? starts : [], names: [], paths: [] }
}

function looks(argv: Argv): Search & { readonly isEmpty?: true } {
  const words = argv.operands.map(({ index }) => textAt(argv.texts, index))
  const said = argv.program === 'git' ? words.slice(1) : words
  const isDiff = argv.program === 'diff' || words[0] === 'diff'
  const [pattern = '', ...places] = isDiff ? ['', ...said] : said
  return {
    starts: places.length === 0 ? ['.'] : places,
    names: lower(optionValues(argv, ['--include', '-g', '--glob']).map(wordText)),
    paths: [],
    ...(isVague(pattern) && { isEmpty: true }),
  }
}

/** It finds nearly every line, that of the key too: `.`, `=`, `[a-z]`, `\w+`. */
export const isVague = (pattern: string): boolean =>
  pattern.replace(/\\[wWsSdDb]|\[[^\]]{0,40}\]|\{[\d,]{0,12}\}|\W/g, '').length <= 1

const lower = (texts: readonly string[]): readonly string[] => texts.map((text) => text.toLowerCase())
