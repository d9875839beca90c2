import { definePack } from '../rule.ts'

export const git = definePack(
  'git',
  `
NOT_PATHS = -p|--patch|--ours|--theirs|-b|-B|--orphan
TRUNK = main|master|trunk|develop|dev|production|release|release/*|stable|origin/*|upstream/*
FILE_LIKE = *.ts|*.tsx|*.js|*.jsx|*.mjs|*.cjs|*.json|*.go|*.py|*.rs|*.rb|*.java|*.kt|*.c|*.h|*.cc|*.cpp|*.hpp|*.cs|*.php|*.md|*.txt|*.yml|*.yaml|*.toml|*.lock|*.css|*.scss|*.html|*.vue|*.svelte|*.sh|*.sql|*.xml|*.swift|*.ex|*.exs|*.lua|*.proto|*/

push-force: rewrite-history · family git push --force · about first
  git push · has -f|--force|--force-with-lease|--force-if-includes · lacks -n|--dry-run|--help|-h
  git push · lacks -n|--dry-run|--help|-h · words +*
  git push · has --mirror|--prune · lacks -n|--dry-run|--help|-h
  git push · has -d|--delete · lacks -n|--dry-run|--help|-h
  git push · lacks -n|--dry-run|--help|-h · words :?*
  + git push --force origin main ¦ git push -uf origin x ¦ git push origin +main ¦ git push origin :old
  + git push origin --delete x ¦ git push --mirror
  - git push --dry-run --force ¦ git fetch origin ¦ git commit -m 'git push --force'

push: publish · family git push · about first
  git push · lacks -n|--dry-run|--help|-h
  git send-email · lacks --dry-run|--help|-h
  git send-pack|http-push, git svn dcommit, git subtree|lfs push, jj git push, gt|hub|sl|hg push|submit
  + git push ¦ git push origin main ¦ git -C sub push -u origin x ¦ git push --tags
  - git push --dry-run ¦ git pull ¦ git stash push ¦ git log --oneline

reset-hard: discard-uncommitted · family git reset · about first
  git reset · has --hard · lacks --help|-h
  + git reset --hard ¦ git reset --hard HEAD~5 ¦ git reset origin/main --har
  - git reset --soft HEAD~1 ¦ git reset HEAD file.ts ¦ git reset

reset-merge: discard-uncommitted · family git reset
  git reset · has --merge|--keep · lacks --help|-h · unless-clean
  + git reset --merge ¦ git reset --keep HEAD~1
  - git reset --soft HEAD~1 ¦ git merge main

clean: delete · family git clean
  git clean · has -f|--force · lacks -n|--dry-run|--help|-h|-i|--interactive · unless-clean
  git clean · has -f|--force · has -x|-X · lacks -n|--dry-run|--help|-h|-i|--interactive
  git clean · lacks -n|--dry-run|--help|-h · words clean.requireforce=false|clean.requireforce=no|clean.requireforce=0
  + git clean -fd ¦ git clean -xdf ¦ git clean --force ¦ git clean . -f
  - git clean -n ¦ git clean -nd ¦ git clean -fdn

discard: discard-uncommitted · family git checkout · about operands
  git checkout · has -f|--force · lacks --help|-h|-b|-B|--orphan · unless-clean
  git checkout · lacks --help|-h|{NOT_PATHS} · words -- · operands 1-999 · unless-clean
  git checkout .|./|:/|.. · lacks --help|-h|{NOT_PATHS} · unless-clean
  git checkout · lacks --help|-h|{NOT_PATHS} · operands is project-root · unless-clean
  git checkout {FILE_LIKE} · lacks --help|-h|{NOT_PATHS} · unless-clean
  git checkout · lacks --help|-h|{NOT_PATHS} · operands 2-999 · unless-clean
  git checkout · has --pathspec-from-file · unless-clean
  git restore · lacks --help|-h|-S|--staged|-p|--patch|--ours|--theirs · unless-clean
  git restore · has -W|--worktree · lacks --help|-h|-p|--patch · unless-clean
  git restore|checkout|reset|stash · has -p|--patch · fed command,text,file · unless-clean
  git switch · has -f|--force|--discard-changes · lacks --help|-h · unless-clean
  git merge|cherry-pick|am|revert · has --abort · unless-clean
  git checkout-index · has -f|--force · unless-clean
  git apply · has -R|--reverse · lacks --help|-h|--check|--stat · from git · unless-clean
  git show|cat-file · written is unsaved
  git read-tree · has --reset · unless-clean
  git read-tree · has -u · lacks -n|--dry-run|--help|-h · unless-clean
  git rm · has -f|--force · lacks -n|--dry-run|--help|-h|--cached · operands is project-root,root,home,unknown · unless-clean
  git rm · has -r · lacks -n|--dry-run|--help|-h|--cached · operands is project-root,root,home · unless-clean
  + git checkout -- . ¦ git checkout . ¦ git checkout HEAD -- src/a.ts ¦ git checkout -f ¦ git restore src/a.ts
  + git restore --staged --worktree a.ts ¦ git switch --discard-ch main ¦ git rm -rf .
  - git checkout main ¦ git checkout -b fix/x ¦ git restore --staged a.ts ¦ git checkout --theirs a.ts
  - git switch -c x ¦ git rm --cached a.ts

stash-drop: discard-uncommitted · family git stash drop
  git stash drop|clear · lacks --help|-h
  + git stash drop ¦ git stash clear ¦ git stash drop stash@{1}
  - git stash ¦ git stash pop ¦ git stash list

branch-delete: rewrite-history · family git branch · about operands
  git branch · has -D|-M|-C · lacks --help|-h
  git branch · has -f|--force · lacks --help|-h|-a|--list|-l
  git tag · has -d|--delete · lacks --help|-h|-l|--list
  + git branch -D feature ¦ git branch -f main HEAD~3 ¦ git branch --delete --force x
  - git branch --list ¦ git branch -d merged ¦ git branch -a ¦ git branch new-name ¦ git branch -r

branch-move: rewrite-history · family git branch · about operands
  git checkout · has -B · lacks --help|-h · words {TRUNK} · operands 1-9
  git switch · has -C|--force-create · lacks --help|-h · words {TRUNK}
  git worktree add · has -B
  git fast-import · has --force
  git fetch|pull · lacks -n|--dry-run|--help|-h · words +*:?* · without *:refs/remotes/*|*:refs/pull/*
  + git checkout -B main origin/main ¦ git switch -C master HEAD~3 ¦ git fetch origin +main:main
  - git checkout -b main ¦ git checkout -B fix/x ¦ git fetch origin main:main
  - git fetch origin '+refs/heads/*:refs/remotes/origin/*'

rewrite-history: rewrite-history · family git filter-branch
  git filter-branch|filter-repo, git-filter-repo · lacks --help|-h|--analyze|--dry-run
  bfg · lacks --help|-h
  java · words *bfg*.jar
  + git filter-branch --tree-filter 'rm -f .env' HEAD ¦ git filter-repo --force ¦ bfg --replace-text p.txt
  - git filter-repo --analyze ¦ git log

forget: rewrite-history · family git gc
  git reflog expire|delete · lacks -n|--dry-run|--help|-h
  git gc · has --prune=now,all
  git gc · words gc.pruneexpire=now|gc.pruneexpire=all|gc.reflogexpire*=now
  git prune · lacks -n|--dry-run|--help|-h
  git update-ref · has -d|--stdin
  git update-ref refs/heads/*|refs/tags/*|head · operands 1-9
  git symbolic-ref · has -d|--delete
  git symbolic-ref · operands 2-9 · lacks --help|-h
  git replace · has -f|--force|-d|--delete
  git init · has --separate-git-dir
  + git reflog expire --expire=now --all ¦ git gc --prune=now ¦ git prune ¦ git update-ref -d refs/heads/x
  - git gc ¦ git reflog ¦ git prune -n ¦ git remote prune origin ¦ git fetch --prune

worktree-remove: discard-uncommitted · family git worktree remove · about operands
  git worktree remove, git submodule deinit · has -f|--force
  + git worktree remove --force ../wt ¦ git worktree remove -f x ¦ git submodule deinit -f sub
  - git worktree list ¦ git worktree add ../wt ¦ git worktree prune

transport: execute-unresolved · external · family git transport
  git clone|fetch|pull|push|ls-remote|submodule · env GIT_SSH=*|GIT_SSH_VARIANT=*|GIT_ASKPASS=/tmp/*|GIT_PROXY_COMMAND=*|GIT_EXTERNAL_DIFF=*
  git clone|fetch|pull|push|ls-remote|submodule · env GIT_SSH_COMMAND=.*|GIT_SSH_COMMAND=/*|GIT_SSH_COMMAND=*;*|GIT_SSH_COMMAND=*curl*|GIT_SSH_COMMAND=*nc *
  git · env GIT_CONFIG_PARAMETERS=*alias.*|GIT_CONFIG_PARAMETERS=*core.*
  git · words ext::*
  git clone|fetch|pull|push|ls-remote · has --upload-pack|--receive-pack|--exec
  + GIT_SSH=./x git fetch origin ¦ git clone 'ext::sh -c id'
  - GIT_SSH_COMMAND='ssh -i key' git fetch ¦ git clone https://a.b/c.git ¦ git fetch --all
`,
)

export const otherVcs = definePack(
  'git',
  `
other-discard: discard-uncommitted · family git checkout · about operands
  hg|sl|chg update|up|checkout|co|goto · has -C|--clean · lacks --help|-h
  hg|sl|chg revert · lacks --help|-h|-n|--dry-run|-i|--interactive
  hg|sl|chg purge|clean|strip|rollback · lacks --help|-h|-n|--dry-run|-p|--print
  svn revert · lacks --help|-h
  svn cleanup · has --remove-unversioned|--remove-ignored
  bzr|brz|fossil revert|clean-tree|uncommit · lacks --help|-h|-n|--dry-run
  jj abandon, jj op|operation restore|abandon · lacks --help|-h
  jj restore · lacks --help|-h|-i|--interactive
  p4 revert|clean|obliterate · lacks --help|-h|-n
  + hg update -C ¦ hg revert --all ¦ svn revert -R . ¦ jj abandon ¦ hg purge --all
  - hg update ¦ hg revert --dry-run a ¦ svn status ¦ jj log ¦ jj new
`,
)
