import type { Proof } from '../../../core/model/event.ts'
import type { LadderAct } from '../../../core/model/ladder.ts'
import { type Exit, failed } from '../exit.ts'
import { here } from '../here.ts'
import { type OpenProject, wired } from '../open-project.ts'
import { oneLine } from '../show.ts'
import type { Context } from '../terminal.ts'

/** Puts a person's word on record; an unproven one is on record as refused. Undefined when it counts. */
export async function submitLadder(
  context: Context,
  { paths, project }: Pick<OpenProject, 'paths' | 'project'>,
  { act, proof }: { readonly act: LadderAct; readonly proof: Proof },
): Promise<Exit | undefined> {
  const { gate } = await wired(paths, context.env)
  try {
    const decision = await gate.submit({ kind: 'ladder', act, proof, ...here(context) }, project)
    return decision.kind === 'answer' ? failed(oneLine(decision.text, 400)) : undefined
  } finally {
    await gate.close()
  }
}
