import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { Hono } from 'hono'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** The built page, read once. Names of assets hold their hash, so they never change. */
export function pageFiles(folder: string): Hono {
  const files = new Map(readdirSync(folder).map((name) => [`/${name}`, readFileSync(join(folder, name))]))
  const app = new Hono()
  app.get('/*', (c) => {
    const isPage = !c.req.path.startsWith('/assets/')
    // Pages of the app are addresses of one document.
    const name = isPage ? '/index.html' : c.req.path.slice('/assets'.length)
    const body = files.get(name)
    if (!body) return c.notFound()
    return c.body(new Uint8Array(body), 200, {
      'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
      'cache-control': isPage ? 'no-store' : 'public, max-age=31536000, immutable',
    })
  })
  return app
}
