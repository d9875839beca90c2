import { render } from 'preact'
import { AskFailed, redeemTicket, token } from './api.ts'
import { followLive } from './live.ts'
import { Shell } from './parts/shell.tsx'
import { lock, refreshState, showTheme, standing } from './state.ts'

async function open(): Promise<void> {
  showTheme()
  try {
    await redeemTicket()
  } catch (error) {
    lock(error instanceof AskFailed ? error.problem?.text : undefined)
  }
  const place = document.getElementById('app')
  if (place) render(<Shell />, place)
  followLive()
  if (token() === null) return
  standing.value = 'opening'
  await refreshState()
}

// A ticket that is opened in a tab that is there already.
addEventListener('hashchange', () => void redeemTicket().then(refreshState, () => undefined))
void open()
