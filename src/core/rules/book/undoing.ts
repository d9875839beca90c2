import { type Argv, GAP } from '../options/argv.ts'
import { hasWord, textAt } from '../text/word-table.ts'
import { programNamed } from './book.ts'

/** Kinds of work whose programs keep something for others: a verb takes it from everybody. */
const SERVICES = '@clouds @clusters @infrastructure @containers @migrations'

/** Verbs that take something away, or put something older in its place. */
const GONE =
  'delete del delet destroy remove rm purge terminate drop wipe revoke truncate evict expire decommission erase unlink deregister unregister ' +
  'deprovision nuke obliterate drain expunge assassinate undeploy unpublish unset rmp rmi rb retire recycle annihilate teardown dropall dropdb flushall flushdb deleteall'
/** The same of what a word before them names: `cluster reset`, `snapshot restore`; alone they speak of the program itself. */
const GONE_OF =
  'flush reset restore rollback revert disable deactivate forget cancel shutdown prune archive gc clear empty suspend seal leave detach failover scrub trim clean ' +
  'roll recreate rewrite undelete stop_app kill abandon'
/** Alone they still mean everything that there is. */
const GONE_WHOLE = 'destroy purge nuke reset teardown wipe dropall flushall flushdb'
/** Verbs after which a word is only a name. */
const OTHER =
  'list ls get show describe status logs log help search info explain view history run create add set test inspect new init install ' +
  'build start open edit read cat print find count watch diff plan validate check version whoami login logout use switch exec ssh shell console ' +
  'up apply import export pull push clone fetch copy cp tail top stats events wait render template lint fmt format generate serve dev can-i'
/** What a program keeps for whoever runs it, and asks for again. */
const LOCAL =
  'cache config completion session toolchain history theme bookmark hook breakpoint alias plugins extension extensions plugin repo box pkg package packages'

const MAX_VERBS = 5
const WORD = /^[a-z][a-z0-9]*(?:[-_:.][a-z0-9]+)*$/i
const HELP = /^(?:--?help|-h|--dry-run(?:=(?!none|false).*)?|--dryrun|-n|--list|--version|--preview|--check|--plan)$/

/** `acme apps delete web`, `ctl snapshot-restore x`: a sub-command that takes away, of a program whose own rules do not tell. */
export function undoes(argv: Argv): boolean {
  if (argv.operands.length === 0 || !keepsForOthers(argv.program) || argv.options.some(({ text }) => HELP.test(text)))
    return false
  return isGoneVerb(argv) || isRefill(argv)
}

function keepsForOthers(program: string): boolean {
  if (!/^[a-z]/.test(program)) return false
  const record = programNamed(program)
  if (record === undefined || !record.ours) return true
  if (record.work === undefined)
    return (
      !record.data &&
      !record.does.some(isOfOperands) &&
      (record.wraps === undefined || record.wraps.verbs !== undefined)
    )
  return hasWord(SERVICES, record.work)
}

/** What it does with the value of an option says nothing of its sub-commands. */
const isOfOperands = (deed: string): boolean => !/ option:\S+$/.test(deed)

function isGoneVerb(argv: Argv): boolean {
  const { operands, texts, program } = argv
  // `ctl --url https://x projects delete y`: nobody knows which options of it take a value.
  const said = operands.filter(({ index, maybeValue }) => !maybeValue || WORD.test(textAt(texts, index)))
  const words = said.slice(0, MAX_VERBS).map(({ index }) => textAt(texts, index))
  for (let at = 0; at < words.length; at += 1) {
    const word = textAt(words, at)
    if (word.includes(GAP) || !WORD.test(word)) return false
    const verb = word.toLowerCase()
    const noun = textAt(words, at - 1).toLowerCase()
    if (hasWord(GONE, verb)) {
      if (hasWord(LOCAL, noun) && /^(?:remove|rm|unset)$/.test(verb)) return false
      if (at === 0 && !isMeantAlone(argv, verb)) return false
      return noun !== 'cache' && !isOwn(program, words)
    }
    if (hasWord(GONE_OF, verb) && (at > 0 || (hasWord(GONE_WHOLE, verb) && isBare(program))))
      return !hasWord(LOCAL, noun) && !isOwn(program, words)
    if (hasWord(OTHER, verb)) return verb === 'create' && textAt(words, 0) === 'restore'
    if (at < 3 && isCompound(word)) return !isOwn(program, words)
  }
  return false
}

/** Of packages, most programs say remove; what is gone with all that it names, or with `--yes`, is no package. */
function isMeantAlone({ operands, options, program }: Argv, verb: string): boolean {
  if (hasWord(SERVICES, `${programNamed(program)?.work}`) || hasWord(GONE_WHOLE, verb)) return true
  if (/^(?:remove|rm|unlink|erase|unset|rb|rmi)$/.test(verb)) return /^(?:mc|ctr|crictl)$/.test(program)
  return operands.length > 1 || options.some(({ text }) => /^--?(?:y|yes|f|force|all|confirm|purge)$/.test(text))
}

/** `delete-cluster`, `delete_user`, `db:drop`, `DeleteShard`, `snapshot-revert`. */
function isCompound(word: string): boolean {
  const parts = word
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_:.]/)
  if (parts.length < 2 || parts.some((part) => hasWord(LOCAL, part)) || hasWord(OTHER, textAt(parts, 0))) return false
  const last = textAt(parts, parts.length - 1)
  return (
    hasWord(GONE, textAt(parts, 0)) || hasWord(GONE, last) || /^(?:reset|restore|revert|rollback|flush)$/.test(last)
  )
}

/** A program of clusters and machines: `reset` means all of it. */
const isBare = (program: string): boolean =>
  /^(?:kube|micro|mini|k3|k0|talos|rke|swarm|ceph|gluster|crs?ctl)/.test(program)

/** Containers that were stopped, images that can be pulled again: rules of their own say which of these matter. */
const isOwn = (program: string, words: readonly string[]): boolean =>
  /^(?:docker|podman|nerdctl|finch|docker-compose|podman-compose)$/.test(program) &&
  /^(?:rm|rmi|remove|container|image|images|network|builder|compose|system|kill)$/.test(textAt(words, 0))

/** Loading data anew over what is there: `dbload import --drop users.csv`. */
function isRefill({ program, operands, texts, options }: Argv): boolean {
  const named = [program, ...operands.slice(0, 2).map(({ index }) => textAt(texts, index))].join(' ')
  return (
    /import|load|insert|restore|ingest|sql|table|upsert|migrat|query|sync\b/.test(named) &&
    options.some(
      ({ text, off, inlineValue = '' }) =>
        !off &&
        (/^--?(?:drop|delete|replace|truncate|overwrite|clean|recreate|force-reset|wipe|purge)(?:[-_](?:all|tables?|existing|database|collection|first|target))?(?:=|$)/.test(
          text,
        ) ||
          (/^--?(?:mode|if-exists|on-conflict|strategy|write-disposition)/.test(text) &&
            /delete|replace|truncate|overwrite|drop/i.test(inlineValue))),
    )
  )
}
