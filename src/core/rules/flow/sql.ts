import type { SqlDeed } from '../../model/rule.ts'
import { textAt, wordSet } from '../text/word-table.ts'

/** Longer SQL is cut, and whoever hands it over holds it. */
export const MAX_SQL_CHARS = 65_536

/** What a text of SQL statements would take away. Comments and string literals do not count. */
export function sqlDeeds(text: string): ReadonlySet<SqlDeed> {
  const deeds = new Set<SqlDeed>()
  const given = text.slice(0, MAX_SQL_CHARS).replace(/(^|\n)[^\S\n]*--[a-z-]+=/g, '$1')
  for (const statement of new Set(bare(given + madeStatements(given)).split(';'))) {
    const deed = VERB.test(statement) ? deedOf(statement.trim()) : undefined
    if (deed !== undefined) deeds.add(deed)
  }
  return deeds
}

/** `execute 'dr' || 'op table x'`, `select format('drop table %I', …) \\gexec`: statements that are put together and run. */
function madeStatements(text: string): string {
  if (!/\bexecute\b|\\gexec|\bprepare\b|\bexec\b/i.test(text)) return ''
  const folded = text.replace(/'\s*\|\|\s*'/g, '')
  return [...folded.matchAll(/'([^']{1,2000})'/g)].map((match) => `;${textAt(match, 1)}`).join('')
}

/** `select drop_chunks('t')`, `exec xp_cmdshell`: what is called says what it does. */
const CALLS =
  /^\\?(?:select|call|perform|exec|execute|do)\b[\s\S]*?\b(?:(?:\w+_)?(?:drop|delete|purge|unlink|terminate|wipe|destroy)_\w+\s*\(|\w+_(?:drop|delete|purge|unlink|terminate|wipe|destroy)\s*\(|xp_cmdshell\b)/
const ENDS_MERGE = /^(?:with\b[\s\S]*\b)?merge\s+into\b[\s\S]*\bthen\s+delete\b/

const VERB =
  /drop|truncate|delete|update|alter|replace|overwrite|reset|purge|flush|shutdown|kill|grant|revoke|password|rename|xp_cmdshell|unlink|terminate|remove/i

function deedOf(statement: string): SqlDeed | undefined {
  const lower = statement.toLowerCase()
  const words = lower.split(/\s+/)
  if (CALLS.test(lower)) return 'drop'
  if (ENDS_MERGE.test(lower)) return 'delete'
  // Inside of another statement these two only say when or where.
  const at = words.findIndex((word, index) => VERBS.has(word) && (index === 0 || !/^(?:insert|replace)$/.test(word)))
  const next = textAt(words, at + 1)
  if (at < 0 || (at > 0 && !leadsIn(words.slice(0, at)))) return undefined
  return VERBS.get(textAt(words, at))?.(next, words)
}

type Judgement = (next: string, words: readonly string[]) => SqlDeed | undefined

/** What follows the verb says what is taken away. */
const before =
  (pattern: RegExp, deed: SqlDeed): Judgement =>
  (next) =>
    pattern.test(next) ? deed : undefined

/** Rights that are given to somebody or taken from them, in more than a word of prose. */
const handed =
  (preposition: string): Judgement =>
  (_, words) =>
    words.length > 3 && words.includes(preposition) ? 'drop' : undefined

const VERBS: ReadonlyMap<string, Judgement> = new Map<string, Judgement>([
  ['drop', (next) => (DROPPED.has(next) ? 'drop' : undefined)],
  ['truncate', before(/./, 'truncate')],
  // `delete users from users join …`, `delete top (5) from users`.
  ['delete', (next, words) => (next === 'from' || words.slice(2, 8).includes('from') ? 'delete' : undefined)],
  ['update', (_, words) => (words.includes('set') && !words.includes('where') ? 'update-all' : undefined)],
  ['alter', (next, words) => (next === 'table' ? altered(words) : administered(words))],
  ['reset', before(/^(?:master|slave|replica|binary|persist)$/, 'drop')],
  ['purge', before(/^(?:binary|master|recyclebin|table|dba_recyclebin)$/, 'drop')],
  ['system', before(/^(?:drop|shutdown|kill|restore)$/, 'drop')],
  ['remove', before(/^(?:table|database|namespace|user|field|index)$/, 'drop')],
  ['shutdown', before(/^(?:|abort|immediate|nosave|save|with|transactional|normal)$/, 'drop')],
  ['grant', handed('to')],
  ['revoke', handed('from')],
  ['rename', before(/^table$/, 'drop')],
  // `insert or replace into t select …`: whatever is there gets other content.
  [
    'insert',
    (next, words) =>
      next === 'overwrite' ? 'update-all' : next === 'or' && words.includes('replace') ? refilled(words) : undefined,
  ],
  ['replace', (next, words) => (next === 'into' ? refilled(words) : undefined)],
])

const refilled = (words: readonly string[]): SqlDeed | undefined =>
  words.includes('select') && !words.includes('where') ? 'update-all' : undefined

/** Passwords, names and owners of what others use. */
const administered = (words: readonly string[]): SqlDeed | undefined =>
  /^(?:role|user|login|database|schema|system)$/.test(textAt(words, words.indexOf('alter') + 1)) &&
  words.some((word) => /^(?:password|rename|identified|superuser|owner|reset)$/.test(word))
    ? 'alter-drop'
    : undefined

/** ClickHouse deletes by altering. */
function altered(words: readonly string[]): SqlDeed | undefined {
  if (words.includes('drop')) return 'alter-drop'
  return words.includes('delete') || words.includes('update') ? 'delete' : undefined
}

const DROPPED = wordSet(
  'database schema table view materialized index sequence function trigger user role keyspace collection tablespace type column extension owned',
  'policy procedure event server publication subscription rule aggregate domain foreign catalog warehouse stage pipe task share stream dictionary',
  'measurement series shard retention continuous snapshot graph vertex class space bucket model tables databases login synonym package login cluster',
)

/** `EXPLAIN DELETE …` and prose do nothing; `WITH … DELETE`, `BEGIN` and client commands before the verb do not change it. */
function leadsIn(words: readonly string[]): boolean {
  const first = textAt(words, 0)
  if (first === 'explain') return words.includes('analyze')
  return LEADERS.has(first) || first.startsWith('\\') || first.startsWith('.')
}

const LEADERS = wordSet('create with begin start use set go do if analyze mysql> postgres=# commit ->')

/** Without comments and string literals; identifiers in double quotes or backticks stay. */
function bare(text: string): string {
  return text
    .replace(/\/\*[^*]{0,4096}\*\//g, ' ')
    .replace(/(^|\s)--[^\n]*/g, ' ')
    .replace(/'[^']*'/g, "''")
}
