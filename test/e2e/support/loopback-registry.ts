import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

type Packed = {
  readonly name: string
  readonly version: string
  readonly filename: string
  readonly unpackedSize: number
  readonly files: readonly { readonly path: string }[]
}

export type Registry = { readonly url: string; readonly own: Packed; readonly tarball: string }

/** A registry on loopback with this folder as a package, as `npm pack` makes it, and with what others published. */
export async function loopbackRegistry(root: string, others: readonly string[] = []): Promise<Registry> {
  const store = mkdtempSync(join(tmpdir(), 'fairlead-registry-'))
  onTestFinished(() => rmSync(store, { recursive: true, force: true }))
  const own = pack(root, store)
  const packages = [own, ...others.map((folder) => packQuickly(folder, store))]
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname).slice(1)
    const found = packages.find(({ name, filename }) => path === name || path === filename)
    if (!found) return void response.writeHead(404).end('{"error":"not found"}')
    if (path === found.filename) return void response.end(readFileSync(join(store, found.filename)))
    response.setHeader('content-type', 'application/json').end(JSON.stringify(metadata(found, store, url())))
  })
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return { url: url(), own, tarball: join(store, own.filename) }
}

function pack(folder: string, store: string): Packed {
  // Another cache: that of the user who runs the tests may not be ours to write to.
  const args = ['pack', folder, '--json', '--ignore-scripts', '--pack-destination', store]
  const env = { ...process.env, npm_config_cache: join(store, 'cache') }
  const { stdout } = spawnSync('npm', args, { cwd: store, env, encoding: 'utf8' })
  const [packed] = JSON.parse(stdout)
  return packed
}

/** A package that was installed from elsewhere, packed again in a hurry. */
function packQuickly(folder: string, store: string): Packed {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const filename = `${name}-${version}.tgz`
  const rename = `s,^${basename(folder)},package,`
  execFileSync('tar', [
    '-C',
    dirname(folder),
    '--transform',
    rename,
    '-I',
    'gzip -1',
    '-cf',
    join(store, filename),
    basename(folder),
  ])
  return { name, version, filename, unpackedSize: 0, files: [] }
}

function metadata({ name, version, filename }: Packed, store: string, url: string) {
  const bytes = readFileSync(join(store, filename))
  const manifest = JSON.parse(
    execFileSync('tar', ['-xzOf', join(store, filename), 'package/package.json'], { encoding: 'utf8' }),
  )
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  const dist = { tarball: `${url}/${filename}`, integrity }
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } }
}
