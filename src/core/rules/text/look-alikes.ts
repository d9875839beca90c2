/** Nearly every text holds nothing that looks like something else. */
const UNUSUAL = /[^\n\t -~]/
/** What shows as nothing, or as a blank; what joins pictures stays. */
const UNSEEN = /(?![ \n\t])[\p{Cf}\p{Zs}\u115f\u1160\u2800\u3164\uffa0](?<!\p{Extended_Pictographic}\ufe0f?\u200d)/gu
/** Letters and signs of other scripts that can pass for those of ours. */
const ALIKE =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\u0131\u0261\u2010-\u2015\u2044\u2215\u2160-\u217f\uff01-\uff5e\u{1d400}-\u{1d7ff}]/gu
/** Those of them of which a whole word can be made that reads like ours. */
const TWINS = /^[асеорхуіјѕԁԛԝһӏАВСЕНІЈКМОРЅТХΑΒΕΖΗΙΚΜΝΟΡΤΥΧοαν]{2,}$/u
/** The machine in an address: `https://user@host/…`, `user@host:path`. */
const HOST = /(?<=:\/\/(?:[^\s/@]*@)?|^[\w.-]+@)[^\s/:?#@]+/gu
/** Not named yet. */
const FOREIGN = /[^ -~‹›\p{Cf}\p{Zs}](?!‹U\+)/gu
const WORD = /[\p{L}\p{M}\p{N}_]+/gu

/**
 * The text with its code point after each letter that only looks like one of ours, and in the place of what is not seen: a
 * person who is asked about `gіthub.com` must see that it is another machine.
 */
export function showLookAlikes(text: string): string {
  if (!UNUSUAL.test(text)) return text
  return text
    .replace(WORD, (word) => (/[A-Za-z]/.test(word) || TWINS.test(word) ? word.replace(ALIKE, named) : word))
    .replace(/[^\s'"`]+/gu, (part) => part.replace(HOST, (host) => host.replace(FOREIGN, named)))
    .replace(UNSEEN, codeOf)
}

const named = (letter: string): string => letter + codeOf(letter)

const codeOf = (letter: string): string =>
  `‹U+${Number(letter.codePointAt(0)).toString(16).toUpperCase().padStart(4, '0')}›`
