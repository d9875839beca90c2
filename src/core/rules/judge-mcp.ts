import type { ToolCall } from '../model/tool.ts'
import { MAX_SQL_CHARS } from './flow/sql.ts'
import { codeFindings, type Deeds, type Judging, judgeText } from './judge-step.ts'
import { type McpValue, mcpValues } from './mcp-values.ts'
import { knownWord, pseudoCommand } from './pseudo.ts'
import type { ResolvedCommand } from './shell/reading.ts'
import { targetOf } from './targets/targets.ts'
import { redact } from './text/redact.ts'

type McpCall = Extract<ToolCall, { kind: 'mcp' }>

const CHANGES =
  /(^|[_\-.\s/])(delete|drop|destroy|remove|rmtree|purge|flush|flushall|flushdb|clean|erase|pause|create_or_update_file|truncate|publish|deploy|merge|send|terminate|revoke|transfer|charge|refund|pay|archive|uninstall|reset|wipe|unpublish|rollback|migrate|execute_sql|apply_migration|push|force|cancel|kill|shutdown|ban|invite|grant|release)([_\-.\s/]|$)/

/** MCP tools say of themselves that they only read; else their name decides, and what they are given. */
export function mcpDeeds(tool: McpCall, judge: Judging): Deeds {
  const cwd = judge.ground.around.cwd
  const name = snakeCase(tool.tool)
  const { values, isCut } = mcpValues(tool.input)
  const paths = pathDeeds({ tool, name, values }, judge)
  if (tool.readOnly === true) return { commands: paths, findings: [] }
  const isHelper = isLocalHelper(tool.server)
  const named =
    (CHANGES.test(name) || values.some(({ key }) => /^\$(?:out|merge)$/.test(key))) && !isHelper
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
      ...ran.commands,
      ...beyond,
    ],
    findings: ran.findings,
  }
}

/** A tool that no adapter knows: a later version of the client may have it. It is judged by what it would run. */
export function otherDeeds(tool: Extract<ToolCall, { kind: 'other' }>, judge: Judging): Deeds {
  return ranFrom(mcpValues(tool.input).values, judge, { server: '', tool: tool.name })
}

const NOTHING: Deeds = { commands: [], findings: [] }
/** Judging takes a while; whoever gives more to run at once has something to hide. */
const MAX_RAN = 256

function ranFrom(values: readonly McpValue[], judge: Judging, by: Pick<McpCall, 'server' | 'tool'>): Deeds {
  const isCell = /cell|notebook|jupyter|repl|evaluate/i.test(`${by.server} ${by.tool}`)
  const given = values.filter(
    ({ key }) => RAN_KEY.test(key) || (isCell && /^(?:source|function|expression)$/.test(key)),
  )
  const language = /python|jupyter|cell|notebook/i.test(`${by.server} ${by.tool}`) ? 'python' : 'other'
  const ran = given.slice(0, MAX_RAN).map((value) => ranBy(value, judge, language))
  const beyond = given.length > MAX_RAN ? [tooLong(judge.ground.around.cwd)] : []
  return {
    commands: [...ran.flatMap(({ commands }) => commands), ...beyond],
    findings: ran.flatMap(({ findings }) => findings),
  }
}

const tooLong = (cwd: string): ResolvedCommand => pseudoCommand(['<too-long>'], { cwd })

const snakeCase = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()

const HELPER = 'memory|sequential-?thinking|playwright|puppeteer|chrome-devtools|browser|context7|fetch|time|todo'
const LOCAL_HELPER = new RegExp(
  `^(?:plugin_(?:${HELPER})_)?(?:mcp[-_])?(?:${HELPER})(?:[-_](?:mcp|server|mcp[-_]server))?$`,
  'i',
)

/** Servers that keep to the agent's own memory or to the page it looks at. */
const isLocalHelper = (server: string): boolean => LOCAL_HELPER.test(server)

const RAN_KEY = /^(?:.*_)?(?:command|command_line|cmd|script|code|shell)$/

/** A shell, or a language, that the server would give the text to. */
function ranBy({ key, text }: McpValue, judge: Judging, language: 'python' | 'other'): Deeds {
  const cwd = judge.ground.around.cwd
  const findings = judgeText(text, cwd, judge)
  if (!/code|script|source|function|expression/.test(key)) return { commands: [], findings }
  const deeds = codeFindings(text, { language, cwd, via: [], place: 'local', privileged: false }, judge)
  return { commands: deeds.commands, findings: [...findings, ...deeds.findings] }
}

/** `{ method: 'DELETE', url }` is the request that it says. */
function requested(values: readonly McpValue[], cwd: string): readonly ResolvedCommand[] {
  const method = values.find(({ key, text }) => /^(?:http_)?method$/.test(key) && /^[A-Za-z]{3,7}$/.test(text))?.text
  const url = values.find(({ key, text }) => /^(?:url|uri|endpoint)$/.test(key) && /^https?:/.test(text))?.text
  return method === undefined || url === undefined || /^(?:get|head|options)$/i.test(method)
    ? []
    : [pseudoCommand(['curl', '-X', method.toUpperCase(), url], { cwd })]
}

const TELLS =
  /post|send|message|comment|gist|issue|publish|fetch|request|http|upload|email|mail|tweet|share|evaluate|navigate/

/** A secret, or the file that holds one, given to a tool that passes on what it is given. */
function told({ tool, name, values }: Named, { ground }: Judging): readonly ResolvedCommand[] {
  if (!TELLS.test(`${name} ${tool.server}`)) return []
  const secrets = values.filter(({ text }) => redact(text) !== text)
  const files = values.filter(
    ({ key, text }) => PATH_KEY.test(key) && targetOf(knownWord(text), ground).facets.includes('private'),
  )
  const found = [...secrets.map(({ key }) => key), ...(/upload|attach/.test(name) ? files.map(({ text }) => text) : [])]
  return found.length === 0 ? [] : [pseudoCommand(['<send-secret>', ...found], { cwd: ground.around.cwd })]
}

const PROGRAMS = /^(?:kubectl|git|docker|helm|terraform|aws|gh|gcloud|az|redis|npm)$/

/** `kubectl_generic { command: 'delete', … }`: the program is in the tool's name, its words in the fields. */
function asProgram({ name, values }: Named, cwd: string): readonly ResolvedCommand[] {
  const [program = '', ...verbs] = name.split(/[_\-.\s/]+/)
  if (!PROGRAMS.test(program)) return []
  const words = [
    ...verbs.filter((verb) => !/^(?:generic|run|exec|execute|call|command|cli)$/.test(verb)),
    ...values
      .filter(({ key }) => !/path|repo|cwd|namespace|context|message/.test(key))
      .flatMap(({ text }) => text.split(/\s+/)),
  ]
  return [pseudoCommand([program, ...words.slice(0, MAX_WORDS)], { cwd })]
}

const MAX_WORDS = 64

const PATH_KEY = /^(?:.*_)?(?:path|directory|dir|folder|file|filepath|filename|source|destination|dest|target|uri)$/
const WRITE_KEY = /^(?:.*_)?(?:destination|dest|target)$|^(?:new|out|output|to)_(?:path|file)$/
const WRITES =
  /(^|[_\-.\s/])(write|rmtree|rmdir|edit|move|delete|create|update|rename|remove|append|save|insert|replace|patch|copy|overwrite|unlink|put|set|add|modify)([_\-.\s/]|$)/
const READS =
  /^(?:.*[_\-.\s/])?(read|get|list|search|find|stat|view|show|open|fetch|describe|tree|head|cat|grep|query|inspect)([_\-.\s/]|$)/

interface Named {
  readonly tool: McpCall
  readonly name: string
  readonly values: readonly McpValue[]
}

/** Files the server is told to change: by its name, or because they are ours and nothing says that it only reads. */
function pathDeeds({ tool, name, values }: Named, judge: Judging): readonly ResolvedCommand[] {
  const { ground } = judge
  const isChange = tool.readOnly !== true && WRITES.test(name)
  const mayChange = tool.readOnly !== true && !READS.test(name)
  return values.flatMap(({ key, text }) => {
    const path = text.replace(/^file:\/\//, '')
    if (!PATH_KEY.test(key) || path === '' || path.includes('\n')) return []
    const isOwn = targetOf(knownWord(path), ground).class === 'own'
    const isMeant = isChange || (isOwn && (mayChange || WRITE_KEY.test(key)))
    return isMeant ? changed(path, name, ground.around.cwd) : []
  })
}

function changed(path: string, name: string, cwd: string): readonly ResolvedCommand[] {
  if (/tree|_dir|folder/.test(name) && /delete|remove|rm/.test(name))
    return [pseudoCommand(['rm', '-rf', '--', path], { cwd })]
  if (/delete|remove|unlink/.test(name)) return [pseudoCommand(['rm', '--', path], { cwd })]
  const away = /move|rename/.test(name) ? [pseudoCommand(['mv', '--', path, '/tmp/moved'], { cwd })] : []
  const op = /write|create|save|overwrite|move|rename|copy|put/.test(name) ? ('>' as const) : ('>>' as const)
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
