// From nothing to the first held push, as a newcomer does it: an empty home, nothing but git, Node and npm.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { keepFigures } from './bench/figures.mjs'
import { ROOT } from './setup/paths.mjs'

const USAGE = `Usage: npm run bench:newcomer [-- --warm] [-- --clone | --package] [-- --keep]

  --warm      use your npm cache instead of an empty one
  --clone     only from a clone
  --package   only from the packed tarball
  --keep      write the figures of the tarball to docs/figures.json
`

/** From the tarball to a governed project, and what is then on the disk without Node. */
const [GOAL_SECONDS, GOAL_MEGABYTES] = [30, 60]

/** A person answers a prompt in three seconds and reads four words in one. */
const [PROMPT_SECONDS, WORDS_A_SECOND] = [3, 4]

try {
  const flag = { type: 'boolean' }
  const options = { warm: flag, clone: flag, package: flag, keep: flag, help: { ...flag, short: 'h' } }
  const { values } = parseArgs({ options })
  if (values.help) process.stdout.write(USAGE)
  else {
    if (!values.clone) inWorld((world) => measurePackage(world, values.warm === true))
    if (!values.package) inWorld((world) => measureClone(world, values.warm === true))
  }
} catch (error) {
  const isMisuse = String(error.code).startsWith('ERR_PARSE_ARGS')
  process.stderr.write(`bench:newcomer: ${error.message.split('\n', 1)[0]}\n${isMisuse ? USAGE : (error.stderr ?? '')}`)
  process.exitCode = isMisuse ? 2 : 1
}

function measureClone(world, isWarm) {
  const { rows, shown } = walk(world, isWarm)
  const total = rows.reduce((sum, [, ms]) => sum + ms, 0)
  for (const [what, ms] of [...rows, ['from nothing to the first held command', total]])
    console.log(`${(ms / 1_000).toFixed(1).padStart(7)} s  ${what}`)
  tellAttention(shown)
  const cache = isWarm ? 'npm cache as it is' : 'npm cache empty'
  console.log(`\nNode ${process.versions.node}, ${cpus().length} cores, ${cache}, clone from this disk`)
}

/** One command: npx unpacks the tarball, and its own `init` installs it and governs the project. */
function measurePackage(world, isWarm) {
  const [home, project] = ['home', 'project'].map((name) => join(world, name))
  const env = environment(home, isWarm)
  const run = (command, args, more = {}) =>
    execFileSync(command, args, { cwd: project, env, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'], ...more })
  for (const name of ['home/.claude', 'project']) mkdirSync(join(world, name), { recursive: true })
  run('git', ['init', '-q'])
  const [packed] = JSON.parse(run('npm', ['pack', ROOT, '--json', '--pack-destination', world], { cwd: ROOT }))
  const tarball = join(world, packed.filename)
  const began = performance.now()
  run('npx', ['--yes', '--package', tarball, 'fairlead', 'init', '--yes'])
  const seconds = (performance.now() - began) / 1_000
  const answer = run(join(home, '.fairlead/bin/hook'), ['claude-code'], { input: firstPush(project) })
  if (!answer.includes('"deny"')) throw new Error(`\`git push\` was not held: ${answer}`)
  run(join(home, '.fairlead/bin/fairlead'), ['down'])
  const megabytes = (bytes) => (bytes / 1_048_576).toFixed(1)
  const node = statSync(realpathSync(join(home, '.fairlead/program/current/node'))).size
  const all = sizeOf(join(home, '.fairlead'))
  console.log(
    `${seconds.toFixed(1).padStart(7)} s  npx --package fairlead-${packed.version}.tgz fairlead init, 1 command (goal: ${GOAL_SECONDS} s)`,
  )
  console.log(`${megabytes(packed.size).padStart(7)} MB tarball, ${megabytes(packed.unpackedSize)} MB unpacked`)
  console.log(
    `${megabytes(all - node).padStart(7)} MB installed without Node (goal: ${GOAL_MEGABYTES}), ${megabytes(all)} MB with it\n`,
  )
  keepFigures('newcomer', {
    seconds: Number(seconds.toFixed(1)),
    tarballMegabytes: Number(megabytes(packed.size)),
    installedMegabytes: Number(megabytes(all - node)),
  })
  if (seconds > GOAL_SECONDS || all - node > GOAL_MEGABYTES * 1_048_576) process.exitCode = 1
}

function firstPush(project) {
  return JSON.stringify({
    ...{ session_id: 'first', transcript_path: '', cwd: project, hook_event_name: 'PreToolUse' },
    ...{ tool_name: 'Bash', tool_input: { command: 'git push' }, tool_use_id: 'first-call' },
  })
}

function sizeOf(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  // A folder that a link names is listed under both names.
  const files = new Set(entries.map(({ parentPath, name }) => realpathSync(join(parentPath, name))))
  return [...files].reduce((sum, path) => sum + statSync(path).size, 0)
}

function inWorld(act) {
  const world = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-newcomer-')))
  try {
    act(world)
  } finally {
    // The daemon may still be on its way out.
    rmSync(world, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

function tellAttention(shown) {
  console.log('\nattention, from `npm start` to the first approved push:')
  let total = 0
  for (const { what, prompts, text } of shown) {
    const words = text.split(/\s+/).filter((word) => /\w/.test(word)).length
    const seconds = prompts * PROMPT_SECONDS + words / WORDS_A_SECOND
    total += seconds
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${what}: ${prompts} to answer, ${words} words`)
  }
  const commands = shown.filter(({ isCommand }) => isCommand).length
  console.log(`${total.toFixed(1).padStart(7)} s  in ${commands} commands (goal: 60 s, 3 commands)`)
}

function walk(world, isWarm) {
  const [clone, home, project] = ['clone', 'home', 'project'].map((name) => join(world, name))
  const env = environment(home, isWarm)
  const run = (cwd, [program, ...args], input) =>
    execFileSync(program, args, {
      cwd,
      env,
      encoding: 'utf8',
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      ...(input && { input }),
    })
  const rows = []
  const timed = (what, act) => {
    const began = performance.now()
    const result = act()
    rows.push([what, performance.now() - began])
    return result
  }
  for (const name of ['.claude', '.codex']) mkdirSync(join(home, name), { recursive: true })
  timed('git clone', () => run(world, ['git', 'clone', '-q', ROOT, clone]))
  const shown = []
  const start = timed('npm start (installs, builds, plays the demo)', () => run(clone, ['npm', 'start']))
  shown.push({ what: 'npm start', isCommand: true, prompts: 0, text: start })
  run(world, ['git', 'init', '-q', project])
  const init = timed('bin/fairlead init --yes in a project', () =>
    run(project, [join(clone, 'bin/fairlead'), 'init', '--yes']),
  )
  // Without `--yes` there are two questions, of Codex and the seal, which need a terminal that a measurement has not.
  const codex = ['trustWhat', 'trustThem'].map((name) => textOf(clone, 'runtime-health', name))
  const asked = [...codex, textOf(clone, 'install', 'question')].join(' ')
  shown.push({ what: 'init, with its two questions', isCommand: true, prompts: 2, text: `${init} ${asked}` })
  const hook = join(home, '.fairlead/bin/hook')
  if (!existsSync(hook)) throw new Error('`init` installed no hook')
  const answer = timed('the first `git push` of an agent', () =>
    run(project, [hook, 'claude-code'], firstPush(project)),
  )
  if (!answer.includes('"deny"')) throw new Error(`\`git push\` was not held: ${answer}`)
  run(project, [join(home, '.fairlead/bin/fairlead'), 'down'])
  const { systemMessage = '', hookSpecificOutput } = JSON.parse(answer)
  // The client folds what follows the first line.
  const [first] = String(hookSpecificOutput?.permissionDecisionReason ?? '').split('\n')
  shown.push({ what: 'the held push, read', prompts: 0, text: `${systemMessage || first}` })
  shown.push({ what: 'approving it', isCommand: true, prompts: 1, text: '/edge approve 1' })
  return { rows, shown }
}

/** The sentence as it is shown, from the catalogue of the clone. */
function textOf(clone, catalogue, name) {
  const file = join(clone, `src/core/words/${catalogue}.ts`)
  const lines = readFileSync(file, 'utf8').split('\n')
  const at = lines.findIndex((line) => line.includes(`${name}: (`))
  const [, text = ''] = /`([^`]*)/.exec(lines.slice(at, at + 2).join(' ')) ?? []
  // What a call puts in counts as one word; what is only said sometimes is in what `--yes` printed.
  return text.replaceAll(/\$\{\w+\}/g, 'x').replace(/\$\{.*$/, '')
}

function environment(home, isWarm) {
  const setting = (name) => execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim()
  return {
    PATH: process.env.PATH,
    HOME: home,
    // How to reach the registry is a matter of the machine, not of the person.
    npm_config_userconfig: setting('userconfig'),
    npm_config_globalconfig: setting('globalconfig'),
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => /^NODE_EXTRA_CA_CERTS$|_proxy$/i.test(name))),
    ...(isWarm && { npm_config_cache: setting('cache') }),
  }
}
