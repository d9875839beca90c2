import type { Proof } from '../../../core/model/event.ts'
import type { LadderAct } from '../../../core/model/plane.ts'
import { type Exit, failed } from '../exit.ts'
import type { OpenProject } from '../open-project.ts'
import { oneLine } from '../show.ts'
import { actStamp, submitAct } from '../submit-act.ts'
import type { Context } from '../terminal.ts'

/** Records a person's act, or the refusal of an unproven one. Undefined when it counts. */
export async function submitLadder(
  context: Context,
  open: OpenProject,
  { act, proof }: { readonly act: LadderAct; readonly proof: Proof },
): Promise<Exit | undefined> {
  const submitted = await submitAct(open, { kind: 'ladder', act, proof, ...actStamp(context) })
  if (!submitted.ok) return submitted.exit
  return submitted.open.kind === 'answer' ? failed(oneLine(submitted.open.text, 400)) : undefined
}
