import { glyph as activity } from 'lucide:activity'
import { glyph as ban } from 'lucide:ban'
import { glyph as book } from 'lucide:book-open-text'
import { glyph as chart } from 'lucide:chart-column'
import { glyph as check } from 'lucide:check'
import { glyph as chevron } from 'lucide:chevron-right'
import { glyph as help } from 'lucide:circle-question-mark'
import { glyph as clock } from 'lucide:clock'
import { glyph as copy } from 'lucide:copy'
import { glyph as eye } from 'lucide:eye'
import { glyph as file } from 'lucide:file-text'
import { glyph as commit } from 'lucide:git-commit-horizontal'
import { glyph as hand } from 'lucide:hand'
import { glyph as inbox } from 'lucide:inbox'
import { glyph as layers } from 'lucide:layers'
import { glyph as lock } from 'lucide:lock'
import { glyph as loop } from 'lucide:repeat'
import { glyph as search } from 'lucide:search'
import { glyph as shield } from 'lucide:shield-check'
import { glyph as skip } from 'lucide:skip-forward'
import { glyph as moon } from 'lucide:sun-moon'
import { glyph as timer } from 'lucide:timer'
import { glyph as warning } from 'lucide:triangle-alert'
import { glyph as undo } from 'lucide:undo-2'
import { h } from 'preact'

const GLYPHS = {
  ...{ activity, ban, book, chart, check, chevron, clock, commit, copy, eye, file, hand, help, inbox },
  ...{ layers, lock, loop, moon, search, shield, skip, timer, undo, warning },
} as const

export type IconName = keyof typeof GLYPHS

/** Always beside a word, so it is not read aloud. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      class="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {GLYPHS[name].map(([tag, attributes], index) => h(tag, { key: index, ...attributes }))}
    </svg>
  )
}
