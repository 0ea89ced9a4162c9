/*
 * `npm start` and `npm test` on a fresh clone: checks the command line, installs, builds and then
 * runs the program. It runs before anything is installed, so it uses only Node's built-in modules.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Not import.meta.dirname: an outdated Node must get as far as the version check below.
const root = fileURLToPath(new URL('..', import.meta.url))
const programs = {
  start: 'infra/local/dist/start.js',
  test: 'infra/checks/dist/run.js',
  proofs: 'infra/proofs/dist/run.js',
  bench: 'infra/bench/dist/run.js',
  sbom: 'infra/checks/dist/supply-chain/run.js',
}
/** What `npm start` runs. It installs and builds these alone, half of the workspace's dependencies. */
const started = ['management-api', 'delivery', 'prisma', 'local', 'cli'].map(
  (name) => `@vitrine/${name}`,
)
const stampFile = join(root, 'node_modules/.vitrine-installed')
const [task, ...args] = process.argv.slice(2)

/** The running child process; null between two. */
let child = null
let stopSignal = null

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => stop(signal))
}
// npm passes no signal on when it is killed with SIGKILL; its children are then reparented.
// biome-ignore lint/suspicious/noUndeclaredEnvVars: turbo never runs this file.
if (process.env.npm_lifecycle_event !== undefined) {
  const parents = findParents()
  setInterval(() => findParents() !== parents && stop('SIGTERM'), 500).unref()
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

async function main() {
  const { engines, packageManager } = readJson('package.json')
  checkNode(engines.node)
  const program = programs[task]
  if (program === undefined) {
    throw new Error(
      `unknown task "${task ?? ''}"; use: node infra/bootstrap.mjs ${Object.keys(programs).join('|')}`,
    )
  }
  if (!(await isWanted())) return 0
  const { createProgress } = await import('./local/preflight/progress.mjs')
  const progress = createProgress((text) => process.stdout.write(text))
  const pnpm = ['npx', '-y', packageManager]
  const selection = task === 'start' ? started : []
  const stamp = installationStamp()
  const wanted = [stamp, selection.length === 0 ? null : `${stamp} ${selection}`]
  if (!existsSync(stampFile) || !wanted.includes(readFileSync(stampFile, 'utf8'))) {
    const filters = selection.map((name) => `--filter=${name}...`)
    const install = [...pnpm, 'install', '--frozen-lockfile', ...filters]
    await step(progress, 'Installing dependencies', install)
    writeFileSync(stampFile, selection.length === 0 ? stamp : `${stamp} ${selection}`)
  }
  const filters = selection.map((name) => `--filter=${name}`)
  await step(progress, 'Building', [...pnpm, 'exec', 'turbo', 'run', 'build', ...filters])
  if (task !== 'start') {
    const compile = [process.execPath, join(root, 'infra/build/modules.mjs'), '--all']
    await step(progress, 'Compiling the modules', compile)
  }
  return await handOver(program)
}

/**
 * Whether to run the task; `--help` is handled here.
 *
 * @throws a one-sentence error for problems that can be detected before installing and building.
 */
async function isWanted() {
  // Imported dynamically, after the Node version check.
  const { parseStartOptions, readArguments, usageOf } = await import(
    './local/preflight/command-line.mjs'
  )
  if (readArguments(task, args).values.help) {
    process.stdout.write(usageOf(task))
    return false
  }
  const { checkWritable } = await import('./local/preflight/writable.mjs')
  checkWritable(root)
  if (task !== 'start') return true
  const { port } = parseStartOptions(args, process.env)
  const { reachGivenBackends } = await import('./local/preflight/given-backends.mjs')
  const { checkPort } = await import('./local/preflight/port.mjs')
  await reachGivenBackends(process.env)
  await checkPort(port, join(root, '.vitrine'))
  return true
}

/** `range` has the form "^20.19.0 || >=24.0.0". */
function checkNode(range) {
  const found = process.versions.node.split('.').map(Number)
  const isMet = range.split('||').some((alternative) => {
    const [, operator, version] = /(\^|>=)(\S+)/.exec(alternative.trim())
    const wanted = version.split('.').map(Number)
    const isSameMajor = operator === '>=' || found[0] === wanted[0]
    return isSameMajor && compare(found, wanted) >= 0
  })
  if (!isMet) {
    throw new Error(
      `this is Node ${process.versions.node}; Vitrine needs ${range} (https://nodejs.org)`,
    )
  }
}

function compare(left, right) {
  const index = left.findIndex((number, position) => number !== right[position])
  return index === -1 ? 0 : left[index] - right[index]
}

/** Hash of everything that determines the installation: the lockfile and every package.json. */
function installationStamp() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  const manifests = ['services', 'packages', 'infra']
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)))
    .concat('.', 'prisma')
    .map((folder) => join(root, folder, 'package.json'))
  const files = [join(root, 'pnpm-lock.yaml'), join(root, 'pnpm-workspace.yaml'), ...manifests]
  for (const file of files.sort()) if (existsSync(file)) hash.update(readFileSync(file))
  return hash.digest('hex')
}

/** Runs a command; its output is shown only if it fails or with `--verbose`. */
async function step(progress, label, command) {
  const output = []
  const runQuietly = () => run(command, 'pipe', (chunk) => output.push(chunk))
  const describe = () => howFar(Buffer.concat(output).toString())
  const runVisibly = () => {
    process.stdout.write(`${label}\n`)
    return run(command, 'inherit')
  }
  const exit = await (args.includes('--verbose')
    ? runVisibly()
    : progress.step(label, runQuietly, describe))
  if (stopSignal !== null) throw new Error('stopped')
  if (exit !== 0) {
    process.stderr.write(Buffer.concat(output))
    throw new Error(`${label}: "${command.join(' ')}" failed; its output is above`)
  }
}

/** From the last line of pnpm's progress; null without one. */
function howFar(output) {
  const [, all, done] = /.*resolved (\d+),.* added (\d+)/s.exec(output) ?? []
  return all === undefined ? null : `${done} of ${all}`
}

/**
 * Resolves to the program's exit code. The program exits when this process does, because its IPC
 * channel closes.
 */
function handOver(program) {
  return run([process.execPath, join(root, program), ...args], 'inherit', undefined, ['ipc'])
}

function run([command, ...rest], output, onOutput, channels = []) {
  return new Promise((resolve, reject) => {
    child = spawn(command, rest, {
      cwd: root,
      stdio: ['ignore', output, output, ...channels],
      // A separate process group, so that Ctrl-C reaches it only once, through this process.
      detached: true,
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
    })
    child.stdout?.on('data', onOutput)
    child.stderr?.on('data', onOutput)
    child.once('error', (error) => reject(new Error(`cannot run ${command}: ${error.message}`)))
    child.once('exit', (code, signal) => {
      child = null
      resolve(code ?? (signal === stopSignal ? 0 : 1))
    })
  })
}

/** The parent's pid; if the parent is the shell in which npm runs a script, the grandparent's. */
function findParents() {
  try {
    const [, name, parent] = /\((.*)\) \w (\d+)/.exec(
      readFileSync(`/proc/${process.ppid}/stat`, 'utf8'),
    )
    return name.endsWith('sh') ? `${process.ppid} ${parent}` : `${process.ppid}`
  } catch {
    return `${process.ppid}` // No /proc on this system.
  }
}

/** Forwards the signal to the child's process group; this process exits when the child has. */
function stop(signal) {
  stopSignal = signal
  try {
    if (child?.pid !== undefined) process.kill(-child.pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error // It has just exited.
  }
}

function readJson(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'))
}
