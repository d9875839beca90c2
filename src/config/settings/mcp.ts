import { DEFAULT_POLICY, MCP_TOOLS, type Policy } from '../../core/model/policy.ts'
import { choice, type Section } from './setting.ts'

/** One setting for each runtime. */
const SETTINGS = Object.entries(DEFAULT_POLICY.mcp).map(([runtime, initial]) => ({
  runtime,
  tools: choice(`mcp.${runtime}`, MCP_TOOLS, { initial, about: `which of Fairlead's tools ${runtime} is offered` }),
}))

export const MCP: Section<Policy['mcp']> = {
  settings: SETTINGS.map(({ tools }) => tools),
  section: (pick) => Object.fromEntries(SETTINGS.map(({ runtime, tools }) => [runtime, pick(tools)])),
}
