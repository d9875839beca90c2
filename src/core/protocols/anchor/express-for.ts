import type { AnchorPolicy } from '../../model/anchor.ts'

/** The role that the operator set down for an agent of this type; undefined is the main agent. */
export function roleFor({ express }: AnchorPolicy, agentType: string | undefined): string | undefined {
  const entries = express.map((one) => one.split('=', 2) as [string, string])
  const named = entries.find(([who]) => who === (agentType ?? 'main'))
  const any = agentType === undefined ? undefined : entries.find(([who]) => who === '*')
  return (named ?? any)?.[1]
}
