import { argvOf, givenTo, wordOf, wordText } from '../options/argv.ts'
import { pseudoCommand } from '../pseudo.ts'
import type { ResolvedCommand } from '../shell/reading.ts'
import { textAt } from '../text/word-table.ts'

/** They give what is in a folder to whoever asks; their names, or that of their sub-command, say so. */
const SERVES =
  /(?:^|[-_.:/@])(?:serve|server|httpd?|https?-server|simplehttpserver|httpserver|live-?server|pyftpdlib|\w{0,8}ftpd|webdav|webfsd|file-server|dufs|miniserve|goshs|darkhttpd|mongoose|filebrowser|instaweb|daemon|funnel|share|lab|notebook|code-server|ngrok|twistd|updog|uploadserver|copyparty)$/
/** Servers of something else than files. */
const OTHERS =
  /start-stop|redis|mongo|mysql|maria|postgres|sql|language|tsserver|lsp|gopls|xvfb|xorg|memcache|minio|rabbit|kafka|etcd|consul|vault|influx|elastic|docker|containerd|sshd|ssh-|gpg|dbus|git-|json|fake|mock|dev-server|test|rails|puma|flask|django|language_server|jsonrpc|x11|term/
const FOLDER_OPTION =
  /^-{1,2}(?:[drhtD]|dir|directory|root|docroot|document-?root|path|base|base-path|folder|public|notebook-dir|serve|web|home)$/

/** Folders that a server of files would show: those that it is given, and else the one where it starts. */
export function servingDeeds(step: ResolvedCommand, project: string): readonly ResolvedCommand[] {
  if (step.place === 'remote' || step.argv.length === 0) return []
  const argv = argvOf(step)
  const { program, operands, texts, options } = argv
  if (program === '' || program.startsWith('<') || SPEAKS.test(program)) return []
  const names = [program, ...operands.slice(0, 2).map(({ index }) => textAt(texts, index))]
  const isServer = isPhp(program, texts) || names.some((name) => SERVES.test(name) && !/[\s=]/.test(name))
  if (!isServer || names.some((name) => OTHERS.test(name))) return []
  const given = [
    ...texts.filter((text) => PATH.test(text)),
    ...options.flatMap((option) => (FOLDER_OPTION.test(option.name) ? givenTo(argv, option).map(wordText) : [])),
  ]
    .map((text) => text.replace(/^(?:file:\/\/|--?[\w-]+=)/, ''))
    .filter((text) => text !== '' && !/^\d+$/.test(text))
  const isElsewhere = step.cwd !== undefined && step.cwd !== project && !step.cwd.startsWith(`${project}/`)
  const served = given.length > 0 ? given : isElsewhere ? ['.'] : []
  return served.length === 0 ? [] : [pseudoCommand(['<serves>', ...served.map((name) => wordOf(name))], step)]
}

const PATH = /^(?:--?[\w-]+=)?(?:file:\/\/)?(?:~|\.\.)?(?:\/|$)(?!\/)/
/** They say or look up what others do. */
const SPEAKS =
  /^(?:echo|printf|grep|rg|git-\w+|npm|pnpm|yarn|bun|npx|cd|ls|cat|pip3?|apt|apt-get|brew|systemctl|service|pkill|pgrep|kill|which|docker|kubectl|curl|wget|cp|mv|rm|mkdir|touch|find|node|ssh|scp|rsync|make|cargo|go|sed|awk|tar|man|gem|claude|codex|fairlead)$/

const isPhp = (program: string, texts: readonly string[]): boolean => program === 'php' && texts.includes('-S')
