import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CACHE } from './paths.mjs'
import { say } from './report.mjs'

const LOCK = join(CACHE, 'setup.lock')
const BREAKER = `${LOCK}.break`
const POLL_MS = 200
const BREAKER_STALE_MS = 10_000

// One set-up at a time: two `npm ci` in one folder destroy each other's work.
export async function withLock(work) {
  mkdirSync(CACHE, { recursive: true })
  await acquire()
  try {
    return await work()
  } finally {
    rmSync(LOCK, { force: true })
  }
}

async function acquire() {
  let told = false
  while (!tryCreate()) {
    const holder = readHolder()
    if (holder && !isAlive(holder) && breakDeadLock()) continue
    if (!told && holder) {
      say(`waiting for another set-up in this folder (process ${holder.split(' ')[0]}) to finish…`)
      told = true
    }
    await sleep(POLL_MS)
  }
}

function tryCreate() {
  try {
    writeFileSync(LOCK, identityOf(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function readHolder() {
  try {
    // Empty for the instant between creation and the first byte: the caller asks again.
    return readFileSync(LOCK, 'utf8') || (Date.now() - statSync(LOCK).mtimeMs > BREAKER_STALE_MS ? '0' : '')
  } catch {
    return ''
  }
}

function isAlive(holder) {
  const pid = Number(holder.split(' ')[0])
  return pid > 0 && identityOf(pid) === holder && canSignal(pid)
}

function canSignal(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

// The start time tells a live holder from a stranger that was given the dead holder's pid.
function identityOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? 'dead' : `${pid} ${fields[19]}`
  } catch {
    return String(pid)
  }
}

// Breakers take turns, and look again when it is theirs: otherwise two of them remove a dead lock and then a fresh one.
function breakDeadLock() {
  try {
    mkdirSync(BREAKER)
  } catch {
    removeStaleBreaker()
    return false
  }
  try {
    const holder = readHolder()
    if (holder && !isAlive(holder)) rmSync(LOCK, { force: true })
    return true
  } finally {
    rmdirSync(BREAKER)
  }
}

function removeStaleBreaker() {
  try {
    if (Date.now() - statSync(BREAKER).mtimeMs > BREAKER_STALE_MS) rmdirSync(BREAKER)
  } catch {
    // Somebody else removed it.
  }
}
