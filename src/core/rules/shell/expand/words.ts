import { type DoubleQuotedChild, type ParameterExpansionPart, parse, type Word, type WordPart } from 'unbash'
import { runInside, runSubstitution, subshell } from '../frames.ts'
import { MAX_EXPANSION_WORDS, MAX_TEXT_CHARS } from '../limits.ts'
import { type Arg, type Frame, NO_STREAM } from '../machine.ts'
import { activateGlobs, activePattern, EITHER, HOLE, isConstant, isOnlyHoles, NETWORK_HOLE } from '../marks.ts'
import { spend } from '../report.ts'
import { streamText } from '../streams.ts'
import { evaluateArithmetic } from './arithmetic.ts'
import { expandBraces } from './braces.ts'
import { expandParameter, expandSimple } from './parameters.ts'

/** The words a word becomes: `"$@"` may be many, an empty `$X` none. Commands inside are read on the way. */
export function expandWord(word: Word, frame: Frame): readonly Arg[] {
  const { parts } = word
  if (parts === undefined) return [{ text: withHome(word.value, word.text, frame), raw: word.text }]
  if (parts.some((part) => part.type === 'BraceExpansion')) return expandBracedWord(word, parts, frame)
  const fields = newFields()
  parts.forEach((part, index) => {
    addPart(part, { fields, frame, isFirst: index === 0 && hasTildePrefix(parts) })
  })
  return finish(fields).map((text) => ({ text, raw: word.text }))
}

/** The word as one text, as in an assignment or a here-string: nothing is split, no name is globbed. */
export function expandText(word: Word | undefined, frame: Frame): string {
  if (word === undefined) return ''
  const { parts } = word
  if (parts === undefined) return withHome(word.value, word.text, frame)
  return joinParts(parts, frame, true)
}

/** The body of an unquoted here-document. */
export function expandParts(parts: readonly WordPart[], frame: Frame): string {
  return joinParts(parts, frame, false)
}

/** What parsing one alternative counts among the characters that may be expanded. */
const PARSED_CHARS = 100

function expandBracedWord(word: Word, parts: readonly WordPart[], frame: Frame): readonly Arg[] {
  const texts = expandBraces(word.text)
  if (texts === undefined) return [{ text: HOLE, raw: word.text }]
  if (texts.length === 1) return [{ text: joinParts(parts, frame, true), raw: word.text }]
  // An empty alternative is no word.
  return texts.filter((text) => text !== '').flatMap((text) => expandAlternative(text, word.text, frame))
}

/** Plain text needs no parser, which makes long ranges cheap. */
function expandAlternative(text: string, raw: string, frame: Frame): readonly Arg[] {
  if (/^[\w./:,@%+=-]+$/.test(text)) return [{ text, raw }]
  if (!spend(PARSED_CHARS, frame)) return [{ text: HOLE, raw }]
  return wordsIn(text).flatMap((item) => expandWord(item, frame))
}

/** A text as the parser sees it where a word may stand. */
function wordsIn(text: string): readonly Word[] {
  return parse(`_=${text}`)
    .commands.map((statement) => statement.command)
    .filter((command) => command.type === 'Command')
    .flatMap((command) => command.prefix)
    .filter((item) => item.type === 'Assignment')
    .map((item) => item.value)
    .filter((value) => value.type === 'Word')
}

/** All parts as one text. What is too long is not known. */
function joinParts(parts: readonly WordPart[], frame: Frame, isWord: boolean): string {
  const text = parts
    .map((part, index) => partText(part, frame, isWord && index === 0 && hasTildePrefix(parts)))
    .join('')
  return text.length > MAX_TEXT_CHARS ? HOLE : text
}

interface Fields {
  readonly done: string[]
  current: string
  /** Something was written to `current`, be it an empty quoted string. */
  open: boolean
}

function newFields(): Fields {
  return { done: [], current: '', open: false }
}

function finish(fields: Fields): readonly string[] {
  const done = fields.open ? [...fields.done, fields.current] : fields.done
  return done.length > MAX_EXPANSION_WORDS ? [...done.slice(0, MAX_EXPANSION_WORDS), HOLE] : done
}

interface Adding {
  readonly fields: Fields
  readonly frame: Frame
  readonly isFirst: boolean
}

function addPart(part: WordPart, adding: Adding): void {
  const { fields, frame } = adding
  switch (part.type) {
    case 'DoubleQuoted':
    case 'LocaleString':
      for (const child of part.parts) addQuoted(child, fields, frame)
      break
    case 'SimpleExpansion':
      addSplit(expandSimple(part.text, frame), adding)
      break
    case 'ParameterExpansion':
      addSplit(expandParameter(part, frame, expandText), adding)
      break
    case 'CommandExpansion':
      addSplit([partText(part, frame, false)], adding)
      break
    case 'Glob':
      runInside(part.text, frame)
      append(fields, activateGlobs(part.text))
      break
    case 'ExtendedGlob':
      runInside(part.text, frame)
      append(fields, activePattern(part.text))
      break
    default:
      append(fields, partText(part, frame, adding.isFirst))
  }
}

function addQuoted(child: DoubleQuotedChild, fields: Fields, frame: Frame): void {
  const many = manyFields(child, frame)
  if (many === undefined) append(fields, partText(child, frame, false))
  else {
    many.forEach((text, index) => {
      if (index > 0) next(fields)
      append(fields, text)
    })
  }
}

/** `"$@"` and `"${x[@]}"` give one word per element. */
function manyFields(child: DoubleQuotedChild, frame: Frame): readonly string[] | undefined {
  if (child.type === 'SimpleExpansion') return child.text === '$@' ? expandSimple(child.text, frame) : undefined
  if (child.type !== 'ParameterExpansion' || child.prefix === '#') return undefined
  return child.parameter === '@' || child.index?.text === '@' ? expandParameter(child, frame, expandText) : undefined
}

function addSplit(texts: readonly string[], { fields, frame }: Adding): void {
  texts.forEach((text, index) => {
    if (index > 0) next(fields)
    split(text, separators(frame), fields)
  })
}

function separators(frame: Frame): string {
  const value = frame.scope.variables.get('IFS')
  return typeof value === 'string' && isConstant(value) ? value : ' \t\n'
}

function split(text: string, ifs: string, fields: Fields): void {
  let piece = ''
  for (const char of text) {
    if (!ifs.includes(char)) {
      piece += char
      continue
    }
    if (piece !== '') append(fields, activateGlobs(piece))
    piece = ''
    next(fields)
  }
  if (piece !== '') append(fields, activateGlobs(piece))
}

function append(fields: Fields, text: string): void {
  fields.current += text
  fields.open = true
}

function next(fields: Fields): void {
  if (fields.open) fields.done.push(fields.current)
  fields.current = ''
  fields.open = false
}

function partText(part: WordPart, frame: Frame, isFirst: boolean): string {
  switch (part.type) {
    case 'Literal':
      return isFirst ? withHome(part.value, part.text, frame) : part.value
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return part.value
    case 'DoubleQuoted':
    case 'LocaleString':
      return joinParts(part.parts, frame, false)
    case 'SimpleExpansion':
      return expandSimple(part.text, frame).join(part.text === '$*' ? separators(frame).charAt(0) : ' ')
    case 'ParameterExpansion':
      return expandParameter(part, frame, expandText).join(isStarred(part) ? separators(frame).charAt(0) : ' ')
    case 'CommandExpansion':
      return asValue(streamText(runSubstitution(part, subshell(frame)), frame))
    case 'ArithmeticExpansion':
      return evaluateArithmetic(part.expression, frame, expandParts)
    case 'ProcessSubstitution':
      return processPath(part, frame)
    case 'Glob':
    case 'ExtendedGlob':
    case 'BraceExpansion':
      runInside(part.text, frame)
      return part.text
  }
}

/** A substitution loses its last line ends; when only one of several texts is real, none is known. */
function asValue(text: string): string {
  if (isOnlyHoles(text)) return text.includes(NETWORK_HOLE) ? NETWORK_HOLE : text.trim().slice(0, 1)
  return text.includes(EITHER) ? HOLE : text.replace(/(?<!\n)\n+$/, '')
}

/** The program sees a file name; what is behind it is remembered under that name. */
function processPath(part: Extract<WordPart, { type: 'ProcessSubstitution' }>, frame: Frame): string {
  const inner = subshell(frame)
  const reader = part.operator === '>' ? inner : { ...inner, input: NO_STREAM }
  const content = runSubstitution(part, reader)
  const path = `/dev/fd/${63 + frame.machine.files.size}`
  frame.machine.files.set(path, { content })
  return path
}

/** A tilde counts only when nothing but plain text stands between it and the first slash. */
function hasTildePrefix(parts: readonly WordPart[]): boolean {
  return parts.length === 1 || parts[0]?.text.includes('/') === true
}

function isStarred(part: ParameterExpansionPart): boolean {
  return part.parameter === '*' || part.index?.text === '*'
}

/** `~`, `~/x` and the own name behind the tilde are the home folder; another user's home is not known. */
function withHome(value: string, text: string, frame: Frame): string {
  if (!text.startsWith('~')) return value
  const slash = value.indexOf('/')
  const user = slash < 0 ? value : value.slice(0, slash)
  const rest = slash < 0 ? '' : value.slice(slash)
  if (user === '~') return homeFolder(frame) + rest
  const { home } = frame.machine.place
  if (home.endsWith(`/${user.slice(1)}`)) return home + rest
  if (user === '~+') return (frame.scope.cwd ?? HOLE) + rest
  if (user === '~-') return (frame.scope.previousCwd ?? HOLE) + rest
  if (user === '~root') return `/root${rest}`
  return /^~[a-z_][\w.-]*$/i.test(user) ? HOLE + rest : value
}

function homeFolder(frame: Frame): string {
  const value = frame.scope.variables.get('HOME')
  if (typeof value === 'string') return value
  return frame.place === 'remote' ? HOLE : frame.machine.place.home
}
