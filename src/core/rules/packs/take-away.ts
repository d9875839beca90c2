import { definePack } from '../rule.ts'

export const takeAway = definePack(
  'filesystem',
  `
WORTH = root,home,system,project-root,vcs,vcs-control,account,startup,home-config,project,outside-project,committed,temp-root,maybe-root,unknown,secret

copy-and-remove: delete · family tar --remove-files
  zip · has -m|--move · rest is {WORTH}
  7z|7za|7zr|7zz · has -sdel · rest is {WORTH}
  rar m|mf · rest is {WORTH}
  rar · has -df · rest is {WORTH}
  rsync · has --remove-source-files|--remove-sent-files · lacks -n|--dry-run|--list-only · sources is {WORTH}
  + zip -rm out.zip src ¦ 7z a -sdel out.7z src ¦ rsync -a --remove-source-files src/ /tmp/x/
  - zip -r out.zip src ¦ 7z a out.7z src ¦ rsync -a src/ /tmp/x/ ¦ zip -rm out.zip /tmp/x

desktop-remove: delete · family rm
  gio|gvfs-rm remove · operands is {WORTH}
  gio trash · has --empty
  kioclient|kioclient5 remove · operands is {WORTH}
  trash-empty|trash-rm · lacks --help|--dry-run
  + gio remove notes.txt ¦ gio trash --empty ¦ trash-empty
  - gio trash notes.txt ¦ gio list ¦ gio remove /tmp/x ¦ trash-put a
`,
)
