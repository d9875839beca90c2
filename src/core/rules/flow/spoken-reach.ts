import { isDataConsumer } from '../book/readers.ts'
import { argvOf, wordText } from '../options/argv.ts'
import { pseudoCommand } from '../pseudo.ts'
import type { ResolvedCommand } from '../shell/reading.ts'
import { reachedPaths } from './code-reach.ts'
import { codeText } from './code-text.ts'

export const MAX_SPOKEN_CHARS = 16_384

/** They say, search or hand on what they are given in sentences. */
const SAYS =
  /^(?:git|gh|glab|jj|hg|svn|sed|gsed|awk|gawk|mawk|jq|yq|grep|rg|find|g?find|fd|ssh|curl|wget|docker|kubectl|claude|codex|export|alias|test|\[|\[\[|read|declare|local|cd|tee|cat|for|case)$/

/** Clients whose language writes files and starts programs. */
const QUERIES = /^(?:psql|mysql|mariadb|mongosh?|sqlite3|duckdb|g?make|clickhouse\S*)$/

/** Variables that name a file which is written. */
const TRACES = /^GIT_TRACE|(?:^|_)(?:TRACE|LOG|LOGFILE|LOG_FILE|OUTPUT|OUTPUT_FILE|DUMP|REPORT|COVERAGE|HISTFILE)$/

/** `frob -e 'zap("/home/me")'`: a text in a language of its own, and what it could do to the paths that it names. */
export function spokenReach(step: ResolvedCommand): readonly ResolvedCommand[] {
  if (step.place === 'remote' || (step.argv.length < 2 && step.input.kind !== 'text' && step.env.length === 0))
    return []
  const { program } = argvOf(step)
  const traced = step.env.flatMap(([name, value]) => (TRACES.test(name) && value.kind === 'known' ? [value] : []))
  if (traced.length > 0) return [pseudoCommand(['<reach>', ...traced], step)]
  if (program === '' || SAYS.test(program) || (isDataConsumer(program) && !QUERIES.test(program))) return []
  const given = [...step.argv.slice(1).map(wordText), ...(step.input.kind === 'text' ? [step.input.text] : [])]
  const reached = given
    .filter((text) => /[~/]/.test(text) && /[\s(]/.test(text) && text.length <= MAX_SPOKEN_CHARS)
    .flatMap((text) => reachedPaths(codeText(text, 'other'), []))
  return reached.length === 0 ? [] : [pseudoCommand(['<reach>', ...reached], step)]
}
