import { wordSet } from '../text/word-table.ts'

/** What the name of an option says of its value, where no record does: it is filled anew, run, or only read. */
type Said = 'overwrites' | 'executes' | 'takes' | undefined

/** `--key-file`, `--outFile`: the last word tells more than the first. */
const WRITTEN = wordSet(`
  out output outfile outputfile outdir log logs logfile dump dumps save saveas dest destination write record recording report
  results result export emit tee transcript trace junit junitxml stderr stdout profile coverprofile cpuprofile memprofile
  blockprofile mutexprofile cidfile iidfile pidfile rdb jar backup snapshot archive target to dumpfile tracefile errfile
  summary stats savefile mapfile depfile map diagnostics logs artifact
`)
/** `-keyout`, `-dataout`. */
const WRITTEN_END = /(?:key|data|json|xml|csv|html|text|state|file|graph|image|map|pdf|crl|param|sig)out(?:put)?$/

const RUN = wordSet(`
  command cmd exec execute run program prog hook prehook posthook wrapper shell editor pager browser preview viewer filter rsh
  interpreter launcher action handler invoke preprocessor pre postprocessor executable runner difftool mergetool askpass
  compressor decompressor
`)
const RUN_FIRST = wordSet('exec run')

const READ = wordSet(`
  file files in input inputs config configuration conf cfg rc settings from key keys cert certificate ca cacert identity include
  includes exclude excludes ignore source sources src load read import values value var vars env schema template templates script
  password pass token secret credentials credential inventory manifest patch ref reference base model lib library libs data body
  form header headers query spec definition requirements constraint constraints list wordlist dictionary rules plugin plugins
  root cwd dir directory folder workdir workspace project path paths package prefix home chdir glob pattern match name names
  message text title comment user author image url uri host port socket context kubeconfig state seed sample samples fixture
  fixtures test tests compare against before old left right theme font style format type mode color level
`)

/** A switch that says that what the command names is taken away. */
export const saysRemoval = (name: string): boolean =>
  /^--?(?:delete|remove|purge|wipe|erase|destroy|shred|unlink)(?:-(?:all|files?|originals?|sources?|source-files))?$/.test(
    name,
  )

const MAX_SAID = 4_096
const said = new Map<string, Said>()

/** Long names speak for their short ones: `-o|--old-file` writes nothing. */
export function saidBy(names: readonly string[]): Said {
  const key = names.join('|')
  if (said.has(key)) return said.get(key)
  const long = names.filter((name) => /^-{1,2}[^-]{2}/.test(name))
  const found = long.length > 0 ? long.map(saidByLong).find((each) => each !== undefined) : saidByLetter(names)
  // Names come from outside.
  if (said.size >= MAX_SAID) said.clear()
  said.set(key, found)
  return found
}

/** One letter mostly names what is read, a number or a mode. */
const saidByLetter = (names: readonly string[]): Said =>
  names.some((name) => /^-[oO]$/.test(name)) ? 'overwrites' : names.includes('-w') ? undefined : 'takes'

function saidByLong(name: string): Said {
  // `-oN report` of nmap.
  if (/^-o[A-Z]$/.test(name)) return 'overwrites'
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_.:]+/)
    .filter((word) => word !== '')
  const [last = ''] = words.slice(-1)
  if (RUN.has(last) || RUN_FIRST.has(`${words[0]}`)) return 'executes'
  if (
    words.some((word) => WRITTEN.has(word) || WRITTEN_END.test(word)) ||
    /^-{1,2}(?:xml|json|html|trace|junit|graph)-?file$/i.test(name)
  )
    return 'overwrites'
  return READ.has(last) ? 'takes' : undefined
}
