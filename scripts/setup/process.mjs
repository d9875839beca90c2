import { spawn } from 'node:child_process'
import { basename } from 'node:path'
import { failure, say } from './report.mjs'

const OUTPUT_LIMIT_CHARS = 200_000
const HEARTBEAT_MS = 15_000
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP']

// Runs a noisy command silently; the caller shows the output when the command failed.
export function capture(command, args, { doing, ...options } = {}) {
  return new Promise((resolve) => {
    const startedMs = Date.now()
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    const heartbeat = setInterval(() => {
      if (doing) say(`still ${doing} (${Math.round((Date.now() - startedMs) / 1000)} s)…`)
    }, HEARTBEAT_MS)
    let output = ''
    const keep = (chunk) => {
      output = (output + chunk).slice(-OUTPUT_LIMIT_CHARS)
    }
    const end = (code) => {
      clearInterval(heartbeat)
      resolve({ code, output })
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => {
      keep(`${error.message}\n`)
      end(127)
    })
    child.on('close', (code) => end(code ?? 1))
  })
}

// Runs a command on the caller's terminal and resolves with its exit code.
export function inherit(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: 'inherit' })
    const forward = (signal) => child.kill(signal)
    for (const signal of FORWARDED) process.on(signal, forward)
    child.on('error', (error) => reject(failure(`cannot start \`${command}\`: ${error.message}`)))
    child.on('close', (code, signal) => {
      for (const name of FORWARDED) process.off(name, forward)
      // Dying of the same signal lets the caller's shell see an interrupt as an interrupt.
      if (signal) process.kill(process.pid, signal)
      else resolve(code)
    })
  })
}

// Under `npm run` this is the very npm that was typed; other package managers set the variable too, hence the check.
export function npmCommand(args) {
  const cli = process.env.npm_execpath
  const common = ['--no-audit', '--no-fund', '--no-progress', '--no-update-notifier', '--loglevel=error']
  return cli && basename(cli) === 'npm-cli.js'
    ? { command: process.execPath, args: [cli, ...args, ...common] }
    : { command: 'npm', args: [...args, ...common] }
}
