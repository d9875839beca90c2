export const NETWORK = `
[ wget wget2 ] explore data · overwrites option:-O|--output-document; fills option:-P|--directory-prefix
  options getopt -b|--background -e|--execute= -o|--output-file= -a|--append-output= -d|--debug -q|--quiet
    -v|--verbose -nv|--no-verbose --report-speed= -i|--input-file= -F|--force-html -B|--base= --config= --no-config
    --rejected-log= -t|--tries= --retry-connrefused --retry-on-http-error= -O|--output-document= -nc|--no-clobber
    --no-netrc -c|--continue --start-pos= --progress= --show-progress -N|--timestamping --no-if-modified-since
    --no-use-server-timestamps -S|--server-response --spider -T|--timeout= --dns-timeout= --connect-timeout=
    --read-timeout= -w|--wait= --waitretry= --random-wait --no-proxy -Q|--quota= --bind-address= --limit-rate=
    --no-dns-cache --restrict-file-names= --ignore-case -4|--inet4-only -6|--inet6-only --prefer-family= --user=
    --password= --ask-password --use-askpass= --no-iri --local-encoding= --remote-encoding= --unlink --xattr
    -nd|--no-directories -x|--force-directories -nH|--no-host-directories --protocol-directories
    -P|--directory-prefix= --cut-dirs= --http-user= --http-password= --no-cache --default-page= -E|--adjust-extension
    --ignore-length --header= --compression= --max-redirect= --proxy-user= --proxy-password= --referer= --save-headers
    -U|--user-agent= --no-http-keep-alive --no-cookies --load-cookies= --save-cookies= --keep-session-cookies
    --post-data= --post-file= --method= --body-data= --body-file= --content-disposition --content-on-error
    --auth-no-challenge --secure-protocol= --https-only --no-check-certificate --certificate= --certificate-type=
    --private-key= --private-key-type= --ca-certificate= --ca-directory= --crl-file= --pinnedpubkey= --ciphers=
    --no-hsts --hsts-file= --ftp-user= --ftp-password= --no-remove-listing --no-glob --no-passive-ftp
    --preserve-permissions --retr-symlinks --ftps-implicit --ftps-resume-ssl --ftps-clear-data-connection
    --ftps-fallback-to-ftp --warc-file= --warc-header= --warc-max-size= --warc-cdx --warc-dedup= --no-warc-compression
    --no-warc-digests --no-warc-keep-log --warc-tempdir= -r|--recursive -l|--level= --delete-after -k|--convert-links
    --convert-file-only --backups= -K|--backup-converted -m|--mirror -p|--page-requisites --strict-comments
    -A|--accept= -R|--reject= --accept-regex= --reject-regex= --regex-type= -D|--domains= --exclude-domains=
    --follow-ftp --follow-tags= --ignore-tags= -H|--span-hosts -L|--relative -I|--include-directories=
    --trust-server-names -X|--exclude-directories= -np|--no-parent
[ curl curlie ] @curl data · overwrites option:-o|--output; fills option:--output-dir
  options exact --abstract-unix-socket= --alt-svc= -a|--append --aws-sigv4= --cacert= --capath= -E|--cert=
    --cert-type= --ciphers= -K|--config= --connect-timeout= --connect-to= -C|--continue-at= -b|--cookie=
    -c|--cookie-jar= --create-file-mode= --crlfile= --curves= -d|--data= --data-ascii= --data-binary= --data-raw=
    --data-urlencode= --delegation= --dns-interface= --dns-ipv4-addr= --dns-ipv6-addr= --dns-servers= --doh-url=
    -D|--dump-header= --egd-file= --engine= --etag-compare= --etag-save= --expect100-timeout= -f|--fail -F|--form=
    --form-string= --ftp-account= --ftp-alternative-to-user= --ftp-method= -P|--ftp-port= -G|--get -g|--globoff
    -I|--head -H|--header= --hostpubmd5= --hostpubsha256= --hsts= -i|--include -k|--insecure --interface= -4|--ipv4
    -6|--ipv6 --json= -j|--junk-session-cookies --keepalive-time= --key= --key-type= --krb= --libcurl= --limit-rate=
    -l|--list-only --local-port= -L|--location --login-options= --mail-auth= --mail-from= --mail-rcpt= --max-filesize=
    --max-redirs= -m|--max-time= -n|--netrc --netrc-file= -:|--next -N|--no-buffer --noproxy= --oauth2-bearer=
    -o|--output= --output-dir= -Z|--parallel --parallel-max= --pass= --pinnedpubkey= --preproxy= -#|--progress-bar
    --proto= --proto-default= --proto-redir= -x|--proxy= --proxy-cacert= --proxy-capath= --proxy-cert= --proxy-header=
    --proxy-key= --proxy-pass= -U|--proxy-user= --proxy1.0= -p|--proxytunnel --pubkey= -Q|--quote= -r|--range= --rate=
    -e|--referer= -J|--remote-header-name -O|--remote-name --remote-name-all -R|--remote-time -X|--request=
    --request-target= --resolve= --retry= --retry-delay= --retry-max-time= -S|--show-error -s|--silent --socks4=
    --socks4a= --socks5= --socks5-hostname= -Y|--speed-limit= -y|--speed-time= --stderr= -t|--telnet-option=
    -z|--time-cond= --tls-max= --tls13-ciphers= --trace= --trace-ascii= --unix-socket= -T|--upload-file= --url=
    --url-query= -B|--use-ascii -u|--user= -A|--user-agent= -v|--verbose -V|--version -w|--write-out=
[ scp ] @twine data · executes option:-S; copies sources; writes last over 1; overwrites last over 1
  options exact -i= -P= -F= -o= -c= -l= -S= -J= -X= -D= -r -p -q -C -v -B -3 -4 -6 -O -T
[ sftp ] @twine · executes option:-S
  options exact -i= -P= -F= -o= -c= -l= -S= -J= -X= -D= -r -p -q -C -v -B -3 -4 -6 -O -T
[ rsync ] edit data
  does overwrites last over 1 unless -n|--dry-run|--list-only|--ignore-existing|-b|--backup; copies sources; writes
    last over 1 unless -n|--dry-run|--list-only; deletes sources if
    --remove-source-files|--remove-sent-files unless -n|--dry-run; executes option:--rsh|--rsync-path
  options exact -e|--rsh= --exclude= --include= --filter= -f= --files-from= --exclude-from= --include-from= --port=
    --password-file= --log-file= --bwlimit= --rsync-path= --chmod= --chown= --partial-dir= --temp-dir= -T=
    --backup-dir= --compare-dest= --copy-dest= --link-dest= --max-size= --min-size= --timeout= --max-delete=
    -M|--remote-option= -B|--block-size= --out-format=
[ ssh autossh mosh ] @twine data
  options exact -b= -c= -D= -E= -e= -F= -I= -i= -J= -L= -l= -m= -O= -o= -p= -Q= -R= -S= -W= -w=
[ nc netcat nc.openbsd nc.traditional ] · executes option:-e|-c
  options exact -e= -c= -p= -s= -w= -i= -X= -x= -o= -q= -T= -O= -I= -V=
[ ncat ] · executes option:--exec|--sh-exec
  options exact -e|--exec= -c|--sh-exec= -p|--source-port= -s|--source= -w|--wait= -i|--idle-timeout= -o|--output= -q=
[ aria2c ] · fills option:--dir
  options exact -d|--dir= -o|--out= -i|--input-file= -l|--log= -j= -x= -s=
`
