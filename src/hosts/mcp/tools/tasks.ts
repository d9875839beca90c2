import { TASK_TEXTS } from '../../../core/words/ledger-cli.ts'
import { TASK_TOOL_TEXTS } from '../../../core/words/mcp-tools.ts'
import { createTask, focusOn, tellLedger, updateTask } from '../../../ledger/doors.ts'
import { openBeads } from '../../../ledger/tasks/open-beads.ts'
import { type Args, problem, projectTool, TEXT, TEXTS, textIn } from './project-tool.ts'

/** LEDGER-23, LEDGER-31: the tasks that can be worked on, or one with everything that was ruled about it. */
export const tasksTool = projectTool(
  {
    name: 'ledger_tasks',
    description: TASK_TOOL_TEXTS.read.about,
    readOnly: true,
    properties: { id: { ...TEXT, description: TASK_TOOL_TEXTS.read.id } },
  },
  async (args, { place }) => {
    const id = textIn(args, 'id')
    const beads = openBeads(place)
    if (id === undefined) {
      const ready = (await beads.ready()).map(({ id: one, status, title }) => ({ id: one, status, title }))
      return { text: JSON.stringify(ready) }
    }
    const bead = await beads.show(id)
    return bead === undefined ? problem(TASK_TEXTS.missing(id)) : { text: JSON.stringify(bead) }
  },
)

/** LEDGER-45: makes a task, or says what became of one; with `focus` it is the one that is worked on. */
export const taskTool = projectTool(
  {
    name: 'ledger_task',
    description: TASK_TOOL_TEXTS.write.about,
    readOnly: false,
    properties: {
      id: { ...TEXT, description: TASK_TOOL_TEXTS.write.id },
      title: { ...TEXT, description: TASK_TOOL_TEXTS.write.title },
      status: { ...TEXT, description: TASK_TOOL_TEXTS.write.status },
      next_steps: TEXTS,
      blockers: TEXTS,
      questions: TEXTS,
      focus: { type: 'boolean', description: TASK_TOOL_TEXTS.write.focus },
    },
  },
  async (args, door) => {
    const tasks = { place: door.place, door }
    const [given, title] = [textIn(args, 'id'), textIn(args, 'title')]
    if (given === undefined && title === undefined) return problem(TASK_TOOL_TEXTS.write.incomplete)
    const status = textIn(args, 'status')
    const [next_steps, blockers, questions] = ['next_steps', 'blockers', 'questions'].map((name) => textsIn(args, name))
    const change = {
      ...(title !== undefined && { title }),
      ...(status !== undefined && { status }),
      ...(next_steps && { next_steps }),
      ...(blockers && { blockers }),
      ...(questions && { questions }),
    }
    const made =
      given === undefined ? await createTask(tasks, { title: title ?? '', type: 'task', priority: 2 }) : undefined
    if (made?.ok === false) return problem(made.problem)
    const id = made?.bead.id ?? given ?? ''
    const answer =
      made !== undefined && Object.keys(change).length === 1 ? made : await updateTask(tasks, id, { change })
    if (!answer.ok) return problem(answer.problem)
    if (args['focus'] === true) await focusOn(door, { bead: id, title: answer.bead.title, reasoning: '' })
    return { text: `${id}  ${answer.bead.status}  ${answer.bead.title}` }
  },
)

/** A claim that nobody stands for any more; it stays in the log. */
export const withdrawTool = projectTool(
  {
    name: 'ledger_withdraw',
    description: TASK_TOOL_TEXTS.withdraw.about,
    readOnly: false,
    properties: { id: { ...TEXT, description: TASK_TOOL_TEXTS.withdraw.id } },
    required: ['id'],
  },
  async (args, door) => {
    const { text, isRefused } = await tellLedger(door, { do: 'withdraw', id: textIn(args, 'id') ?? '' })
    return { text, isError: isRefused }
  },
)

function textsIn(args: Args, name: string): readonly string[] | undefined {
  const value = args[name]
  if (!Array.isArray(value)) return undefined
  return value.flatMap((one) => (typeof one === 'string' && one.trim() !== '' ? [one] : []))
}
