// What the bundles contain of others: their licences, and a bill of materials. Both are part of the build, so that every
// copy of the program carries them.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../setup/paths.mjs'

/** Packages whose files are copied, so that no bundle mentions them. */
const COPIED = ['web-tree-sitter', '@repomix/tree-sitter-wasms', 'lucide-static']
const LICENCE = /^(licen[cs]e|copying|notice)/i

/** Names of the packages that went into the bundles. */
export function bundledPackages(metafiles) {
  const inputs = metafiles.flatMap((meta) => Object.keys(meta.inputs))
  const names = inputs.flatMap((path) => path.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? [])
  return [...new Set([...names, ...COPIED])].sort()
}

/** The native programs contain parts of the C library that they were linked with. */
const MUSL = `musl libc (MIT), in the programs below native/

Copyright (c) 2005-2020 Rich Felker, et al.

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`
const OTHER = `The C library of the machine that built them, in the programs below native/, under its own licence.
`

/** The texts of their licences, after what the repository itself says of generated data. `compilers` built the native programs. */
export function notices(names, compilers) {
  const own = join(ROOT, 'THIRD-PARTY')
  const parts = names.map((name) => {
    const { version, license } = describe(name)
    return `${'='.repeat(80)}\n${name} ${version} (${license})\n\n${licenceText(name)}`
  })
  const libraries = new Set(compilers.map((path) => (path.includes('musl') ? MUSL : OTHER)))
  const linked = [...libraries].map((text) => `${'='.repeat(80)}\n${text}`)
  return [...(existsSync(own) ? [readFileSync(own, 'utf8')] : []), ...parts, ...linked].join('\n')
}

/** CycloneDX 1.6, without time or serial number: the same sources give the same bytes. */
export function billOfMaterials(names, { version }) {
  const components = names.map((name) => {
    const { version, license, description } = describe(name)
    return {
      type: 'library',
      'bom-ref': `pkg:npm/${purlName(name)}@${version}`,
      name,
      version,
      ...(description ? { description } : {}),
      licenses: [{ expression: license }],
      purl: `pkg:npm/${purlName(name)}@${version}`,
    }
  })
  const own = { type: 'application', 'bom-ref': `pkg:npm/fairlead@${version}`, name: 'fairlead', version }
  const bom = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata: { component: own }, components }
  return `${JSON.stringify(bom, null, 2)}\n`
}

function describe(name) {
  return JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'))
}

function licenceText(name) {
  const folder = join(ROOT, 'node_modules', name)
  const files = readdirSync(folder).filter((file) => LICENCE.test(file))
  if (files.length === 0)
    return `The package names its licence, ${describe(name).license}, and carries no text of it.\n`
  return files.map((file) => readFileSync(join(folder, file), 'utf8').trimEnd()).join('\n\n') + '\n'
}

function purlName(name) {
  return name.replace('@', '%40')
}
