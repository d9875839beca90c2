import type { WordTable } from '../text/word-table.ts'
import { GIT_OPTIONS } from './rows-git.ts'

/**
 * The options of each program, in the notation of `grammarOf`. A program named here is read exactly; for any other
 * the word after an option may be its value or not, and both readings are tried.
 *
 * These cut long options short (getopt_long, git, Getopt::Long, argparse), so their lists are complete: what is
 * missing in one would make an abbreviation of it look like another option.
 */
export const ABBREVIATING: WordTable<string> = [
  [
    'rm grm srm',
    `-f|--force -i -I --interactive? --one-file-system --no-preserve-root --preserve-root? -r|-R|--recursive -d|--dir
    -v|--verbose`,
  ],
  ['rmdir', '--ignore-fail-on-non-empty -p|--parents -v|--verbose'],
  ['unlink sync reboot halt poweroff echo true false dd', '--help'],
  ['chattr', '-R -V -f -v= -p='],
  [
    'cat',
    `-A|--show-all -b|--number-nonblank -e -E|--show-ends -n|--number -s|--squeeze-blank -t -T|--show-tabs -u
    -v|--show-nonprinting`,
  ],
  ['tee', '-a|--append -i|--ignore-interrupts -p --output-error?'],
  [
    'ls',
    `-a|--all -A|--almost-all --author -b|--escape --block-size= -B|--ignore-backups -c -C --color? -d|--directory
    -D|--dired -f -F|--classify? --file-type --format= --full-time -g --group-directories-first -G|--no-group
    -h|--human-readable --si -H|--dereference-command-line --dereference-command-line-symlink-to-dir --hide=
    --hyperlink? --indicator-style= -i|--inode -I|--ignore= -k|--kibibytes -l -L|--dereference -m
    -n|--numeric-uid-gid -N|--literal -o -p -q|--hide-control-chars --show-control-chars -Q|--quote-name
    --quoting-style= -r|--reverse -R|--recursive -s|--size -S --sort= --time= --time-style= -t -T|--tabsize= -u -U
    -v -w|--width= -x -X -Z|--context --zero -1`,
  ],
  [
    'chmod',
    `-c|--changes -f|--silent|--quiet -v|--verbose --dereference -h|--no-dereference --no-preserve-root
    --preserve-root --reference= -R|--recursive -H -L -P`,
  ],
  [
    'chown chgrp',
    `-c|--changes -f|--silent|--quiet -v|--verbose --dereference -h|--no-dereference --from= --no-preserve-root
    --preserve-root --reference= -R|--recursive -H -L -P`,
  ],
  [
    'cp gcp',
    `-a|--archive --attributes-only --backup? -b --copy-contents --debug -d -f|--force -i|--interactive -H -l|--link
    -L|--dereference -n|--no-clobber -P|--no-dereference -p --preserve? --no-preserve= --parents -R|-r|--recursive
    --reflink? --remove-destination --sparse= --strip-trailing-slashes -s|--symbolic-link -S|--suffix=
    -t|--target-directory= -T|--no-target-directory -u --update? -v|--verbose --keep-directory-symlink
    -x|--one-file-system -Z --context?`,
  ],
  [
    'mv gmv',
    `--backup? -b --debug --exchange -f|--force -i|--interactive -n|--no-clobber --no-copy --strip-trailing-slashes
    -S|--suffix= -t|--target-directory= -T|--no-target-directory -u --update? -v|--verbose -Z|--context`,
  ],
  [
    'ln',
    `--backup? -b -d|-F|--directory -f|--force -i|--interactive -L|--logical -n|--no-dereference -P|--physical
    -r|--relative -s|--symbolic -S|--suffix= -t|--target-directory= -T|--no-target-directory -v|--verbose`,
  ],
  [
    'install ginstall',
    `--backup? -b -c -C|--compare -d|--directory -D --debug -g|--group= -m|--mode= -o|--owner=
    -p|--preserve-timestamps -s|--strip --strip-program= -S|--suffix= -t|--target-directory=
    -T|--no-target-directory -v|--verbose --preserve-context -Z --context?`,
  ],
  ['shred', `-f|--force -n|--iterations= --random-source= -s|--size= -u --remove? -v|--verbose -x|--exact -z|--zero`],
  ['truncate', '-c|--no-create -o|--io-blocks -r|--reference= -s|--size='],
  [
    'fallocate',
    `-c|--collapse-range -d|--dig-holes -i|--insert-range -l|--length= -n|--keep-size -o|--offset= -p|--punch-hole
    -z|--zero-range -x|--posix -v|--verbose`,
  ],
  [
    'tail',
    `-c|--bytes= -f --follow? -F -n|--lines= --max-unchanged-stats= --pid= -q|--quiet|--silent --retry
    -s|--sleep-interval= -v|--verbose -z|--zero-terminated`,
  ],
  ['head', '-c|--bytes= -n|--lines= -q|--quiet|--silent -v|--verbose -z|--zero-terminated'],
  [
    'grep egrep fgrep',
    `-E|--extended-regexp -F|--fixed-strings -G|--basic-regexp -P|--perl-regexp -e|--regexp= -f|--file=
    -i|-y|--ignore-case --no-ignore-case -w|--word-regexp -x|--line-regexp -z|--null-data -s|--no-messages
    -v|--invert-match -V -m|--max-count= -b|--byte-offset -n|--line-number --line-buffered -H|--with-filename
    -h|--no-filename --label= -o|--only-matching -q|--quiet|--silent --binary-files= -a|--text -I -d|--directories=
    -D|--devices= -r|--recursive -R|--dereference-recursive --include= --exclude= --exclude-from= --exclude-dir=
    -L|--files-without-match -l|--files-with-matches -c|--count -T|--initial-tab -Z|--null -B|--before-context=
    -A|--after-context= -C|--context= --group-separator= --no-group-separator --color? --colour? -U|--binary`,
  ],
  ['base64 base32', '-d|-D|--decode -i|--ignore-garbage -w|--wrap='],
  ['xxd', '-a -b -C -c= -d -e -E -g= -i -l= -n= -o= -p -r -R= -s= -u'],
  [
    'strings',
    `-a|--all -d|--data -f|--print-file-name -n|--bytes= -t|--radix= -e|--encoding= -o -T|--target=
    -w|--include-all-whitespace -s|--output-separator= -U|--unicode=`,
  ],
  [
    'sort gsort',
    `-b|--ignore-leading-blanks -d|--dictionary-order -f|--ignore-case -g|--general-numeric-sort
    -i|--ignore-nonprinting -M|--month-sort -h|--human-numeric-sort -n|--numeric-sort -R|--random-sort
    --random-source= -r|--reverse --sort= -V|--version-sort --batch-size= -c|-C --check? --compress-program= --debug
    --files0-from= -k|--key= -m|--merge -o|--output= -s|--stable -S|--buffer-size= -t|--field-separator=
    -T|--temporary-directory= --parallel= -u|--unique -z|--zero-terminated`,
  ],
  [
    'gsplit',
    `-a|--suffix-length= --additional-suffix= -b|--bytes= -C|--line-bytes= -d --numeric-suffixes? -x --hex-suffixes?
    -e|--elide-empty-files --filter= -l|--lines= -n|--number= -t|--separator= -u|--unbuffered --verbose`,
  ],
  [
    'uniq',
    `-c|--count -d|--repeated -D --all-repeated? -f|--skip-fields= --group? -i|--ignore-case -s|--skip-chars=
    -u|--unique -z|--zero-terminated -w|--check-chars=`,
  ],
  [
    'date',
    `-d|--date= --debug -f|--file= -I|--iso-8601? --resolution -R|--rfc-email --rfc-3339= -r|--reference= -s|--set=
    -u|--utc|--universal`,
  ],
  [
    'file',
    `-b|--brief -c|--checking-printout -C|--compile -d|--debug -e|--exclude= --exclude-quiet= --extension
    -f|--files-from= -F|--separator= -h|--no-dereference -i|--mime --apple --mime-type --mime-encoding
    -k|--keep-going -l|--list -L|--dereference -m|--magic-file= -n|--no-buffer -N|--no-pad -0|--print0
    -p|--preserve-date -P|--parameter= -r|--raw -s|--special-files -S|--no-sandbox -z|--uncompress
    -Z|--uncompress-noreport`,
  ],
  [
    'sed gsed',
    `-n|--quiet|--silent --debug -e|--expression= -f|--file= --follow-symlinks -i|--in-place? -l|--line-length=
    --posix -E|-r|--regexp-extended -s|--separate --sandbox -u|--unbuffered -z|--null-data`,
  ],
  [
    'awk gawk mawk nawk',
    `-f|--file= -F|--field-separator= -v|--assign= -b|--characters-as-bytes -c|--traditional -C|--copyright
    -d|--dump-variables? -D|--debug? -e|--source= -E|--exec= -g|--gen-pot -h -i|--include= -I|--trace -k|--csv
    -l|--load= -L|--lint? -M|--bignum -N|--use-lc-numeric -n|--non-decimal-data -o|--pretty-print? -O|--optimize
    -p|--profile? -P|--posix -r|--re-interval -s|--no-optimize -S|--sandbox -t|--lint-old`,
  ],
  [
    'xargs gxargs',
    `-0|--null -a|--arg-file= -d|--delimiter= -E= -e|--eof? -I= -i|--replace? -J= -L= --max-lines? -l? -n|--max-args=
    -o|--open-tty -P|--max-procs= -p|--interactive --process-slot-var= -r|--no-run-if-empty -R= -s|--max-chars= -S=
    --show-limits -t|--verbose -x|--exit`,
  ],
  [
    'tar gtar bsdtar',
    `-A|--catenate|--concatenate -c|--create --delete -d|--diff|--compare -r|--append --test-label -t|--list
    -u|--update -x|--extract|--get --check-device -g|--listed-incremental= -G|--incremental --hole-detection=
    --ignore-failed-read --level= --no-check-device --no-seek -n|--seek --occurrence? --sparse-version= -S|--sparse
    --add-file= -C|--directory|--cd= --exclude= --exclude-backups --exclude-caches --exclude-caches-all
    --exclude-caches-under --exclude-ignore= --exclude-ignore-recursive= --exclude-tag= --exclude-tag-all=
    --exclude-tag-under= --exclude-vcs --exclude-vcs-ignores --no-null --no-recursion --no-unquote
    --no-verbatim-files-from --null --recursion -T|--files-from= --unquote --verbatim-files-from -X|--exclude-from=
    --anchored --ignore-case --no-anchored --no-ignore-case --no-wildcards --no-wildcards-match-slash --wildcards
    --wildcards-match-slash --keep-directory-symlink --keep-newer-files -k|--keep-old-files --no-overwrite-dir
    --one-top-level? --overwrite --overwrite-dir --recursive-unlink --remove-files --skip-old-files
    -U|--unlink-first -W|--verify --ignore-command-error --no-ignore-command-error -O|--to-stdout --to-command=
    --atime-preserve? --clamp-mtime --delay-directory-restore --group= --group-map= --mode= --mtime= -m|--touch
    --no-delay-directory-restore --no-same-owner --no-same-permissions --numeric-owner --owner= --owner-map=
    -p|--preserve-permissions|--same-permissions --same-owner --sort= -s|--preserve-order|--same-order --acls
    --no-acls --no-selinux --no-xattrs --selinux --xattrs --xattrs-exclude= --xattrs-include= --force-local
    -f|--file= -F|--info-script|--new-volume-script= -L|--tape-length= -M|--multi-volume --rmt-command=
    --rsh-command= --volno-file= -b|--blocking-factor= -B|--read-full-records -i|--ignore-zeros --record-size=
    -H|--format= --old-archive|--portability --pax-option= --posix -V|--label= -a|--auto-compress
    -I|--use-compress-program= -j|--bzip2 -J|--xz --lzip --lzma --lzop --no-auto-compress --zstd
    -z|--gzip|--gunzip|--ungzip -Z|--compress|--uncompress --backup? --hard-dereference -h|--dereference
    -K|--starting-file= --newer-mtime= -N|--newer|--after-date= --one-file-system -P|--absolute-names --suffix=
    --strip-components= --transform|--xform= --checkpoint? --checkpoint-action= --full-time --index-file=
    -l|--check-links --no-quote-chars= --quote-chars= --quoting-style= -R|--block-number --show-defaults
    --show-omitted-dirs --show-snapshot-field-ranges --show-transformed-names|--show-stored-names --totals? --utc
    -v|--verbose --warning= -w|--interactive|--confirmation -o --restrict --usage`,
  ],
  [
    'zip',
    `-x|--exclude= -i|--include= -b|--temp-path= -t|--from-date= -tt|--before-date= -T|--test -TT|--unzip-command=
    -P|--password= -r|--recurse-paths -R|--recurse-patterns -m|--move -d|--delete -u|--update -f|--freshen
    -FS|--filesync -U|--copy-entries -j|--junk-paths -q|--quiet -v|--verbose -e|--encrypt -y|--symlinks
    -n|--suffixes= -O|--output-file= -o|--latest-time -@|--names-stdin -s|--split-size= -z|--archive-comment
    -c|--entry-comments -D|--no-dir-entries -X|--strip-extra -0 -1 -9`,
  ],
  ['unzip', '-d= -x= -P= -o -n -q -l -t -v -p -j -u -f -a -C'],
  [
    'cpio',
    `-o|--create -i|--extract -p|--pass-through -t|--list -A|--append -F|--file= -I= -O= -E|--pattern-file=
    -D|--directory= -H|--format= -R|--owner= -d|--make-directories -u|--unconditional
    -m|--preserve-modification-time -v|--verbose -V|--dot -M|--message= --rsh-command= -C|--io-size=
    --no-absolute-filenames --absolute-filenames -l|--link -L|--dereference -0|--null -a|--reset-access-time -B -c
    -f|--nonmatching -k -n|--numeric-uid-gid -r|--rename -s|--swap-bytes -S|--swap-halfwords -b|--swap --quiet
    --to-stdout`,
  ],
  [
    'patch',
    `-p|--strip= -F|--fuzz= -l|--ignore-whitespace -c|--context -e|--ed -n|--normal -u|--unified -N|--forward
    -R|--reverse -i|--input= -o|--output= -r|--reject-file= -D|--ifdef= --merge? -E|--remove-empty-files
    -Z|--set-utc -T|--set-time --quoting-style= -b|--backup --backup-if-mismatch --no-backup-if-mismatch
    -V|--version-control= -B|--prefix= -Y|--basename-prefix= -z|--suffix= -g|--get= -t|--batch -f|--force
    -s|--quiet|--silent --verbose --dry-run --posix -d|--directory= --reject-format= --binary --read-only=`,
  ],
  [
    'wget wget2',
    `-b|--background -e|--execute= -o|--output-file= -a|--append-output= -d|--debug -q|--quiet -v|--verbose
    -nv|--no-verbose --report-speed= -i|--input-file= -F|--force-html -B|--base= --config= --no-config
    --rejected-log= -t|--tries= --retry-connrefused --retry-on-http-error= -O|--output-document= -nc|--no-clobber
    --no-netrc -c|--continue --start-pos= --progress= --show-progress -N|--timestamping --no-if-modified-since
    --no-use-server-timestamps -S|--server-response --spider -T|--timeout= --dns-timeout= --connect-timeout=
    --read-timeout= -w|--wait= --waitretry= --random-wait --no-proxy -Q|--quota= --bind-address= --limit-rate=
    --no-dns-cache --restrict-file-names= --ignore-case -4|--inet4-only -6|--inet6-only --prefer-family= --user=
    --password= --ask-password --use-askpass= --no-iri --local-encoding= --remote-encoding= --unlink --xattr
    -nd|--no-directories -x|--force-directories -nH|--no-host-directories --protocol-directories
    -P|--directory-prefix= --cut-dirs= --http-user= --http-password= --no-cache --default-page=
    -E|--adjust-extension --ignore-length --header= --compression= --max-redirect= --proxy-user= --proxy-password=
    --referer= --save-headers -U|--user-agent= --no-http-keep-alive --no-cookies --load-cookies= --save-cookies=
    --keep-session-cookies --post-data= --post-file= --method= --body-data= --body-file= --content-disposition
    --content-on-error --auth-no-challenge --secure-protocol= --https-only --no-check-certificate --certificate=
    --certificate-type= --private-key= --private-key-type= --ca-certificate= --ca-directory= --crl-file=
    --pinnedpubkey= --ciphers= --no-hsts --hsts-file= --ftp-user= --ftp-password= --no-remove-listing --no-glob
    --no-passive-ftp --preserve-permissions --retr-symlinks --ftps-implicit --ftps-resume-ssl
    --ftps-clear-data-connection --ftps-fallback-to-ftp --warc-file= --warc-header= --warc-max-size= --warc-cdx
    --warc-dedup= --no-warc-compression --no-warc-digests --no-warc-keep-log --warc-tempdir= -r|--recursive
    -l|--level= --delete-after -k|--convert-links --convert-file-only --backups= -K|--backup-converted -m|--mirror
    -p|--page-requisites --strict-comments -A|--accept= -R|--reject= --accept-regex= --reject-regex= --regex-type=
    -D|--domains= --exclude-domains= --follow-ftp --follow-tags= --ignore-tags= -H|--span-hosts -L|--relative
    -I|--include-directories= --trust-server-names -X|--exclude-directories= -np|--no-parent`,
  ],
  [
    'man',
    `-C|--config-file= -d|--debug -D|--default --warnings? -f|--whatis -k|--apropos -K|--global-apropos
    -l|--local-file -w|--where|--path|--location -W|--where-cat|--location-cat -c|--catman -R|--recode= -L|--locale=
    -m|--systems= -M|--manpath= -S|-s|--sections= -e|--extension= -i|--ignore-case -I|--match-case --regex
    --wildcard --names-only -a|--all -u|--update --no-subpages -P|--pager= -r|--prompt= -7|--ascii -E|--encoding=
    --no-hyphenation|--nh --no-justification|--nj -p|--preprocessor= -t|--troff -T|--troff-device? -H|--html?
    -X|--gxditview? -Z|--ditroff`,
  ],
  [
    'make gmake',
    `-b -m -B|--always-make -C|--directory= -d --debug? -e|--environment-overrides -E|--eval= -f|--file|--makefile=
    -i|--ignore-errors -I|--include-dir= -j= --jobs? -k|--keep-going -l= --load-average|--max-load?
    -L|--check-symlink-times -n|--just-print|--dry-run|--recon -o|--old-file|--assume-old= -O --output-sync?
    -p|--print-data-base -q|--question -r|--no-builtin-rules -R|--no-builtin-variables --shuffle?
    -s|--silent|--quiet --no-silent -S|--no-keep-going|--stop -t|--touch --trace -w|--print-directory
    --no-print-directory -W|--what-if|--new-file|--assume-new= --warn-undefined-variables`,
  ],
  GIT_OPTIONS,
  [
    'parallel sem rush',
    `-j|--jobs= -I= -N= -n|--max-args= -a|--arg-file= -S|--sshlogin= --colsep= --delay= --joblog= --timeout=
    --workdir= --results= -0|--null -d|--delimiter= -k|--keep-order -q|--quote -r|--no-run-if-empty -u|--ungroup -v
    --dry-run --bar --eta --halt= --pipe --shebang --tag --will-cite`,
  ],
  [
    'yq',
    `-i|--inplace|--in-place -s|--split-exp= -r|--raw-output -P|--prettyPrint -o|--output-format= -p|--input-format=
    -e|--exit-status -n|--null-input -N|--no-doc -I|--indent= -C|--colors -M|--no-colors -j|--tojson
    -f|--front-matter= --from-file= --header-preprocess --string-interpolation -0|--nul-output -v|--verbose`,
  ],
  [
    'killall',
    `-e|--exact -I|--ignore-case -g|--process-group -y|--younger-than= -o|--older-than= -i|--interactive -l|--list
    -q|--quiet -r|--regexp -s|--signal= -u|--user= -v|--verbose -V -w|--wait -n|--ns= -Z|--context=`,
  ],
  [
    'start-stop-daemon',
    `-S|--start -K|--stop -T|--status -H -x|--exec= -a|--startas= -p|--pidfile= --ppid= -n|--name= -u|--user=
    -c|--chuid= -g|--group= -s|--signal= -d|--chdir= -r|--chroot= -N|--nicelevel= -P|--procsched= -I|--iosched=
    -k|--umask= -b|--background --notify-await --notify-timeout= -C|--no-close -O|--output= -m|--make-pidfile
    --remove-pidfile -R|--retry= -o|--oknodo -q|--quiet -t|--test -v|--verbose`,
  ],
]

/** These take an option by its whole name only (pflag, clap, popt, curl), or have no long options. */
export const EXACT: WordTable<string> = [
  [
    'curl curlie',
    `--abstract-unix-socket= --alt-svc= -a|--append --aws-sigv4= --cacert= --capath= -E|--cert= --cert-type=
    --ciphers= -K|--config= --connect-timeout= --connect-to= -C|--continue-at= -b|--cookie= -c|--cookie-jar=
    --create-file-mode= --crlfile= --curves= -d|--data= --data-ascii= --data-binary= --data-raw= --data-urlencode=
    --delegation= --dns-interface= --dns-ipv4-addr= --dns-ipv6-addr= --dns-servers= --doh-url= -D|--dump-header=
    --egd-file= --engine= --etag-compare= --etag-save= --expect100-timeout= -f|--fail -F|--form= --form-string=
    --ftp-account= --ftp-alternative-to-user= --ftp-method= -P|--ftp-port= -G|--get -g|--globoff -I|--head
    -H|--header= --hostpubmd5= --hostpubsha256= --hsts= -i|--include -k|--insecure --interface= -4|--ipv4 -6|--ipv6
    --json= -j|--junk-session-cookies --keepalive-time= --key= --key-type= --krb= --libcurl= --limit-rate=
    -l|--list-only --local-port= -L|--location --login-options= --mail-auth= --mail-from= --mail-rcpt=
    --max-filesize= --max-redirs= -m|--max-time= -n|--netrc --netrc-file= -:|--next -N|--no-buffer --noproxy=
    --oauth2-bearer= -o|--output= --output-dir= -Z|--parallel --parallel-max= --pass= --pinnedpubkey= --preproxy=
    -#|--progress-bar --proto= --proto-default= --proto-redir= -x|--proxy= --proxy-cacert= --proxy-capath=
    --proxy-cert= --proxy-header= --proxy-key= --proxy-pass= -U|--proxy-user= --proxy1.0= -p|--proxytunnel --pubkey=
    -Q|--quote= -r|--range= --rate= -e|--referer= -J|--remote-header-name -O|--remote-name --remote-name-all
    -R|--remote-time -X|--request= --request-target= --resolve= --retry= --retry-delay= --retry-max-time=
    -S|--show-error -s|--silent --socks4= --socks4a= --socks5= --socks5-hostname= -Y|--speed-limit= -y|--speed-time=
    --stderr= -t|--telnet-option= -z|--time-cond= --tls-max= --tls13-ciphers= --trace= --trace-ascii= --unix-socket=
    -T|--upload-file= --url= --url-query= -B|--use-ascii -u|--user= -A|--user-agent= -v|--verbose -V|--version
    -w|--write-out=`,
  ],
  ['scp sftp', '-i= -P= -F= -o= -c= -l= -S= -J= -X= -D= -r -p -q -C -v -B -3 -4 -6 -O -T'],
  [
    'rsync',
    `-e|--rsh= --exclude= --include= --filter= -f= --files-from= --exclude-from= --include-from= --port=
    --password-file= --log-file= --bwlimit= --rsync-path= --chmod= --chown= --partial-dir= --temp-dir= -T=
    --backup-dir= --compare-dest= --copy-dest= --link-dest= --max-size= --min-size= --timeout= --max-delete=
    -M|--remote-option= -B|--block-size= --out-format=`,
  ],
  ['ssh autossh mosh', '-b= -c= -D= -E= -e= -F= -I= -i= -J= -L= -l= -m= -O= -o= -p= -Q= -R= -S= -W= -w='],
  ['nc netcat nc.openbsd nc.traditional', '-e= -c= -p= -s= -w= -i= -X= -x= -o= -q= -T= -O= -I= -V='],
  ['ncat', `-e|--exec= -c|--sh-exec= -p|--source-port= -s|--source= -w|--wait= -i|--idle-timeout= -o|--output= -q=`],
  ['kill', '-s|--signal= -n='],
  ['pkill', '-u= -U= -g= -G= -P|--parent= -s= -t= -F|--pidfile= --signal='],
  ['crontab', '-u= -l -r -e -i'],
  [
    'systemctl',
    `-t|--type= -p|--property= -H|--host= -M|--machine= -n|--lines= -o|--output= -s|--signal= --state= --root=`,
  ],
  ['tmux', '-L= -S= -f= -c= -T= -t='],
  ['screen', '-S= -p= -X -x -r? -d? -D? -R? -m -L -c= -e= -h= -s= -t= -T= -A -a -q -U -v -ls -list -wipe -RR'],
  ['tree', `-o: -L: -P: -I: -H: -T: -R -J -X -a -d -f -i -l -x --filelimit= --timefmt= --charset= --sort= --fromfile`],
  [
    'fd fdfind',
    `-x|--exec= -X|--exec-batch= -H|--hidden -I|--no-ignore -u|--unrestricted -s|--case-sensitive -i|--ignore-case
    -g|--glob --regex -F|--fixed-strings -a|--absolute-path -l|--list-details -L|--follow -p|--full-path -0|--print0
    -d|--max-depth= --min-depth= --exact-depth= -E|--exclude= --prune -t|--type= -e|--extension= -S|--size=
    --changed-within= --changed-before= -o|--owner= --format= --batch-size= --ignore-file= -c|--color= --hyperlink?
    -j|--threads= --max-buffer-time= --max-results= -1 -q|--quiet --show-errors --base-directory= --path-separator=
    --search-path= --strip-cwd-prefix? --one-file-system`,
  ],
  [
    'less',
    `-o|--log-file= -O|--LOG-FILE= -k|--lesskey-file= -P= -p|--pattern= -t|--tag= -T|--tag-file= -D= -x|--tabs= -y=
    -z= -b= -h= -j= -#= -E -e -F -f -g -G -i -I -J -K -L -m -M -n -N -q -Q -r -R -s -S -u -U -V -w -W -X`,
  ],
  ['unar', '-o|-output-directory='],
  ['7z 7za 7zr 7zz', '-o? -p? -t? -m? -x? -i? -y -r -w? -si? -so'],
  ['aria2c', '-d|--dir= -o|--out= -i|--input-file= -l|--log= -j= -x= -s='],
]
