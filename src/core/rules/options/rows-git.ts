import type { WordTable } from '../text/word-table.ts'

/** Every long option of any sub-command, then those that have letters of their own. */
export const GIT_OPTIONS: WordTable<string>[number] = [
  'git',
  `-C= -c= --exec-path? -m= -F= -b= -B= -s= -e= -X= -o= -U= --open-files-in-pager? --3way --abbrev --abort --add
    --add-header= --after-context= --aggressive --ahead-behind --all --all-match --allow-binary-replacement
    --allow-empty --allow-empty-message --allow-overlap --allow-unrelated-histories --also-filter-submodules --amend
    --anchored= --and --annotate --append --apply --atomic --attach --author= --auto --auto-gc --auto-maintenance
    --autosquash --autostash --bare --base= --basic-regexp --before-context= --binary --blob= --bool --bool-or-int
    --bool-or-str --branch --break --break-rewrites --build-fake-ancestor= --bundle-uri= --cached --cc= --cc-cmd=
    --check --checkout --chmod= --cleanup= --clear-decorations --color --color-moved --color-moved-ws= --color-words
    --column --commit --commit-filter= --committer-date-is-author-date --compact-summary --config= --config-env=
    --conflict= --contains --context= --continue --copy --count --cover-from-description= --cover-letter --create=
    --create-reflog --creation-factor= --cruft --cumulative --date= --decorate --decorate-refs=
    --decorate-refs-exclude= --deepen= --default= --delete --depth= --detach --diff-algorithm= --diff-filter=
    --dir-diff --directory= --dirstat --dirstat-by-file --discard-changes --dissociate --dry-run --dst-prefix=
    --edit --edit-description --edit-todo --empty= --env-filter= --exclude= --exclude-promisor-objects
    --exclude-standard --exec= --exit-code --expire= --expiry-date --ext-diff --ext-grep --extcmd= --extended-regexp
    --ff --ff-only --file= --filename-max-length= --files-with-matches --files-without-match --filter= --find-copies
    --find-copies-harder --find-object= --find-renames --fixed-strings --fixed-value --fixup= --follow --follow-tags
    --force --force-create= --force-if-includes --force-in-body-from --force-rebase --force-with-lease --fork-point
    --format= --from --full-index --full-name --function-context --get --get-all --get-color --get-colorbool
    --get-regexp --get-urlmatch --git-dir= --global --gpg-sign --guess --gui --hard --hardlinks --heading
    --histogram --ignore-all-space --ignore-blank-lines --ignore-case --ignore-cr-at-eol --ignore-date
    --ignore-errors --ignore-if-in-upstream --ignore-matching-lines= --ignore-missing --ignore-other-worktrees
    --ignore-removal --ignore-skip-worktree-bits --ignore-space-at-eol --ignore-space-change --ignore-submodules
    --ignore-unmatch --ignore-unmerged --ignore-whitespace --in-reply-to= --inaccurate-eof --include --includes
    --indent-heuristic --index --index-filter= --inline --int --intent-to-add --inter-hunk-context= --interactive
    --interdiff= --into-name= --invert-match --ipv4 --ipv6 --irreversible-delete --ita-invisible-in-index
    --ita-visible-in-index --jobs --keep --keep-base --keep-cr --keep-empty --keep-largest-pack --keep-non-patch
    --keep-redundant-commits --keep-subject --line-number --line-prefix= --list --local --local-user= --log --long
    --mailmap --mainline= --max-count= --max-depth= --merge --merged --message= --message-id --minimal --mirror
    --mixed --move --msg-filter= --multiple --naked --name-only --name-status --namespace= --negotiate-only
    --negotiation-tip= --not --null --numbered --numbered-files --numstat --only --only-matching --onto= --or
    --origin= --orphan= --ours --output= --output-directory= --output-indicator-context= --output-indicator-new=
    --output-indicator-old= --overlay --overwrite-ignore --parent-filter= --patch --patch-format= --patch-with-raw
    --patch-with-stat --path --pathspec-file-nul --pathspec-from-file= --patience --perl-regexp --pickaxe-all
    --pickaxe-regex --points-at= --porcelain --post-rewrite --prefetch --preserve-merges --progress --prompt --prune
    --prune-tags --push-option= --quiet --quit --quoted-cr= --range-diff= --raw --reapply-cherry-picks --rebase
    --rebase-merges --rebasing --receive-pack= --recount --recurse-submodules --recurse-submodules-default=
    --recursive --reedit-message= --ref= --reference --reference-if-able= --refetch --refmap= --refresh --reject
    --reject-shallow --relative --remote= --remote-submodules --remotes --remove-section --rename-empty
    --rename-section --renormalize --replace-all --repo= --rerere-autoupdate --reroll-count=
    --reschedule-failed-exec --reset-author --reset-author-date --resolved --resolvemsg= --reuse-message= --reverse
    --rfc --root --rotate-to= --scissors --sendmail-cmd= --separate-git-dir= --server-option= --set-upstream
    --set-upstream-to= --setup= --shallow-exclude= --shallow-since= --shallow-submodules --shared --short
    --shortstat --show-current --show-current-patch --show-forced-updates --show-function --show-origin --show-scope
    --sign --signature= --signature-file= --signed --signoff --single-branch --skip --skip-to= --soft --sort=
    --source= --sparse --squash --src-prefix= --staged --start-number= --stat --stat-count= --stat-graph-width=
    --stat-name-width= --stat-width= --status --stdin --stdout --strategy= --strategy-option= --subdirectory-filter=
    --subject-prefix= --submodule --submodule-prefix= --suffix= --summary --super-prefix= --symlinks --system
    --tag-name-filter= --tags --template= --text --textconv --theirs --thin --thread --threads= --to= --to-cmd=
    --tool= --tool-help --track --trailer= --tree-filter= --trust-exit-code --type= --unidiff-zero --unified=
    --unsafe-paths --unset --unset-all --unset-upstream --unshallow --untracked --untracked-files --update
    --update-head-ok --update-refs --update-shallow --upload-pack= --use-mailmap --utf8 --verbose --verify
    --verify-signatures --warn-embedded-repo --whitespace= --with --without --word-diff --word-diff-regex=
    --word-regexp --work-tree= --worktree --write-commit-graph --write-fetch-head --ws-error-highlight=
    --zero-commit
    @clean -d -f|--force -i|--interactive -n|--dry-run -q|--quiet -e|--exclude= -x -X
    @gc --aggressive --auto --prune? --quiet --force --keep-largest-pack --cruft --max-cruft-size= --expire-to=
    @tag -a|--annotate -s|--sign -u|--local-user= -f|--force -d|--delete -v|--verify -n? -l|--list --sort= --color?
    --contains --no-contains --merged --no-merged --points-at= --format= --cleanup= -m|--message= -F|--file= -e|--edit
    -i|--ignore-case --column? --create-reflog --trailer=
    @branch -d|--delete -D -m|--move -M -c|--copy -C -f|--force -a|--all -r|--remotes -l|--list -v|--verbose -q|--quiet
    -t|--track? -u|--set-upstream-to= --unset-upstream --show-current --sort= --contains --no-contains --merged --no-merged
    --points-at= --format= --color? --column? --abbrev? --edit-description --create-reflog -i|--ignore-case
    @push -f|--force --force-with-lease? --force-if-includes -d|--delete -n|--dry-run --mirror --prune --all|--branches
    --tags --follow-tags -u|--set-upstream -q|--quiet -v|--verbose -o|--push-option= --repo= --receive-pack|--exec=
    --atomic --thin --porcelain --progress --verify --signed? --recurse-submodules? -4|--ipv4 -6|--ipv6
    @rm -f|--force -n|--dry-run -r --cached --ignore-unmatch -q|--quiet --sparse --pathspec-from-file= --pathspec-file-nul
    @commit -a|--all -p|--patch -C|--reuse-message= -c|--reedit-message= --fixup= --squash= -F|--file= -m|--message=
    -s|--signoff -S? -n|--no-verify -e|--edit -q|--quiet -v|--verbose -t|--template= -u? -i|--include -o|--only -z|--null
    @read-tree -m -i -u -n|--dry-run --reset --prefix= --index-output= --empty --trivial --aggressive -v
    @checkout -b= -B= -f|--force -p|--patch --ours --theirs --orphan= -t|--track? -d|--detach -q|--quiet -m|--merge -l
    @switch -c|--create= -C|--force-create= -f|--force|--discard-changes -d|--detach -m|--merge -t|--track? -q|--quiet
    @restore -S|--staged -W|--worktree -s|--source= -p|--patch --ours --theirs -m|--merge -q|--quiet
    @reset -p|--patch -q|--quiet -N|--intent-to-add --hard --soft --mixed --merge --keep
    @fetch|pull -f|--force -p|--prune -P|--prune-tags -t|--tags -n -k|--keep -a|--append -u -q|--quiet -v|--verbose
    -j|--jobs= -r? -s|--strategy= -X= -S? -o= @apply|am -R|--reverse -p= -C= -3|--3way -q|--quiet -v|--verbose
    @update-ref -d -m= -z --stdin --deref --create-reflog @stash.push|stash.save -p|--patch -k|--keep-index -q|--quiet
    -u|--include-untracked -a|--all -m|--message= -S|--staged @worktree.remove -f|--force @submodule.deinit -f|--force --all
    @grep -O? -n -i -v -e= -f= -L -l -c -o -q -r -s -w -W -p -h -H -z -E -G -P -F -A= -B= -C= -m= --and --or --not
    @log|show|diff -O= -S= -G= -L= -M? -C? -B? -U= -p -s -w -W -c -q -r -t -z -b -R -n= -i -E -F -P -g --output=`,
]
