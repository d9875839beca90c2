import { projectRoot } from '../../../core/model/ids.ts'
import type { Rule } from '../../../core/model/rule.ts'
import type { CallSurroundings } from '../../../core/model/surroundings.ts'
import { NO_MEMORY } from '../../../core/model/tool.ts'
import { assessBy } from '../../../core/rules/assess.ts'
import { bookOf } from '../../../core/rules/rule-book.ts'
import { EXPLAIN_TEXTS } from '../../../core/words/explain.ts'

interface ExampleFailure {
  readonly rule: string
  readonly command: string
  readonly problem: string
}

const PROJECT = '/home/dev/project'
const INSIDE_GIT = { exists: true, ignored: false, tracked: true }

/** What examples are written for: git holds `committed-folder` and has seen `dirty.txt` change. */
const AROUND: CallSurroundings = {
  project: projectRoot(PROJECT),
  cwd: PROJECT,
  home: '/home/dev',
  cli: 'fairlead',
  tempDirs: ['/tmp'],
  ownPaths: ['/home/dev/.fairlead/state'],
  dirty: 'unasked',
  paths: [
    { path: `${PROJECT}/committed-folder`, kind: 'directory', ...INSIDE_GIT, dirty: false },
    { path: `${PROJECT}/dirty.txt`, kind: 'file', ...INSIDE_GIT, dirty: true },
  ],
}

/** Every rule keeps to its own examples, and every safer way it offers passes all rules. */
export function exampleFailures(rules: readonly Rule[]): readonly ExampleFailure[] {
  const assess = assessBy(bookOf(rules))
  const judge = (command: string) => assess({ kind: 'shell', name: 'Bash', command }, AROUND, NO_MEMORY)
  const found = (rule: Rule, command: string) => judge(command).findings.find((finding) => finding.rule === rule.id)
  return rules.flatMap((rule) => {
    const offered = rule.examples.matches.flatMap((command) => found(rule, command)?.safer ?? [])
    return [
      ...rule.examples.matches
        .filter((command) => found(rule, command) === undefined)
        .map((command) => ({ rule: rule.id, command, problem: EXPLAIN_TEXTS.shouldMatch })),
      ...rule.examples.not
        .filter((command) => found(rule, command) !== undefined)
        .map((command) => ({ rule: rule.id, command, problem: EXPLAIN_TEXTS.shouldNotMatch })),
      ...[...new Set(offered)]
        .filter((command) => judge(command).tier !== 'routine')
        .map((command) => ({ rule: rule.id, command, problem: EXPLAIN_TEXTS.saferHeld })),
    ]
  })
}
