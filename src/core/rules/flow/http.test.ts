import { describe, expect, it } from 'vitest'
import { argvOf, wordText } from '../options/argv.ts'
import { knownWord } from '../pseudo.ts'
import type { Word } from '../shell/reading.ts'
import { hostKinds, httpRequests } from './http.ts'

const hole: Word = { kind: 'unknown', raw: '$(cat x)', prefix: '', suffix: '' }
const request = (...words: readonly (string | Word)[]) => {
  const [first] = httpRequests(
    argvOf({ argv: words.map((word) => (typeof word === 'string' ? knownWord(word) : word)) }),
  )
  return first === undefined
    ? undefined
    : {
        method: first.method,
        host: first.host,
        path: first.path,
        files: first.files.map(wordText),
        open: first.openBody,
        out: first.output && wordText(first.output),
      }
}
const plain = { files: [], open: false, out: undefined }

describe('requests on the command line', () => {
  it.each<[readonly (string | Word)[], object]>([
    [['curl', 'https://a.io/x?q=1'], { method: 'GET', host: 'a.io', path: '/x?q=1' }],
    [['curl', '-X', 'DELETE', 'a.io'], { method: 'DELETE', host: 'a.io', path: '' }],
    [['curl', '-XPUT', 'http://u:p@A.io:8080/X'], { method: 'PUT', host: 'a.io:8080', path: '/x' }],
    [['curl', '-d', 'a=b', 'a.io'], { method: 'POST', host: 'a.io', path: '' }],
    [['curl', '-G', '-d', 'a=b', 'a.io'], { method: 'GET', host: 'a.io', path: '' }],
    [['curl', '--get', '-d', 'a=b', 'a.io'], { method: 'GET', host: 'a.io', path: '' }],
    [['curl', '-T', 'f', 'a.io'], { method: 'PUT', host: 'a.io', path: '', files: ['f'] }],
    [['curl', '-d', '@f', '--url', 'a.io'], { method: 'POST', host: 'a.io', path: '', files: ['f'] }],
    [['curl', '-F', 'x=@f;type=a', '-F', 'y=1', 'a.io'], { method: 'POST', host: 'a.io', path: '', files: ['f'] }],
    [['curl', '-d', hole, 'a.io'], { method: 'POST', host: 'a.io', path: '', open: true }],
    [['curl', '-o', 'out', 'a.io'], { method: 'GET', host: 'a.io', path: '', out: 'out' }],
    [['wget', '--post-data=a', 'a.io'], { method: 'POST', host: 'a.io', path: '' }],
    [['wget', '--method', 'delete', 'a.io'], { method: 'DELETE', host: 'a.io', path: '' }],
    [['wget', '-O', 'x', 'a.io'], { method: 'GET', host: 'a.io', path: '', out: 'x' }],
    [['http', 'DELETE', ':9200/x'], { method: 'DELETE', host: 'localhost:9200', path: '/x' }],
    [['http', 'a.io', 'x=1'], { method: 'POST', host: 'a.io', path: '' }],
    [['xh', 'a.io'], { method: 'GET', host: 'a.io', path: '' }],
    [['http', 'POST', 'a.io', 'x@f'], { method: 'POST', host: 'a.io', path: '', files: ['f'] }],
    [['curl', 'http://[::1]:80/x'], { method: 'GET', host: '[::1]:80', path: '/x' }],
    [['curl', 'http://a b'], { method: 'GET', host: 'a b', path: '' }],
    [['curl', 'a:b:c'], { method: 'GET', host: 'localhost', path: '' }],
  ])('[EDGE-47] %j', (words, expected) => {
    expect(request(...words)).toEqual({ ...plain, ...expected })
  })

  it('[EDGE-33] sees none where there is none', () => {
    expect(request('ls')).toBeUndefined()
    expect(request('http', 'POST')).toBeUndefined()
    expect(request('curl')).toBeUndefined()
  })

  it.each([
    ['localhost:3000', ['local']],
    ['127.0.0.1:9200', ['local', 'data-service']],
    ['10.0.0.1', ['private']],
    ['192.168.1.4:7700', ['private', 'data-service']],
    ['api.acme.io', ['public']],
    ['api.acme.io:9200', ['public', 'data-service']],
    ['staging.acme.io', ['private']],
    ['grafana.local', ['private']],
    ['traefik:8080', ['private']],
    ['example.com', ['private']],
    ['webhook.site', ['drop-box', 'public']],
    ['169.254.169.254', ['metadata']],
    ['[::1]', ['local']],
    ['\u0000.io', ['unknown']],
  ])('[EDGE-47] knows what %s is', (host, kinds) => {
    expect(hostKinds(host)).toEqual(kinds)
  })
})
