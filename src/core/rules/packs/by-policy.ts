import { LOCKFILE_NAMES } from '../book/known-names.ts'
import { definePack } from '../rule.ts'

/** EDGE-36 to the letter, for those who want it: no recursive forced delete at all, not even of what can be built again. */
export const blockAll = definePack(
  'filesystem',
  `
rm-rf: delete · catastrophic · family rm · about operands
  rm|srm|grm · has -r|-R|--recursive · has -f|--force
  + rm -rf node_modules ¦ rm -fr /tmp/build-1 ¦ sudo rm --recursive --force dist
  - rm -r node_modules ¦ rm -f notes.txt ¦ rm -rf --help
`,
)

const NAMES = LOCKFILE_NAMES.split('|')
  .flatMap((name) => [name, `*/${name}`])
  .map((name) => name.toLowerCase())
  .join('|')

/** For those to whom a lockfile is a decision: it is not deleted or written over unasked. */
export const lockfiles = definePack(
  'filesystem',
  `
lockfile: overwrite · family lockfile · about operands
  rm|srm|grm|unlink|shred|truncate|tee|mv · words ${NAMES}
  cp|ln|install|rsync · operands 2-999 · last is lockfile
  dd · key:of is lockfile
  sed|gsed|perl · has -i|--in-place · words ${NAMES}
  git rm · words ${NAMES} · lacks -n|--dry-run
  * · written is lockfile
  npm|pnpm|yarn|bun|cargo|poetry|uv|bundle|composer update|upgrade|up
  + rm -rf node_modules package-lock.json ¦ rm yarn.lock ¦ echo x > Cargo.lock ¦ npm update
  - npm ci ¦ rm -rf node_modules ¦ cat package-lock.json ¦ npm install left-pad ¦ cp yarn.lock /tmp
`,
)
