export const WRAPPERS = `
[ command ] explore · tells; acts over 0
  wraps idle -v|-V · inShell
  options open -a= -v -V
[ builtin ]
  wraps idle -v|-V · inShell
  options open -a= -v -V
[ exec ] other
  wraps idle -v|-V · inShell
  options open -a= -v -V
[ noglob nocorrect ]
  wraps inShell
[ sudo ] data
  wraps folder -D|--chdir · assigns · privileged · idle
    -l|-v|-V|-k|-K|-e|--list|--validate|--version|--remove-timestamp|--edit|--help
  options getopt -u= -g= -h= -p= -C= -r= -t= -T= -U= -R= --user= --group= --host= --prompt= --chroot= --role= --type=
    --close-from= --command-timeout= --other-user= -D= --chdir= -l -v -V -k -K -e --list --validate --version
    --remove-timestamp --edit --help
[ doas ]
  wraps privileged · assigns
  options open -u= -C= -a=
[ pkexec ]
  wraps privileged
  options open --user=
[ gosu su-exec setuidgid ]
  wraps privileged · skips 1
[ chpst ]
  wraps privileged
  options open -u= -U= -b= -e= -/= -n= -l= -L= -m= -d= -o= -p= -f= -c= -r= -t=
[ su runuser ]
  wraps named -u|--user · code -c|--command|--session-command · privileged · skips 1
  options getopt -s= -g= -G= -u= -w= --shell= --group= --supp-group= --user= --whitelist-environment= -c= --command=
    --session-command=
[ sg ] explore
  wraps code -c · skips 1
  options open -c=
[ env ] explore data · tells; acts if -S|--split-string; acts over 0
  wraps folder -C|--chdir · code -S|--split-string · codeTakesRest · assigns · clears
    -i|--ignore-environment|-u|--unset
  options getopt -u= --unset= -P= -a= --argv0= -C= --chdir= -S= --split-string= -i --ignore-environment
[ genv ]
  wraps folder -C|--chdir · code -S|--split-string · codeTakesRest · assigns · clears
    -i|--ignore-environment|-u|--unset
  options getopt -u= --unset= -P= -a= --argv0= -C= --chdir= -S= --split-string= -i --ignore-environment
[ nohup ] data
  wraps
[ setsid unbuffer chronic fakeroot winpty ifne eatmydata rlwrap tini dumb-init errno-wrap entr ]
  wraps
[ time ] data
  wraps
  options getopt -f= -o= --format= --output=
[ gtime ]
  wraps
  options getopt -f= -o= --format= --output=
[ setarch ] · acts if --read-implies-exec|-X
  wraps skips 1
[ linux32 linux64 ld.so ld-linux.so ld-linux-x86-64.so ld-linux-aarch64.so ld-musl-x86_64.so ]
  wraps
  options open --library-path= --preload= --argv0=
[ nice ]
  wraps
  options getopt -n= --adjustment=
[ ionice ]
  wraps
  options getopt -c= -n= -p= --class= --classdata= --pid=
[ chrt taskset ]
  wraps skips 1
  options getopt -T= -P= -D=
[ numactl ]
  wraps
  options getopt -m= -N= -C= -p= -i= --membind= --cpunodebind= --physcpubind= --interleave= --preferred=
[ prlimit cgexec systemd-cat setpriv ]
  wraps
  options getopt -g= -t= -p= --pid= --identifier= --reuid= --regid= --groups=
[ timeout ] data
  wraps skips 1
  options getopt -s= -k= --signal= --kill-after=
[ gtimeout ]
  wraps skips 1
  options getopt -s= -k= --signal= --kill-after=
[ stdbuf gstdbuf ] · takes option:-o|--output|-e|--error
  wraps
  options getopt -i= -o= -e= --input= --output= --error=
[ chroot ]
  wraps skips 1 · privileged
  options getopt --userspec= --groups=
[ flock ]
  wraps skips 1 · code -c|--command
  options getopt -w= -E= --timeout= --wait= --conflict-exit-code= -c= --command=
[ unshare ]
  wraps folder --wd
  options getopt -S= -G= -R= -w= --setuid= --setgid= --root= --map-user= --map-group= --propagation= --wd=
[ nsenter ] · acts if -m|--mount|-p|--pid|-n|--net|-U|--user|-C|--cgroup|-a|--all|-r|--root
  wraps privileged
  options getopt -t= -S= -G= --target= --setuid= --setgid=
[ systemd-run ] · acts if --on-calendar|--on-active|--on-boot|--on-startup|--on-unit-active|--on-unit-inactive
  wraps folder --working-directory
  options getopt -u= -p= -E= -H= -M= --unit= --property= --setenv= --description= --slice= --uid= --gid=
    --on-calendar= --on-active= --on-boot= --on-startup= --on-unit-active= --on-unit-inactive= --nice= --host= --machine= --working-directory=
[ systemd-inhibit dbus-run-session firejail gamemoderun ]
  wraps
  options open -n= -s= -a= -e= --server-args= --server-num=
[ strace ] verify · overwrites option:-o|--output
  wraps
  options getopt -e= -o= -p= -s= -u= -a= -E= -I= -O= -S= -P= -b= -X= --trace= --output= --attach= --user=
[ ltrace ] · overwrites option:-o|--output
  wraps
  options open -e= -o= -p= -s= -u= -a= -l= -n= -x= -F=
[ perf ] verify
  wraps verbs stat|record|trace
  options open -e= -o= -p= -F= -r= --event= --output= --repeat=
[ valgrind ] verify
  wraps
  options open -f=
[ catchsegv proxychains proxychains4 torsocks torify faketime ]
  wraps
  options open -f=
[ lldb ] verify one-dash
  wraps afterDashes
  options open -ex= -x= -iex= --command=
[ script ] · overwrites first unless -a|--append
  wraps code -c|--command · skips 1
  options getopt -t= -m= -E= -I= -O= -B= -T= -o= --log-out= --log-in= --log-io= --log-timing= --echo= -c= --command=
[ caffeinate ]
  wraps
  options open -t= -w=
[ arch ] explore
  wraps
  options open -arch= -e= -d=
[ watch ] data
  wraps joins
  options getopt -n= -q= --interval= --equexit=
[ hyperfine ] verify
  wraps joins
  options open -w= -r= -m= -M= -p= -c= -s= -u= -n= -L= -P= --warmup= --runs= --prepare= --cleanup= --shell=
    --export-json= --export-markdown=
[ dtach ]
  wraps named -n|-N|-c|-A
  options open -A= -a= -c= -n= -N= -r= -e=
[ abduco ]
  wraps skips 1
  options open -e=
[ direnv ]
  wraps verbs exec · skips 1
[ mise ] @mise
  wraps verbs exec|x · afterDashes
  options open -C= -j= --cd= --jobs=
[ rtx ]
  wraps verbs exec|x · afterDashes
  options open -C= -j= --cd= --jobs=
[ asdf rbenv pyenv nodenv goenv volta ] @versions
  wraps verbs exec|run
  options open --node= --npm=
[ cabal ] @stack
  wraps verbs exec|run
  options open --node= --npm=
[ nvm rustup ] @versions
  wraps verbs exec|run|do · skips 1
[ rvm ]
  wraps verbs exec|run|do · skips 1
[ fnm ] @versions
  wraps verbs exec
  options open --using=
[ npx bunx pnpx ]
  wraps packages · code -c|--call · idle --version|--help
  options open -p= --package= --workspace= -w= -c= --call= --version --help
[ pnpm ] @packages data
  wraps packages · verbs exec|dlx
  options open --package= --filter= -F= -C= --dir=
[ yarn ] @packages data
  wraps packages · verbs exec|dlx
  options open -p= --package=
[ lerna ] @tasks
  wraps verbs exec
  options open --scope= --concurrency= --ignore=
[ corepack ] @package-installers
  wraps
[ uv ] @package-installers data
  wraps scripts python · verbs run · folder --directory
  options open -p= -m= --python= --with= --with-requirements= --extra= --group= --env-file= --index-url= --package=
    --directory=
[ uvx ]
  wraps packages
  options open -p= --python= --from= --with= --index-url=
[ pipx ] @package-installers
  wraps packages · verbs run
  options open --spec= --python= --pip-args=
[ poetry ] @package-installers data
  wraps verbs run
  options open -e= --env=
[ pipenv pdm rye hatch ] @package-installers
  wraps verbs run
  options open -e= --env=
[ conda mamba micromamba ] @package-installers
  wraps verbs run · folder --cwd
  options open -n= -p= --name= --prefix= --cwd=
[ bundle ] @package-installers data
  wraps verbs exec
[ xvfb-run ]
  wraps
  options getopt -e= -f= -n= -p= -s= -w= --error-file= --auth-file= --server-num= --xauth-protocol= --server-args=
    --wait=
[ opam ] @package-installers
  wraps verbs exec
  options open --switch=
[ stack ] @stack
  wraps verbs exec
  options open --switch=
[ dotenv dotenvx dotenv-cli ]
  wraps afterDashes
  options open -e= -f= -v=
[ doppler op infisical teller vault-env ]
  wraps verbs run · afterDashes
[ chamber aws-vault envchain saml2aws ]
  wraps verbs exec · afterDashes
[ cross-env ]
  wraps assigns
[ cross-env-shell ]
  wraps assigns · joins
[ nix-shell ]
  wraps code --run|--command
  options open -p= -I= -A= --attr= --packages= --run= --command=
[ nix ]
  wraps verbs develop|shell · skips 9 · code -c|--command · codeTakesRest
  options open -c= --command=
[ ip ] explore
  wraps verbs netns · skips 2
[ busybox toybox ]
  wraps idle --list|--help|--install
  options open --list --help --install
`
