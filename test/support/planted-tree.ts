import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CONFIGS = [
  'package.json',
  'biome.json',
  'knip.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'src/core/tsconfig.json',
]

const planted: string[] = []

export interface Diagnostic {
  readonly path: string
  readonly rule: string
  readonly text: string
}

// Outside the clone, so that nobody else meets the faults. (Not under .cache: Biome never looks into folders of that name.)
export function plantedTree() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-fences-')))
  planted.push(folder)
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  for (const config of CONFIGS) cpSync(join(ROOT, config), join(folder, config))

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  function run(script: string, args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
    return new Promise((resolve) => {
      execFile(process.execPath, [join(ROOT, 'node_modules', script), ...args], { cwd: folder }, (error, stdout) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout }),
      )
    })
  }
  async function biome(): Promise<readonly Diagnostic[]> {
    const { output } = await run('@biomejs/biome/bin/biome', [
      'ci',
      '--reporter=github',
      '--max-diagnostics=none',
      'src',
    ])
    return [...output.matchAll(/^::error title=([^,]+),file=([^,]+),.*?::(.*)$/gm)].map(
      ([, rule = '', path = '', text = '']) => ({
        path: relative(folder, path),
        rule,
        text,
      }),
    )
  }
  return { write, run, biome }
}

export function removePlantedTrees(): void {
  for (const folder of planted.splice(0)) rmSync(folder, { recursive: true, force: true })
}

export function importing(specifiers: readonly string[]): string {
  return specifiers.map((specifier) => `import '${specifier}'\n`).join('')
}
