import type { Matcher } from '../../model/rule.ts'
import { definePack } from '../rule.ts'

const GIT = ['git']
const HELP = '--help|-h'
const DRY = '-n|--dry-run'
/** A single operand that is a file and not a branch. */
const FILE_LIKE =
  '*.ts|*.tsx|*.js|*.jsx|*.mjs|*.cjs|*.json|*.go|*.py|*.rs|*.rb|*.java|*.kt|*.c|*.h|*.cc|*.cpp|*.hpp|*.cs|*.php|*.md|*.txt|*.yml|*.yaml|*.toml|*.lock|*.css|*.scss|*.html|*.vue|*.svelte|*.sh|*.sql|*.xml|*.swift|*.ex|*.exs|*.lua|*.proto|*/'
const HERE = '.|./|:/|..'
/** Branches that others build on. */
const TRUNK = 'main|master|trunk|develop|dev|production|release|release/*|stable|origin/*|upstream/*'
const NOT_PATHS = '-p|--patch|--ours|--theirs|-b|-B|--orphan'

const push = (more: Partial<Matcher>): Matcher => ({ program: GIT, path: ['push'], lacks: [DRY, HELP], ...more })

export const git = definePack('git', () => [
  {
    id: 'push-force',
    harm: 'rewrite-history',
    family: 'git push --force',
    when: [
      push({ has: ['-f|--force|--force-with-lease|--force-if-includes'] }),
      push({ words: ['+*'] }),
      push({ has: ['--mirror|--prune'] }),
      push({ has: ['-d|--delete'] }),
      push({ words: [':?*'] }),
    ],
    about: 'first',
    examples: {
      matches: [
        'git push --force origin main',
        'git push -uf origin x',
        'git push origin +main',
        'git push origin :old',
        'git push origin --delete x',
        'git push --mirror',
      ],
      not: ['git push --dry-run --force', 'git fetch origin', "git commit -m 'git push --force'"],
    },
  },
  {
    id: 'push',
    harm: 'publish',
    family: 'git push',
    when: [
      push({}),
      { program: GIT, path: ['send-pack|http-push'] },
      { program: GIT, path: ['svn', 'dcommit'] },
      { program: GIT, path: ['subtree|lfs', 'push'] },
      { program: ['jj'], path: ['git', 'push'] },
      { program: ['gt', 'hub', 'sl', 'hg'], path: ['push|submit'] },
    ],
    about: 'first',
    examples: {
      matches: ['git push', 'git push origin main', 'git -C sub push -u origin x', 'git push --tags'],
      not: ['git push --dry-run', 'git pull', 'git stash push', 'git log --oneline'],
    },
  },
  {
    id: 'reset-hard',
    harm: 'discard-uncommitted',
    family: 'git reset',
    when: [{ program: GIT, path: ['reset'], has: ['--hard'], lacks: [HELP] }],
    about: 'first',
    examples: {
      matches: ['git reset --hard', 'git reset --hard HEAD~5', 'git reset origin/main --har'],
      not: ['git reset --soft HEAD~1', 'git reset HEAD file.ts', 'git reset'],
    },
  },
  {
    id: 'reset-merge',
    harm: 'discard-uncommitted',
    family: 'git reset',
    when: [{ program: GIT, path: ['reset'], has: ['--merge|--keep'], lacks: [HELP], unlessClean: true }],
    examples: {
      matches: ['git reset --merge', 'git reset --keep HEAD~1'],
      not: ['git reset --soft HEAD~1', 'git merge main'],
    },
  },
  {
    id: 'clean',
    harm: 'delete',
    family: 'git clean',
    when: [
      { program: GIT, path: ['clean'], has: ['-f|--force'], lacks: [DRY, HELP, '-i|--interactive'], unlessClean: true },
      {
        program: GIT,
        path: ['clean'],
        has: ['-f|--force', '-x|-X'],
        lacks: [DRY, HELP, '-i|--interactive'],
      },
      {
        program: GIT,
        path: ['clean'],
        lacks: [DRY, HELP],
        words: ['clean.requireforce=false|clean.requireforce=no|clean.requireforce=0'],
      },
    ],
    examples: {
      matches: ['git clean -fd', 'git clean -xdf', 'git clean --force', 'git clean . -f'],
      not: ['git clean -n', 'git clean -nd', 'git clean -fdn'],
    },
  },
  {
    id: 'discard',
    harm: 'discard-uncommitted',
    family: 'git checkout',
    when: [
      { program: GIT, path: ['checkout'], has: ['-f|--force'], lacks: [HELP, '-b|-B|--orphan'], unlessClean: true },
      {
        program: GIT,
        path: ['checkout'],
        words: ['--'],
        lacks: [HELP, NOT_PATHS],
        operands: [1, 999],
        unlessClean: true,
      },
      { program: GIT, path: ['checkout', HERE], lacks: [HELP, NOT_PATHS], unlessClean: true },
      {
        program: GIT,
        path: ['checkout'],
        lacks: [HELP, NOT_PATHS],
        unlessClean: true,
        targets: { of: 'operands', is: ['project-root'] },
      },
      { program: GIT, path: ['checkout', FILE_LIKE], lacks: [HELP, NOT_PATHS], unlessClean: true },
      { program: GIT, path: ['checkout'], operands: [2, 999], lacks: [HELP, NOT_PATHS], unlessClean: true },
      { program: GIT, path: ['checkout'], has: ['--pathspec-from-file'], unlessClean: true },
      { program: GIT, path: ['restore'], lacks: [HELP, '-S|--staged|-p|--patch|--ours|--theirs'], unlessClean: true },
      { program: GIT, path: ['restore'], has: ['-W|--worktree'], lacks: [HELP, '-p|--patch'], unlessClean: true },
      { program: GIT, path: ['switch'], has: ['-f|--force|--discard-changes'], lacks: [HELP], unlessClean: true },
      { program: GIT, path: ['rebase|merge|cherry-pick|am|revert'], has: ['--abort|--quit_'], unlessClean: true },
      { program: GIT, path: ['checkout-index'], has: ['-f|--force'], unlessClean: true },
      {
        program: GIT,
        path: ['apply'],
        has: ['-R|--reverse'],
        lacks: [HELP, '--check|--stat'],
        inputFrom: 'git',
        unlessClean: true,
      },
      { program: GIT, path: ['show|cat-file'], targets: { of: 'written', is: ['unsaved'] } },
      { program: GIT, path: ['read-tree'], has: ['--reset'], unlessClean: true },
      { program: GIT, path: ['read-tree'], has: ['-u'], lacks: [DRY, HELP], unlessClean: true },
      {
        program: GIT,
        path: ['rm'],
        has: ['-f|--force'],
        lacks: [DRY, HELP, '--cached'],
        unlessClean: true,
        targets: { of: 'operands', is: ['project-root', 'root', 'home', 'unknown'] },
      },
      {
        program: GIT,
        path: ['rm'],
        has: ['-r'],
        lacks: [DRY, HELP, '--cached'],
        unlessClean: true,
        targets: { of: 'operands', is: ['project-root', 'root', 'home'] },
      },
    ],
    about: 'operands',
    examples: {
      matches: [
        'git checkout -- .',
        'git checkout .',
        'git checkout HEAD -- src/a.ts',
        'git checkout -f',
        'git restore src/a.ts',
        'git restore --staged --worktree a.ts',
        'git switch --discard-ch main',
        'git rm -rf .',
      ],
      not: [
        'git checkout main',
        'git checkout -b fix/x',
        'git restore --staged a.ts',
        'git checkout --theirs a.ts',
        'git switch -c x',
        'git rm --cached a.ts',
      ],
    },
  },
  {
    id: 'stash-drop',
    harm: 'discard-uncommitted',
    family: 'git stash drop',
    when: [{ program: GIT, path: ['stash', 'drop|clear'], lacks: [HELP] }],
    examples: {
      matches: ['git stash drop', 'git stash clear', 'git stash drop stash@{1}'],
      not: ['git stash', 'git stash pop', 'git stash list'],
    },
  },
  {
    id: 'branch-delete',
    harm: 'rewrite-history',
    family: 'git branch',
    when: [
      { program: GIT, path: ['branch'], has: ['-D|-M|-C'], lacks: [HELP] },
      { program: GIT, path: ['branch'], has: ['-f|--force'], lacks: [HELP, '-a|--list|-l'] },
      { program: GIT, path: ['tag'], has: ['-d|--delete'], lacks: [HELP, '-l|--list'] },
    ],
    about: 'operands',
    examples: {
      matches: ['git branch -D feature', 'git branch -f main HEAD~3', 'git branch --delete --force x'],
      not: ['git branch --list', 'git branch -d merged', 'git branch -a', 'git branch new-name', 'git branch -r'],
    },
  },
  {
    id: 'branch-move',
    harm: 'rewrite-history',
    family: 'git branch',
    when: [
      { program: GIT, path: ['checkout'], has: ['-B'], lacks: [HELP], words: [TRUNK], operands: [1, 9] },
      { program: GIT, path: ['switch'], has: ['-C|--force-create'], lacks: [HELP], words: [TRUNK] },
      {
        program: GIT,
        path: ['fetch|pull'],
        lacks: [DRY, HELP],
        words: ['+*:?*'],
        noWords: ['*:refs/remotes/*|*:refs/pull/*'],
      },
    ],
    about: 'operands',
    examples: {
      matches: ['git checkout -B main origin/main', 'git switch -C master HEAD~3', 'git fetch origin +main:main'],
      not: [
        'git checkout -b main',
        'git checkout -B fix/x',
        'git fetch origin main:main',
        "git fetch origin '+refs/heads/*:refs/remotes/origin/*'",
      ],
    },
  },
  {
    id: 'rewrite-history',
    harm: 'rewrite-history',
    family: 'git filter-branch',
    when: [
      { program: GIT, path: ['filter-branch|filter-repo'], lacks: [HELP, '--analyze|--dry-run'] },
      { program: ['git-filter-repo'], lacks: [HELP, '--analyze|--dry-run'] },
      { program: ['bfg'], lacks: [HELP] },
      { program: ['java'], words: ['*bfg*.jar'] },
    ],
    examples: {
      matches: [
        "git filter-branch --tree-filter 'rm -f .env' HEAD",
        'git filter-repo --force',
        'bfg --replace-text p.txt',
      ],
      not: ['git filter-repo --analyze', 'git log'],
    },
  },
  {
    id: 'forget',
    harm: 'rewrite-history',
    family: 'git gc',
    when: [
      { program: GIT, path: ['reflog', 'expire|delete'], lacks: [DRY, HELP] },
      { program: GIT, path: ['gc'], has: ['--prune=now,all'] },
      { program: GIT, path: ['gc'], words: ['gc.pruneexpire=now|gc.pruneexpire=all|gc.reflogexpire*=now'] },
      { program: GIT, path: ['prune'], lacks: [DRY, HELP] },
      { program: GIT, path: ['update-ref'], has: ['-d|--stdin'] },
      { program: GIT, path: ['update-ref', 'refs/heads/*|refs/tags/*|head'], operands: [1, 9] },
      { program: GIT, path: ['symbolic-ref'], has: ['-d|--delete'] },
      { program: GIT, path: ['replace'], has: ['-f|--force|-d|--delete'] },
    ],
    examples: {
      matches: [
        'git reflog expire --expire=now --all',
        'git gc --prune=now',
        'git prune',
        'git update-ref -d refs/heads/x',
      ],
      not: ['git gc', 'git reflog', 'git prune -n', 'git remote prune origin', 'git fetch --prune'],
    },
  },
  {
    id: 'worktree-remove',
    harm: 'discard-uncommitted',
    family: 'git worktree remove',
    when: [
      { program: GIT, path: ['worktree', 'remove'], has: ['-f|--force'] },
      { program: GIT, path: ['submodule', 'deinit'], has: ['-f|--force'] },
    ],
    about: 'operands',
    examples: {
      matches: ['git worktree remove --force ../wt', 'git worktree remove -f x', 'git submodule deinit -f sub'],
      not: ['git worktree list', 'git worktree add ../wt', 'git worktree prune'],
    },
  },
  {
    id: 'transport',
    harm: 'execute-unresolved',
    type: 'external',
    family: 'git transport',
    when: [
      {
        program: GIT,
        env: 'GIT_SSH=*|GIT_SSH_VARIANT=*|GIT_ASKPASS=/tmp/*|GIT_PROXY_COMMAND=*|GIT_EXTERNAL_DIFF=*',
        path: ['clone|fetch|pull|push|ls-remote|submodule'],
      },
      {
        program: GIT,
        env: 'GIT_SSH_COMMAND=.*|GIT_SSH_COMMAND=/*|GIT_SSH_COMMAND=*;*|GIT_SSH_COMMAND=*curl*|GIT_SSH_COMMAND=*nc *',
        path: ['clone|fetch|pull|push|ls-remote|submodule'],
      },
      { program: GIT, env: 'GIT_CONFIG_PARAMETERS=*alias.*|GIT_CONFIG_PARAMETERS=*core.*' },
      { program: GIT, words: ['ext::*'] },
      { program: GIT, has: ['--upload-pack|--receive-pack|--exec'], path: ['clone|fetch|pull|push|ls-remote'] },
    ],
    examples: {
      matches: ['GIT_SSH=./x git fetch origin', "git clone 'ext::sh -c id'"],
      not: ["GIT_SSH_COMMAND='ssh -i key' git fetch", 'git clone https://a.b/c.git', 'git fetch --all'],
    },
  },
])

/** Version control other than git. */
export const otherVcs = definePack('git', () => [
  {
    id: 'other-discard',
    harm: 'discard-uncommitted',
    family: 'git checkout',
    when: [
      { program: ['hg', 'sl', 'chg'], path: ['update|up|checkout|co|goto'], has: ['-C|--clean'], lacks: [HELP] },
      { program: ['hg', 'sl', 'chg'], path: ['revert'], lacks: [HELP, DRY, '-i|--interactive'] },
      { program: ['hg', 'sl', 'chg'], path: ['purge|clean|shelve_|strip|rollback'], lacks: [HELP, DRY, '-p|--print'] },
      { program: ['svn'], path: ['revert'], lacks: [HELP] },
      { program: ['svn'], path: ['cleanup'], has: ['--remove-unversioned|--remove-ignored'] },
      { program: ['bzr', 'brz', 'fossil'], path: ['revert|clean-tree|uncommit'], lacks: [HELP, DRY] },
      { program: ['jj'], path: ['abandon'], lacks: [HELP] },
      { program: ['jj'], path: ['op|operation', 'restore|abandon'], lacks: [HELP] },
      { program: ['jj'], path: ['restore'], lacks: [HELP, '-i|--interactive'] },
      { program: ['p4'], path: ['revert|clean|obliterate'], lacks: [HELP, '-n'] },
    ],
    about: 'operands',
    examples: {
      matches: ['hg update -C', 'hg revert --all', 'svn revert -R .', 'jj abandon', 'hg purge --all'],
      not: ['hg update', 'hg revert --dry-run a', 'svn status', 'jj log', 'jj new'],
    },
  },
])
