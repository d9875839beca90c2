import type { ToolCall, WorkKind } from '../../model/tool.ts'

const MAX_NAME_CHARS = 120

/** `readFile`, `read-file` and `functions.read_file` in one spelling: words in lower case with `_` between them. */
export function wordsOfName(name: string): string {
  return name
    .slice(0, MAX_NAME_CHARS)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase()
}

type Named = readonly (readonly [RegExp, WorkKind])[]

/** Tools that are in no table of a runtime, by the words of their names. The first row that matches counts. */
const TOOLS = (): Named => [
  [
    /todo|thinking|think(?:_|$)|(?:^|_)plan|plan_?mode|(?:^|_)question|(?:^|_)goal|^(?:finish|submit|answer)$|completion$|^exit_spec|^ask_user|user_input$|^(?:update|set|report)_status$/,
    'plan',
  ],
  [/^(?:add_|update_|view_)?task(?:s|_?(?:create|update|list|get|tracker|done|status))$/, 'plan'],
  [
    /(?:^|_)(?:run|execute)_?(?:\w{1,20}_)?(?:tests?|code|cells?|python|ipython|lint|linter|build|javascript|notebook)(?:_|$)|code_interpreter|(?:^|_)repl$|^i?python|^jupyter|^(?:test|tests|lint|build|compile)(?:_|$)|(?:^|_)browser(?:_|$)|screenshot/,
    'verify',
  ],
  [/search_(?:and_)?replace/, 'edit'],
  [
    /(?:^|_)(?:read|view|list|get|look)|(?:file|notebook)read|search|grep|glob|find|fetch|lsp|output|wiki|^open|^goto$|^scroll|filemap|retriev|diagnostic|hover|definition|references|(?:^|_)(?:ls|cat|rg|tree|peek|query|status|docs?|map|sourcegraph|inspect)(?:_|$)|investigat/,
    'explore',
  ],
  [
    /edit|(?:^|_)(?:re)?write(?!_stdin)|(?:^|_)(?:patch|create|replace|insert|undo|overwrite)|^apply_(?:diff|changes)|^propose_code|^fs_append|str_replace/,
    'edit',
  ],
  [
    /(?:append|save|remove|rename|move|copy|modify|update|delete)_(?:to_)?(?:files?|paths?|director(?:y|ies)|folders?|symbols?|lines?|content|text|regex|code|cells?|notebook)/,
    'edit',
  ],
  [/agent|delegate|spawn|^new_task$|^oracle$/, 'delegate'],
]

/** Tools of servers: what they create or change may be anything, unless they name something of a file. */
const SERVER_TOOLS = (): Named => [
  [/think|(?:^|_)plan/, 'plan'],
  [/(?:^|_)(?:get|list|search|read|fetch|query|find|view|describe|lookup|resolve|ask|extract|inspect)/, 'explore'],
  [
    /(?:^|_)(?:run|execute)_?(?:\w{1,40}_)?(?:tests?|code|cell|notebook|python|javascript)(?:_|$)|(?:^|_)(?:browser|screenshot)(?:_|$)/,
    'verify',
  ],
  [
    /(?:^|_)(?:edit|write|replace|insert|patch|create|delete|move|rename|append|update)_(?:\w{1,40}_)?(?:files?|paths?|director(?:y|ies)|folders?|symbols?|lines?|content|text|regex|code|cells?|notebook)/,
    'edit',
  ],
  [/(?:^|_)(?:push|merge|publish|deploy|release)(?:_|$)|create_(?:pull|merge)_request/, 'ship'],
]

export function toolWork(name: string): WorkKind {
  return first(TOOLS(), name)
}

export function serverToolWork(name: string): WorkKind {
  return first(SERVER_TOOLS(), name)
}

function first(table: Named, name: string): WorkKind {
  const words = wordsOfName(name)
  return table.find(([when]) => when.test(words))?.[1] ?? 'other'
}

const WAITS = /stdin|wait|poll|output|sleep/i

/** A tool that only waits for something that runs: the same answer again is no loop. */
export const onlyWaits = (tool: ToolCall): boolean => tool.kind === 'other' && WAITS.test(tool.name)
