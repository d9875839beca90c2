// What the bundles contain of others: their licences, and a bill of materials. Both are part of the build, so that every
// copy of the program carries them.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../setup/paths.mjs'

/** Packages whose files are copied, so that no bundle mentions them. */
const COPIED = ['web-tree-sitter', '@repomix/tree-sitter-wasms']
const LICENCE = /^(licen[cs]e|copying|notice)/i

/** Names of the packages that went into the bundles. */
export function bundledPackages(metafiles) {
  const inputs = metafiles.flatMap((meta) => Object.keys(meta.inputs))
  const names = inputs.flatMap((path) => path.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? [])
  return [...new Set([...names, ...COPIED])].sort()
}

/** The texts of their licences, after what the repository itself says of generated data. */
export function notices(names) {
  const own = join(ROOT, 'THIRD-PARTY')
  const parts = names.map((name) => {
    const { version, license } = describe(name)
    return `${'='.repeat(80)}\n${name} ${version} (${license})\n\n${licenceText(name)}`
  })
  return [...(existsSync(own) ? [readFileSync(own, 'utf8')] : []), ...parts].join('\n')
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
