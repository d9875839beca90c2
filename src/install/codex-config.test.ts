import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addToConfig, featureOf, hasInConfig, hasProfile, removeFromConfig, trustedHashes } from './codex-config.ts'
import { scanToml } from './toml-scan.ts'

const KEY = '/home/u/.codex/hooks.json:pre_tool_use:0:0'
const trust = [{ key: KEY, hash: 'sha256:ab' }]
const BLOCK = '# >>> fairlead: `fairlead uninstall` removes these lines\n'
const TRUST = `[hooks.state."${KEY}"]\ntrusted_hash = "sha256:ab"\n`
const END = '# <<< fairlead\n'

it('[EDGE-118] gives the sandbox a profile that leaves us out, unless the person chose one, and takes it back', () => {
  const profile = { folder: '/h/.fairlead', state: '/h/.fairlead/state' }
  const wish = { trust: [], closeTty: false, profile }
  const lines = [
    '[permissions.fairlead]',
    'extends = ":workspace"',
    '',
    '[permissions.fairlead.filesystem]',
    '"/h/.fairlead" = "read"',
    '"/h/.fairlead/state" = "deny"',
  ].join('\n')
  for (const text of ['', 'model = "x"\n', '[features]\na = 1\n']) {
    const added = addToConfig(text, wish)
    const gap = text === '' ? '' : '\n'
    const after = `default_permissions = "fairlead" # fairlead\n${text}${gap || '\n'}${BLOCK}${lines}\n${END}`
    expect(added).toEqual({ ok: true, text: after })
    expect([hasInConfig(after, wish), hasProfile(after), hasInConfig(text, wish)]).toEqual([true, true, false])
    expect(removeFromConfig(after)).toEqual({ ok: true, text })
  }
  for (const own of ['sandbox_mode = "read-only"\n', 'default_permissions = ":workspace"\n'])
    expect([addToConfig(own, wish), hasInConfig(own, wish)]).toEqual([{ ok: true, text: own }, true])
})

describe("Codex's config.toml", () => {
  const cases: readonly { name: string; text: string; after: string; left?: string }[] = [
    { name: 'empty', text: '', after: `${BLOCK}[features]\nunified_exec_tty = false\n\n${TRUST}${END}` },
    {
      name: 'no features',
      text: 'model = "x"\n\n[features.deep]\na = 1\n',
      after: `model = "x"\n\n[features.deep]\na = 1\n\n${BLOCK}[features]\nunified_exec_tty = false\n\n${TRUST}${END}`,
    },
    {
      name: 'a features table',
      text: '[features]  # mine\nhooks = true\n[other]\nx = """\n[features]\n"""\n',
      after: `[features]  # mine\nunified_exec_tty = false # fairlead\nhooks = true\n[other]\nx = """\n[features]\n"""\n\n${BLOCK}${TRUST}${END}`,
    },
    {
      name: 'switched on by the user',
      text: '[features]\nunified_exec_tty = true # I like it\n',
      after: `[features]\nunified_exec_tty = false # fairlead: was true # I like it\n\n${BLOCK}${TRUST}${END}`,
    },
    {
      name: 'dotted at the root',
      text: 'features.hooks = true\nmodel = "x"\n',
      after: `features.hooks = true\nfeatures.unified_exec_tty = false # fairlead\nmodel = "x"\n\n${BLOCK}${TRUST}${END}`,
    },
    {
      name: 'already off',
      text: '[features]\nunified_exec_tty = false\n',
      after: `[features]\nunified_exec_tty = false\n\n${BLOCK}${TRUST}${END}`,
    },
    {
      name: 'windows line ends',
      text: 'a = 1\r\n[features]\r\n',
      after: `a = 1\r\n[features]\r\nunified_exec_tty = false # fairlead\r\n\r\n${(BLOCK + TRUST + END).replaceAll('\n', '\r\n')}`,
    },
    {
      name: 'no last line end',
      text: 'a = 1',
      after: `a = 1\n\n${BLOCK}[features]\nunified_exec_tty = false\n\n${TRUST}${END}`,
      left: 'a = 1\n',
    },
    {
      name: 'trusted before with another hash',
      text: `[hooks.state."${KEY}"]\nenabled = true\ntrusted_hash = "sha256:old" # x\n[features]\nunified_exec_tty = false\n`,
      after: `[hooks.state."${KEY}"]\nenabled = true\ntrusted_hash = "sha256:ab" # x\n[features]\nunified_exec_tty = false\n`,
      left: `[hooks.state."${KEY}"]\nenabled = true\ntrusted_hash = "sha256:ab" # x\n[features]\nunified_exec_tty = false\n`,
    },
    {
      name: 'known before without a hash',
      text: `[hooks.state."${KEY}"]\nenabled = true\n[features]\nunified_exec_tty = false\n`,
      after: `[hooks.state."${KEY}"]\ntrusted_hash = "sha256:ab"\nenabled = true\n[features]\nunified_exec_tty = false\n`,
      left: `[hooks.state."${KEY}"]\ntrusted_hash = "sha256:ab"\nenabled = true\n[features]\nunified_exec_tty = false\n`,
    },
  ]
  it.each(cases)('$name', ({ text, after, left }) => {
    const wish = { trust, closeTty: true }
    expect(hasInConfig(text, wish)).toBe(false)
    expect(addToConfig(text, wish)).toEqual({ ok: true, text: after })
    expect(hasInConfig(after, wish)).toBe(true)
    expect(addToConfig(after, wish)).toEqual({ ok: true, text: after })
    expect(removeFromConfig(after)).toEqual({ ok: true, text: left ?? text })
  })

  it('keeps what was added between our lines since', () => {
    const text = `${BLOCK}[features]\nunified_exec_tty = false\nother = true\n\n${TRUST}enabled = true\n${END}tail = 1\n`
    expect(removeFromConfig(text)).toEqual({ ok: true, text: '[features]\nother = true\ntail = 1\n' })
  })

  const refused: readonly [string, string][] = [
    [
      'features = { a = true }',
      '`features` is written as an inline table; add `unified_exec_tty = false` to it by hand',
    ],
    ['hooks = { state = {} }', '`hooks` is written as an inline table, which cannot be added to'],
    ['[hooks]\nstate = {}', '`hooks` is written as an inline table, which cannot be added to'],
    ['a = ', 'line 1: a value was expected'],
    ['a = [1, 2', 'line 1: it ends too early'],
    ['a = [1}', 'line 1: `}` has no partner'],
    ['a', 'line 1: `=` was expected'],
    ['= 1', 'line 1: a key was expected'],
    ['\n[a', 'line 2: `]` was expected'],
    ['a = 1 b', 'line 1: the end of the line was expected'],
    ['a = "x', 'line 1: a value was expected'],
  ]
  it.each(refused)('refuses %j', (text, problem) => {
    expect(addToConfig(text, { trust, closeTty: true })).toEqual({ ok: false, problem })
  })

  it('reads hashes and features however they are spelled', () => {
    const text = `features = { unified_exec_tty = false, hooks=true }\n[hooks.state]\n"a b" = { trusted_hash = "sha256:1" }\n[hooks.state.'c']\ntrusted_hash = 'sha256:2'\n`
    expect([...trustedHashes(text)]).toEqual([
      ['a b', 'sha256:1'],
      ['c', 'sha256:2'],
    ])
    expect([featureOf(text, 'unified_exec_tty'), featureOf(text, 'hooks'), featureOf(text, 'none')]).toEqual([
      'false',
      'true',
      undefined,
    ])
    expect(addToConfig(text, { trust: [], closeTty: true })).toEqual({ ok: true, text })
  })

  it('finds its way through every kind of value', () => {
    const text = `a.b."c d" = 'x#[' # c
when = 1979-05-27 07:32:00Z
list = [ # ]
  "]", '''
]''', { x = [1] },
]
long = """a \\" " "" [no]
b"""
[[many]] # x
x = 1.5e3
`
    const scanned = scanToml(text)
    expect(scanned.ok && scanned.statements.map(({ kind, path }) => `${kind} ${path.join('/')}`)).toEqual([
      'pair a/b/c d',
      'pair when',
      'pair list',
      'pair long',
      'array-table many',
      'pair many/x',
    ])
  })

  it('adds and removes without a trace among anything a person may have', () => {
    const line = fc.constantFrom(
      'model = "x"',
      '',
      '# note',
      '[features]',
      '[features.sub]',
      '[tools]',
      'x = [1,\n 2]',
      "y = '''\n[features]\n'''",
    )
    const texts = fc.uniqueArray(line, { maxLength: 7 }).map((lines) => lines.map((text) => `${text}\n`).join(''))
    fc.assert(
      fc.property(texts, fc.boolean(), (text, closeTty) => {
        const added = addToConfig(text, { trust, closeTty })
        expect(added.ok && removeFromConfig(added.text)).toEqual({ ok: true, text })
      }),
    )
  })
})

describe('our server', () => {
  const wish = { trust: [], closeTty: false, server: { command: '/x/bin/fairlead' } }

  it('is added once, and taken away again', () => {
    for (const before of ['', 'model = "x"\n', '[mcp_servers.other]\ncommand = "y"\n']) {
      const added = addToConfig(before, wish)
      const text = added.ok ? added.text : ''
      expect(text).toContain('[mcp_servers.fairlead]\ncommand = "/x/bin/fairlead"\nargs = ["mcp", "codex"]\n')
      expect([hasInConfig(before, wish), hasInConfig(text, wish)]).toEqual([false, true])
      expect(removeFromConfig(text)).toEqual({ ok: true, text: before })
    }
  })

  it('stays as the person wrote it', () => {
    const text = '[mcp_servers.fairlead]\ncommand = "mine"\n'
    expect(addToConfig(text, wish)).toEqual({ ok: true, text })
    expect(removeFromConfig(text)).toEqual({ ok: true, text })
  })
})
