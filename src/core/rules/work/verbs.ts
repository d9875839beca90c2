import type { WorkKind } from '../../model/tool.ts'

type Rows = () => readonly (readonly [RegExp, WorkKind])[]

/**
 * What the verb of a command says about a program that nobody described: `acme roles list`, `acme deploy production`. Verbs that
 * mean one thing here and another there (add, create, run, start, send) say nothing.
 */
const VERBS: Rows = () => [
  [
    /^(?:\w{1,30}-)?(?:status|list|ls|show|get|view|info|logs?|describe|docs?|capture|search|inspect|versions?|help|tree|query|history|explain|stats|diff|whoami|tail)$/,
    'explore',
  ],
  [
    /^(?:tests?|check|lint|validate|verify|build|compile|typecheck|type-check|bench|benchmark|e2e)(?::\S{0,40})?$/,
    'verify',
  ],
  [/^(?:publish|deploy|release|push|upload|rollout|promote)(?::\S{0,40})?$/, 'ship'],
  [/^(?:fmt|format|fix|install|generate|codegen|scaffold|migrate|upgrade|bootstrap)(?::\S{0,40})?$/, 'edit'],
]

export function verbWork(words: readonly string[]): WorkKind | undefined {
  const rows = VERBS()
  for (const word of words) {
    const kind = rows.find(([when]) => when.test(word))?.[1]
    if (kind !== undefined) return kind
  }
  return undefined
}

/** `[System.IO.File]::WriteAllText(…)`, as PowerShell calls what lies below it. */
const STATIC_CALLS: Rows = () => [
  [/\]::(?:write|append|create|delete|copy|move|replace|set)/, 'edit'],
  [/\]::(?:read|open|exists|get|enumerate)/, 'explore'],
]

/** Commands of PowerShell say in their first word what they do: `Get-Content`, `Set-Content`. */
const CMDLETS: Rows = () => [
  [/^(?:write|start-sleep|push-location|pop-location|set-location|set-strictmode|set-executionpolicy)(?:-|$)/, 'other'],
  [
    /^(?:get|select|where|sort|group|measure|test|find|compare|format|convertfrom|convertto|resolve|split|join|show|read|search|out-(?:string|host|null|gridview))-/,
    'explore',
  ],
  [/^(?:publish|submit)-/, 'ship'],
  [
    /^(?:set|add|copy|move|rename|clear|remove|update|install|uninstall|import|export|expand|compress|edit|out)-/,
    'edit',
  ],
  [/^(?:invoke-(?:webrequest|restmethod))$/, 'explore'],
  [/^(?:invoke|start|debug)-/, 'verify'],
]

export function cmdletWork(program: string): WorkKind | undefined {
  const table = /^[a-z]{2,20}-[a-z]{2,40}$/.test(program) ? CMDLETS() : STATIC_CALLS()
  return table.find(([when]) => when.test(program))?.[1]
}
