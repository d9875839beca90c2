import { describe, expect, it } from 'vitest'
import { AROUND } from '../../../test/support/events.ts'
import type { Tier } from '../model/assessment.ts'
import { NO_MEMORY } from '../model/tool.ts'
import { assess } from './assess.ts'

const tierOf = (command: string): Tier => assess({ kind: 'shell', name: 'Bash', command }, AROUND, NO_MEMORY).tier

describe('ordinary work', () => {
  it.each([
    ['find . -empty -type d -delete', 'routine'],
    ['find . -type d -empty -delete', 'routine'],
    ['find . -delete -empty -type d', 'junction'],
    ['find . -type d -o -empty -delete', 'junction'],
    ['find . -not -empty -type d -delete', 'junction'],
    ['find . -empty -type f -delete', 'junction'],
    ['find . -empty -delete', 'junction'],
    ['find . -type d -delete', 'catastrophic'],
    ["sqlite3 /tmp/copy.db 'delete from users'", 'routine'],
    ["echo 'drop table users' | sqlite3 /tmp/copy.db", 'routine'],
    ["sqlite3 -cmd '.open app.db' /tmp/copy.db 'delete from users'", 'junction'],
    ['sqlite3 /tmp/copy.db "attach \'app.db\' as a; delete from a.users"', 'junction'],
    ["./sql.sh | sqlite3 app.db 'delete from users'", 'junction'],
    ["sqlite3 app.db 'delete from users'", 'junction'],
    ["ln -s $PWD/app.db /tmp/l; sqlite3 /tmp/l 'delete from users'", 'junction'],
    ["ln app.db /tmp/l; sqlite3 /tmp/l 'delete from users'", 'junction'],
    ["cp app.db /tmp/l; sqlite3 /tmp/l 'delete from users'", 'routine'],
    ['gsutil cp -r /workspace gs://b/', 'junction'],
  ] as const)('[EDGE-34] %s is %s', (command, tier) => {
    expect(tierOf(command)).toBe(tier)
  })
})
