import { type DoubleQuotedChild, parse, type Word, type WordPart } from 'unbash'
import { evaluateArithmetic } from './arithmetic.ts'
import { expandBraces } from './braces.ts'
import { subshell } from './frames.ts'
import { MAX_EXPANSION_WORDS } from './limits.ts'
import { type Arg, type Frame, NOTHING } from './machine.ts'
import { activateGlobs, activePattern, HOLE, isConstant } from './marks.ts'
import { expandParameter, expandSimple } from './parameters.ts'
import { streamText } from './streams.ts'

/** The words a word becomes: `"$@"` may be many, an empty `$X` none. Commands inside are read on the way. */
export function expandWord(word: Word, frame: Frame): readonly Arg[] {
  const { parts } = word
  if (parts === undefined) return [{ text: withHome(word.value, word.text, frame), raw: word.text }]
  if (parts.some((part) => part.type === 'BraceExpansion')) return expandBracedWord(word, frame)
  const fields = newFields()
  parts.forEach((part, index) => {
    addPart(part, { fields, frame, isFirst: index === 0 })
  })
  return finish(fields).map((text) => ({ text, raw: word.text }))
}

/** The word as one text, as in an assignment or a here-string: nothing is split, no name is globbed. */
export function expandText(word: Word | undefined, frame: Frame): string {
  if (word === undefined) return ''
  const { parts } = word
  if (parts === undefined) return withHome(word.value, word.text, frame)
  return parts.map((part, index) => partText(part, frame, index === 0)).join('')
}

/** The body of an unquoted here-document. */
export function expandParts(parts: readonly WordPart[], frame: Frame): string {
  return parts.map((part) => partText(part, frame, false)).join('')
}

function expandBracedWord(word: Word, frame: Frame): readonly Arg[] {
  const texts = expandBraces(word.text)
  if (texts === undefined) return [{ text: HOLE, raw: word.text }]
  if (texts.length === 1) return [{ text: partsWithoutBraces(word, frame), raw: word.text }]
  return texts.flatMap((text) => {
    const command = parse(`: ${text}`).commands[0]?.command
    const expanded = command?.type === 'Command' ? command.suffix[0] : undefined
    if (expanded?.type !== 'Word') return text === '' ? [] : [{ text: HOLE, raw: word.text }]
    if (expanded.parts?.some((part) => part.type === 'BraceExpansion'))
      return [{ text: expanded.value, raw: word.text }]
    return expandWord(expanded, frame)
  })
}

function partsWithoutBraces(word: Word, frame: Frame): string {
  return (word.parts ?? []).map((part, index) => partText(part, frame, index === 0)).join('')
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
  return fields.open ? [...fields.done, fields.current] : fields.done
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
      // An empty pair of quotes is an empty word; quotes around an empty `$@` are none.
      if (part.parts.length === 0) fields.open = true
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
      append(fields, activateGlobs(part.text))
      break
    case 'ExtendedGlob':
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
  if (fields.open) fields.done.push(fields.done.length < MAX_EXPANSION_WORDS ? fields.current : HOLE)
  if (fields.done.length > MAX_EXPANSION_WORDS) fields.done.length = MAX_EXPANSION_WORDS
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
      return part.parts.map((child) => partText(child, frame, false)).join('')
    case 'SimpleExpansion':
      return expandSimple(part.text, frame).join(' ')
    case 'ParameterExpansion':
      return expandParameter(part, frame, expandText).join(' ')
    case 'CommandExpansion':
      if (part.script === undefined) return HOLE
      return streamText(frame.machine.runScript(part.script, subshell(frame), part.text), frame).replace(/\n+$/, '')
    case 'ArithmeticExpansion':
      return evaluateArithmetic(part.expression, frame, expandParts)
    case 'ProcessSubstitution':
      return processPath(part, frame)
    case 'Glob':
    case 'ExtendedGlob':
    case 'BraceExpansion':
      return part.text
  }
}

/** The program sees a file name; what is behind it is remembered under that name. */
function processPath(part: Extract<WordPart, { type: 'ProcessSubstitution' }>, frame: Frame): string {
  if (part.script === undefined) return HOLE
  const inner = subshell(frame)
  const reader = part.operator === '>' ? inner : { ...inner, input: NOTHING }
  const content = frame.machine.runScript(part.script, reader, part.text)
  const path = `/dev/fd/${63 + frame.machine.files.size}`
  frame.machine.files.set(path, { content })
  return path
}

/** `~` and `~/x` are the home folder; another user's home is not known. */
function withHome(value: string, text: string, frame: Frame): string {
  if (!text.startsWith('~')) return value
  const slash = value.indexOf('/')
  const user = slash < 0 ? value : value.slice(0, slash)
  const rest = slash < 0 ? '' : value.slice(slash)
  if (user === '~') return homeFolder(frame) + rest
  if (user === '~+') return (frame.scope.cwd ?? HOLE) + rest
  if (user === '~-') return (frame.scope.previousCwd ?? HOLE) + rest
  return /^~[a-z_][\w.-]*$/i.test(user) ? HOLE + rest : value
}

function homeFolder(frame: Frame): string {
  const value = frame.scope.variables.get('HOME')
  if (typeof value === 'string') return value
  return frame.place === 'remote' ? HOLE : frame.machine.place.home
}
