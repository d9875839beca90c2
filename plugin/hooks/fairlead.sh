#!/bin/sh
# Fairlead: finds it on this machine and hands the call over; says so where it is not installed.
ours="$HOME/.fairlead"
# Hooks in the user's own settings already see every call of every project.
[ -e "$ours/program/hooks-in-user-settings" ] && exit 0
# A project that calls its own hooks.
theirs="$CLAUDE_PROJECT_DIR/.claude"
[ -e "$theirs/hooks/fairlead.sh" ] && grep -qs '"fairlead"' "$theirs/settings.json" && exit 0
if [ ! -x "$ours/bin/hook" ]; then
  # Once, when a session starts.
  case $(head -c 65536) in
    *'"hook_event_name":"SessionStart"'*) printf '%s\n' '{"systemMessage":"this project uses Fairlead, which is not installed for you, so nothing is checked; run: npx fairlead init"}' ;;
  esac
  exit 0
fi
[ $# -gt 0 ] && shift
exec "$ours/bin/hook" claude-code "$@"
