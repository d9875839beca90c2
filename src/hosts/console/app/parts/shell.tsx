import type { FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ask } from '../api.ts'
import { withKeys } from '../keys.ts'
import { Queue } from '../pages/queue.tsx'
import { addressOf, go, onLink, PAGES, type PageName, route } from '../router.ts'
import { helpShown, lock, paletteShown, standing, state, waiting } from '../state.ts'
import { BAR, NAV } from '../words/en.ts'
import { Announcer, announce } from './announce.tsx'
import { HelpDialog } from './help.tsx'
import { Icon, type IconName } from './icon.tsx'
import { Away, Behind, Locked, Skeleton } from './states.tsx'

const ICONS: Readonly<Record<PageName, IconName>> = {
  queue: 'inbox',
  now: 'activity',
  sessions: 'layers',
  ledger: 'book',
  audit: 'shield',
  insights: 'chart',
}

/** Loaded when somebody goes there: the queue is usable before they are. */
const LATER: Readonly<Record<Exclude<PageName, 'queue'>, () => Promise<FunctionComponent>>> = {
  now: () => import('../pages/now.tsx').then((m) => m.Now),
  sessions: () => import('../pages/sessions.tsx').then((m) => m.Sessions),
  ledger: () => import('../pages/ledger.tsx').then((m) => m.Ledger),
  audit: () => import('../pages/audit.tsx').then((m) => m.Audit),
  insights: () => import('../pages/insights.tsx').then((m) => m.Insights),
}

function Page() {
  const { page } = route.value
  const [loaded, set] = useState<{ readonly page: PageName; readonly View: FunctionComponent } | undefined>(undefined)
  useEffect(() => {
    if (page === 'queue') return
    void LATER[page]().then((View) => set({ page, View }))
  }, [page])
  if (page === 'queue') return <Queue />
  return loaded?.page === page ? <loaded.View /> : null
}

/** Rail, page, and what lies over them. */
export function Shell() {
  const { page } = route.value
  useEffect(() => {
    document.title = BAR.title(NAV[page], waiting.value)
  }, [page, waiting.value])
  useEffect(() => announce(waiting.value), [waiting.value])
  useEffect(() => withKeys(globalKeys()), [])
  if (standing.value === 'locked') return <Locked />
  return (
    <div class="shell">
      <a class="skip" href="#page">
        {NAV.skip}
      </a>
      <Rail page={page} />
      <div class="stage">
        <Away />
        <Behind />
        {state.value ? (
          <Page />
        ) : (
          <main id="page" class="page">
            <h1 class="aloud">{NAV[page]}</h1>
            <Skeleton lines={8} />
          </main>
        )}
      </div>
      {helpShown.value && <HelpDialog />}
      {paletteShown.value && <LaterPalette />}
      <Announcer />
    </div>
  )
}

function LaterPalette() {
  const [View, set] = useState<{ readonly View: FunctionComponent } | undefined>(undefined)
  useEffect(() => {
    void import('./palette.tsx').then((m) => set({ View: m.Palette }))
  }, [])
  return View ? <View.View /> : null
}

function Rail({ page }: { readonly page: PageName }) {
  return (
    <nav class="rail" aria-label={NAV.label}>
      <a class="brand" href="/" onClick={(event) => onLink(event, { page: 'queue' })}>
        <img src="/assets/icon.svg" alt="" width="26" height="26" />
        <span>{NAV.product}</span>
      </a>
      <ul>
        {PAGES.map((name) => (
          <li key={name}>
            <a
              href={addressOf({ page: name })}
              aria-current={name === page ? 'page' : undefined}
              onClick={(event) => onLink(event, { page: name })}
            >
              <Icon name={ICONS[name]} size={18} />
              <span class="label">{NAV[name]}</span>
              {name === 'queue' && waiting.value > 0 && (
                <span class="count">
                  <span aria-hidden="true">{waiting.value}</span>
                  <span class="aloud">{NAV.waits(waiting.value)}</span>
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function globalKeys() {
  const goTo = (page: PageName) => () => go({ page })
  return {
    'g q': goTo('queue'),
    'g n': goTo('now'),
    'g s': goTo('sessions'),
    'g l': goTo('ledger'),
    'g a': goTo('audit'),
    'g i': goTo('insights'),
    '?': () => {
      helpShown.value = true
    },
    'ctrl k': () => {
      paletteShown.value = true
    },
    '/': () => document.querySelector<HTMLInputElement>('input[type=search]')?.focus(),
    L: () => void ask('/session', { method: 'DELETE' }).finally(() => lock()),
  }
}
