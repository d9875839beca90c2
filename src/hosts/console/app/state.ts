import { computed, signal } from '@preact/signals'
import type { LiveEvent, ProjectItem, StateAnswer } from '../../../console/contract/shapes.ts'
import { AskFailed, ask, forgetSession, token } from './api.ts'

/** Where this page stands with its daemon. */
export type PageStanding = 'locked' | 'opening' | 'open' | 'away'

export const standing = signal<PageStanding>(token() === null ? 'locked' : 'opening')
/** Why the page is locked, where there is a reason. */
export const lockedWhy = signal('')
export const state = signal<StateAnswer | undefined>(undefined)
/** The project that everything is narrowed to; empty: all. */
export const chosenProject = signal(sessionStorage.getItem('fairlead-project') ?? '')
/** Grows with every fact that arrives; who shows facts asks again. */
export const advanced = signal(0)
export const now = signal(Date.now())
/** What a screen reader is told; at most once a minute. */
export const announced = signal('')
export const keysOn = signal(localStorage.getItem('fairlead-keys') !== 'off')
export const theme = signal(localStorage.getItem('fairlead-theme') ?? 'auto')
export const helpShown = signal(false)
export const paletteShown = signal(false)

export const waiting = computed(() => state.value?.waiting ?? 0)
export const level = computed(() => state.value?.level ?? 'look')
export const missing = computed(() => state.value?.missing ?? 0)

setInterval(() => {
  now.value = Date.now()
}, 5_000)

export function projectOf(id: string): ProjectItem | undefined {
  return state.value?.projects.find((one) => one.id === id)
}

export const runtimeName = (name: string): string => state.value?.runtimes[name] ?? name
export const workName = (work: string): string => state.value?.works[work] ?? work

export function chooseProject(id: string): void {
  chosenProject.value = id
  sessionStorage.setItem('fairlead-project', id)
}

export function chooseTheme(name: string): void {
  theme.value = name
  localStorage.setItem('fairlead-theme', name)
  showTheme()
}

export function showTheme(): void {
  document.documentElement.dataset['theme'] = theme.value
}

export function switchKeys(on: boolean): void {
  keysOn.value = on
  localStorage.setItem('fairlead-keys', on ? 'on' : 'off')
}

export async function refreshState(): Promise<void> {
  try {
    const answer = await ask<StateAnswer>('/state', { background: true })
    // Another version of page and daemon: the page of that version is fetched, once.
    if (answer.version !== __FAIRLEAD_VERSION__ && sessionStorage.getItem('fairlead-reloaded') !== answer.version) {
      sessionStorage.setItem('fairlead-reloaded', answer.version)
      location.reload()
    }
    state.value = answer
    standing.value = 'open'
  } catch (error) {
    meet(error)
  }
}

/** A problem that concerns the whole page. */
export function meet(error: unknown): void {
  if (!(error instanceof AskFailed)) return
  if (error.problem === undefined) standing.value = standing.value === 'locked' ? 'locked' : 'away'
  else if (error.problem.kind === 'locked' || error.problem.kind === 'stranger') lock(error.problem.text)
}

export function lock(why = ''): void {
  forgetSession()
  lockedWhy.value = why
  state.value = undefined
  standing.value = 'locked'
}

export function heard(event: LiveEvent): void {
  const known = state.value
  standing.value = 'open'
  switch (event.kind) {
    case 'hello':
      void refreshState()
      advanced.value += 1
      return
    case 'advance':
      if (known) state.value = { ...known, waiting: event.waiting, missing: event.missing }
      advanced.value += 1
      return
    case 'level':
      if (known && known.level !== event.level) void refreshState()
      return
    case 'beat':
      return
  }
}
