// Writes the documents and tables that are made from code. The tests fail when one of them is not what the code says.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compare } from './docs/compare.ts'
import { configuration } from './docs/configuration.ts'
import { coverage } from './docs/coverage.ts'
import { packPrograms } from './docs/pack-programs.ts'
import { pluginFiles } from './docs/plugin.ts'
import { ROOT } from './setup/paths.mjs'

const DOCUMENTS = {
  'docs/compare.md': compare,
  'docs/configuration.md': configuration,
  'docs/coverage.md': coverage,
  'src/core/rules/book/pack-programs.ts': packPrograms,
  ...pluginFiles,
}

for (const [file, write] of Object.entries(DOCUMENTS)) {
  mkdirSync(dirname(join(ROOT, file)), { recursive: true })
  writeFileSync(join(ROOT, file), write())
  console.log(`wrote ${file}`)
}
