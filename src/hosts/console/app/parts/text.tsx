import { visibleParts } from '../../../../console/contract/visible.ts'

interface Props {
  readonly text: string
  /** Longer texts are cut, with a count. */
  readonly most?: number
  readonly class?: string
}

/** Text of an agent: never markup, never a link; what would not be seen is shown as an escape. */
export function AgentText({ text, most = Number.POSITIVE_INFINITY, class: name }: Props) {
  const shown = text.length > most ? text.slice(0, most) : text
  const rest = text.length - shown.length
  return (
    <bdi dir="auto" class={name}>
      {visibleParts(shown).map((part, index) =>
        part.escaped ? (
          <mark key={index} class="escape">
            {part.text}
          </mark>
        ) : (
          part.text
        ),
      )}
      {rest > 0 && <span class="muted">{` …+${rest}`}</span>}
    </bdi>
  )
}

/** A sentence with `code` in backticks; what stands between them is text all the same. */
export function Sentence({ text }: { readonly text: string }) {
  return (
    <>
      {text.split('`').map((part, index) =>
        index % 2 === 1 ? (
          <code key={index}>
            <AgentText text={part} />
          </code>
        ) : (
          <AgentText key={index} text={part} />
        ),
      )}
    </>
  )
}
