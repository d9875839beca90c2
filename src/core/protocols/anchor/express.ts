import type { AnchorDesk, Strictness } from '../../model/anchor.ts'
import { bindFor } from './bind.ts'
import type { Constitution } from './constitution.ts'
import { fold } from './names.ts'
import type { Proof } from './proof.ts'
import { LEAST_TENSIONS } from './strictness.ts'

/** ANCHOR-14: tensions from the role's defaults, at files that are really there; undefined where there is no file at all. */
export function expressProof(
  { express, gate }: Constitution,
  strictness: Strictness,
  desk: AnchorDesk,
): Proof | undefined {
  const { suggested, git } = desk
  const files = suggested.filter(({ kind, lines }) => kind === 'file' && lines > 0)
  if (files.length === 0) return undefined
  const tensions = express.slice(0, LEAST_TENSIONS[strictness]).flatMap(({ constraint, action }, index) =>
    files.slice(index % files.length, (index % files.length) + 1).map((file) => ({
      number: index + 1,
      constraint,
      path: file.path,
      lines: { first: 1, last: file.lines },
      state: `as found on ${git?.branch ?? 'no branch'}`.replaceAll(/[[\]]/g, ' '),
      action,
    })),
  )
  return { tensions, commit: { artifact: '.', gate }, warnings: [] }
}

/** The scope of express is what the agent said it is about to do. */
export function expressBind(constitution: Constitution, topic: string): string {
  const scope = fold(topic).toLowerCase().slice(0, MAX_SCOPE_CHARS)
  return bindFor(constitution, scope.length > 1 ? scope : 'the_session')
}

const MAX_SCOPE_CHARS = 60
