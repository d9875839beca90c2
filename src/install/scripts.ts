import type { Paths } from '../config/paths.ts'
import { INSTALL_TEXTS } from '../core/words/install.ts'

/** First words of every script of ours, by which `uninstall` and a second `init` know them again. */
const OURS = '# Fairlead:'

/**
 * The command that runtimes call, and the guard around the program behind it: whatever keeps the program (another process that leases
 * its files, a folder that is gone, no descriptors, a signal), its call is refused where that was asked for with `--strict`, or passes
 * with a line in the record of gaps. Silent where the bundle is gone.
 */
export function hookScript(paths: Paths, pinned: PinnedEnvironment): string {
  return `#!/bin/sh
${OURS} the command that agent runtimes call; the installed version is behind it.
# Settings of a repository can change the environment of hooks, so what matters is fixed here.
${pins(pinned)}node=${quoted(paths.current)}/node
hook=${quoted(paths.current)}/hook.cjs
[ $# -gt 0 ] || set -- claude-code
strict= parked= over= outcome=allow
[ "$2" = --strict ] && strict=yes
for limit; do :; done
ready=
[ -x "$node" ] && [ -f "$hook" ] && ready=yes
[ "$ready$strict" ] || exit 0
if [ "$ready" ]; then
  # By 8 s it has answered. Who waits for a person says so (USR1), and has almost as long as the client gives.
  (
    trap 'kill "$nap"; exit' TERM
    trap 'parked=yes; kill "$nap"' USR1
    sleep 8 &
    nap=$!
    wait "$nap"
    if [ "$parked" ]; then
      sleep "$((limit - 10))" &
      nap=$!
      wait "$nap"
    fi
    kill -ALRM $$
  ) </dev/null >/dev/null 2>&1 &
  watch=$!
  trap 'parked=yes; kill -USR1 "$watch"' USR1
  export FAIRLEAD_CLIENT="$PPID" FAIRLEAD_GUARD="$$"
  # Without input or output nobody can be answered, and this ends here.
  exec 3<&0 4>&1
  (exec "$node" --disable-sigusr1 "$hook" "$@" <&3 3<&- 4>&- 2>/dev/null) &
  child=$!
  trap 'over=late; kill -KILL "$child"' ALRM
  trap 'over=told; kill -KILL "$child"' TERM INT HUP
  while wait "$child"; code=$?; [ $code -gt 128 ] && [ ! "$over" ] && kill -0 "$child" 2>/dev/null; do :; done
  kill "$watch" 2>/dev/null
  [ $code = 0 ] && exit 0
  [ $code = 3 ] && strict= outcome=answered
  # Held, and nobody waits any more.
  [ "$parked$over" = yestold ] && exit 2
fi
[ "$strict" ] && outcome=block
# In the background: this file, too, can be kept from us. One at a time: there may be few descriptors.
(
  exec 3<&- 4>&-
  exec </dev/null
  exec 2>/dev/null
  exec >/dev/null
  umask 077
  exec >>${quoted(paths.state)}/gaps.jsonl
  printf '{"atMs":%s000,"runtime":"%s","project":"","problem":"the hook could not judge this call","outcome":"%s"}\\n' \\
    "$(date +%s)" "$1" "$outcome"
) &
[ "$strict" ] || exit 0
echo 'fairlead could not judge this call, and it was installed with --strict; run fairlead doctor' >&2
exit 2
`
}

/** What running clients find after `uninstall`: nothing happens, whatever they were told to call. */
export function hookStub(): string {
  return `#!/bin/sh\n${OURS} uninstalled. Clients that are still running may call this until they end.\nexit 0\n`
}

export function cliScript(paths: Paths, pinned: PinnedEnvironment): string {
  return `#!/bin/sh
${OURS} the command line; the installed version is behind it.
${pins(pinned)}node=${quoted(paths.current)}/node
[ -x "$node" ] || { echo 'fairlead is not complete; run npx fairlead update, or bin/fairlead update in a clone of it' >&2; exit 1; }
exec "$node" --disable-sigusr1 ${quoted(paths.current)}/cli.mjs "$@"
`
}

/** What waits for the person in one session, for the client's status line: nothing, nearly always. */
export function statusLineScript({ waiting }: Pick<Paths, 'waiting'>): string {
  return `#!/bin/sh
${OURS} prints what waits for you in this session, for a status line.
session=$(cat)
session=\${session#*'"session_id":"'}
session=\${session%%'"'*}
case $session in '' | *[!A-Za-z0-9_-]*) exit 0 ;; esac
cat ${quoted(waiting)}/"$session" 2>/dev/null
exit 0
`
}

export type PinnedEnvironment = Readonly<Record<string, string>>

/** The folders that were in force at `init`. */
export function pinnedEnvironment(paths: Paths, env: Readonly<Record<string, string | undefined>>): PinnedEnvironment {
  return {
    HOME: paths.home,
    ...Object.fromEntries(WHERE_SET.flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
  }
}

/** Where the database is, and which folder holds nothing but temporary files: as at `init`, or as usual. */
const WHERE_SET = ['FAIRLEAD_DB', 'TMPDIR']
/** They change what Node itself does, before any code of ours runs; the last one is the native client's alone to set. */
const NEVER_SET = ['NODE_OPTIONS', 'NODE_PATH', 'NODE_CHANNEL_FD', 'NODE_V8_COVERAGE', 'OPENSSL_CONF', 'FAIRLEAD_EVENT']

/** Variables that a hook must not take from whoever calls it. */
export function unpinnedNames(pinned: PinnedEnvironment): readonly string[] {
  return [...WHERE_SET.filter((name) => !Object.hasOwn(pinned, name)), ...NEVER_SET]
}

/** Beside the scripts of a project: what it asks for. A team may name another version, an address, or a tarball in the repository. */
export const PIN_FILE = 'fairlead.pin'

export function pinText(wanted: string): string {
  return `${OURS} what this project asks for: a version, an address, or a tarball here, such as ./tools/fairlead.tgz\npackage: ${wanted}\n`
}

/** Finds Fairlead on whatever machine the project was cloned to. */
export function projectModule(): string {
  return `${OURS} finds it on this machine and hands the call over; says so where it is not installed.
ours="$HOME/.fairlead"
# Hooks in the user's own settings already see every call of every project.
[ -e "$ours/program/hooks-in-user-settings" ] && exit 0
# An administrator's hooks do, too, and they call this very file from a place of their own.
managed=/etc/claude-code/managed-settings.json
[ "$0" != /etc/fairlead/hook.sh ] && [ -f "$managed" ] && grep -qs '"/etc/fairlead/hook.sh"' "$managed" && exit 0
if [ ! -x "$ours/bin/hook" ]; then
  what=$(sed -n 's/^package: *//p' "\${0%/*}/${PIN_FILE}" 2>/dev/null)
  case $what in '' | -* | *[!A-Za-z0-9@:./_+-]*) what=fairlead ;; esac
  if [ "\${2-}" = --strict ]; then
    printf '${INSTALL_TEXTS.absent('%s')}\\n' "$what" >&2
    exit 2
  fi
  # Once, when a session starts.
  case $(head -c 65536) in
    *'"hook_event_name":"SessionStart"'*)
      printf '${JSON.stringify({ systemMessage: INSTALL_TEXTS.absent('%s') })}\\n' "$what"
      ;;
  esac
  exit 0
fi
[ $# -gt 0 ] && shift
exec "$ours/bin/hook" claude-code "$@"
`
}

export function projectShim(): string {
  return `#!/bin/sh
${OURS} a thin shim; fairlead.sh beside it does the work.
[ -f "\${0%/*}/fairlead.sh" ] || exit 0
. "\${0%/*}/fairlead.sh"
`
}

export function isOurScript(text: string): boolean {
  return text.split('\n', 2).some((line) => line.startsWith(OURS))
}

function pins(pinned: PinnedEnvironment): string {
  const set = Object.entries(pinned).map(([name, value]) => `export ${name}=${quoted(value)}\n`)
  return `${set.join('')}unset ${unpinnedNames(pinned).join(' ')}\n`
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
