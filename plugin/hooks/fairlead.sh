#!/bin/sh
# Fairlead: finds it on this machine and hands the call over; says so where it is not installed.
ours="$HOME/.fairlead"
# Hooks in the user's own settings already see every call of every project.
[ -e "$ours/program/hooks-in-user-settings" ] && exit 0
# An administrator's hooks do, too, and they call this very file from a place of their own.
managed=/etc/claude-code/managed-settings.json
[ "$0" != /etc/fairlead/hook.sh ] && [ -f "$managed" ] && grep -qs '"/etc/fairlead/hook.sh"' "$managed" && exit 0
# A project that calls its own hooks.
theirs="$CLAUDE_PROJECT_DIR/.claude"
[ -e "$theirs/hooks/fairlead.sh" ] && grep -qs '"fairlead"' "$theirs/settings.json" && exit 0
if [ ! -x "$ours/bin/hook" ]; then
  what=$(sed -n 's/^package: *//p' "${0%/*}/fairlead.pin" 2>/dev/null)
  case $what in '' | -* | *[!A-Za-z0-9@:./_+-]*) what=fairlead ;; esac
  if [ "${2-}" = --strict ]; then
    printf 'this project asks for Fairlead, which is not installed for you, so nothing is checked; in a terminal, in this folder, run: npx %s init\n' "$what" >&2
    exit 2
  fi
  # Once, when a session starts.
  case $(head -c 65536) in
    *'"hook_event_name":"SessionStart"'*)
      printf '{"systemMessage":"this project asks for Fairlead, which is not installed for you, so nothing is checked; in a terminal, in this folder, run: npx %s init"}\n' "$what"
      ;;
  esac
  exit 0
fi
[ $# -gt 0 ] && shift
exec "$ours/bin/hook" claude-code "$@"
