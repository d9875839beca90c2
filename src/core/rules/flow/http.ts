import { type Argv, GAP, optionValues, wordOf, wordsAt, wordText } from '../options/argv.ts'
import type { Word } from '../shell/reading.ts'
import { textAt, wordSet } from '../text/word-table.ts'

/** One request that a command line would make. */
export interface HttpRequest {
  readonly method: string
  readonly url: string
  readonly host: string
  /** Path and query, lower case. */
  readonly path: string
  /** Constant part of the body, lower case. */
  readonly body: string
  /** Files whose content is sent; `-` is standard input. */
  readonly files: readonly Word[]
  /** The body holds a part that is not constant: `"$(cat x)"`. */
  readonly openBody: boolean
  readonly output: Word | undefined
}

const CLIENTS = new Set(['curl', 'wget', 'http', 'https', 'xh', 'xhs', 'curlie', 'wget2', 'httpie'])

export const isHttpClient = (program: string): boolean => CLIENTS.has(program)

export function httpRequests(argv: Argv): readonly HttpRequest[] {
  switch (argv.program) {
    case 'curl':
    case 'curlie':
      return curl(argv)
    case 'wget':
    case 'wget2':
      return wget(argv)
    case 'http':
    case 'https':
    case 'xh':
    case 'xhs':
      return httpie(argv)
    default:
      return []
  }
}

const DATA = ['-d', '--data', '--data-raw', '--data-binary', '--data-ascii', '--data-urlencode', '--json']
const FORM = ['-F', '--form']

function curl(argv: Argv): readonly HttpRequest[] {
  const data = optionValues(argv, DATA)
  const forms = optionValues(argv, FORM)
  const uploads = optionValues(argv, ['-T', '--upload-file'])
  const encoded = optionValues(argv, ['--data-urlencode', '--url-query', '--variable'])
  const headers = optionValues(argv, ['-H', '--header', '--proxy-header'])
  const read = [...[...data, ...headers].flatMap(atFile), ...encoded.flatMap(namedFile)]
  const files = [...read, ...forms.flatMap(formFile), ...uploads]
  const given = optionValues(argv, ['-X', '--request']).at(-1)
  const sends =
    data.length + forms.length > 0 && !argv.options.some((option) => option.name === '-G' || option.name === '--get')
  const method =
    given === undefined ? (uploads.length > 0 ? 'PUT' : sends ? 'POST' : 'GET') : wordText(given).toUpperCase()
  const urls = [...operandWords(argv), ...optionValues(argv, ['--url'])]
  const output = optionValues(argv, ['-o', '--output']).at(-1)
  return urls.map((url) => request(url, { method, data: [...data, ...forms], files, output }))
}

function wget(argv: Argv): readonly HttpRequest[] {
  const data = optionValues(argv, ['--post-data', '--body-data'])
  const files = optionValues(argv, ['--post-file', '--body-file'])
  const given = optionValues(argv, ['--method']).at(-1)
  const method = given === undefined ? (data.length + files.length > 0 ? 'POST' : 'GET') : wordText(given).toUpperCase()
  const output = optionValues(argv, ['-O', '--output-document']).at(-1)
  return operandWords(argv).map((url) => request(url, { method, data, files, output }))
}

const METHODS = /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/i

function httpie(argv: Argv): readonly HttpRequest[] {
  const words = operandWords(argv)
  const first = words[0]
  const named = first !== undefined && METHODS.test(wordText(first))
  const url = words[named ? 1 : 0]
  if (url === undefined) return []
  const items = words.slice(named ? 2 : 1)
  const files = items.flatMap((item) => {
    const at = /^[^=:@]+(=?@)(.+)$/.exec(wordText(item))
    return at === null ? [] : [wordOf(textAt(at, 2))]
  })
  const sends = items.some((item) => /^[^=:@]+(:?=|=?@)/.test(wordText(item)))
  const method = named ? wordText(first).toUpperCase() : sends ? 'POST' : 'GET'
  return [request(url, { method, data: items, files, output: optionValues(argv, ['-o', '--output']).at(-1) })]
}

const operandWords = (argv: Argv): readonly Word[] => argv.operands.flatMap((operand) => wordsAt(argv, operand.index))

/** `-d @file`. */
function atFile(word: Word): readonly Word[] {
  const text = wordText(word)
  return text.startsWith('@') ? [wordOf(text.slice(1))] : []
}

/** `--data-urlencode name@file`, `--variable name@file`. */
function namedFile(word: Word): readonly Word[] {
  const match = /^[^=@]*@(.+)$/s.exec(wordText(word))
  return match === null ? [] : [wordOf(textAt(match, 1))]
}

/** `-F file=@path;type=…`. */
function formFile(word: Word): readonly Word[] {
  const match = /^[^=]*=[@<]([^;]+)/.exec(wordText(word))
  return match === null ? [] : [wordOf(textAt(match, 1))]
}

interface RequestParts {
  readonly method: string
  readonly data: readonly Word[]
  readonly files: readonly Word[]
  readonly output: Word | undefined
}

function request(word: Word, sent: RequestParts): HttpRequest {
  const url = wordText(word)
  const match = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/@\s]*@)?(\[[0-9a-f:]+\]|[^/:?#]*)(:\d+)?([/?#].*)?$/i.exec(url)
  const [host, port, path] = [1, 2, 3].map((group) => textAt(match ?? [], group))
  return {
    method: sent.method,
    url,
    host: `${host === '' ? 'localhost' : host}${port}`.toLowerCase(),
    path: `${path}`.toLowerCase(),
    body: sent.data.map(wordText).join('\n').toLowerCase().slice(0, 8192),
    files: sent.files,
    openBody: sent.data.some((item) => wordText(item).includes(GAP)),
    output: sent.output,
  }
}

export type HostKind = 'local' | 'private' | 'public' | 'metadata' | 'drop-box' | 'data-service' | 'unknown'

/** Admin ports of data services that developers run on their own machine, where a DELETE drops an index and not a test row. */
const DATA_PORTS = wordSet(
  `:9200 :9201 :7700 :8001 :8444 :5984 :2375 :2379 :8500 :4646 :15672 :9090 :6333 :8983 :8086 :8200`,
)

const DROP_BOXES =
  /(^|\.)(webhook\.site|requestbin\.\w+|pipedream\.net|ntfy\.sh|transfer\.sh|0x0\.st|file\.io|termbin\.com|pastebin\.com|paste\.ee|dpaste\.(com|org)|ix\.io|sprunge\.us|hastebin\.com|bashupload\.com|temp\.sh|ngrok(-free)?\.(io|app)|burpcollaborator\.net|oast\.(pro|live|site|online|fun|me)|interact\.sh|catbox\.moe|gofile\.io|anonfiles\.com|rentry\.co|discord(app)?\.com|hooks\.slack\.com|api\.telegram\.org)$/

/** Every kind that fits a host with its port. */
export function hostKinds(host: string): readonly HostKind[] {
  const colon = host.lastIndexOf(':')
  const port = colon > 0 && !host.endsWith(']') ? host.slice(colon) : ''
  const name = port === '' ? host : host.slice(0, colon)
  if (name.includes(GAP)) return ['unknown']
  if (
    /^(169\.254\.169\.254|100\.100\.100\.200|metadata\.google\.internal|metadata|fd00:ec2::254|\[fd00:ec2::254\])$/.test(
      name,
    )
  )
    return ['metadata']
  const data: readonly HostKind[] = DATA_PORTS.has(port) ? ['data-service'] : []
  if (/^(localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|host\.docker\.internal|.*\.localhost)$/.test(name))
    return ['local', ...data]
  if (/^(10|127|192\.168|172\.(1[6-9]|2\d|3[01]))(\.\d+)+$/.test(name)) return ['private', ...data]
  if (DROP_BOXES.test(name)) return ['drop-box', 'public']
  if (isDevelopment(name)) return ['private', ...data]
  return ['public', ...data]
}

/** Says of itself that nothing in it is precious. */
const isDevelopment = (name: string): boolean =>
  /(^|[.-])(dev|devel|test|testing|staging|stage|sandbox|qa|uat|preview|demo|mock|fake)([.-]|\d|$)/.test(name) ||
  /\.(test|example|invalid|local|internal|lan|home|corp|localdomain)$/.test(name) ||
  !name.includes('.') ||
  /(^|\.)(httpbin\.org|postman-echo\.com|reqres\.in|jsonplaceholder\.typicode\.com|example\.(com|org|net))$/.test(name)
