import type { Finding } from '../model/assessment.ts'
import type { ToolCall } from '../model/tool.ts'
import { mountDeeds } from './flow/mounts.ts'
import { MAX_SQL_CHARS } from './flow/sql.ts'
import { codeFindings, type Deeds, type Judging, judgeText } from './judge-step.ts'
import { type McpValue, mcpValues } from './mcp-values.ts'
import { knownWord, pseudoCommand } from './pseudo.ts'
import type { ResolvedCommand } from './shell/reading.ts'
import { targetOf } from './targets/targets.ts'
import { redact } from './text/redact.ts'

type McpCall = Extract<ToolCall, { kind: 'mcp' }>

/** What a tool, or a word that says what it shall do, takes away, gives out or sets free. */
const CHANGES =
  /(^|[_\-.\s/])(delete\w*|del|drop\w*|expire|stop|update_?many|replace_?many|destroy|remove|rmtree|purge|prune|flush|flushall|flushdb|clean|erase|empty|trash|pause|suspend|disable|deactivate|dismiss|mute|create_or_update_file|truncate|publish|deploy|dispatch|merge|send|terminate|revoke|transfer|charge|refund|pay|payout|archive|uninstall|reset|wipe|unpublish|rollback|undo|migrate|apply|execute_sql|apply_migration|push|force|cancel|kill|shutdown|ban|invite|grant|share|unlock|release|run_workflow|execute_workflow|trigger|scale|protection|(?:dns|env)_\w*update|update_(?:dns|env)\w*)([_\-.\s/]|$)/
/** Fields that say what shall be done, and values that say it in other words. */
const DOES_KEY =
  /^(?:.*_)?(?:action|operation|op|mode|method|verb|command|cmd|service|state|status|visibility|permission|role|type)$/
const DOES = /^(?:hard|clear|public|anyone|everyone|dismissed|trashed|archived|disabled|owner|admin|rewrite)$/i
/** Switches that do it. */
const SWITCH =
  /^(?:force|prune|purge|cascade|hard|permanent(?:ly)?|delete_?\w*|remove_?\w*|drop_?\w*|archived|trashed|public|prod|production|auto_approve|destroy|\w+_all|all_\w+|skip_(?:checks|verification|hooks)|no_verify)$/
const SECRET_NAME = /(^|[_\-.])(?:secret|password|credential|private_key)s?([_\-.]|$)/

/** MCP tools say of themselves that they only read; else their name decides, and what they are given. */
export function mcpDeeds(tool: McpCall, judge: Judging): Deeds {
  const cwd = judge.ground.around.cwd
  const name = snakeCase(tool.tool)
  const { values, isCut } = mcpValues(tool.input)
  const paths = pathDeeds({ tool, name, values }, judge)
  if (tool.readOnly === true) return { commands: paths, findings: [] }
  const isHelper = isLocalHelper(tool.server)
  const named =
    (isHelper && changesPage(values)) || (!isHelper && changes(name, values))
      ? [pseudoCommand(['<mcp-tool>', `${tool.server}/${tool.tool}`], { cwd })]
      : []
  const ran = isHelper ? NOTHING : ranFrom(values, judge, tool)
  const beyond = isCut && !isHelper ? [tooLong(cwd)] : []
  return {
    commands: [
      ...named,
      ...paths,
      ...sqlCommands(name, values, cwd),
      ...requested(values, cwd),
      ...told({ tool, name, values }, judge),
      ...asProgram({ tool, name, values }, cwd),
      ...mounted(values, cwd),
      ...ran.commands,
      ...beyond,
    ],
    findings: ran.findings,
  }
}

const isLooking = (name: string): boolean => READS.test(name) && !/(?:write|update|set|put|execute)/.test(name)

/** By its name, by a word that says what it shall do, by a switch, or by a request that says it. */
function changes(name: string, values: readonly McpValue[]): boolean {
  const isLook = isLooking(name)
  return (
    (CHANGES.test(name) && !/^(?:get|list|search|read|find|describe|show|view|fetch|count)_(?!.*_and_)/.test(name)) ||
    (SECRET_NAME.test(name) && !/(^|_)(?:list|search)/.test(name)) ||
    values.some(
      ({ key, text }) =>
        /^\$(?:out|merge|unset)$/.test(key) ||
        (!isLook && SWITCH.test(key) && text === 'true') ||
        (!isLook &&
          DOES_KEY.test(key) &&
          /^[\w-]{2,40}$/.test(text) &&
          (DOES.test(text) || CHANGES.test(snakeCase(text)))) ||
        (/^(?:query|mutation|document|cypher|statement)$/.test(key) && UNDOES.test(text)),
    )
  )
}

/** In other languages of queries: `mutation { deleteUser … }`, `MATCH (n) DETACH DELETE n`. */
const UNDOES =
  /^\s*mutation\b[\s\S]{0,400}\b(?:delete|drop|remove|purge|destroy)|\bdetach\s+delete\b|\bmatch\b[\s\S]{0,400}\bdelete\s+\w/i

/** What a page is made to do: delete on its server, or give away what it knows. */
const changesPage = (values: readonly McpValue[]): boolean =>
  values.some(
    ({ key, text }) =>
      /^(?:function|script|expression|code)$/.test(key) &&
      /method\s*:\s*['"`]delete|sendBeacon|document\.cookie/i.test(text),
  )

/** A tool that no adapter knows: a later version of the client may have it. It is judged by what it would run. */
export function otherDeeds(tool: Extract<ToolCall, { kind: 'other' }>, judge: Judging): Deeds {
  return ranFrom(mcpValues(tool.input).values, judge, { server: '', tool: tool.name })
}

const NOTHING: Deeds = { commands: [], findings: [] }
/** Judging takes a while; whoever gives more to run at once has something to hide. */
const MAX_RAN = 256

/** Sentences, and what is searched for: a command inside is a mention. */
const SAID_KEY =
  /^(?:.*_)?(?:description|title|summary|comment|prompt|note|thought|question|answer|observation|label|name|url|uri|sql|query|statement|regex|pattern)s?$/
/** What is kept or sent, unless the tool types it somewhere. */
const TYPED_KEY =
  /^(?:.*_)?(?:body|text|content|message|markdown|html|diff|patch|string|new_text|old_text|repl|needle)s?$/
/** Tools that type, or start, whatever they are given. */
const TYPES =
  /terminal|process|keys|keyboard|\btype|input|exec|run|eval|shell|console|repl|powershell|command|applescript/

function ranFrom(values: readonly McpValue[], judge: Judging, by: Pick<McpCall, 'server' | 'tool'>): Deeds {
  const who = `${by.server} ${by.tool}`.toLowerCase()
  const isTyping = TYPES.test(who)
  const isCell = /cell|notebook|jupyter|repl|evaluate/.test(who)
  const isLook = isLooking(snakeCase(by.tool))
  const isNamed = ({ key }: McpValue): boolean =>
    RAN_KEY.test(key) || (isCell && /^(?:.*_)?(?:source|function|expression)$/.test(key))
  const given = values.filter(
    (value) =>
      isNamed(value) ||
      (!isLook && /[\s(]/.test(value.text) && !SAID_KEY.test(value.key) && (isTyping || !TYPED_KEY.test(value.key))),
  )
  const language = /python|jupyter|cell|notebook/.test(who) ? 'python' : 'other'
  const ran = given.slice(0, MAX_RAN).map((value) => ranBy(value, judge, { language, isRan: isNamed(value) }))
  const beyond = given.length > MAX_RAN ? [tooLong(judge.ground.around.cwd)] : []
  return {
    commands: [...ran.flatMap(({ commands }) => commands), ...beyond],
    findings: ran.flatMap(({ findings }) => findings),
  }
}

const tooLong = (cwd: string): ResolvedCommand => pseudoCommand(['<too-long>'], { cwd })

const snakeCase = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()

const HELPER =
  'memory|sequential-?thinking|playwright|puppeteer|chrome-devtools|browser|context7|fetch|time|todo|fairlead'
const LOCAL_HELPER = new RegExp(
  `^(?:plugin_(?:${HELPER})_)?(?:mcp[-_])?(?:${HELPER})(?:[-_](?:mcp|server|mcp[-_]server))?$`,
  'i',
)

/** Servers that keep to the agent's own memory or to the page it looks at. */
const isLocalHelper = (server: string): boolean => LOCAL_HELPER.test(server)

const RAN_KEY = /^(?:.*_)?(?:command|command_line|cmd|script|code|shell)$/

interface Running {
  readonly language: 'python' | 'other'
  /** Its name says that it is run; of any other text, only what nobody would say but to have it run counts. */
  readonly isRan: boolean
}

/** A shell, or a language, that the server would give the text to. */
function ranBy({ key, text }: McpValue, judge: Judging, { language, isRan }: Running): Deeds {
  const cwd = judge.ground.around.cwd
  const isGrave = ({ tier }: Finding): boolean => isRan || tier === 'catastrophic'
  const findings = judgeText(text.replace(/^\s*[!%]/, ''), cwd, judge).filter(isGrave)
  if (isRan && !/code|script|source|function|expression/.test(key)) return { commands: [], findings }
  const deeds = codeFindings(text, { language, cwd, via: [], place: 'local', privileged: false }, judge)
  return { commands: deeds.commands, findings: [...findings, ...deeds.findings.filter(isGrave)] }
}

/** `{ method: 'DELETE', url }` is the request that it says. */
function requested(values: readonly McpValue[], cwd: string): readonly ResolvedCommand[] {
  const method = values.find(({ key, text }) => /^(?:http_)?method$/.test(key) && /^[A-Za-z]{3,7}$/.test(text))?.text
  const url = values.find(({ key, text }) => /^(?:url|uri|endpoint)$/.test(key) && /^https?:/.test(text))?.text
  if (method !== undefined && url === undefined && /^delete$/i.test(method))
    return [pseudoCommand(['<mcp-tool>', 'DELETE'], { cwd })]
  return method === undefined || url === undefined || /^(?:get|head|options)$/i.test(method)
    ? []
    : [pseudoCommand(['curl', '-X', method.toUpperCase(), url], { cwd })]
}

const TELLS =
  /post|send|message|comment|gist|issue|publish|fetch|request|http|upload|email|mail|tweet|share|evaluate|navigate|attach|ssh|ftp|s3|backup|sync/

/** A secret, or the file that holds one, given to a tool that passes on what it is given. */
function told({ tool, name, values }: Named, { ground }: Judging): readonly ResolvedCommand[] {
  const tells = TELLS.test(`${name} ${tool.server}`)
  // An address, or what is looked for elsewhere, goes out whatever the tool is called.
  const secrets = values.filter(
    ({ key, text }) =>
      redact(text) !== text && (tells || /^https?:/.test(text) || /^(?:.*_)?(?:query|q|url|content)$/.test(key)),
  )
  if (!tells)
    return secrets.length === 0 || KEEPS.test(`${name} ${tool.server}`)
      ? []
      : [
          sendsSecret(
            secrets.map(({ key }) => key),
            ground,
          ),
        ]
  const files = values.filter(
    ({ text }) => isPath(text) && targetOf(knownWord(text), ground).facets.includes('private'),
  )
  const found = [...secrets.map(({ key }) => key), ...(READS.test(name) ? [] : files.map(({ text }) => text))]
  return found.length === 0 ? [] : [sendsSecret(found, ground)]
}

/** They work on this machine. */
const KEEPS = /file|edit|write|replace|insert|memory|local|code|cell|shell|terminal|exec|run|sql|query|database/

const sendsSecret = (found: readonly string[], { around }: Judging['ground']): ResolvedCommand =>
  pseudoCommand(['<send-secret>', ...found], { cwd: around.cwd })

/** `volumes: ['/home/me/.ssh:/k']`. */
const mounted = (values: readonly McpValue[], cwd: string): readonly ResolvedCommand[] =>
  values
    .filter(({ key, text }) => /volume|mount|bind/.test(key) && /^(?:~|\/)[^:\n]*:\//.test(text))
    .flatMap(({ text }) => mountDeeds(pseudoCommand(['docker', 'run', '-v', text, 'image'], { cwd })))

const PROGRAMS: ReadonlyMap<string, string> = new Map([
  ...['kubectl', 'git', 'docker', 'helm', 'terraform', 'aws', 'gh', 'gcloud', 'az', 'npm'].map(
    (name): [string, string] => [name, name],
  ),
  ['redis', 'redis-cli'],
  ['kubernetes', 'kubectl'],
])
const CALLS = /^(?:generic|run|exec|execute|call|command|cli)$/

/** `kubectl_generic { command: 'delete', … }`: the program is in the name of the tool or of its server, its words in the fields. */
function asProgram({ tool, name, values }: Named, cwd: string): readonly ResolvedCommand[] {
  const parts = name.split(/[_\-.\s/]+/)
  const [first = ''] = parts
  const program = PROGRAMS.get(first) ?? PROGRAMS.get(tool.server.toLowerCase())
  if (program === undefined) return []
  const verbs = PROGRAMS.has(first) ? parts.slice(1) : parts
  const words = [
    ...verbs.filter((verb) => !CALLS.test(verb)),
    ...values.flatMap(({ key, text }) => {
      if (text === 'true') return [`--${key.replaceAll('_', '-')}`]
      if (/path|repo|cwd|namespace|context|message/.test(key)) return []
      // `{ action: 'delete' }` is spelled `--delete`, `{ mode: 'hard' }` is `--hard`.
      return [...(/^(?:action|mode)$/.test(key) ? [`--${text}`] : []), ...text.split(/\s+/)]
    }),
  ]
  const [again, ...rest] = words
  return [pseudoCommand([program, ...(again === program ? rest : words).slice(0, MAX_WORDS)], { cwd })]
}

const MAX_WORDS = 64

const PATH_KEY =
  /^(?:.*_)?(?:path|directory|dir|folder|file|filepath|filename|source|destination|dest|target|uri|out|output)$|(?:path|file)_in_project$/
const WRITE_KEY = /^(?:.*_)?(?:destination|dest|target)$|^(?:new|out|output|to)_(?:path|file)$/
const WRITES =
  /(^|[_\-.\s/])(write|rmtree|rmdir|edit|move|delete|create|update|rename|remove|append|save|insert|replace|patch|copy|overwrite|unlink|put|set|add|modify)([_\-.\s/]|$)/
const READS =
  /^(?:.*[_\-.\s/])?(read|get|list|search|find|stat|view|show|open|fetch|describe|tree|head|cat|grep|query|inspect)([_\-.\s/]|$)/

interface Changing {
  readonly name: string
  /** The names of all fields. */
  readonly keys: string
  readonly cwd: string
}

interface Named {
  readonly tool: McpCall
  readonly name: string
  readonly values: readonly McpValue[]
}

/** Files the server is told to change: by its name, or because they are ours and nothing says that it only reads. */
function pathDeeds({ tool, name, values }: Named, judge: Judging): readonly ResolvedCommand[] {
  const { ground } = judge
  const isChange = tool.readOnly !== true && WRITES.test(name)
  const mayChange = tool.readOnly !== true && !READS.test(name) && !isLocalHelper(tool.server)
  return values.flatMap(({ key, text }) => {
    const path = text.replace(/^file:\/\//, '')
    if (path === '' || path.includes('\n')) return []
    const reached = mayChange && isPath(path) ? [pseudoCommand(['<reach>', path], { cwd: ground.around.cwd })] : []
    if (!PATH_KEY.test(key)) return reached
    const isOwn = targetOf(knownWord(path), ground).class === 'own'
    const isMeant = isChange || (isOwn && (mayChange || WRITE_KEY.test(key)))
    return isMeant
      ? [
          ...reached,
          ...changed(path, { name, keys: values.map((value) => value.key).join(' '), cwd: ground.around.cwd }),
        ]
      : reached
  })
}

/** From the root, from a home, or up and out of the project. */
const isPath = (text: string): boolean => /^(?:~?\/|\.\.\/)[^\s:*]+$/.test(text)

/** A text and nothing that it stands for: all of the file. */
const WHOLE =
  /^(?!.*\b(?:old\w*|find|search|pattern|needle|regex|line|start|range|symbol|name_path|edit|patch)\b).*\b(?:text|content|contents|new_text|body)\b/

function changed(path: string, { name, keys, cwd }: Changing): readonly ResolvedCommand[] {
  if (/tree|_dir|folder/.test(name) && /delete|remove|rm/.test(name))
    return [pseudoCommand(['rm', '-rf', '--', path], { cwd })]
  if (/delete|remove|unlink/.test(name)) return [pseudoCommand(['rm', '--', path], { cwd })]
  const away = /move|rename/.test(name) ? [pseudoCommand(['mv', '--', path, '/tmp/moved'], { cwd })] : []
  const isWhole =
    /write|create|save|overwrite|move|rename|copy|put/.test(name) || (/set|replace/.test(name) && WHOLE.test(keys))
  const op = isWhole ? ('>' as const) : ('>>' as const)
  return [...away, pseudoCommand(['<edit-tool>'], { cwd, redirects: [{ op, target: knownWord(path) }] })]
}

const SQL_KEY = /^(?:.*_)?(?:sql|query|statement)$/
const SQL_START =
  /^\s*(?:--[^\n]*\n\s*|\/\*[^*]*\*\/\s*)*(?:drop|truncate|delete|update|alter|with|begin|select|insert|create|set|use)\b/i

function sqlCommands(name: string, values: readonly McpValue[], cwd: string): readonly ResolvedCommand[] {
  const isDatabase = /sql|query|database|db/.test(name)
  const isSearch = /search|find|list|docs|web|browse/.test(name)
  return values
    .filter(({ key, text }) => isDatabase || (!isSearch && SQL_KEY.test(key) && SQL_START.test(text)))
    .flatMap(({ text }) => [
      pseudoCommand(['psql', '-c', text], { cwd }),
      ...(text.length > MAX_SQL_CHARS ? [pseudoCommand(['<too-long>'], { cwd })] : []),
    ])
}
