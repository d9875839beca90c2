export const PLAIN = `
[ dir stat du readlink realpath basename dirname pwd which type ] explore data · looks
[ test [ [[ cd pushd popd printf : read ] other data · looks
[ let ] data · looks
[ print typeset unalias logger notify-send ] data · speaks
[ export declare local readonly set unset alias ] other data · speaks
[ bd beads ] plan data · speaks
[ tldr history ] explore data · speaks
[ bat ] explore data · prints; acts if --pager|--paging|--generate-config-file; acts like cache
[ batcat ] explore · prints; acts if --pager|--paging|--generate-config-file; acts like cache
[ more ] explore data · prints; runs like +*
[ nl tac od hexdump rev ] explore data · prints
[ most hd ] · prints
[ rg ] explore data · shows rest; shows operands if -e|--regexp|-f|--file; acts if --pre|--hostname-bin; executes option:--pre on each
[ ag ] explore data · shows rest; shows operands if -e|--regexp|-f|--file; acts if --pager
[ ack ] explore data · shows rest; shows operands if -e|--regexp|-f|--file; acts if --pager|--output
[ diff cmp comm cut paste column fold tr ] explore data · shows
[ fmt ] data · shows
[ jq ] explore data · shows; writes if -i|--in-place|--inplace
[ expand ] explore · shows
[ pr ] · shows
[ basenc uuencode ] · encodes
[ split ] explore · filters; executes option:--filter
[ iconv ] explore · filters; overwrites option:-o|--output
[ envsubst qrencode csplit ] · filters
[ wc md5sum sha1sum sha256sum shasum ] explore data · sums
[ sha512sum cksum b2sum ] explore · sums
[ find ] explore strict one-dash data
  does overwrites option:-fprint|-fprintf|-fprint0|-fls; sums; runs if
    -delete|-exec|-execdir|-ok|-okdir|-fprint|-fprint0|-fprintf|-fls
[ gron ] explore data · checks
[ shellcheck ] verify data · checks
[ yamllint ] verify · checks
[ jsonlint ajv check-jsonschema ] · checks
[ xmllint fairlead ] data · checks
[ source . ] other · checks
[ prettier shfmt ] @formatters data · checks; writes if -w|--write
[ biome ] @linters · checks; writes if --write|--fix|--apply|--apply-unsafe
[ eslint ] @linters data · checks; writes if --fix|--fix-dry-run|--fix-type; overwrites option:-o|--output-file
[ df seq ps ] explore data · tells
[ whoami id uname printenv uptime free nproc ] explore · tells
[ hostname ] explore · tells; acts if -F|--file; acts over 0
[ exit return shift sleep ] other data · tells
[ break ] other · tells
[ continue ] · tells
[ wait ] other data · tells; acts if -p
[ zstd lz4 brotli ] · packs; deletes if --rm|-j|-m; overwrites option:-o
[ view ] · opens; writes; overwrites like *%d*|*,d*|*,$d*
[ vim vi nano ] other data · opens; writes; overwrites like *%d*|*,d*|*,$d*
[ nvim ] data · opens; writes
[ ed ex ] edit · opens; writes; overwrites like *%d*|*,d*|*,$d*
[ pbcopy xclip xsel wl-copy ] data · opens
[ dasel ] · writes if -i|--inplace
[ sponge ] edit · overwrites unless -a|--append; writes
[ touch ] explore data · writes
[ sqlite3 ] explore data · changes
[ ruby ] @line-editors · writes if -i; overwrites if -i unless -p
[ perl ] @line-editors · writes if -i; overwrites if -i unless -p
[ ditto ] · copies sources
[ rclone ] @clouds · copies sources
[ wipe sdelete ] · destroys
[ pigz bzip2 pbzip2 lzma lzip compress unxz unzstd ] · packs; deletes unless -k|--keep|-c|--stdout
[ xz ] edit · packs; deletes unless -k|--keep|-c|--stdout
[ shuf ] · overwrites option:-o|--output
[ prename ] · overwrites rest if -f|--force
[ mmv ] · overwrites last if -d|-o
[ guniq ] · overwrites last over 1
[ ffmpeg ] · overwrites last if -y
[ convert magick sox ] · overwrites last over 1
`
