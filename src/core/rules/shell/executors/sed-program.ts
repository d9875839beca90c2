import { HOLE } from '../marks.ts'

export interface ProgramEffects {
  /** Shell code that the program runs; marked text. */
  readonly commands: readonly string[]
  /** Files that it writes. */
  readonly writes: readonly string[]
}

interface Reader {
  readonly text: string
  at: number
  readonly commands: string[]
  readonly writes: string[]
}

/** The `e` and `w` of a sed script, as commands and as flags of `s`. */
export function readSed(text: string): ProgramEffects {
  const reader: Reader = { text, at: 0, commands: [], writes: [] }
  while (reader.at < text.length) {
    skipAddress(reader)
    const command = text.charAt(reader.at)
    reader.at += 1
    if (command === 's' || command === 'y') readSubstitution(reader, command)
    else if (command === 'e') reader.commands.push(restOfLine(reader) || HOLE)
    else if (command === 'w' || command === 'W') reader.writes.push(restOfLine(reader))
    else if (/[aicrRbtT:#]/.test(command)) restOfLine(reader)
  }
  return { commands: reader.commands, writes: reader.writes }
}

/** Numbers, `$`, `/re/`, `\cREc`, commas, blanks, `!` and braces in front of the command. */
function skipAddress(reader: Reader): void {
  const { text } = reader
  for (;;) {
    const char = text.charAt(reader.at)
    if (char === '/') section(reader, '/')
    else if (char === '\\') {
      reader.at += 1
      section(reader, text.charAt(reader.at))
    } else if (char !== '' && /[\s\d$,;!{}~+]/.test(char)) reader.at += 1
    else return
  }
}

/** From one delimiter to the next; the reader stands behind it. */
function section(reader: Reader, delimiter: string): string {
  const start = reader.at + 1
  let end = start
  while (end < reader.text.length && reader.text.charAt(end) !== delimiter)
    end += reader.text.charAt(end) === '\\' ? 2 : 1
  reader.at = end + 1
  return reader.text.slice(start, end)
}

function readSubstitution(reader: Reader, command: string): void {
  const delimiter = reader.text.charAt(reader.at)
  section(reader, delimiter)
  reader.at -= 1
  const replacement = section(reader, delimiter)
  const start = reader.at
  while (/[gpiImMe\d]/.test(reader.text.charAt(reader.at))) reader.at += 1
  const flags = reader.text.slice(start, reader.at)
  if (command === 's' && flags.includes('e'))
    reader.commands.push(replacement.replace(/\\\d|&/g, HOLE).replace(/\\([^n])/g, '$1'))
  if (/^[wW]\s/.test(reader.text.slice(reader.at, reader.at + 2))) {
    reader.at += 1
    reader.writes.push(restOfLine(reader))
  }
}

function restOfLine(reader: Reader): string {
  const end = reader.text.indexOf('\n', reader.at)
  const line = reader.text.slice(reader.at, end < 0 ? undefined : end)
  reader.at = end < 0 ? reader.text.length : end + 1
  return line.trim()
}
