import { definePack } from '../rule.ts'

export const unsaved = definePack(
  'filesystem',
  `
delete-unsaved: discard-uncommitted · family rm
  rm|srm|grm|unlink · lacks -r|-R|--recursive|-i|--help|--version · operands is unsaved,sources,document,kept
  git rm · has -f|--force · lacks -n|--dry-run|--cached|--help|-h · operands is unsaved
  * · deletes is kept
  + rm dirty.txt ¦ rm -f ./dirty.txt ¦ rm src/* ¦ rm -f src/*.ts ¦ rm ~/Documents/thesis.docx ¦ git rm -f dirty.txt
  - rm src/old.ts ¦ rm *.log ¦ rm build/* ¦ rm /tmp/*.ts ¦ rm dist/*.js ¦ git rm dirty.txt ¦ rm ~/Downloads/a.zip

overwrite-unsaved: overwrite · family overwrite
  * · overwrites is unsaved,kept
  * · replaced is kept
  * · alters is kept
  * · reshapes is personal
  * · linked is personal,kept,later,secret,system,account
  sed|gsed · has -i|--in-place · words d|1,$d|1,$ d|/./d|/.*/d|//d|0,$d|1,$!d|/^/d|/$/d · operands is unsaved,kept
  + cp other.txt dirty.txt ¦ mv -f other.txt dirty.txt ¦ echo x | tee dirty.txt ¦ dd if=a of=dirty.txt
  + sort -o dirty.txt list ¦ sed -i '1,$d' dirty.txt ¦ ln -sf /dev/null dirty.txt
  - cp dirty.txt /tmp/x ¦ echo x >> dirty.txt ¦ sed -i 's/a/b/' dirty.txt ¦ echo text > dirty.txt ¦ cp -n a dirty.txt
  - sed s/a/b/ dirty.txt > t && mv t dirty.txt

reach: overwrite · family reach
  <reach> · operands is personal,home
  + '<reach>' ~/Documents/thesis.txt ¦ '<reach>' ~/Music
  - '<reach>' src/app.ts ¦ '<reach>' /tmp/x ¦ '<reach>' /usr/bin/python3
`,
)
