import { describe, expect, it } from 'vitest'
import { AROUND } from '../../../test/support/events.ts'
import { NO_MEMORY } from '../model/tool.ts'
import { assess } from './assess.ts'

const tierOf = (command: string): string => assess({ kind: 'shell', name: 'Bash', command }, AROUND, NO_MEMORY).tier

describe('what a program is', () => {
  it.each([
    ['./script', 'routine'],
    ['./script out.txt', 'routine'],
    ['script', 'junction'],
    ['./rm -rf src', 'catastrophic'],
    ['./deploy.sh', 'junction'],
    ["BASH -c 'rm -rf /'", 'catastrophic'],
    ['echo / | XARGS rm -rf', 'catastrophic'],
    ['SUDO -u root rm -rf /', 'catastrophic'],
    ['TAR --remove-files -cf a.tar docs', 'junction'],
  ])(
    '[EDGE-36] `%s` is %s: a file of the project is no program of the system, and case does not matter',
    (command, tier) => {
      expect(tierOf(command)).toBe(tier)
    },
  )

  it.each([
    ['acme apps delete web', 'junction'],
    ['acme destroy', 'junction'],
    ['acme purge db', 'junction'],
    ['acme delete web', 'junction'],
    ['acme deploy', 'junction'],
    ['acme site publish', 'junction'],
    ['acme secrets reveal token', 'junction'],
    ['acme delete', 'routine'],
    ['acme apps list --filter delete', 'routine'],
    ['acme show destroy', 'routine'],
    ['acme destroy --help', 'routine'],
    ['acme destroy -h', 'routine'],
    ['acme apps delete web --dry-run', 'routine'],
    ['kubectl delete ns shop -h', 'routine'],
    ['nsupdate --version', 'routine'],
    ['docker run -h', 'routine'],
  ])('[EDGE-34] `%s` is %s: of a tool that nobody described, the verb tells', (command, tier) => {
    expect(tierOf(command)).toBe(tier)
  })

  it.each([
    'ffsend history',
    'apt-key fingerprint',
    'screen -S w -X hardstatus off',
    'git rebase --abort',
    "codex exec 'fix it'",
    'mount --bind src build/src',
    'RAILS_ENV=test rails db:schema:load',
    'tmp=$(mktemp -d); make -C "$tmp"; rm -rf "$tmp"',
    'bash x.sh',
  ])('[EDGE-33] `%s` is ordinary work', (command) => {
    expect(tierOf(command)).toBe('routine')
  })

  it.each(['ffsend upload a.zip', 'apt-key add key.gpg', "screen -S w -X stuff 'ls'", 'mount --bind src /etc'])(
    '[EDGE-34] `%s` is not',
    (command) => {
      expect(tierOf(command)).not.toBe('routine')
    },
  )
})
