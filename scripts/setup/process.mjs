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
    const stopForwarding = forwardSignals(child)
    const end = (code) => {
      clearInterval(heartbeat)
      // A set-up that was told to stop does not go on, whatever npm made of the signal.
      dieOf(stopForwarding())
      resolve({ code: code ?? 1, output })
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('close', end)
    child.on('error', (error) => {
      keep(`${error.message}\n`)
      end(127)
    })
  })
}

// Runs a command on the caller's terminal and resolves with its exit code.
export function inherit(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: 'inherit' })
    const stopForwarding = forwardSignals(child)
    child.on('error', (error) => reject(failure(`cannot start \`${command}\`: ${error.message}`)))
    child.on('close', (code, signal) => {
      stopForwarding()
      dieOf(signal)
      resolve(code ?? 1)
    })
  })
}

// The same with a limit, as a process group: a test that loops for ever must end with the command that started it.
export function inheritWithin(limitMs, [command, ...args], options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: 'inherit', detached: true })
    const stopForwarding = forwardSignals(child)
    const limit = setTimeout(() => endGroup(child), limitMs)
    child.on('exit', (code) => {
      clearTimeout(limit)
      endGroup(child)
      dieOf(stopForwarding())
      resolve(code ?? 1)
    })
  })
}

function endGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // Nobody is left.
  }
}

// A child that outlives us would go on writing where the next set-up starts afresh.
function forwardSignals(child) {
  let received
  const forward = (signal) => {
    received = signal
    child.kill(signal)
  }
  for (const signal of FORWARDED) process.on(signal, forward)
  return () => {
    for (const signal of FORWARDED) process.off(signal, forward)
    return received
  }
}

// Dying of the same signal lets the caller's shell see an interrupt as an interrupt. A child's crash is a failure of
// the child, not of us.
function dieOf(signal) {
  if (FORWARDED.includes(signal)) process.kill(process.pid, signal)
}

// Where npm failed is of no use to a person who wants to know why.
export function withoutStacks(output) {
  return output.replace(/^npm (?:error|ERR!)\s+at .*\n/gm, '')
}

// Under `npm run` this is the very npm that was typed; other package managers set the variable too, hence the check.
export function npmCommand(args) {
  const cli = process.env.npm_execpath
  const common = ['--no-audit', '--no-fund', '--no-progress', '--no-update-notifier', '--loglevel=error']
  return cli && basename(cli) === 'npm-cli.js'
    ? { command: process.execPath, args: [cli, ...args, ...common] }
    : { command: 'npm', args: [...args, ...common] }
}
