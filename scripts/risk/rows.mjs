import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '..', '..', 'test', 'risk')

/** The rows of one set, each with its calls as a runtime would send them. */
export function rowsOf(set) {
  return readFileSync(join(FOLDER, `${set}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const row = JSON.parse(line)
      return { ...row, calls: row.calls.map(asCall) }
    })
}

const asCall = (call) => (typeof call === 'string' ? { tool: 'Bash', input: { command: call } } : call)
