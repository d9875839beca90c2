export const FILES = `
[ rm grm srm ] strict data · deletes; uproots if -r|-R|--recursive
  options getopt -f|--force -i -I --interactive? --one-file-system --no-preserve-root --preserve-root?
    -r|-R|--recursive -d|--dir -v|--verbose
[ rimraf del-cli premove rmrf ] · uproots; deletes
[ fdupes jdupes rdfind ] · uproots if -d|--delete|-deleteduplicates=true|-N|--noprompt; deletes if -d|--delete
[ rmdir ] strict data · deletes
  options getopt --ignore-fail-on-non-empty -p|--parents -v|--verbose
[ unlink ] strict · deletes
  options getopt --help
[ sync reboot halt poweroff ]
  options getopt --help
[ echo true false ] other data · looks
  options getopt --help
[ dd ] edit strict · copies key:if; writes key:of; overwrites key:of like !conv=*notrunc*
  options getopt --help
[ cat ] explore data · prints
  options getopt -A|--show-all -b|--number-nonblank -e -E|--show-ends -n|--number -s|--squeeze-blank -t -T|--show-tabs
    -u -v|--show-nonprinting
[ tee ] edit strict data · overwrites unless -a|--append; writes
  options getopt -a|--append -i|--ignore-interrupts -p --output-error?
[ ls ] explore data · looks
  options getopt -a|--all -A|--almost-all --author -b|--escape --block-size= -B|--ignore-backups -c -C --color?
    -d|--directory -D|--dired -f -F|--classify? --file-type --format= --full-time -g --group-directories-first
    -G|--no-group -h|--human-readable --si -H|--dereference-command-line --dereference-command-line-symlink-to-dir
    --hide= --hyperlink? --indicator-style= -i|--inode -I|--ignore= -k|--kibibytes -l -L|--dereference -m
    -n|--numeric-uid-gid -N|--literal -o -p -q|--hide-control-chars --show-control-chars -Q|--quote-name
    --quoting-style= -r|--reverse -R|--recursive -s|--size -S --sort= --time= --time-style= -t -T|--tabsize= -u -U -v
    -w|--width= -x -X -Z|--context --zero -1
[ chmod ] explore strict data · sets
  options getopt -c|--changes -f|--silent|--quiet -v|--verbose --dereference -h|--no-dereference --no-preserve-root
    --preserve-root --reference= -R|--recursive -H -L -P
[ chown chgrp ] explore strict data · sets
  options getopt -c|--changes -f|--silent|--quiet -v|--verbose --dereference -h|--no-dereference --from=
    --no-preserve-root --preserve-root --reference= -R|--recursive -H -L -P
[ cp gcp ] edit strict data
  does copies sources; writes last over 1 unless -n|--no-clobber; replaces landings unless
    -n|--no-clobber|-b|--backup|-i|--interactive|-u|--update
  options getopt -a|--archive --attributes-only --backup? -b --copy-contents --debug -d -f|--force -i|--interactive -H
    -l|--link -L|--dereference -n|--no-clobber -P|--no-dereference -p --preserve? --no-preserve= --parents
    -R|-r|--recursive --reflink? --remove-destination --sparse= --strip-trailing-slashes -s|--symbolic-link
    -S|--suffix= -t|--target-directory= -T|--no-target-directory -u --update? -v|--verbose --keep-directory-symlink
    -x|--one-file-system -Z --context?
[ mv gmv ] edit strict data
  does moves sources over 1; writes last over 1 unless -n|--no-clobber; replaces landings unless
    -n|--no-clobber|-b|--backup|-i|--interactive|-u|--update
  options getopt --backup? -b --debug --exchange -f|--force -i|--interactive -n|--no-clobber --no-copy
    --strip-trailing-slashes -S|--suffix= -t|--target-directory= -T|--no-target-directory -u --update? -v|--verbose
    -Z|--context
[ ln ] explore strict data · links sources; writes last over 1; replaces landings if -f|--force unless -b|--backup
  options getopt --backup? -b -d|-F|--directory -f|--force -i|--interactive -L|--logical -n|--no-dereference
    -P|--physical -r|--relative -s|--symbolic -S|--suffix= -t|--target-directory= -T|--no-target-directory
    -v|--verbose
[ install ginstall ] edit data
  does copies sources; writes last over 1 unless -n|--no-clobber; replaces landings unless
    -n|--no-clobber|-b|--backup|-i|--interactive|-u|--update
  options getopt --backup? -b -c -C|--compare -d|--directory -D --debug -g|--group= -m|--mode= -o|--owner=
    -p|--preserve-timestamps -s|--strip --strip-program= -S|--suffix= -t|--target-directory= -T|--no-target-directory
    -v|--verbose --preserve-context -Z --context?
[ shred ] strict · destroys
  options getopt -f|--force -n|--iterations= --random-source= -s|--size= -u --remove? -v|--verbose -x|--exact
    -z|--zero
[ truncate ] edit strict · empties unless --size=+*
  options getopt -c|--no-create -o|--io-blocks -r|--reference= -s|--size=
[ fallocate ] · overwrites if -p|-z|-c|--punch-hole|--zero-range|--collapse-range
  options getopt -c|--collapse-range -d|--dig-holes -i|--insert-range -l|--length= -n|--keep-size -o|--offset=
    -p|--punch-hole -z|--zero-range -x|--posix -v|--verbose
[ tail ] explore data · prints
  options getopt -c|--bytes= -f --follow? -F -n|--lines= --max-unchanged-stats= --pid= -q|--quiet|--silent --retry
    -s|--sleep-interval= -v|--verbose -z|--zero-terminated
[ head ] explore data · prints
  options getopt -c|--bytes= -n|--lines= -q|--quiet|--silent -v|--verbose -z|--zero-terminated
[ grep egrep fgrep ] explore data · shows rest; shows operands if -e|--regexp|-f|--file
  options getopt -E|--extended-regexp -F|--fixed-strings -G|--basic-regexp -P|--perl-regexp -e|--regexp= -f|--file=
    -i|-y|--ignore-case --no-ignore-case -w|--word-regexp -x|--line-regexp -z|--null-data -s|--no-messages
    -v|--invert-match -V -m|--max-count= -b|--byte-offset -n|--line-number --line-buffered -H|--with-filename
    -h|--no-filename --label= -o|--only-matching -q|--quiet|--silent --binary-files= -a|--text -I -d|--directories=
    -D|--devices= -r|--recursive -R|--dereference-recursive --include= --exclude= --exclude-from= --exclude-dir=
    -L|--files-without-match -l|--files-with-matches -c|--count -T|--initial-tab -Z|--null -B|--before-context=
    -A|--after-context= -C|--context= --group-separator= --no-group-separator --color? --colour? -U|--binary
[ base64 base32 ] explore data · encodes
  options getopt -d|-D|--decode -i|--ignore-garbage -w|--wrap=
[ xxd ] explore data · encodes; writes if -r; overwrites last over 1
  options getopt -a -b -C -c= -d -e -E -g= -i -l= -n= -o= -p -r -R= -s= -u
[ strings ] explore data · prints
  options getopt -a|--all -d|--data -f|--print-file-name -n|--bytes= -t|--radix= -e|--encoding= -o -T|--target=
    -w|--include-all-whitespace -s|--output-separator= -U|--unicode=
[ sort gsort ] explore data · shows; overwrites option:--output; acts if --compress-program
  options getopt -b|--ignore-leading-blanks -d|--dictionary-order -f|--ignore-case -g|--general-numeric-sort
    -i|--ignore-nonprinting -M|--month-sort -h|--human-numeric-sort -n|--numeric-sort -R|--random-sort
    --random-source= -r|--reverse --sort= -V|--version-sort --batch-size= -c|-C --check? --compress-program= --debug
    --files0-from= -k|--key= -m|--merge -o|--output= -s|--stable -S|--buffer-size= -t|--field-separator=
    -T|--temporary-directory= --parallel= -u|--unique -z|--zero-terminated
[ gsplit ] explore · filters
  options getopt -a|--suffix-length= --additional-suffix= -b|--bytes= -C|--line-bytes= -d --numeric-suffixes? -x
    --hex-suffixes? -e|--elide-empty-files --filter= -l|--lines= -n|--number= -t|--separator= -u|--unbuffered
    --verbose
[ uniq ] explore data · shows; overwrites last over 1
  options getopt -c|--count -d|--repeated -D --all-repeated? -f|--skip-fields= --group? -i|--ignore-case
    -s|--skip-chars= -u|--unique -z|--zero-terminated -w|--check-chars=
[ date ] explore data · tells; acts if --set; acts like 0???????*|1???????*|2???????*
  options getopt -d|--date= --debug -f|--file= -I|--iso-8601? --resolution -R|--rfc-email --rfc-3339= -r|--reference=
    -s|--set= -u|--utc|--universal
[ file ] explore data · sums; acts if --compile
  options getopt -b|--brief -c|--checking-printout -C|--compile -d|--debug -e|--exclude= --exclude-quiet= --extension
    -f|--files-from= -F|--separator= -h|--no-dereference -i|--mime --apple --mime-type --mime-encoding -k|--keep-going
    -l|--list -L|--dereference -m|--magic-file= -n|--no-buffer -N|--no-pad -0|--print0 -p|--preserve-date
    -P|--parameter= -r|--raw -s|--special-files -S|--no-sandbox -z|--uncompress -Z|--uncompress-noreport
[ sed gsed ] @sed data · filters; writes if -i|--in-place
  options getopt -n|--quiet|--silent --debug -e|--expression= -f|--file= --follow-symlinks -i|--in-place?
    -l|--line-length= --posix -E|-r|--regexp-extended -s|--separate --sandbox -u|--unbuffered -z|--null-data
[ awk gawk mawk nawk ] explore data · filters; writes if --include; writes like *inplace*; overwrites like inplace
  does overwrites option:-d|--dump-variables|-o|--pretty-print|-p|--profile
  options getopt -f|--file= -F|--field-separator= -v|--assign= -b|--characters-as-bytes -c|--traditional
    -C|--copyright -d|--dump-variables? -D|--debug? -e|--source= -E|--exec= -g|--gen-pot -h -i|--include= -I|--trace
    -k|--csv -l|--load= -L|--lint? -M|--bignum -N|--use-lc-numeric -n|--non-decimal-data -o|--pretty-print?
    -O|--optimize -p|--profile? -P|--posix -r|--re-interval -s|--no-optimize -S|--sandbox -t|--lint-old
[ xargs gxargs ] data
  options getopt -0|--null -a|--arg-file= -d|--delimiter= -E= -e|--eof? -I= -i|--replace? -J= -L= --max-lines? -l?
    -n|--max-args= -o|--open-tty -P|--max-procs= -p|--interactive --process-slot-var= -r|--no-run-if-empty -R=
    -s|--max-chars= -S= --show-limits -t|--verbose -x|--exit
[ patch ] edit · changes; fills option:--directory; overwrites first unless --dry-run|-b|--backup
  options getopt -p|--strip= -F|--fuzz= -l|--ignore-whitespace -c|--context -e|--ed -n|--normal -u|--unified
    -N|--forward -R|--reverse -i|--input= -o|--output= -r|--reject-file= -D|--ifdef= --merge? -E|--remove-empty-files
    -Z|--set-utc -T|--set-time --quoting-style= -b|--backup --backup-if-mismatch --no-backup-if-mismatch
    -V|--version-control= -B|--prefix= -Y|--basename-prefix= -z|--suffix= -g|--get= -t|--batch -f|--force
    -s|--quiet|--silent --verbose --dry-run --posix -d|--directory= --reject-format= --binary --read-only=
[ parallel sem rush ] data
  options getopt -j|--jobs= -I= -N= -n|--max-args= -a|--arg-file= -S|--sshlogin= --colsep= --delay= --joblog=
    --timeout= --workdir= --results= -0|--null -d|--delimiter= -k|--keep-order -q|--quote -r|--no-run-if-empty
    -u|--ungroup -v --dry-run --bar --eta --halt= --pipe --shebang --tag --will-cite
[ yq ] @yq data · shows; writes if --inplace; acts if --split-exp
  options getopt -i|--inplace|--in-place -s|--split-exp= -r|--raw-output -P|--prettyPrint -o|--output-format=
    -p|--input-format= -e|--exit-status -n|--null-input -N|--no-doc -I|--indent= -C|--colors -M|--no-colors
    -j|--tojson -f|--front-matter= --from-file= --header-preprocess --string-interpolation -0|--nul-output
    -v|--verbose
[ gpg gpg2 ]
  options open --export --export-secret-keys --export-secret-subkeys -a|--armor -o|--output= -r|--recipient=
    -u|--local-user= -d|--decrypt -e|--encrypt -s|--sign -b|--detach-sign -c|--symmetric -k|--list-keys
    -K|--list-secret-keys --verify --import --homedir= --keyserver= --recv-keys --batch --yes --passphrase=
    --passphrase-fd= --delete-keys --delete-secret-keys --edit-key
[ tree ] explore data · sums; overwrites option:-o; acts if -R
  options exact -o: -L: -P: -I: -H: -T: -R -J -X -a -d -f -i -l -x --filelimit= --timefmt= --charset= --sort=
    --fromfile
[ fd fdfind ] explore data · sums; runs if --exec|--exec-batch
  options exact -x|--exec= -X|--exec-batch= -H|--hidden -I|--no-ignore -u|--unrestricted -s|--case-sensitive
    -i|--ignore-case -g|--glob --regex -F|--fixed-strings -a|--absolute-path -l|--list-details -L|--follow
    -p|--full-path -0|--print0 -d|--max-depth= --min-depth= --exact-depth= -E|--exclude= --prune -t|--type=
    -e|--extension= -S|--size= --changed-within= --changed-before= -o|--owner= --format= --batch-size= --ignore-file=
    -c|--color= --hyperlink? -j|--threads= --max-buffer-time= --max-results= -1 -q|--quiet --show-errors
    --base-directory= --path-separator= --search-path= --strip-cwd-prefix? --one-file-system
[ less ] explore data · prints; overwrites option:--log-file|--LOG-FILE; acts if --lesskey-file; runs like +*
  options exact -o|--log-file= -O|--LOG-FILE= -k|--lesskey-file= -P= -p|--pattern= -t|--tag= -T|--tag-file= -D=
    -x|--tabs= -y= -z= -b= -h= -j= -#= -E -e -F -f -g -G -i -I -J -K -L -m -M -n -N -q -Q -r -R -s -S -u -U -V -w -W
    -X
`
