import { signal } from '@preact/signals'

/** Every address of the page. */
export type Route =
  | { readonly page: 'queue'; readonly hold?: { readonly project: string; readonly number: number } }
  | { readonly page: 'now' }
  | {
      readonly page: 'sessions'
      readonly session?: { readonly project: string; readonly id: string; readonly row?: number }
    }
  | { readonly page: 'ledger' }
  | { readonly page: 'audit'; readonly row?: number }
  | { readonly page: 'insights' }

export type PageName = Route['page']
export const PAGES = ['queue', 'now', 'sessions', 'ledger', 'audit', 'insights'] as const

export const route = signal<Route>(read())

function read(): Route {
  const [page = '', first = '', second = '', third = ''] = location.pathname.split('/').slice(1).map(decodeURIComponent)
  switch (page) {
    case 'now':
    case 'ledger':
    case 'insights':
      return { page }
    case 'sessions': {
      const row = third === '' ? {} : { row: Number(third) }
      return second === '' ? { page } : { page, session: { project: first, id: second, ...row } }
    }
    case 'audit':
      return first === '' ? { page } : { page, row: Number(first) }
    default:
      return second === '' ? { page: 'queue' } : { page: 'queue', hold: { project: first, number: Number(second) } }
  }
}

export function addressOf(to: Route): string {
  switch (to.page) {
    case 'queue':
      return to.hold ? `/queue/${to.hold.project}/${to.hold.number}` : '/'
    case 'sessions': {
      if (!to.session) return '/sessions'
      const { project, id, row } = to.session
      return `/sessions/${project}/${encodeURIComponent(id)}${row === undefined ? '' : `/${row}`}`
    }
    case 'audit':
      return to.row === undefined ? '/audit' : `/audit/${to.row}`
    default:
      return `/${to.page}`
  }
}

export function go(to: Route, how: 'push' | 'replace' = 'push'): void {
  const address = addressOf(to)
  if (how === 'replace') history.replaceState(null, '', address)
  else if (address !== location.pathname) history.pushState(null, '', address)
  route.value = to
}

/** A click on a link of ours, unless it is meant for another tab. */
export function onLink(event: MouseEvent, to: Route): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  go(to)
}

addEventListener('popstate', () => {
  route.value = read()
})
