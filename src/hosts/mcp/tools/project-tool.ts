import { pathsOf } from '../../../config/paths.ts'
import type { Json } from '../../../core/model/json.ts'
import { DEFAULT_POLICY } from '../../../core/model/policy.ts'
import { HEAL_TEXTS } from '../../../core/words/ledger-cli.ts'
import { MCP_TEXTS } from '../../../core/words/mcp-tools.ts'
import { integrityOf } from '../../../install/ledger/integrity-of.ts'
import type { LedgerDoor } from '../../../ledger/doors.ts'
import { projectFolderIn } from '../../../runtimes/peek.ts'
import { callingSession } from '../../../runtimes/registry.ts'
import { ledgerPlaces } from '../../../wiring/wire-gate.ts'
import type { Tool, ToolAnswer, ToolContext, ToolInput } from '../tool.ts'

export const TEXT = { type: 'string' } as const
export const TEXTS = { type: 'array', items: TEXT } as const
const WORKING_DIR = { ...TEXT, description: MCP_TEXTS.workingDir } as const

export type Args = ToolInput['args']

/** Makes a tool whose calls are answered only in a project that is set up. */
export function projectTool(
  tool: Pick<Tool, 'name' | 'description' | 'readOnly'> & {
    readonly properties: Readonly<Record<string, Json>>
    readonly required?: readonly string[]
  },
  call: (args: Args, door: LedgerDoor, context: ToolContext) => Promise<ToolAnswer>,
): Tool {
  const { properties, required, ...rest } = tool
  return {
    ...rest,
    inputSchema: {
      type: 'object',
      properties: { ...properties, working_dir: WORKING_DIR },
      ...(required && { required }),
    },
    call: async ({ args }, context) => {
      const folder = textIn(args, 'working_dir') ?? projectFolderIn(process.env) ?? context.cwd
      const project = context.projectOf(folder)
      if (project === undefined) return problem(MCP_TEXTS.notSetUp)
      const paths = pathsOf(process.env)
      const isOperation = tool.name.startsWith('ledger_') && !tool.readOnly
      const { ledger } = context.policy?.(project) ?? DEFAULT_POLICY
      // LEDGER-7, LEDGER-8.
      if (isOperation && integrityOf(paths, project, ledger).halts) return problem(HEAL_TEXTS.halted)
      const place = ledgerPlaces(paths, process.env)(project)
      const { gate, runtime } = context
      return call(args, { gate, project, place, runtime, session: callingSession(process.env) }, context)
    },
  }
}

export function problem(text: string): ToolAnswer {
  return { text, isError: true }
}

export function textIn(args: Args, name: string): string | undefined {
  const value = args[name]
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}
