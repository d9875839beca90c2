import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'

/** A throw-away machine: a home, a repository with one commit, and a remote that shows whether a push happened. */
export type World = {
  /** Programs in its `bin` come before the machine's own. */
  readonly root: string
  readonly home: string
  readonly project: string
  /** Path inside the project (absolute paths stay). */
  readonly path: (file: string) => string
  readonly exists: (file: string) => boolean
  readonly read: (file: string) => string
  readonly write: (file: string, text: string) => string
  readonly git: (...args: readonly string[]) => string
  /** Subjects of the commits on the remote's `main`, newest first. */
  readonly pushed: () => readonly string[]
  readonly remove: () => void
}

/** The project lies in this folder of the machine. */
export function createWorld(folder = 'project'): World {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-e2e-')))
  const [home, project, remote] = [join(root, 'home'), join(root, folder), join(root, 'origin.git')]
  for (const one of [home, project]) mkdirSync(one)
  writeFileSync(join(home, '.gitconfig'), GIT_CONFIG)
  for (const name of ['chromium', 'google-chrome']) plantBrowser(join(root, 'bin', name))
  const path = (file: string) => (isAbsolute(file) ? file : join(project, file))
  const write = (file: string, text: string) => {
    const target = path(file)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text)
    return target
  }
  const git = (...args: readonly string[]) => runGit(home, project, args)
  runGit(home, root, ['init', '-q', '--bare', '-b', 'main', remote])
  git('init', '-q', '-b', 'main')
  git('remote', 'add', 'origin', remote)
  write('README.md', '# A project\n')
  git('add', '-A')
  git('commit', '-q', '-m', 'first')
  git('push', '-q', '-u', 'origin', 'main')
  return {
    root,
    home,
    project,
    path,
    exists: (file) => existsSync(path(file)),
    read: (file) => readFileSync(path(file), 'utf8'),
    write,
    git,
    pushed: () => runGit(home, remote, ['log', '--format=%s', 'main']).trim().split('\n'),
    // Clients may still be writing their last lines into the home folder.
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  }
}

/** `init` tries what is installed, and a browser that starts takes longer than the rest of `init`: this one has nothing to show. */
function plantBrowser(program: string): void {
  mkdirSync(dirname(program), { recursive: true })
  writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o755 })
}

const GIT_CONFIG = '[user]\n\tname = Dev\n\temail = dev@example.invalid\n[init]\n\tdefaultBranch = main\n'

function runGit(home: string, cwd: string, args: readonly string[]): string {
  // Only this home's configuration counts, or a developer's own hooks and signing keys would take part.
  const env = { PATH: process.env.PATH ?? '', HOME: home, GIT_CONFIG_NOSYSTEM: '1' }
  return execFileSync('git', args, { cwd, env, encoding: 'utf8' })
}
