/** Branches that others build on, whoever works on them. */
const SHARED =
  /^(?:main|master|trunk|develop|development|dev|next|prod|production|stable|staging|release|gh-pages|HEAD|(?:release|releases|hotfix)\/.*|v?\d[\d.x]*)$/i
const PLAIN = /^[A-Za-z0-9][\w./-]*$/
const KNOWN_OPTIONS: ReadonlySet<string> = new Set(['-u', '--set-upstream', '-q', '--quiet', '-v', '--verbose'])

/**
 * EDGE-35 with `git.push_scope: shared-branches`: exactly a remote and branches that are the person's own, all spelled out. Where
 * a bare push leads is in settings that anybody may have changed, so it stays held.
 */
export function pushesOwnBranch(argv: readonly string[]): boolean {
  const [program, verb, ...words] = argv
  if (program !== 'git' || verb !== 'push') return false
  const [remote, ...branches] = words.filter((word) => !KNOWN_OPTIONS.has(word))
  const isOwn = (name: string) => PLAIN.test(name) && !SHARED.test(name) && !name.startsWith('refs/')
  return remote !== undefined && PLAIN.test(remote) && branches.length > 0 && branches.every(isOwn)
}
