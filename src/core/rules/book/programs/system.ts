export const SYSTEM = `
[ chattr ] · sets
  options getopt -R -V -f -v= -p=
[ man ] explore data · speaks; executes option:--pager|--html
  options getopt -C|--config-file= -d|--debug -D|--default --warnings? -f|--whatis -k|--apropos -K|--global-apropos
    -l|--local-file -w|--where|--path|--location -W|--where-cat|--location-cat -c|--catman -R|--recode= -L|--locale=
    -m|--systems= -M|--manpath= -S|-s|--sections= -e|--extension= -i|--ignore-case -I|--match-case --regex --wildcard
    --names-only -a|--all -u|--update --no-subpages -P|--pager= -r|--prompt= -7|--ascii -E|--encoding=
    --no-hyphenation|--nh --no-justification|--nj -p|--preprocessor= -t|--troff -T|--troff-device? -H|--html?
    -X|--gxditview? -Z|--ditroff
[ make gmake ] @tasks data
  options getopt -b -m -B|--always-make -C|--directory= -d --debug? -e|--environment-overrides -E|--eval=
    -f|--file|--makefile= -i|--ignore-errors -I|--include-dir= -j= --jobs? -k|--keep-going -l=
    --load-average|--max-load? -L|--check-symlink-times -n|--just-print|--dry-run|--recon -o|--old-file|--assume-old=
    -O --output-sync? -p|--print-data-base -q|--question -r|--no-builtin-rules -R|--no-builtin-variables --shuffle?
    -s|--silent|--quiet --no-silent -S|--no-keep-going|--stop -t|--touch --trace -w|--print-directory
    --no-print-directory -W|--what-if|--new-file|--assume-new= --warn-undefined-variables
[ killall ] other data
  options getopt -e|--exact -I|--ignore-case -g|--process-group -y|--younger-than= -o|--older-than= -i|--interactive
    -l|--list -q|--quiet -r|--regexp -s|--signal= -u|--user= -v|--verbose -V -w|--wait -n|--ns= -Z|--context=
[ start-stop-daemon ]
  options getopt -S|--start -K|--stop -T|--status -H -x|--exec= -a|--startas= -p|--pidfile= --ppid= -n|--name=
    -u|--user= -c|--chuid= -g|--group= -s|--signal= -d|--chdir= -r|--chroot= -N|--nicelevel= -P|--procsched=
    -I|--iosched= -k|--umask= -b|--background --notify-await --notify-timeout= -C|--no-close -O|--output=
    -m|--make-pidfile --remove-pidfile -R|--retry= -o|--oknodo -q|--quiet -t|--test -v|--verbose
[ kill ] other strict data
  options exact -s|--signal= -n=
[ pkill ] other data
  options exact -u= -U= -g= -G= -P|--parent= -s= -t= -F|--pidfile= --signal=
[ crontab ]
  options exact -u= -l -r -e -i
[ systemctl ]
  options exact -t|--type= -p|--property= -H|--host= -M|--machine= -n|--lines= -o|--output= -s|--signal= --state=
    --root=
[ tmux ] other
  options exact -L= -S= -f= -c= -T= -t=
[ screen ] other
  options exact -S= -p= -X -x -r? -d? -D? -R? -m -L -c= -e= -h= -s= -t= -T= -A -a -q -U -v -ls -list -wipe -RR
`
