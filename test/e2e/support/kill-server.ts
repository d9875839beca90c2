import { readdirSync, readFileSync } from 'node:fs'

/** Kills the MCP servers that clients of this home started, the hard way; how many there were. */
export function killServers(home: string): number {
  const servers = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isServer(Number(name), home))
  for (const pid of servers) process.kill(Number(pid), 'SIGKILL')
  return servers.length
}

function isServer(pid: number, home: string): boolean {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return (
      words.some((word) => word.endsWith('/cli.mjs')) &&
      words.includes('mcp') &&
      words.some((word) => word.startsWith(home))
    )
  } catch {
    return false
  }
}
