import { useEffect, useRef, useState } from 'preact/hooks'
import type { HoldsAnswer, SessionsAnswer } from '../../../../console/contract/shapes.ts'
import { go, PAGES, type Route } from '../router.ts'
import { paletteShown } from '../state.ts'
import { useAsk } from '../use-ask.ts'
import { NAV, PALETTE, QUEUE, SESSIONS } from '../words/en.ts'
import { AgentText } from './text.tsx'

interface Found {
  readonly key: string
  readonly kind: string
  readonly text: string
  readonly to: Route
}

/** Pages, holds and sessions by a few letters. */
export function Palette() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [q, search] = useState('')
  const [at, move] = useState(0)
  useEffect(() => dialog.current?.showModal(), [])
  const found = useFound(q)
  const close = () => {
    paletteShown.value = false
  }
  const choose = (one: Found | undefined) => {
    if (one) go(one.to)
    dialog.current?.close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(Math.min(found.length - 1, at + 1))
    else if (event.key === 'ArrowUp') move(Math.max(0, at - 1))
    else if (event.key === 'Enter') choose(found[at])
    else return
    event.preventDefault()
  }
  return (
    <dialog ref={dialog} class="sheet palette" aria-label={PALETTE.title} onClose={close}>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="found"
        aria-activedescendant={found[at] ? `found-${at}` : undefined}
        aria-label={PALETTE.title}
        placeholder={PALETTE.placeholder}
        value={q}
        onInput={(event) => {
          search(event.currentTarget.value)
          move(0)
        }}
        onKeyDown={onKeyDown}
      />
      <ul id="found" role="listbox" aria-label={PALETTE.title}>
        {found.map((one, index) => (
          <li
            key={one.key}
            id={`found-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => choose(one)}
            onKeyDown={onKeyDown}
          >
            <span class="muted">{one.kind}</span>
            <AgentText text={one.text} most={90} />
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="muted">{PALETTE.none}</p>}
    </dialog>
  )
}

function useFound(q: string): readonly Found[] {
  const asked = q.trim() === '' ? undefined : encodeURIComponent(q.trim())
  const holds = useAsk<HoldsAnswer>(asked === undefined ? undefined : `/holds?state=all&limit=6&q=${asked}`, {
    live: false,
  })
  const sessions = useAsk<SessionsAnswer>(asked === undefined ? undefined : `/sessions?limit=6&q=${asked}`, {
    live: false,
  })
  const pages = PAGES.filter((page) => NAV[page].toLowerCase().includes(q.trim().toLowerCase())).map(
    (page): Found => ({ key: page, kind: PALETTE.page, text: NAV[page], to: { page } }),
  )
  return [
    ...pages,
    ...(holds.answer?.rows ?? []).map(
      (row): Found => ({
        key: `h${row.project}${row.number}`,
        kind: PALETTE.hold,
        text: `${QUEUE.number(row.number)} ${row.command || row.reason}`,
        to: { page: 'queue', hold: { project: row.project, number: row.number } },
      }),
    ),
    ...(sessions.answer?.rows ?? []).map(
      (row): Found => ({
        key: `s${row.project}${row.session}`,
        kind: PALETTE.session,
        text: row.title || SESSIONS.untitled,
        to: { page: 'sessions', session: { project: row.project, id: row.session } },
      }),
    ),
  ]
}
