const MAX_FILE_LINES = 400
const LAYOUT =
  /^src\/(core\/(model|rules|protocols|words)\/|core\/[^/]+$|(runtimes|stores|config|gate|anchor|person|ledger|backup|git|disk|exhibit|notify|wiring|install|hosts)\/|console\/(contract|views|door|preview|routes)\/)/
// A rename or an open that forgets links, flushing or leftovers has been written eleven times.
const DISK_ONLY = /\b(?:renameSync|O_NOFOLLOW|O_EXCL)\b/
// A git that is started without our settings runs what a repository names. The demo plays a person who pushes.
const STARTS_GIT = /\b(?:spawn|exec)\w*\(\s*['"`]git\b/
// Biome's import fences do not see these two forms. A file of the same folder crosses no fence.
const INLINE_TYPE_IMPORT =
  /\btypeof\s+import\(['"](?!\.\/)|\bimport\((['"])(?!\.\/)[^'"]+\1\)\s*\.\s*(?!then\b|catch\b|finally\b)/

/**
 * A third runtime is one folder: wire fields, doorways, the variables of clients and the names of runtimes are known in
 * runtimes/ and install/ only. Elsewhere they are a capability of the runtime (`runtimes/runtime.ts`) or a peek.
 */
const OF_A_RUNTIME = new RegExp(
  [
    String.raw`\b(?:hook_event_name|tool_(?:name|input|response|use_id)|transcript_path|hookSpecificOutput|permissionDecision)\b`,
    String.raw`\b(?:CLAUDECODE|CLAUDE_[A-Z]\w*|CODEX_[A-Z]\w*|AI_AGENT)\b`,
    String.raw`['"\x60](?:claude-code|codex)['"\x60]`,
    String.raw`\b(?:Claude Code|Codex)\b`,
    String.raw`['"\x60](?:(?:Pre|Post)(?:ToolUse|Compact)\w*|UserPrompt\w+|Permission(?:Request|Denied)|Session(?:Start|End)|Subagent\w+|ConfigChange)['"\x60]`,
    '/runtimes/(?:claude-code|codex)/',
  ].join('|'),
)
const KNOWS_RUNTIMES: readonly (readonly [path: RegExp, why: string])[] = [
  [/^src\/(?:runtimes|install)\//, 'they are what knows them'],
  [/^src\/core\/rules\//, 'which programs a command starts, and what they do, is what the judge knows'],
  [/^src\/core\/model\/settings\.ts$/, 'the settings `mcp.<runtime>` begin with a value each'],
  [/^src\/hosts\/console\/app\/words\//, 'the page names the clients that a person uses'],
  [/^src\/core\/words\//, 'help names what a person types, and the clients they use'],
  [
    /^src\/config\/(?:own-)?paths\.ts$/,
    'where each client keeps its settings: every path outside a project is built there',
  ],
  [/^src\/hosts\/cli\/replay\/rows\.ts$/, 'rows that other products wrote, by whatever names their fields have'],
]

// What no tool in the house checks: size, names, barrels, and the two ways around an import fence.
export function faultsOf(path: string, text: string): readonly string[] {
  const faults: string[] = []
  const lines = text.split('\n').length - 1
  const isTest = path.endsWith('.test.ts')
  const vague = path.split(/[/.-]/).find((word) => /^(utils?|helpers?|commons?|managers?|services?)$/.test(word))
  const reExport = /^export\s+(?:type\s+)?(?:\*[^'"]*|\{[^}]*\}\s*)from\s+['"]([^'"]+)['"]/m.exec(text)
  if (!isTest && lines > MAX_FILE_LINES) faults.push(`${lines} lines, at most ${MAX_FILE_LINES}`)
  if (vague !== undefined) faults.push(`\`${vague}\` names nothing; name the file for the one thing it exports`)
  if (!LAYOUT.test(path)) {
    faults.push('no such folder in the layout, so no fence guards it')
  }
  if (path !== 'src/core/index.ts') {
    if (path.endsWith('/index.ts')) faults.push('index.ts is a barrel; only src/core/index.ts may be one')
    if (reExport) faults.push(`re-exports \`${reExport[1]}\`; only src/core/index.ts may be a barrel`)
  }
  if (path.startsWith('src/core/') && !isTest && /\bMath\s*\.\s*random\b/.test(text)) {
    faults.push('Math.random; the core gives one answer to one question')
  }
  if (!path.startsWith('src/disk/') && !path.startsWith('src/core/') && !isTest) {
    const [name] = DISK_ONLY.exec(text) ?? []
    if (name !== undefined) faults.push(`${name} outside of src/disk, which replaces, appends and reads for everybody`)
  }
  if (!/^src\/(?:git|hosts\/demo)\//.test(path) && !isTest && STARTS_GIT.test(text)) {
    faults.push('git is started outside of src/git, which keeps it from running what a repository names')
  }
  if (!isTest && INLINE_TYPE_IMPORT.test(text)) {
    faults.push('an inline type import passes the import fences; use `import type`')
  }
  const known = isTest || KNOWS_RUNTIMES.some(([room]) => room.test(path))
  const found = known ? undefined : OF_A_RUNTIME.exec(withoutComments(text))?.[0]
  if (found !== undefined) {
    faults.push(`\`${found}\` is known in runtimes/ and install/ only; ask for a capability in runtimes/runtime.ts`)
  }
  return faults
}

/** A comment may tell where something was seen. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}
