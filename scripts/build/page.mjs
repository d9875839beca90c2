// The console's page: one script, its parts on demand, one style, icons inlined. Small enough to be usable at once, or no build.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ROOT } from '../setup/paths.mjs'
import { failure, say } from '../setup/report.mjs'

const APP = 'src/hosts/console/app'
const LIMIT_KB = { first: 45, whole: 90, style: 14 }

export function pageBundle(version) {
  return {
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    metafile: true,
    outdir: join(ROOT, 'dist/console'),
    entryPoints: { main: `${APP}/main.tsx`, thread: `${APP}/verify/thread.ts`, style: `${APP}/style/main.css` },
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    format: 'esm',
    platform: 'browser',
    target: ['chrome123', 'firefox121', 'safari17.5'],
    splitting: true,
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    tsconfigRaw: '{}',
    define: { __FAIRLEAD_VERSION__: JSON.stringify(version) },
    plugins: [lucide],
  }
}

/** `lucide:bell` is the glyph's elements as data: nothing is parsed in the page. */
const lucide = {
  name: 'lucide',
  setup(build) {
    build.onResolve({ filter: /^lucide:/ }, ({ path }) => ({ path: path.slice('lucide:'.length), namespace: 'lucide' }))
    build.onLoad({ filter: /.*/, namespace: 'lucide' }, ({ path }) => {
      const svg = readFileSync(join(ROOT, 'node_modules/lucide-static/icons', `${path}.svg`), 'utf8')
      const elements = [...svg.matchAll(/<(path|circle|rect|line|polyline|polygon|ellipse)\s([^>]*?)\/?>/g)].map(
        ([, name, attributes]) => [
          name,
          Object.fromEntries([...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value])),
        ],
      )
      return { contents: `export const glyph = ${JSON.stringify(elements)}`, loader: 'js' }
    })
  },
}

/** The bundle with its document. Fails where a budget is broken. */
export function pageOutputs({ outputFiles, metafile }, dist) {
  const named = (start, end) => outputFiles.find(({ path }) => basename(path).startsWith(start) && path.endsWith(end))
  const [main, style, thread] = [named('main-', '.js'), named('style-', '.css'), named('thread-', '.js')]
  checkSizes(outputFiles, metafile, { main, style })
  const document = readFileSync(join(ROOT, APP, 'index.html'), 'utf8')
    .replace('{{main}}', basename(main.path))
    .replace('{{style}}', basename(style.path))
    .replace('{{thread}}', basename(thread.path))
  const icon = readFileSync(join(ROOT, APP, 'icon.svg'))
  return [
    ...outputFiles,
    { path: join(dist, 'console', 'index.html'), contents: Buffer.from(document) },
    { path: join(dist, 'console', 'icon.svg'), contents: icon },
  ]
}

function checkSizes(files, metafile, { main, style }) {
  const kb = (list) => list.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0) / 1024
  const scripts = files.filter(({ path }) => path.endsWith('.js'))
  const first = new Set([basename(main.path), ...staticImports(metafile, basename(main.path))])
  const sizes = {
    first: kb(scripts.filter(({ path }) => first.has(basename(path)))),
    whole: kb(scripts),
    style: kb([style]),
  }
  say(
    `page, gzipped: ${Object.entries(sizes)
      .map(([name, size]) => `${name} ${size.toFixed(1)} of ${LIMIT_KB[name]} KB`)
      .join(', ')}`,
  )
  for (const [name, size] of Object.entries(sizes))
    if (size > LIMIT_KB[name])
      throw failure(`the page is too large: ${name} ${size.toFixed(1)} KB of ${LIMIT_KB[name]}; make it smaller`)
}

function staticImports(metafile, name, seen = new Set()) {
  const output = Object.entries(metafile.outputs).find(([path]) => basename(path) === name)?.[1]
  for (const { path, kind } of output?.imports ?? []) {
    const next = basename(path)
    if (kind !== 'import-statement' || seen.has(next)) continue
    seen.add(next)
    staticImports(metafile, next, seen)
  }
  return seen
}
