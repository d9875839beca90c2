import { type Argv, GAP, hasOption, optionValues, wordText } from '../options/argv.ts'
import { grammarOf, isOptionWord, readOptionWord } from '../options/grammar.ts'
import { basename } from '../shell/path.ts'
import type { ResolvedCommand } from '../shell/reading.ts'
import { textAt } from '../text/word-table.ts'
import { isExtracting } from './own-readers.ts'

/** Where a program would put something, as written. */
export interface Landing {
  readonly path: string
  /** Names that the command does not show land below it: an archive, a patch, the inside of a folder. */
  readonly spreads: 'no' | 'copy' | 'archive' | 'mount'
  /** The folder or the archive that they come out of. */
  readonly from?: string
}

/** Programs that put things into a folder: how the folder is named, and whether it is the current one otherwise. */
const FOLDERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['tar', ['--directory', '--one-top-level']],
  ['bsdtar', ['--directory']],
  ['unzip', ['-d']],
  ['7z', ['-o']],
  ['7za', ['-o']],
  ['unar', ['-o']],
  ['cpio', ['--directory']],
  ['pax', []],
  ['ar', ['--output']],

  ['patch', ['--directory']],
  ['wget', ['--directory-prefix']],
  ['curl', ['--output-dir']],
  ['aria2c', ['--dir']],
])
const FETCHERS = /^(?:wget|curl|aria2c)$/

/** Places a command would write to that none of its words names by itself. */
export function landingsOf(argv: Argv, env: ResolvedCommand['env']): readonly Landing[] {
  const { program, texts } = argv
  if (/^(?:g?cp|mv|gmv|install|ginstall|rsync|scp|ln)$/.test(program)) return copied(argv)
  if (program === 'split' || program === 'csplit') return folderOfLast(argv)
  // `python -m tarfile -e x.tar ..`
  if (/^(?:tar|zip)file$/.test(program) && /^(?:-e|--extract)$/.test(textAt(texts, 0)))
    return [{ ...archive(textAt(texts, 2) || '.'), from: textAt(texts, 1) }]
  if (program === 'git') return applied(argv, env)
  if (/^(?:export|declare|typeset)$/.test(program))
    return texts.flatMap((text) => (text.startsWith('GIT_WORK_TREE=') ? [archive(text.slice(14))] : []))
  if (/^(?:docker|podman|nerdctl)$/.test(program)) return mounted(argv)
  if (/^dpkg(?:-deb)?$/.test(program))
    return hasOption(argv, ['-x', '-X', '-R', '--extract', '--vextract', '--raw-extract'])
      ? [archive(lastOf(argv))]
      : []
  const names = FOLDERS.get(program)
  if (names === undefined || (/tar$/.test(program) && !isExtracting(texts))) return []
  const folders = named(argv, names)
  // Names that begin at the root land there.
  const isAbsolute = hasOption(argv, ['-P', '--absolute-names']) || /^[a-z]*P/.test(textAt(texts, 0))
  if (/tar$/.test(program) && isAbsolute) return [archive('~')]
  if (FETCHERS.test(program)) return [...folders.map(archive), ...fetched(argv)]
  const from = archiveOf(argv)
  return (folders.length > 0 ? folders : ['.']).map((path) => ({ ...archive(path), ...(from !== '' && { from }) }))
}

/** `tar xf x.tar`, `unzip x.zip`. */
function archiveOf(argv: Argv): string {
  if (/tar$/.test(argv.program)) return textAt(named(argv, ['--file']), 0)
  return /^(?:unzip|7za?|unar)$/.test(argv.program)
    ? textAt(
        argv.operands.map(({ index }) => textAt(argv.texts, index)).filter((text) => /\.\w+$/.test(text)),
        0,
      )
    : ''
}

const archive = (path: string): Landing => ({ path, spreads: 'archive' })

const named = (argv: Argv, names: readonly string[]): readonly string[] => optionValues(argv, names).map(wordText)

/** A pattern in the address is worked out by curl itself; with `-J` the server gives the name. */
function fetched(argv: Argv): readonly Landing[] {
  if (hasOption(argv, ['-J', '--remote-header-name', '--content-disposition'])) return [archive('.')]
  return argv.texts
    .filter((text) => /^https?:\/\//.test(text))
    .map((url) => ({ path: basename(url).replace(/\{[^{}]*\}|\[[^[\]]*\]/g, GAP), spreads: 'no' }))
}

/** `cp -r evil/.claude ~` lands in `~/.claude`; `cp -a evil/. ~` anywhere below `~`. */
function copied(argv: Argv): readonly Landing[] {
  const given = named(argv, ['--target-directory'])
  const folder = argv.program === 'rsync' ? [] : given
  const operands = argv.operands.map((operand) => textAt(argv.texts, operand.index))
  const goal = atHome(folder[0] ?? operands.at(-1))
  if (goal === undefined || goal.includes(GAP)) return []
  const sources = (folder.length > 0 ? operands : operands.slice(0, -1)).filter((source) => !folder.includes(source))
  if (hasOption(argv, ['--no-target-directory']) && argv.program === 'cp')
    return [{ path: goal, spreads: 'copy', from: textAt(sources, 0) }]
  return sources.map((source) => landed(source, goal, argv.program))
}

const MOUNTS = grammarOf('-v|--volume= --mount=')

/** `scp x localhost:.claude/settings.json` */
const THIS_MACHINE = /^(?:[^@:/]*@)?(?:localhost|127\.[\d.]+|\[?::1\]?|0\.0\.0\.0):(.*)$/

/** A place that is named through the network, and lies on this machine. */
export function atHome<Place extends string | undefined>(place: Place): Place | string {
  const path = THIS_MACHINE.exec(place ?? '')?.[1]
  return path === undefined ? place : /^[/~]/.test(path) ? path : `~/${path}`
}

/** `-v ~/.claude:/c`: what runs in there may write it. */
function mounted({ texts }: Argv): readonly Landing[] {
  const values = texts.flatMap((text, index) =>
    (isOptionWord(text) ? readOptionWord(text, MOUNTS) : []).flatMap(({ spec, name, attached, waits }) => {
      const value = spec === undefined ? '' : waits ? textAt(texts, index + 1) : `${attached}`
      return name === '--mount' ? sourceOf(value) : value
    }),
  )
  return values
    .filter((value) => /^[/~.]/.test(value) && !/:ro\b/.test(value))
    .map((value) => ({ path: textAt(value.split(':'), 0), spreads: 'mount' }))
}

const sourceOf = (mount: string): string =>
  /\b(?:readonly|ro)\b/.test(mount) ? '' : textAt(/(?:src|source)=([^,]*)/.exec(mount) ?? [], 1)

function landed(source: string, goal: string, program: string): Landing {
  const inner = program === 'rsync' ? /(?:^|\/)\.?$/ : /(?:^|\/)\.$/
  if (inner.test(source) || /\*$/.test(source)) return { path: goal, spreads: 'copy', from: source.replace(/\*$/, '') }
  return { path: `${goal}/${basename(source.replace(/(?<!\/)\/+$/, ''))}`, spreads: 'no' }
}

const lastOf = ({ operands, texts }: Argv): string => textAt(texts, operands.at(-1)?.index ?? -1)

/** `split x dir/prefix`: the names begin as given and end as the program likes. */
function folderOfLast({ operands, texts }: Argv): readonly Landing[] {
  const last = textAt(texts, operands.at(-1)?.index ?? -1)
  return last.includes('/') ? [archive(last.slice(0, last.lastIndexOf('/') + 1))] : [archive('.')]
}

/** Whatever is in the folder that git works in may be changed. */
function applied(argv: Argv, env: ResolvedCommand['env']): readonly Landing[] {
  const [verb = '', ...rest] = argv.operands.map(({ index }) => textAt(argv.texts, index))
  // From then on every command works there.
  if (verb === 'config') return kept(rest).map(archive)
  if (/^(?:apply|am)$/.test(verb)) return ['.', ...named(argv, ['--directory'])].map(archive)
  if (!/^(?:stash|clean|reset|checkout|restore|switch|pull|merge|rebase|read-tree|clone|init|rm)$/.test(verb)) return []
  return [{ path: '.', spreads: 'no' }, ...workTrees(argv, env).map(archive)]
}

const WORK_TREE = /^core\.worktree$/i

/** `git config core.worktree /x`, `git config set core.worktree /x`. */
function kept(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => WORK_TREE.test(word))
  return at < 0 ? [] : words.slice(at + 1, at + 2).map(fromRepository)
}

/** Written there, it is a place as seen from the repository's own folder. */
const fromRepository = (path: string): string => (/^[/~]/.test(path) ? path : `.git/${path}`)

/** The folders that git is told to work in, other than the one it stands in. */
export const workTrees = (argv: Argv, env: ResolvedCommand['env']): readonly string[] => [
  ...named(argv, ['--work-tree']),
  ...env.flatMap(([name, word]) => (/^GIT_(?:WORK_TREE|CONFIG_VALUE_\d+)$/.test(name) ? [wordText(word)] : [])),
  ...argv.texts.flatMap((text) =>
    /^(?:-c|--config=)?core\.worktree=/i.test(text) ? [fromRepository(text.slice(text.lastIndexOf('=') + 1))] : [],
  ),
]
