import { matchesPattern } from '../shell/expand/patterns.ts'
import { withoutGlobs } from '../shell/marks.ts'
import { resolvePath } from '../shell/path.ts'

/** Programs that a globbed command name is held against, the worst first. */
const PROGRAMS: readonly string[] =
  `rm dd shred unlink rmdir truncate mkfs mkfs.ext4 wipefs fdisk find mv chmod chown git bash sh zsh dash python3 python perl ruby
  node php curl wget nc ncat ssh scp rsync tee cp ln sudo su doas env xargs eval kill killall pkill reboot shutdown halt poweroff
  systemctl crontab at tar docker kubectl psql mysql sqlite3 redis-cli mongo aws gcloud az terraform helm npm cat sed awk base64`.split(
    /\s+/,
  )

const FOLDERS: readonly string[] = ['/bin/', '/usr/bin/', '/sbin/', '/usr/sbin/', '/usr/local/bin/']

/** The worst program that `/bin/r?` or `/???/rm` may name; undefined when it names none we know. */
export function programMatching(marked: string): string | undefined {
  const pattern = withoutGlobs(marked)
  if (!pattern.includes('/')) return PROGRAMS.find((name) => matchesPattern(pattern, name))
  return PROGRAMS.find((name) => FOLDERS.some((folder) => matchesPattern(pattern, folder + name)))
}

const PROGRAM_FOLDER = /^(\/usr)?(\/local)?\/s?bin\/(?=[^/]+$)|^\/opt\/homebrew\/s?bin\/(?=[^/]+$)/

/** `/bin/rm` and `../../bin/rm` are `rm`; a program elsewhere keeps its path. */
export function programName(path: string, cwd: string | undefined): string {
  const absolute = path.includes('/') ? resolvePath(path, cwd) : undefined
  const name = absolute?.replace(PROGRAM_FOLDER, '')
  return name === undefined || name.startsWith('/') ? path : name
}
