import { type ArithmeticFor, type CompoundList, forEachChild, type SyntaxNode, type While } from 'unbash'
import { wordSet } from '../text/word-table.ts'

/** A loop without end that never pauses, or starts one process more each round. */
export function isEndless(node: While | ArithmeticFor): boolean {
  const isForever =
    node.type === 'ArithmeticFor' ? node.test === undefined : isAlways(node.clause, node.kind === 'while')
  return isForever && (forks(node.body) || !pauses(node.body))
}

/** The condition is a constant: `true`, `[ 1 ]`, `((1))`, `[[ 1 == 1 ]]`; for `until`, one that never holds. */
function isAlways({ commands }: CompoundList, wanted: boolean): boolean {
  const [only, ...others] = commands
  if (only === undefined || others.length > 0) return false
  const node = only.command
  if (node.type === 'ArithmeticCommand')
    return node.expression?.type === 'ArithmeticWord' && (node.expression.value !== '0') === wanted
  if (node.type === 'TestCommand') return wanted && isConstantTest(node)
  if (node.type !== 'Command') return false
  const name = `${node.name?.value}`
  if (/^(?:true|:)$/.test(name)) return wanted
  if (name === 'false') return !wanted
  const words = node.suffix.flatMap((item) => (item.type === 'Word' ? [item.text] : []))
  return wanted && /^(?:\[|test)$/.test(name) && words.length <= 2 && /^\w+$/.test(`${words[0]}`)
}

/** `[[ 1 ]]`, `[[ 1 == 1 ]]`: no variable, no file. */
function isConstantTest(node: SyntaxNode): boolean {
  const words: string[] = []
  const waiting: SyntaxNode[] = [node]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.type === 'Word') words.push(next.text)
    forEachChild(next, (child) => waiting.push(child))
  }
  return words.every((word) => /^(?:\d+|true)$/.test(word)) && new Set(words).size === 1
}

const PAUSES = wordSet('wait sleep usleep read break exit return continue exec inotifywait')

/** What is started beside the loop does not hold it up. */
function pauses(body: CompoundList): boolean {
  return body.commands.some((statement) => statement.background !== true && holdsUp(statement))
}

function holdsUp(node: SyntaxNode): boolean {
  if (node.type === 'Statement' && node.background === true) return false
  if (node.type === 'Command' && PAUSES.has(`${node.name?.value}`)) return true
  let found = false
  forEachChild(node, (child) => {
    found ||= holdsUp(child)
  })
  return found
}

/** Left behind on purpose. */
const forks = (body: CompoundList): boolean =>
  body.commands.some(({ command }) => command.type === 'Command' && command.name?.value === 'disown')
