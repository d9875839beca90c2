import type { Stamp } from '../../core/model/event.ts'
import { commonDoorways, type Result } from '../doorways.ts'
import { type Dialect, parsePayload } from '../payload.ts'
import type { Parsed } from '../runtime.ts'
import { outputText } from '../tools.ts'
import { CODEX_TOOLS } from './tools.ts'

/** Doorways we act on; `Interrupt` and what newer versions add become `other`. */
const CODEX: Dialect = { runtime: 'codex', doorways: new Map(commonDoorways(CODEX_TOOLS, outcome)) }

export function parse(bytes: string, stamp: Stamp): Parsed {
  return parsePayload(CODEX, bytes, stamp)
}

/** A shell's answer has no exit code, so its failure is invisible; only a patch says how it went. */
function outcome({ tool, response }: Result): { readonly ok: boolean; readonly output: string } {
  const output = outputText(response)
  const code = tool.name === 'apply_patch' ? /^Exit code: (-?\d+)/.exec(output)?.[1] : undefined
  return { ok: code === undefined || Number(code) === 0, output }
}
