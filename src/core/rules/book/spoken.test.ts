import { describe, expect, it } from 'vitest'
import { AROUND } from '../../../../test/support/events.ts'
import { NO_MEMORY } from '../../model/tool.ts'
import { assess } from '../assess.ts'
import { saidBy } from './spoken.ts'

const around = {
  ...AROUND,
  paths: ['thesis.txt', '.config/acme.toml', '.zshrc', 'new.key'].map((name) => ({
    path: `${AROUND.home}/${name}`,
    exists: name !== 'new.key',
    kind: 'file' as const,
    bornAtMs: 1,
  })),
}

const judged = (command: string): string | undefined =>
  assess({ kind: 'shell', name: 'Bash', command }, around, { ...NO_MEMORY, sinceMs: 500 }).findings[0]?.rule

describe('[EDGE-36] the name of an option', () => {
  it.each([
    [['-o'], 'overwrites'],
    [['-o', '--old-file'], 'takes'],
    [['-o', '--output'], 'overwrites'],
    [['-i'], 'takes'],
    [['-w'], undefined],
    [['-keyout'], 'overwrites'],
    [['--tsOutFile'], 'overwrites'],
    [['-oN'], 'overwrites'],
    [['--log-file'], 'overwrites'],
    [['--to-command'], 'executes'],
    [['--exec-batch'], 'executes'],
    [['--config'], 'takes'],
    [['--whatever'], undefined],
  ])('%j says %s', (names, said) => {
    expect([saidBy(names), saidBy(names)]).toEqual([said, said])
  })

  it('is remembered for so many names', () => {
    for (let at = 0; at < 4_200; at++) saidBy([`--output-${at}`])
    expect(saidBy(['-o'])).toBe('overwrites')
  })

  it.each([
    'frobnicate --output ~/thesis.txt a',
    'frobnicate -o ~/thesis.txt',
    'frobnicate -o$HOME/thesis.txt',
    'frobnicate --dump-section .text=/home/dev/thesis.txt a',
    'frobnicate --frozen ~/thesis.txt',
    'frobnicate a.json ~/thesis.txt',
    'frobnicate a.json ~/.config/acme.toml',
    'frobnicate a.json ~/.zshrc',
    'git diff --output=$HOME/thesis.txt',
    'wget -o ~/thesis.txt http://localhost/',
    'tar -cf /dev/null --index-file=$HOME/thesis.txt src',
    'gcc -E -xc /dev/null -o ~/thesis.txt',
    'nmap -oN ~/thesis.txt localhost',
  ])('tells that a file is replaced: %s', (command) => {
    expect(judged(command)).toBe('filesystem.overwrite-unsaved')
  })

  it.each([
    'frobnicate --config ~/thesis.txt',
    'frobnicate --output build/x',
    'openssl genrsa -out ~/new.key',
    'frobnicate ~/thesis.txt',
    'frobnicate ~/thesis.txt other',
    'frobnicate --timeout 5 --output json',
    'make -o ~/thesis.txt all',
    'diff a.json ~/thesis.txt',
    'grep --file=$HOME/thesis.txt a',
  ])('tells that nothing is: %s', (command) => {
    expect(judged(command)).toBe(undefined)
  })

  it.each([
    ["frobnicate --exec 'rm -rf /'", 'filesystem.delete-vital'],
    ["frobnicate --on-change-cmd='rm -rf /'", 'filesystem.delete-vital'],
    ["echo 'rm -rf /' | gcc -wrapper /bin/sh,-s .", 'filesystem.delete-vital'],
    ['rg --pre unlink x ~/shelf', 'filesystem.delete-unknown'],
    ['frobnicate --handler shred ~/shelf', 'filesystem.reach'],
    ['tar -xf a --to-command "$X"', 'system.unknown-code'],
    ['tar -xf a -I "$X"', 'system.unknown-code'],
    ['tar -xf a -I"$X"', 'system.unknown-code'],
    ['tar -xf a --use-compress-program="$X"', 'system.unknown-code'],
    ['frobnicate --exec "$X"', undefined],
    ['frobnicate --filter name=web', undefined],
    ['frobnicate --run fast', undefined],
    ['frobnicate --exec=', undefined],
    ['sort --compress-program=gzip a', undefined],
    ['tar -cf a --checkpoint-action=dot .', undefined],
  ])('tells what is run: %s', (command, rule) => {
    expect(judged(command)).toBe(rule)
  })
})
