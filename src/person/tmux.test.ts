import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { foreignInput, tmuxSight } from './tmux.ts'

let folder = ''
const { listensAlone, terminalTimes } = tmuxSight()
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlead-tmux-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('sees who really listens under a name', async () => {
  const path = join(folder, 'a socket')
  const server = createServer()
  await new Promise<void>((done) => server.listen(path, done))
  expect([
    listensAlone(process.pid, path),
    listensAlone(process.ppid, path),
    listensAlone(process.pid, folder),
  ]).toEqual([true, false, false])
  await new Promise((done) => server.close(done))
})

it('notices a second one under the same name, and takes a connection for none', () => {
  mkdirSync(join(folder, '7/fd'), { recursive: true })
  mkdirSync(join(folder, 'net'))
  symlinkSync('socket:[51]', join(folder, '7/fd/3'))
  const line = (flags: string, inode: number) => `ffff: 00000002 00000000 ${flags} 0001 01 ${inode} /t/default`
  const listens = (...lines: readonly string[]) => {
    writeFileSync(join(folder, 'net/unix'), ['Num RefCount Protocol Flags Type St Inode Path', ...lines].join('\n'))
    return tmuxSight(folder).listensAlone(7, '/t/default')
  }
  expect(listens(line('00010000', 51), line('00000000', 52))).toBe(true)
  expect(listens(line('00010000', 51), line('00010000', 52))).toBe(false)
  expect(listens(line('00010000', 52))).toBe(false)
  expect(listens()).toBe(false)
  expect(tmuxSight(join(folder, 'nowhere')).listensAlone(7, '/t/default')).toBe(false)
})

it('tells the times of a terminal, and of nothing else', () => {
  expect(terminalTimes('/dev/null')).toEqual({ readMs: expect.any(Number), changedMs: expect.any(Number) })
  expect([terminalTimes('/dev/pts/none'), terminalTimes('/etc/hosts'), terminalTimes('')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

const NOW_MS = 1_800_000_000_000
const MINUTE_MS = 60_000
const judge = (lines: readonly string[], { minutes = 10, limit = 1_000 } = {}) => {
  const asked = { nowMs: NOW_MS, sinceMs: NOW_MS - minutes * MINUTE_MS, terminals: ['/dev/pts/4'] }
  return foreignInput({ text: ['20:10: client-9 command: show-messages', ...lines, ''].join('\n'), limit }, asked)
}
const ran = (verb: string) => `\`tmux ${verb}\` was run after the agent started`

it.each([
  ['20:09: client-7 command: send-keys -t %1 Enter', ran('send-keys')],
  ['20:09: client-7[eve] command: send-keys -t %1 Enter', ran('send-keys')],
  ['20:09: command: send-keys -t %1 Enter', ran('send-keys')],
  ['20:09: /dev/pts/9 key F5: send-keys x', ran('send-keys')],
  ['20:09: client-7 command: bind-key -n Enter send-keys x', ran('bind-key')],
  ['20:09: client-7 command: set-hook -g pane-focus-in "send-keys x"', ran('set-hook')],
  ['20:09: client-7 command: pipe-pane -I "cat keys"', ran('pipe-pane')],
  ['20:09: client-7 command: set-option -s command-alias[9] a=b', ran('set-option')],
  ['20:09: client-7 command: set-option -s message-limit 1000', ran('set-option')],
  ['20:09: client-7 command: new-window -d ./program', ran('new-window')],
  ['20:09: client-7 command: split-window ./program', ran('split-window')],
  ['20:09: client-7 command: link-window -s mine:0 -t person:', ran('link-window')],
  ['20:09: client-7 command: swap-window -s mine:0 -t person:0', ran('swap-window')],
  ['20:09: client-7 command: switch-client -c /dev/pts/4 -t mine', ran('switch-client')],
  ['20:09: client-7 command: new-session -d -s mine', undefined],
  ['20:09: client-7 command: respawn-pane -k ./program', ran('respawn-pane')],
  ['20:09: client-7 command: set-environment -g PROMPT_COMMAND ./program', ran('set-environment')],
  ['20:09: client-7 command: set-option -g default-command ./program', ran('set-option')],
  ['20:09: client-7 command: set-option -g after-new-window ./program', ran('set-option')],
  ['20:09: client-7 command: display-message -p "#(./program)"', ran('display-message')],
  ['20:09: client-7 command: list-clients -F "#{E:@program}"', ran('list-clients')],
  ['20:09: client-7 command: show-options -sv message-limit', undefined],
  ['20:09: /dev/pts/4 key c: new-window', undefined],
  ['20:09: client-7 command: set-option -gq @saved 17', undefined],
  ['20:09: client-7 command: some-new-thing', ran('some-new-thing')],
  ['20:09: client-7 command: set-option -g status off', undefined],
  ['20:09: client-7 command: list-clients -F "#{client_activity}"', undefined],
  ['20:09: client-7 command: capture-pane -p', undefined],
  ['20:09: /dev/pts/4 key F5: send-keys x', undefined],
  ['20:09: /dev/pts/4 message: client-7 command: send-keys x', undefined],
  ['20:01: client-7 command: send-keys x', ran('send-keys')],
  ['20:00: client-7 command: send-keys x', ran('send-keys')],
  ['19:59: client-7 command: send-keys x', undefined],
  ['20:11: client-7 command: send-keys x', undefined],
])('`%s`: %s', (line, found) => {
  expect(judge([line])).toBe(found)
})

it('counts back over midnight', () => {
  const midnight = ['20:05: client-1 command: list-keys', '00:01: client-1 command: list-keys']
  const sent = '23:58: client-7 command: send-keys x'
  expect(judge([...midnight, sent], { minutes: 60 * 21 })).toBe(ran('send-keys'))
  expect(judge([...midnight, sent], { minutes: 60 * 20 })).toBe(undefined)
})

it('looks at days before where the agent began there', () => {
  const sent = 'Sat14: client-7 command: send-keys x'
  expect(judge([sent], { minutes: 60 * 23 })).toBe(undefined)
  expect(judge([sent], { minutes: 60 * 48 })).toBe(ran('send-keys'))
})

it('wants to see back to the beginning', () => {
  const lines = Array.from({ length: 30 }, () => '20:09: client-1 command: list-clients')
  expect(judge(lines, { limit: 1_000 })).toBe(undefined)
  expect(judge(lines, { limit: 30 })).toMatch(/reach back/)
  expect(judge([...lines, '19:00: client-1 command: list-clients'], { limit: 30 })).toBe(undefined)
  const asked = { nowMs: NOW_MS, sinceMs: NOW_MS, terminals: [] }
  expect(foreignInput({ text: 'no current client\n', limit: 1_000 }, asked)).toMatch(/which commands it ran/)
})
