import { textAt } from '../text/word-table.ts'

const MAX_JOINS = 8
const MAX_ALIASES = 32
const MAX_CODES = 512

/** Code with its commonest disguises undone: strings put together, functions under other names. */
export function plainCode(source: string): string {
  const folded = joined(withoutCodes(source))
  return withoutAliases(
    folded
      .replace(/__import__\(\s*['"]([\w.]+)['"]\s*\)/g, '$1')
      .replace(/\bimport_module\(\s*['"]([\w.]+)['"]\s*\)/g, '$1')
      .replace(/\b(?:getattr|Reflect\.get)\(\s*([\w.]+(?:\([^()\n]{0,40}\))?)\s*,\s*['"](\w+)['"]\s*\)/g, '$1.$2')
      .replace(/\bReflect\.apply\(\s*([\w.]+(?:\([^()\n]{0,40}\))?(?:\.\w+)?)\s*,[^,\n]{0,40},\s*\[/g, '$1(')
      .replace(/([\w)\]])\[\s*['"](\w+)['"]\s*\]\s*\(/g, '$1.$2(')
      .replace(/\.(?:send|public_send|__send__)\(\s*:(\w+!?)\s*,\s*/g, '.$1(')
      .replace(HANDED_ON, '$1('),
  )
}

/** `map(shutil.rmtree, [`, `partial(os.system, `: called with what follows. */
const HANDED_ON =
  /\b(?:map|partial|submit|apply_async|call_soon|register|starmap|Thread|Process|Timer)\s*\(\s*(?:[\d.]+\s*,\s*)?(?:target\s*=\s*)?((?:\w+\.){0,3}(?:rmtree|system|popen|remove|unlink|rmSync|execSync|unlinkSync|check_call|check_output))\s*,\s*(?:args\s*=\s*)?[[(]?/g

/** `'sys' + 'tem'`. */
function joined(source: string): string {
  let text = source
  for (let round = 0; round < MAX_JOINS; round++) {
    const before = text
    text = text
      .replace(/'([^'\\\n]*)'\s*\+\s*'([^'\\\n]*)'/g, "'$1$2'")
      .replace(/"([^"\\\n]*)"\s*\+\s*"([^"\\\n]*)"/g, '"$1$2"')
      .replace(/(?<=[(=,[\s])'([^'"\\\n]*)'[ \t]+'([^'"\\\n]*)'(?=[)\],;\s]|$)/g, "'$1$2'")
      .replace(/'([^'"\\\n]*)'\s*\+\s*"([^'"\\\n]*)"/g, "'$1$2'")
      .replace(/"([^'"\\\n]*)"\s*\+\s*'([^'"\\\n]*)'/g, "'$1$2'")
      // PHP and Perl put a dot between, Lua two.
      .replace(/(['"])([^'"\\\n]*)\1\s*\.{1,2}\s*\1([^'"\\\n]*)\1/g, '$1$2$3$1')
    if (text === before) return text
  }
  return text
}

interface Disguise {
  readonly pattern: RegExp
  /** What it stands for, from the groups of the pattern; undefined when it stays as it is. */
  readonly undo: (groups: readonly string[]) => string | undefined
}

/** Characters by number, letters backwards, lists of letters, formats with constants. */
const DISGUISES: readonly Disguise[] = [
  { pattern: /(?<!\w)chr\(\s*(\d{1,3})\s*\)/g, undo: ([code]) => fromCodes(`${code}`) },
  { pattern: /String\.fromCharCode\(([\d,\s]{1,2048})\)/g, undo: ([codes]) => fromCodes(`${codes}`) },
  {
    pattern: /['"]{2}\.join\(\s*map\(\s*chr\s*,\s*[[(]([\d,\s]{1,2048})[\])]\s*\)\s*\)/g,
    undo: ([codes]) => fromCodes(`${codes}`),
  },
  { pattern: /\bbytes\(\s*\[([\d,\s]{1,2048})\]\s*\)\.decode\(\s*\)/g, undo: ([codes]) => fromCodes(`${codes}`) },
  { pattern: /(['"])([^'"\\\n]{1,512})\1\s*\[::-1\]/g, undo: ([, text]) => backwards(`${text}`) },
  { pattern: /(['"])([^'"\\\n]{1,512})\1\.reverse\b(?:\(\))?/g, undo: ([, text]) => backwards(`${text}`) },
  {
    pattern: /(['"])([^'"\\\n]{1,512})\1\.split\(\s*['"]{2}\s*\)\.reverse\(\s*\)\.join\(\s*['"]{2}\s*\)/g,
    undo: ([, text]) => backwards(`${text}`),
  },
  {
    pattern: /(['"])([^'"\\\n]{0,8})\1\.join\(\s*[[(]([^\])\n]{1,1024})[\])]\s*\)/g,
    undo: ([, glue, list]) => stringsOf(`${list}`)?.join(`${glue}`),
  },
  {
    pattern: /\[([^\]\n]{1,1024})\]\.join\(\s*(['"])([^'"\\\n]{0,8})\2\s*\)/g,
    undo: ([list, , glue]) => stringsOf(`${list}`)?.join(`${glue}`),
  },
  {
    pattern: /(['"])([^'"\\\n]{0,256}%s[^'"\\\n]{0,256})\1\s*%\s*(?:\(\s*)?((?:['"][^'"\\\n]*['"]\s*(?:,\s*)?)+)\)?/g,
    undo: ([, text, list]) => filled(`${text}`, /%s/, `${list}`),
  },
  {
    pattern: /(['"])([^'"\\\n]{0,256}\{\}[^'"\\\n]{0,256})\1\.format\(((?:\s*['"][^'"\\\n]*['"](?:\s*,)?)+)\s*\)/g,
    undo: ([, text, list]) => filled(`${text}`, /\{\}/, `${list}`),
  },
]

function withoutCodes(source: string): string {
  if (!/chr|CharCode|::-1|join|reverse|bytes|%s|format/.test(source)) return source
  return DISGUISES.reduce(
    (text, { pattern, undo }) =>
      text.replace(pattern, (whole: string, ...groups: readonly string[]) => {
        const plain = undo(groups)
        return plain === undefined ? whole : quoted(plain)
      }),
    source,
  )
}

const quoted = (text: string): string => `'${text.replace(/['\\\n]/g, ' ')}'`

const fromCodes = (codes: string): string =>
  String.fromCharCode(
    ...codes
      .split(',')
      .slice(0, MAX_CODES)
      .map((code) => Number(code) & 0xffff),
  )

const backwards = (text: string): string => [...text].toReversed().join('')

/** The strings of a list that holds nothing else. */
const stringsOf = (list: string): readonly string[] | undefined =>
  /^(?:\s*(?:'[^'\\]*'|"[^"\\]*")(?:\s*,)?)+\s*$/.test(list)
    ? [...list.matchAll(/(['"])(.*?)\1/g)].map((match) => textAt(match, 2))
    : undefined

function filled(text: string, mark: RegExp, list: string): string | undefined {
  return stringsOf(list)?.reduce((made, value) => made.replace(mark, () => value), text)
}

/** What may be given another name: the last word of what is assigned or imported. */
const WORTH_A_NAME =
  /^(?:system|popen|rmtree|remove|unlink|rmdir|run|call|Popen|check_output|check_call|exec|execSync|spawn|spawnSync|execFile|execFileSync|rmSync|rm|unlinkSync|rmdirSync|removeSync|rm_rf|rimraf|shell_exec|passthru|execute|removedirs)$/

/** `from shutil import rmtree as r`, `run = os.system`, `const { rmSync: r } = require('fs')`. */
function withoutAliases(source: string): string {
  const names = new Map<string, string>()
  const note = (alias: string, name: string): void => {
    if (alias !== name && WORTH_A_NAME.test(name) && names.size < MAX_ALIASES) names.set(alias, name)
  }
  for (const match of source.matchAll(/\b(\w+)\s+as\s+(\w+)/g)) note(textAt(match, 2), textAt(match, 1))
  for (const match of source.matchAll(/[{,]\s*(\w+)\s*:\s*(\w+)\s*(?=[,}])/g)) note(textAt(match, 2), textAt(match, 1))
  for (const match of source.matchAll(
    /(?<![\w.$])[$]?(\w+)\s*=\s*(?:[\w.]+(?:\([^()\n]{0,40}\))?\.)?(\w+)\s*(?=[;\n,)]|$)/g,
  ))
    note(textAt(match, 1), textAt(match, 2))
  // `$f = "shell_exec"; $f(…)`: PHP calls what a variable names.
  for (const match of source.matchAll(/(?<![\w.$])\$(\w+)\s*=\s*['"](\w+)['"]/g))
    note(`$${textAt(match, 1)}`, textAt(match, 2))
  if (names.size === 0) return source
  return source.replace(/(?<![\w.$'"])\$?(\w+)(?=\s*\()/g, (word) => names.get(word) ?? word)
}
