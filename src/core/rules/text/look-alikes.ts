/** Nearly every text holds nothing that looks like something else, so the patterns below are made when one does: they are dear. */
const UNUSUAL = /[^\n\t -~]/
/** What shows as nothing, or as a blank; what joins pictures stays. */
const unseen = () =>
  /(?![ \n\t])[\p{Cf}\p{Zs}\u115f\u1160\u2800\u3164\uffa0](?<!\p{Extended_Pictographic}\ufe0f?\u200d)/gu
/** Letters and signs of other scripts that can pass for those of ours. */
const alike = () =>
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\u0131\u0261\u2010-\u2015\u2044\u2215\u2160-\u217f\uff01-\uff5e\u{1d400}-\u{1d7ff}]/gu
/** Those of them of which a whole word can be made that reads like ours. */
const twins = () => /^[асеорхуіјѕԁԛԝһӏАВСЕНІЈКМОРЅТХΑΒΕΖΗΙΚΜΝΟΡΤΥΧοαν]{2,}$/u
/** The machine in an address: `https://user@host/…`, `user@host:path`. */
const hosts = () => /(?<=:\/\/(?:[^\s/@]*@)?|^[\w.-]+@)[^\s/:?#@]+/gu
/** Not named yet. */
const foreign = () => /[^ -~‹›\p{Cf}\p{Zs}](?!‹U\+)/gu
const words = () => /[\p{L}\p{M}\p{N}_]+/gu

/**
 * The text with its code point after each letter that only looks like one of ours, and in the place of what is not seen: a
 * person who is asked about `gіthub.com` must see that it is another machine.
 */
export function showLookAlikes(text: string): string {
  if (!UNUSUAL.test(text)) return text
  return text
    .replace(words(), (word) => (/[A-Za-z]/.test(word) || twins().test(word) ? word.replace(alike(), named) : word))
    .replace(/[^\s'"`]+/gu, (part) => part.replace(hosts(), (host) => host.replace(foreign(), named)))
    .replace(unseen(), codeOf)
}

const named = (letter: string): string => letter + codeOf(letter)

const codeOf = (letter: string): string =>
  `‹U+${Number(letter.codePointAt(0)).toString(16).toUpperCase().padStart(4, '0')}›`
