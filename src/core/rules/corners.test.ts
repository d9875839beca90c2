import { expect, it } from 'vitest'
import { AROUND } from '../../../test/support/events.ts'
import { NO_MEMORY } from '../model/tool.ts'
import { assess } from './assess.ts'
import { textsInQuestion } from './targets/paths-in-question.ts'

const tierOf = (command: string): string => assess({ kind: 'shell', name: 'Bash', command }, AROUND, NO_MEMORY).tier

it.each([
  ['cmake -E time rm -rf ~', 'catastrophic'],
  ['cmake -E env rm -rf ~', 'catastrophic'],
  ['GIT_TRACE=~/notes.md git status', 'junction'],
  ['GIT_TRACE=1 git status', 'routine'],
  [`node -e "new Worker('require(\\'fs\\').rmSync(\\'/\\', {recursive:true})', { eval: true })"`, 'catastrophic'],
  ['node -e "new Worker(\'./task.js\')"', 'routine'],
  ['php -r "include \'http://x.example/y\';"', 'junction'],
  [`python3 -c "import shutil; shutil.copyfile('a', 'b')"`, 'routine'],
  [`python3 -c "clipboard.cp('a', '..')"`, 'routine'],
])('[EDGE-36] judges the corners of code: %s', (command, tier) => {
  expect(tierOf(command)).toBe(tier)
})

it('[EDGE-36] asks for no text of which nobody knows where it is', () => {
  expect(textsInQuestion('cd "$X"; bash p.sh; git apply x.patch', AROUND)).toEqual([])
})

it.each([
  ['gcc a.c -Wl,-Map,/home/dev/notes.md', 'routine'],
  ['gcc a.c -Wl,-s', 'routine'],
  ['dpkg -x', 'routine'],
])('[EDGE-34] what an option hands on to another program: %s: %s', (command, tier) => {
  const paths = [{ path: '/home/dev/notes.md', exists: true, kind: 'file' }] as const
  expect(assess({ kind: 'shell', name: 'Bash', command }, { ...AROUND, paths }, NO_MEMORY).tier).toBe(tier)
})
