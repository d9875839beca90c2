/** An agent that knows nothing of anchors: it does what `next_step` says and fills in what stands between < and >. */
export type Arguments = Readonly<Record<string, string>>

/** What it would call next after an answer; undefined when there is nothing left to do. `wishes` change what is asked for. */
export function nextArguments(answer: string, wishes: Arguments = {}): Arguments | undefined {
  const { next_call, constitution, template } = JSON.parse(answer)
  if (next_call === null) return undefined
  if (typeof constitution === 'string') lastConstitution = constitution
  const args: Arguments = next_call.arguments
  const payload =
    args['payload'] === undefined ? {} : { payload: args['payload'].replace(/<the template.*>/, template) }
  return filled({ ...args, ...payload, ...(args['stage'] === 'identity' ? wishes : {}) })
}

/** The same for the sentence with which a tool was refused: the call stands in it as JSON. */
export function argumentsIn(refusal: string, wishes: Arguments = {}): Arguments {
  const [json = '{}'] = /\{"stage":.*?"\}/.exec(refusal) ?? []
  return filled({ ...JSON.parse(json), ...wishes })
}

let lastConstitution = ''
let filledIn = 0

function filled(args: Arguments): Arguments {
  return Object.fromEntries(Object.entries(args).map(([name, text]) => [name, text.replaceAll(/<[^<>]+>/g, meant)]))
}

/** What a placeholder asks for, found in the texts or made up as an agent would. */
function meant(placeholder: string): string {
  filledIn += 1
  const said = (pattern: RegExp) => pattern.exec(lastConstitution)?.[1] ?? 'nothing'
  if (/COGNITION/.test(placeholder)) return said(/COGNITION::"?(\w+)/)
  if (/of the constitution/.test(placeholder)) return said(/ARCHETYPES?::\[(\w+)/)
  if (/answer for/.test(placeholder)) return 'the_note'
  if (/found there/.test(placeholder)) return `it says nothing of the note, as seen in look ${filledIn}`
  if (/do about it/.test(placeholder)) return `add the note and read it again, step ${filledIn}`
  if (/path of the file/.test(placeholder)) return 'note.txt'
  if (/command or condition/.test(placeholder)) return 'cat note.txt prints the note'
  return 'write a note'
}
