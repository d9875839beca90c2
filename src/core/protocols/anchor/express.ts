import type { AnchorDesk, Strictness } from '../../model/anchor.ts'
import { bindFor } from './bind.ts'
import type { Constitution } from './constitution.ts'
import { fold } from './names.ts'
import type { Proof } from './proof.ts'
import { LEAST_TENSIONS } from './strictness.ts'

/** ANCHOR-14: tensions from the role's defaults, at files that are really there, and as many as strictness asks for. */
export function expressProof(
  { express, gate }: Constitution,
  strictness: Strictness,
  desk: AnchorDesk,
): Proof | { readonly why: string } {
  const { suggested, git } = desk
  const files = suggested.filter(({ kind, lines }) => kind === 'file' && lines > 0)
  if (files.length === 0) return { why: 'there is no file here that a proof could cite' }
  // Each constraint at one file, then each at the next: no pair comes twice.
  const pairs = files.flatMap((_, round) =>
    express.flatMap((one, index) =>
      files
        .slice((index + round) % files.length)
        .slice(0, 1)
        .map((file) => ({ ...one, file })),
    ),
  )
  const least = LEAST_TENSIONS[strictness]
  if (pairs.length < least)
    return {
      why: `strictness ${strictness} asks for ${least} tensions, and the defaults of the role with the files here make ${pairs.length}`,
    }
  const tensions = pairs.slice(0, least).map(({ constraint, action, file }, index) => ({
    number: index + 1,
    constraint,
    path: file.path,
    lines: { first: 1, last: file.lines },
    state: `as found on ${git?.branch ?? 'no branch'}`.replaceAll(/[[\]]/g, ' '),
    action,
  }))
  return { tensions, commit: { artifact: '.', gate }, warnings: [] }
}

/** The scope of express is what the agent said it is about to do. */
export function expressBind(constitution: Constitution, topic: string): string {
  const scope = fold(topic).toLowerCase().slice(0, MAX_SCOPE_CHARS)
  return bindFor(constitution, scope.length > 1 ? scope : 'the_session')
}

const MAX_SCOPE_CHARS = 60
