import { useState } from 'preact/hooks'
import { QUEUE } from '../words/en.ts'
import { Icon } from './icon.tsx'

const SHOWN_MS = 1_500

export function CopyCommand({ command }: { readonly command: string }) {
  const [isCopied, set] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(command).then(
      () => {
        set(true)
        setTimeout(() => set(false), SHOWN_MS)
      },
      () => undefined,
    )
  return (
    <span class="copy">
      <code>{command}</code>
      <button type="button" class="quiet" onClick={() => void copy()}>
        <Icon name={isCopied ? 'check' : 'copy'} size={14} />
        {isCopied ? QUEUE.copied : QUEUE.copy}
        <span class="aloud"> {command}</span>
      </button>
    </span>
  )
}
