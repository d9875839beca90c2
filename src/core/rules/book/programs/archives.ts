export const ARCHIVES = `
[ tar gtar bsdtar ] @archives data
  does packs unless -x|-t; overwrites option:--file if -c; writes option:--file if -r|-u|-A; fills
    option:--directory|--one-top-level if -x; deletes if --remove-files; executes option:--checkpoint-action after exec=;
    executes option:--use-compress-program|--info-script|--to-command|--rsh-command|--rmt-command; overwrites
    option:--index-file|--volno-file|--listed-incremental
  options getopt -A|--catenate|--concatenate -c|--create --delete -d|--diff|--compare -r|--append --test-label
    -t|--list -u|--update -x|--extract|--get --check-device -g|--listed-incremental= -G|--incremental
    --hole-detection= --ignore-failed-read --level= --no-check-device --no-seek -n|--seek --occurrence?
    --sparse-version= -S|--sparse --add-file= -C|--directory|--cd= --exclude= --exclude-backups --exclude-caches
    --exclude-caches-all --exclude-caches-under --exclude-ignore= --exclude-ignore-recursive= --exclude-tag=
    --exclude-tag-all= --exclude-tag-under= --exclude-vcs --exclude-vcs-ignores --no-null --no-recursion --no-unquote
    --no-verbatim-files-from --null --recursion -T|--files-from= --unquote --verbatim-files-from -X|--exclude-from=
    --anchored --ignore-case --no-anchored --no-ignore-case --no-wildcards --no-wildcards-match-slash --wildcards
    --wildcards-match-slash --keep-directory-symlink --keep-newer-files -k|--keep-old-files --no-overwrite-dir
    --one-top-level? --overwrite --overwrite-dir --recursive-unlink --remove-files --skip-old-files -U|--unlink-first
    -W|--verify --ignore-command-error --no-ignore-command-error -O|--to-stdout --to-command= --atime-preserve?
    --clamp-mtime --delay-directory-restore --group= --group-map= --mode= --mtime= -m|--touch
    --no-delay-directory-restore --no-same-owner --no-same-permissions --numeric-owner --owner= --owner-map=
    -p|--preserve-permissions|--same-permissions --same-owner --sort= -s|--preserve-order|--same-order --acls
    --no-acls --no-selinux --no-xattrs --selinux --xattrs --xattrs-exclude= --xattrs-include= --force-local -f|--file=
    -F|--info-script|--new-volume-script= -L|--tape-length= -M|--multi-volume --rmt-command= --rsh-command=
    --volno-file= -b|--blocking-factor= -B|--read-full-records -i|--ignore-zeros --record-size= -H|--format=
    --old-archive|--portability --pax-option= --posix -V|--label= -a|--auto-compress -I|--use-compress-program=
    -j|--bzip2 -J|--xz --lzip --lzma --lzop --no-auto-compress --zstd -z|--gzip|--gunzip|--ungzip
    -Z|--compress|--uncompress --backup? --hard-dereference -h|--dereference -K|--starting-file= --newer-mtime=
    -N|--newer|--after-date= --one-file-system -P|--absolute-names --suffix= --strip-components= --transform|--xform=
    --checkpoint? --checkpoint-action= --full-time --index-file= -l|--check-links --no-quote-chars= --quote-chars=
    --quoting-style= -R|--block-number --show-defaults --show-omitted-dirs --show-snapshot-field-ranges
    --show-transformed-names|--show-stored-names --totals? --utc -v|--verbose --warning=
    -w|--interactive|--confirmation -o --restrict --usage
[ zip ] edit data · packs rest; overwrites first over 1; deletes rest if -m|--move; executes option:-TT|--unzip-command
  options getopt -x|--exclude= -i|--include= -b|--temp-path= -t|--from-date= -tt|--before-date= -T|--test
    -TT|--unzip-command= -P|--password= -r|--recurse-paths -R|--recurse-patterns -m|--move -d|--delete -u|--update
    -f|--freshen -FS|--filesync -U|--copy-entries -j|--junk-paths -q|--quiet -v|--verbose -e|--encrypt -y|--symlinks
    -n|--suffixes= -O|--output-file= -o|--latest-time -@|--names-stdin -s|--split-size= -z|--archive-comment
    -c|--entry-comments -D|--no-dir-entries -X|--strip-extra -0 -1 -9
[ unzip ] @archives data · fills option:-d
  options getopt -d= -x= -P= -o -n -q -l -t -v -p -j -u -f -a -C
[ cpio ] · fills option:--directory
  options getopt -o|--create -i|--extract -p|--pass-through -t|--list -A|--append -F|--file= -I= -O=
    -E|--pattern-file= -D|--directory= -H|--format= -R|--owner= -d|--make-directories -u|--unconditional
    -m|--preserve-modification-time -v|--verbose -V|--dot -M|--message= --rsh-command= -C|--io-size=
    --no-absolute-filenames --absolute-filenames -l|--link -L|--dereference -0|--null -a|--reset-access-time -B -c
    -f|--nonmatching -k -n|--numeric-uid-gid -r|--rename -s|--swap-bytes -S|--swap-halfwords -b|--swap --quiet
    --to-stdout
[ unar ] · fills option:-o
  options exact -o|-output-directory=
[ 7z 7za 7zr 7zz ] · packs third; fills option:-o; deletes third if -sdel
  options exact -o? -p? -t? -m? -x? -i? -y -r -w? -si? -so
[ pax ] · packs if -w
[ borg ] · packs third
[ restic ] · packs rest
[ gzip gunzip ] edit data · packs; deletes unless -k|--keep|-c|--stdout
`
