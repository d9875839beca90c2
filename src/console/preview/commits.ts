import { redact } from '../../core/rules/text/redact.ts'
import { runGit } from '../../git/run-git.ts'
import type { CommitRow, PatchAnswer, Preview } from '../contract/shapes.ts'

const MAX_COMMITS = 30
const MARK = '\u0001'

/** What a push would publish: the commits that the other side does not have, as far as this side knows. */
export async function commitsOf(command: string, { folder }: { readonly folder: string }): Promise<Preview> {
  const git = async (...args: readonly string[]) => {
    const { code, stdout } = await runGit(args, { cwd: folder })
    return code === 0 ? stdout.toString('utf8').trim() : undefined
  }
  const branch = (await git('symbolic-ref', '--short', '-q', 'HEAD')) ?? 'HEAD'
  const { remote, source, target } = wordsOf(command, branch)
  const name = remote ?? (await git('config', '--get', `branch.${branch}.remote`)) ?? 'origin'
  const address = (await git('remote', 'get-url', '--push', name)) ?? name
  const known = await git('rev-parse', '--verify', '-q', `refs/remotes/${name}/${target}`)
  const range =
    known === undefined
      ? ['--not', `--remotes=${name}`, '--not', '--end-of-options', source]
      : ['--end-of-options', `${known}..${source}`]
  const format = `${MARK}%h%x09%at%x09%an%x09%s`
  const log = (await git('log', `--max-count=${MAX_COMMITS + 1}`, '--numstat', `--format=${format}`, ...range)) ?? ''
  const commits = log
    .split(MARK)
    .filter((part) => part !== '')
    .map(commitIn)
  return {
    kind: 'commits',
    to: redact(`${address} ${target}`),
    forced: /\s(?:--force(?:-with-lease)?\b|-f\b|-[a-zA-Z]*f[a-zA-Z]*\b|\+\S)/.test(command),
    commits: commits.slice(0, MAX_COMMITS),
    more: Math.max(0, commits.length - MAX_COMMITS),
  }
}

const MAX_PATCH_CHARS = 200_000

/** What one commit changes, as text. Undefined where there is no such commit. */
export async function patchOf(commit: string, folder: string): Promise<PatchAnswer | undefined> {
  const args = ['show', '--format=', '--patch', '--stat', '--no-color', '--no-ext-diff', '--no-textconv']
  const { code, stdout } = await runGit([...args, '--end-of-options', commit], { cwd: folder })
  if (code !== 0) return undefined
  const text = redact(stdout.toString('utf8'))
  return { text: text.slice(0, MAX_PATCH_CHARS), cutChars: Math.max(0, text.length - MAX_PATCH_CHARS) }
}

/** Remote and branches as they are named; what is not named is the branch that is checked out. */
function wordsOf(command: string, branch: string) {
  const words = (/\bpush\b(.*)$/s.exec(command)?.[1] ?? '').split(/[;&|\n]/, 1)[0]?.split(/\s+/) ?? []
  const [remote, spec = branch] = words.filter((word) => word !== '' && !word.startsWith('-'))
  const [source = branch, target = source] = spec.replace(/^\+/, '').split(':')
  const named = (word: string) => (word === '' || word === 'HEAD' ? branch : word.replace(/^refs\/heads\//, ''))
  return { remote, source: named(source), target: named(target) }
}

function commitIn(part: string): CommitRow {
  const [head = '', ...files] = part.trim().split('\n')
  const [hash = '', at = '0', author = '', ...subject] = head.split('\t')
  const sums = files.flatMap((line) => {
    const [added, removed] = line.split('\t')
    return added === undefined || removed === undefined ? [] : [[Number(added) || 0, Number(removed) || 0] as const]
  })
  return {
    hash,
    subject: redact(subject.join('\t')),
    author,
    atMs: Number(at) * 1_000,
    files: sums.length,
    added: sums.reduce((sum, [added]) => sum + added, 0),
    removed: sums.reduce((sum, [, removed]) => sum + removed, 0),
  }
}
