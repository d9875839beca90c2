import { onFirstUse } from '../../model/language.ts'

/** ANCHOR-51: safe as the name of a folder, whatever the file system. */
export function isToken(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(text) && !text.includes('..')
}

/** ANCHOR-52: checked before any path is built. */
export function isRoleName(text: string): boolean {
  return /^[A-Za-z0-9_][A-Za-z0-9_-]{0,127}$/.test(text)
}

/** Two spellings that lead to one file; more than that is another role. */
export function isSameRole(left: string, right: string): boolean {
  const plain = (name: string) => name.toLowerCase().replaceAll('_', '-')
  return plain(left) === plain(right)
}

/** `implementation-lead`, `IMPLEMENTATION_LEAD` and `Implementation Lead` are one name; what cannot be seen is no part of it. */
export function fold(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}+/gu, '')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
}

/** Letters of other alphabets that look like Latin ones, and the ones they look like. */
const LOOK_ALIKES = new Map(
  ['АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ЅS ІI ЈJ', 'ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX']
    .flatMap((row) => row.split(' '))
    .map(([strange = '', latin = '']) => [strange, latin] as const),
)

/** What a reader takes the words for. */
function wordsOf(text: string): string {
  return Array.from(fold(text), (char) => LOOK_ALIKES.get(char) ?? char).join('')
}

/** The same for two texts that say the same, however they are spelled and set apart. */
export function gist(text: string): string {
  return wordsOf(text).replaceAll('_', '')
}

/** Half a surrogate pair has no bytes, bytes that were no text became U+FFFD, and what cannot be seen hides what a person would read. */
export function isPlain(text: string): boolean {
  return !/[\p{Cs}\p{Cc}\uFFFD\u00AD\u200B\u2060-\u2064\u202A-\u202E\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/u.test(
    text.replace(/^\uFEFF/, '').replaceAll(/[\t\n\r]/g, ''),
  )
}

const PLACEHOLDERS = new Set(
  'TODO TBD TBC TBA FIXME PLACEHOLDER EXAMPLE SAMPLE NA NONE NULL NIL UNDEFINED UNKNOWN ETC FOO BAR FOOBAR ASDF LOREMIPSUM SOMETHING ANYTHING WHATEVER'.split(
    ' ',
  ),
)

/** What templates ask for: without the signs around it, it is still not filled in. */
export const BLANKS = {
  topic: 'what you will do, in one line',
  scope: 'what you answer for',
  found: 'what you found there',
  action: 'what you will do about it',
  artifact: 'path of the file you will write',
  gate: 'command or condition that decides whether it is done',
} as const

const blanks = onFirstUse(() => new Set(Object.values(BLANKS).map(gist)))

/** Words that stand for something still to be written, and what a template leaves between `<` and `>`. */
export function isPlaceholder(text: string): boolean {
  const letters = gist(text)
  return (
    /^(.)\1*$|^$/u.test(letters) ||
    PLACEHOLDERS.has(letters) ||
    blanks().has(letters) ||
    /^(?:TODO|TBD|FIXME|XXX)(?:_|$)/.test(wordsOf(text)) ||
    /[<>{}…]|\.\.\./.test(text)
  )
}

/** What an agent gives in any case: its answer is neither a file nor a check. */
const EMPTY_WORDS = new Set('RESPONSE RESULT OUTPUT COMPLETION ANSWER REPLY ARTIFACT CODE CHANGES WORK FILE'.split(' '))

/** `response`, `The response`, `my answer`. */
export function isEmptyWord(text: string): boolean {
  return EMPTY_WORDS.has(wordsOf(text).replace(/^(?:(?:THE|A|AN|MY|YOUR|THIS|FINAL)_)+/, ''))
}
