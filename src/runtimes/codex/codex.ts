import type { Runtime } from '../runtime.ts'
import { capabilities, NEWEST_TESTED } from './capabilities.ts'
import { parse } from './parse.ts'
import { render } from './render.ts'
import { usageIn } from './usage.ts'

export const codex: Runtime = {
  name: 'codex',
  newestTested: NEWEST_TESTED,
  parse,
  render,
  capabilities,
  usageIn,
}
