import { programNamed } from '../book/book.ts'
import { isPrivatePath } from '../book/known-names.ts'
import { isBystander, isDisplay } from '../book/readers.ts'
import { type Argv, argvOf, optionValues, wordText } from '../options/argv.ts'
import { knownWord, pseudoCommand } from '../pseudo.ts'
import { basename, resolvePath } from '../shell/path.ts'
import type { ResolvedCommand, Step } from '../shell/reading.ts'
import { type TargetContext, targetOf } from '../targets/targets.ts'
import { textAt, wordSet } from '../text/word-table.ts'
import { holdsSecret } from './carried.ts'
import { hostKinds, httpRequests } from './http.ts'

/** Deeds that only several commands together amount to. */
export function flowsOf(
  steps: readonly Step[],
  commands: readonly ResolvedCommand[],
  ground: TargetContext,
): readonly ResolvedCommand[] {
  return [
    ...privateSent(commands, ground),
    ...downloadsRun(steps, commands),
    ...servicesKilled(commands),
    ...shellsFed(commands),
    ...foundEmptied(commands),
    ...environmentShown(commands, ground),
  ]
}

/** `while read f; do : > "$f"; done < <(find x)`: every file below a folder is emptied, one after the other. */
function foundEmptied(commands: readonly ResolvedCommand[]): readonly ResolvedCommand[] {
  const isEmptying = commands.some(
    ({ argv, redirects }) =>
      argv.length === 1 &&
      redirects.some(({ op, target }) => op === '>' && target.kind === 'unknown' && !target.raw.includes('/')),
  )
  const search = isEmptying
    ? commands.find((command) => /^(?:g?find|fd|bfs)$/.test(argvOf(command).program))
    : undefined
  const start = search?.argv.slice(1, 2).filter((word) => !wordText(word).startsWith('-')) ?? []
  return search === undefined || start.length === 0
    ? []
    : [{ ...search, argv: [knownWord('<find-delete>'), ...start], redirects: [] }]
}

const SENDERS = wordSet(
  'nc ncat netcat socat telnet mail mailx mutt sendmail msmtp swaks sendemail ftp tftp lftp smbclient dig nslookup host ping getent whois',
)
/** They look at a file without passing on what is in it, or they are the sender itself. */
const NO_READERS = wordSet(
  'ls stat test [ [[ rm touch mkdir chmod chown echo printf cd source . export git file find ssh ssh-keygen ssh-add du which grep_ python python3 node vim code open',
)

/** Programs whose words have rules of their own, or that start another with them. */
const NO_CARRIER =
  /^@(?:containers|clouds|clusters|infrastructure|packages|package-installers|builders|tasks|git|linters|formatters)$/
/** Options that say who one is, and not what is said. */
const CREDENTIAL =
  /cert|key|cacert|^--?ca|capath|identity|env-?file|config|pass|token|cred|netrc|trust|auth|rcfile|^-[iE]$/i

/** A private file in the words, or in the input, of a command that names another machine. */
function carried(command: ResolvedCommand, ground: TargetContext): readonly string[] {
  const argv = argvOf(command)
  const record = programNamed(argv.program)
  if (command.place === 'remote' || record?.wraps !== undefined || NO_CARRIER.test(`${record?.work}`)) return []
  if (isDisplay(argv.program) || !/^[a-z]/i.test(argv.program) || !namesHost(argv)) return []
  const own = new Set(
    argv.options
      .filter(({ name, names = [name] }) => names.some((each) => CREDENTIAL.test(each)))
      .flatMap(({ value, inlineValue = '' }) => [inlineValue, value === undefined ? '' : textAt(argv.texts, value)]),
  )
  const told = argv.texts.flatMap((text) => /['"]([^'"\s]+)['"]/.exec(text)?.[1] ?? [])
  const here = { ...ground, cwd: command.cwd, place: command.place }
  const spoken = told.filter((name) => targetOf(knownWord(name), here).facets.includes('private'))
  const read = privateWords(command, ground).filter(
    (text) => !own.has(text) && !/^(?:--?[\w-]+=)?\S*certs?\//.test(text),
  )
  return [...read, ...spoken]
}

const HOST_OPTION = /^-{1,2}(?:h|H|b|S|host|hostname|server|broker|bootstrap-server|remote|url|endpoint|to|t)$/

const namesHost = ({ texts, options, operands }: Argv): boolean =>
  texts.some(isFarAddress) ||
  options.some(
    ({ name, value, inlineValue }) =>
      HOST_OPTION.test(name) && isFarHost(inlineValue ?? (value === undefined ? '' : textAt(texts, value))),
  ) ||
  operands.some(({ index }) =>
    /^(?:[\w.-]+@)?[\w-]+(?:\.[\w-]+)+:\d+$|^[\w.-]+@[\w-]+(?:\.[\w-]+)+$/.test(textAt(texts, index)),
  )

const isFarHost = (text: string): boolean =>
  /^(?:[\w.-]+@)?[\w-]+(?:\.[\w-]+)+(?::\d+)?$/.test(text) && !hostKinds(text.replace(/^.*@/, '')).includes('local')

function privateSent(commands: readonly ResolvedCommand[], ground: TargetContext): readonly ResolvedCommand[] {
  const carrier = commands.find((command) => carried(command, ground).length > 0)
  if (carrier !== undefined)
    return [
      pseudoCommand(['<send-secret>', ...new Set(carried(carrier, ground))], { cwd: carrier.cwd, via: carrier.via }),
    ]
  const mayTell = commands.filter((command) => sends(command, ground) || isFar(command))
  const read = mayTell.length === 0 ? [] : commands.flatMap((command) => privateWords(command, ground))
  const sender = mayTell.find((command) => sends(command, ground) || tells(command, read))
  if (sender === undefined || read.length === 0) return []
  return [pseudoCommand(['<send-secret>', ...new Set(read)], { cwd: sender.cwd, via: sender.via })]
}

/** Where a command reaches beside the address it names: proxies, and other hosts in its place. */
function detours(command: ResolvedCommand): boolean {
  const argv = argvOf(command)
  const values = [
    ...optionValues(argv, ['-x', '--proxy', '--connect-to', '--resolve', '--socks5', '--preproxy']),
    ...command.env.flatMap(([name, value]) => (/_proxy$/i.test(name) ? [value] : [])),
  ]
  return values.some((value) =>
    wordText(value)
      .split(/[:/,@]+/)
      .some((piece) => piece.includes('.') && !/^127\./.test(piece)),
  )
}

/** `"X: $(base64 .env)"` in a word of a command that names another machine: what is read goes with it, whatever the request is called. */
function tells(command: ResolvedCommand, read: readonly string[]): boolean {
  return command.argv.some(
    (word) =>
      word.kind === 'unknown' &&
      !/authorization|api[-_]?key|bearer/i.test(word.raw) &&
      (/[?&][\w-]+=[^&]*\$\{?\w/.test(word.raw) ||
        read.some((name) => /[$`]/.test(word.raw) && word.raw.includes(basename(name)))),
  )
}

/** Some word is not known, and some word names another machine. */
function isFar(command: ResolvedCommand): boolean {
  if (!command.argv.some(({ kind }) => kind === 'unknown')) return false
  const argv = argvOf(command)
  return !isDisplay(argv.program) && argv.texts.some(isFarAddress)
}

const isFarAddress = (text: string): boolean => {
  const host = /^[^\s]{0,40}?\b[a-z][a-z0-9+.-]*:\/\/(?:[^/@\s]*@)?([^/:?#\s]+)/i.exec(text)?.[1]
  return host !== undefined && !hostKinds(host).includes('local')
}

function sends(command: ResolvedCommand, ground: TargetContext): boolean {
  const argv = argvOf(command)
  const config = curlConfig(command, ground)
  if (command.redirects.some((redirect) => /^\/dev\/(tcp|udp)\//.test(wordText(redirect.target)))) return true
  if (argv.program === '<code-network>') return true
  if (argv.program === 'openssl') return argv.texts[0] === 's_client'
  if (/^(?:gh|glab)$/.test(argv.program))
    return /^gist (?:create|edit)|^release (?:create|upload)|--body-file|--notes-file|--input\b|(?:^| )-F /.test(
      argv.texts.join(' '),
    )
  if (argv.program === 'ssh') return command.input.kind !== 'none'
  if (argv.program === 'logger') return argv.texts.some((text) => /^(?:-n|--server)/.test(text))
  if (SENDERS.has(argv.program)) return !argv.texts.some((text) => /localhost|127\.0\.0\.1|^-\w*z/.test(text))
  return [argv, ...config]
    .flatMap((each) => httpRequests(each))
    .some((request) => {
      const outward = !hostKinds(request.host).includes('local') || detours(command)
      return (
        outward &&
        (request.files.length > 0 || request.openBody || request.method !== 'GET' || command.input.kind !== 'none')
      )
    })
}

function privateWords(command: ResolvedCommand, ground: TargetContext): readonly string[] {
  const argv = argvOf(command)
  const here = { ...ground, cwd: command.cwd, place: command.place }
  if (PRINTERS.test([argv.program, ...argv.texts].join(' '))) return [argv.texts.join(' ')]
  const words = NO_READERS.has(argv.program) ? [] : argv.words.filter((word) => !/^-/.test(wordText(word)))
  const files = [argv, ...curlConfig(command, ground)]
    .flatMap((each) => httpRequests(each))
    .flatMap((request) => request.files)
  const input = command.input.kind === 'file' ? [command.input.path] : []
  const reads = command.redirects.flatMap((redirect) => (redirect.op === '<' ? [redirect.target] : []))
  return [...words, ...files, ...input, ...reads]
    .filter(
      (word) =>
        targetOf(word, here).facets.includes('private') ||
        holdsPrivate(wordText(word)) ||
        holdsSecret(resolvePath(wordText(word).replace(/^@/, ''), command.cwd), ground.session),
    )
    .map(wordText)
}

/** Programs that print secrets which lie in no file; tokens that are meant for the next request are not among them. */
const PRINTERS =
  /^(?:kubectl|oc|k)(?= )(?:(?! get ).)* get (?:.* )?secrets?(?: |$|\/)|^(?:pass|gopass) show |^vault (?:kv get|read) |^op (?:read|item get) |^aws secretsmanager get-secret|^aws ssm get-parameter.*with-decryption|^security find-|^secret-tool lookup|^git credential fill|^gpg2? .*--export-secret/

/** `curl -K x`: the options that stand in the file or in the input. */
function curlConfig(command: ResolvedCommand, { written }: TargetContext): readonly Argv[] {
  const argv = argvOf(command)
  if (argv.program !== 'curl') return []
  return optionValues(argv, ['-K', '--config']).flatMap((value) => {
    const path = resolvePath(wordText(value), command.cwd)
    const { input } = command
    const text =
      wordText(value) === '-' && input.kind === 'text' ? input.text : written.find((file) => file.path === path)?.text
    if (text === undefined) return []
    const words = [
      ...text.matchAll(/^[ \t]*-{0,2}([\w-]+)(?:[ \t]*[=:]|[ \t])[ \t]*(?![ \t])"?((?:(?!").)*)(?:"[ \t]*)?$/gm),
    ].flatMap((line) => [knownWord(`--${textAt(line, 1)}`), knownWord(textAt(line, 2))])
    return [argvOf({ argv: [knownWord('curl'), ...words] })]
  })
}

/** `OPEN:source/server.key`, `"$(cat .env)"`, `--file=x/.env`. */
const holdsPrivate = (text: string): boolean => {
  const inner = /^[A-Za-z-]+[:=](.+)$/.exec(text)?.[1]
  return inner !== undefined && !inner.startsWith('//') && isPrivatePath(textAt(inner.split(','), 0))
}

/** A file fetched and run by the same text. */
function downloadsRun(steps: readonly Step[], commands: readonly ResolvedCommand[]): readonly ResolvedCommand[] {
  const fetched = new Set<string>(commands.flatMap((command) => downloadsOf(command, commands)))
  const run = steps.map((step) => {
    if (step.kind === 'run-file') return resolvePath(wordText(step.path), step.cwd)
    const program = step.kind === 'command' ? step.argv.slice(0, 1).map(wordText).join('') : ''
    return step.kind === 'command' && program.includes('/') ? resolvePath(program, step.cwd) : undefined
  })
  return run
    .filter((path) => path !== undefined && (fetched.has(path) || /^\/dev\/(?:tcp|udp)\//.test(path)))
    .slice(0, 1)
    .map((path) => pseudoCommand(['<run-download>', `${path}`], {}))
}

function downloadsOf(command: ResolvedCommand, all: readonly ResolvedCommand[]): readonly string[] {
  const argv = argvOf(command)
  const requests = httpRequests(argv)
  const paths = requests.flatMap((request) => {
    if (request.output !== undefined) return [wordText(request.output)]
    const keepsName =
      argv.program === 'wget' || argv.options.some((option) => /^-[a-zA-Z]*O$|^--remote-name/.test(option.text))
    return keepsName ? [basename(textAt(request.url.split(/[?#]/), 0))] : []
  })
  // `exec 3>x; curl … >&3` writes what it fetches through the descriptor.
  const writer =
    requests.length > 0 || (argv.program === 'exec' && all.some((each) => httpRequests(argvOf(each)).length > 0))
  const redirected = writer
    ? command.redirects.filter((redirect) => redirect.op !== '<').map((redirect) => wordText(redirect.target))
    : []
  return [...paths, ...redirected].map((path) => resolvePath(path, command.cwd)).filter((path) => path !== undefined)
}

/** Services that a machine or a team depends on. */
const SERVICE =
  /dockerd|containerd|\brunc\b|mysqld|mariadbd|mongod\b|postgres|redis-server|cupsd|chronyd|wpa_supplicant|sshd\b|systemd|NetworkManager|rsyslogd|auditd|crond?\b|udevd|dbus-daemon|kubelet|ntpd|firewalld|avahi|snapd|polkitd|nginx|apache2|httpd\b|rpcbind|gdm\b|Xorg/

/** A process looked up by the name of a service, and ended. */
function servicesKilled(commands: readonly ResolvedCommand[]): readonly ResolvedCommand[] {
  const killer = commands.find(
    (command) => argvOf(command).program === 'kill' && command.argv.some((word) => word.kind === 'unknown'),
  )
  if (killer === undefined) return []
  const looks = commands.filter((command) =>
    /^(ps|pgrep|grep|awk|gawk|pidof|\[\[|\[|test|case)$/.test(argvOf(command).program),
  )
  const named = looks.flatMap((command) => SERVICE.exec(argvOf(command).texts.join(' '))?.[0] ?? [])[0]
  return named === undefined ? [] : [pseudoCommand(['<kill-service>', named], { cwd: killer.cwd, via: killer.via })]
}

/** Text handed to a shell of this machine means what it would mean without the wrapping. */
export const isShellWrap = (via: string): boolean => /^(?:eval|(?:ba|z|da|k)?sh -\w*c)$/.test(via)

/** A bare shell after something else: what feeds it is not in the reading, so it is not known. */
function shellsFed(commands: readonly ResolvedCommand[]): readonly ResolvedCommand[] {
  const fed = commands
    .slice(1)
    .some(
      (command) =>
        command.argv.length === 1 &&
        command.place === 'local' &&
        (command.via.length === 0 || isShellWrap(textAt(command.via, command.via.length - 1))) &&
        command.input.kind === 'none' &&
        /^(?:ba|z|da|k)?sh$/.test(argvOf(command).program),
    )
  return fed ? [pseudoCommand(['<unknown-code>', 'standard input'], {})] : []
}

/** An environment file printed as it is. Loading it, or picking names from it, is ordinary work. */
function environmentShown(commands: readonly ResolvedCommand[], ground: TargetContext): readonly ResolvedCommand[] {
  if (!commands.every((command) => isBystander(argvOf(command).program) && command.redirects.length === 0)) return []
  const shown = commands
    .filter((command) => isDisplay(argvOf(command).program) && command.place === 'local')
    .flatMap((command) => command.argv.slice(1))
  const files = shown.filter(
    (word) => isEnvironmentFile(wordText(word)) && targetOf(word, ground).facets.includes('private'),
  )
  return files.length === 0 ? [] : [pseudoCommand(['<show-environment>', ...files], { cwd: ground.cwd })]
}

const isEnvironmentFile = (text: string): boolean => /(?:^|\/)\.env(?:[.?*][\w.*?-]*|\*)?$/.test(text)
