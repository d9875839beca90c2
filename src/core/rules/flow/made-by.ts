import type { Surroundings } from '../../model/surroundings.ts'
import type { MadeThing, ToolCall } from '../../model/tool.ts'
import { type Argv, argvOf, optionValues, wordText } from '../options/argv.ts'
import { readShell } from '../shell/read-shell.ts'
import { textAt } from '../text/word-table.ts'

const MAX_NAME_CHARS = 200
/** Docker says what it started by its whole id. */
const CONTAINER_ID = /^[0-9a-f]{64}$/m
const ENGINES: ReadonlySet<string> = new Set(['docker', 'podman', 'nerdctl'])

/**
 * What a call that ran made and that was not there before. Taken from its result: a branch that git says is new, a container
 * that an engine gave an id; a maker that says nothing counts only where it was the whole call, and that call went well.
 */
export function madeBy(tool: ToolCall, around: Surroundings, output: string): readonly MadeThing[] {
  if (tool.kind !== 'shell') return []
  const { cwd, home } = around
  const { steps } = readShell(tool.command, { cwd, home, written: [] })
  const commands = steps.flatMap((step) => (step.kind === 'command' && step.place === 'local' ? [argvOf(step)] : []))
  const isAlone = steps.length === 1
  const made = commands.flatMap((argv) => [
    ...branches(argv, output, isAlone),
    ...containers(argv, output),
    ...databases(argv, isAlone),
  ])
  return made.filter(({ name }) => name !== '' && name.length <= MAX_NAME_CHARS)
}

function branches(argv: Argv, output: string, isAlone: boolean): readonly MadeThing[] {
  if (argv.program !== 'git') return []
  const [verb, first] = operandsOf(argv)
  const asked = optionValues(argv, verb === 'switch' ? ['-c', '--create'] : ['-b']).map(wordText)
  if ((verb === 'checkout' || verb === 'switch') && asked.length > 0)
    return asked.filter((name) => output.includes(`new branch '${name}'`)).map((name) => ({ kind: 'branch', name }))
  const isPlain = verb === 'branch' && first !== undefined && argv.options.length === 0
  return isPlain && isAlone ? [{ kind: 'branch', name: first }] : []
}

function containers(argv: Argv, output: string): readonly MadeThing[] {
  const [verb] = operandsOf(argv)
  const id = CONTAINER_ID.exec(output)?.[0]
  if (!ENGINES.has(argv.program) || (verb !== 'run' && verb !== 'create') || id === undefined) return []
  const names = optionValues(argv, ['--name']).map(wordText)
  return [...names, id, id.slice(0, 12)].map((name) => ({ kind: 'container', name }))
}

/** Without a host it is the machine's own server; an address may lead through a tunnel to anybody's. */
function databases(argv: Argv, isAlone: boolean): readonly MadeThing[] {
  const [name] = operandsOf(argv)
  const isLocal = argv.options.length === 0
  return argv.program === 'createdb' && isAlone && isLocal && name !== undefined ? [{ kind: 'database', name }] : []
}

function operandsOf(argv: Argv): readonly string[] {
  return argv.operands.map(({ index }) => textAt(argv.texts, index))
}
