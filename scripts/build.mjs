import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileNative, compilerFor, NATIVE_ARCHS, nativeSources } from './build/native.mjs'
import { billOfMaterials, bundledPackages, notices } from './build/notices.mjs'
import { pageBundle, pageOutputs } from './build/page.mjs'
import { withLock } from './setup/lock.mjs'
import { ROOT } from './setup/paths.mjs'
import { failure, say } from './setup/report.mjs'

const DIST = join(ROOT, 'dist')
const MANIFEST = join(DIST, 'manifest.json')

// The lean bundles start with every tool call, so they are CommonJS (loads faster) and minified.
const LEAN = {
  hook: 'src/hosts/hook/main.ts',
  yaml: 'src/config/yaml-door.ts',
  ledger: 'src/ledger/ledger-lookups.ts',
  tokens: 'src/ledger/count-tokens.ts',
}
// The hook compiles this one by itself, with code kept from an earlier call, so it is the function that it calls.
const GATE = { gate: 'src/hosts/hook/inline.ts' }
const AS_FUNCTION = { banner: { js: '(function (module, require, __dirname) {' }, footer: { js: '})' } }
const PROGRAMS = {
  daemon: 'src/hosts/daemon/main.ts',
  demo: 'src/hosts/demo/main.ts',
  mcp: 'src/hosts/mcp/main.ts',
  views: 'src/console/views/worker.ts',
}
const CLI = { cli: 'src/hosts/cli/main.ts' }

// Bundled CommonJS packages call `require` for Node's own modules; an ES module has none.
const REQUIRE_BANNER =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);"

export async function ensureBuild({ quiet = false } = {}) {
  const inputs = hashInputs()
  if (isBuilt(inputs)) {
    if (!quiet) say('build is up to date')
    return
  }
  await withLock(async () => {
    const current = hashInputs()
    if (!isBuilt(current)) await build(current)
  })
}

function hashInputs() {
  const hash = createHash('sha256')
  const files = [
    ...sources(join(ROOT, 'src')),
    ...nativeSources(),
    join(ROOT, 'package-lock.json'),
    join(ROOT, 'package.json'),
    // The bundler reads them too.
    ...['tsconfig.json', 'tsconfig.base.json'].map((name) => join(ROOT, name)),
    ...sources(join(ROOT, 'scripts/build')),
  ]
  // With another compiler, or the first one, the native programs are built again.
  hash.update(`${NATIVE_ARCHS.map(compilerFor)}\0`)
  for (const path of [...files, fileURLToPath(import.meta.url)]) {
    hash
      .update(`${relative(ROOT, path)}\0`)
      .update(readFileSync(path))
      .update('\0')
  }
  return hash.digest('hex')
}

function sources(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function isBuilt(inputs) {
  try {
    const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8'))
    return manifest.inputs === inputs && Object.keys(manifest.files).every((name) => existsSync(join(DIST, name)))
  } catch {
    return false
  }
}

async function build(inputs) {
  say('building…')
  const startedMs = Date.now()
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const { build: bundle, formatMessages } = await import('esbuild')
  try {
    const [page, ...programs] = await Promise.all(
      [pageBundle(version), ...bundles(version)].map((options) => bundle(options)),
    )
    const bundled = [...programs.flatMap((result) => result.outputFiles), ...pageOutputs(page, DIST)]
    const outputs = [...bundled, ...grammars(), ...native(), ...accounts([page, ...programs], version)]
    publish(outputs, { version, inputs })
  } catch (error) {
    if (!error.errors) throw error
    const messages = await formatMessages(error.errors, { kind: 'error', color: process.stderr.isTTY })
    throw failure('the build failed; fix the errors above and retry', messages.join(''))
  }
  say(`built in ${((Date.now() - startedMs) / 1000).toFixed(1)} s: ${sizes()}`)
}

function bundles(version) {
  const common = {
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    metafile: true,
    outdir: DIST,
    platform: 'node',
    target: 'node22.18',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    // The lean bundles find one another beside themselves at run time.
    external: ['./hook.cjs', './gate.cjs', './yaml.cjs', './ledger.cjs', './tokens.cjs'],
    define: { __FAIRLEAD_VERSION__: JSON.stringify(version) },
  }
  // Plain ASCII is read and kept with one byte a letter, half of what one foreign letter in the file would cost.
  // The hook runs them as scripts, in which `import()` has no meaning.
  const lean = {
    ...common,
    format: 'cjs',
    minify: true,
    charset: 'ascii',
    supported: { 'dynamic-import': false },
    outExtension: { '.js': '.cjs' },
  }
  const module = { ...common, format: 'esm', outExtension: { '.js': '.mjs' }, banner: { js: REQUIRE_BANNER } }
  return [
    { ...lean, entryPoints: present(LEAN) },
    { ...lean, ...AS_FUNCTION, entryPoints: present(GATE) },
    // Split, so that what is rarely needed (a tokenizer's tables) is loaded when it is.
    { ...module, entryPoints: present(PROGRAMS), splitting: true, chunkNames: 'parts/[name]-[hash]' },
    // Split, so that one subcommand does not pay for loading the others.
    { ...module, entryPoints: present(CLI), splitting: true, chunkNames: 'cli/[name]-[hash]' },
  ].filter((options) => Object.keys(options.entryPoints).length > 0)
}

function accounts(results, version) {
  const names = bundledPackages(results.map((result) => result.metafile))
  return [
    {
      path: join(DIST, 'THIRD-PARTY'),
      contents: notices(
        names,
        NATIVE_ARCHS.flatMap((arch) => compilerFor(arch) ?? []),
      ),
    },
    { path: join(DIST, 'sbom.cdx.json'), contents: billOfMaterials(names, { version }) },
  ]
}

// Parsers for whole sections of source: loaded one by one when a file of that language is asked for.
function grammars() {
  const runtime = join(ROOT, 'node_modules/web-tree-sitter/web-tree-sitter.wasm')
  const pack = join(ROOT, 'node_modules/@repomix/tree-sitter-wasms/out')
  const files = [runtime, ...readdirSync(pack).map((name) => join(pack, name))].filter((path) => path.endsWith('.wasm'))
  return files.map((path) => ({ path: join(DIST, 'grammars', basename(path)), contents: readFileSync(path) }))
}

// For this machine, and for the others that there is a compiler for: a package goes to all of them. Without one the hook in Node
// does the same, more slowly.
function native() {
  return NATIVE_ARCHS.flatMap((arch) => {
    const { programs = [], problem } = compileNative(arch)
    if (problem && arch === process.arch) say(`the native hook client was not built: ${problem}`)
    return programs.map(({ name, contents }) => ({ path: join(DIST, name), contents }))
  })
}

function present(entries) {
  const missing = Object.entries(entries).filter(([, path]) => !existsSync(join(ROOT, path)))
  for (const [name, path] of missing) say(`skipped ${name}: \`${path}\` does not exist yet`)
  return Object.fromEntries(Object.entries(entries).filter(([, path]) => existsSync(join(ROOT, path))))
}

// Each file appears whole or not at all, and the manifest last: an interrupted build is seen as unfinished.
function publish(outputs, { version, inputs }) {
  rmSync(MANIFEST, { force: true })
  const files = {}
  for (const output of outputs) {
    const name = relative(DIST, output.path)
    files[name] = createHash('sha256').update(output.contents).digest('hex')
    replace(output.path, output.contents)
  }
  for (const entry of sources(DIST)) if (!(relative(DIST, entry) in files)) rmSync(entry)
  replace(MANIFEST, `${JSON.stringify({ version, inputs, files }, null, 2)}\n`)
}

function replace(path, contents) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, contents)
  renameSync(`${path}.new`, path)
}

function sizes() {
  const { files } = JSON.parse(readFileSync(MANIFEST, 'utf8'))
  const shown = Object.keys(files).filter((name) => !name.includes('/'))
  return shown.map((name) => `${name} ${Math.ceil(readFileSync(join(DIST, name)).length / 1024)} KB`).join(', ')
}
