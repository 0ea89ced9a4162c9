import { spawn } from 'node:child_process'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { compileTests } from './compile-tests.js'
import type { Kind, TestGroup } from './groups.js'
import type { Row } from './report.js'
import { addTallies, emptyTally, type Tally, tallyTap } from './tap-results.js'
import type { Toolchain } from './toolchain.js'

/** A package with tests; `folder` is relative to the root. */
export type Suite = { name: string; folder: string }

/**
 * A task of turbo's plan. `dependencies` are ids of other tasks, such as `@vitrine/http#build`. The keys of `inputs`
 * are the files that the task reads, relative to `directory`.
 */
export type PlannedTask = {
  taskId: string
  directory: string
  dependencies: readonly string[]
  inputs: Readonly<Record<string, unknown>>
}

/** The suites, and the tasks of turbo's plan they depend on. */
export type Plan = { suites: Suite[]; tasks: PlannedTask[] }

type TurboTask = PlannedTask & { task: string; package: string; command: string }

/** @throws if turbo cannot list the packages with tests. */
export async function planSuites(toolchain: Pick<Toolchain, 'turboCapturing'>): Promise<Plan> {
  const { exitCode, stdout } = await toolchain.turboCapturing(['run', 'test', '--dry=json'])
  if (exitCode !== 0) throw new Error(`turbo run test --dry=json ended with ${exitCode}`)
  const plan = JSON.parse(stdout) as { tasks: TurboTask[] }
  const suites = plan.tasks
    .filter(({ task, command, directory }) => {
      // The root is a package of the workspace, too. Its test is this run.
      return task === 'test' && command !== '<NONEXISTENT>' && directory !== ''
    })
    .map((task) => ({ name: task.package, folder: task.directory }))
  return { suites, tasks: plan.tasks }
}

/** Seed of property tests, which draw the same examples each time. Proofs use other seeds. */
export const everydaySeed = 1

type Run = {
  root: string
  kind: Kind
  /** Addresses of the backends and paths of the browsers. */
  env: Readonly<Record<string, string>>
  /** Seed of property tests. */
  seed: number
  signal: AbortSignal
  log: (line: string) => void
  isVerbose: boolean
}

/** Processes at once: most wait for a part of their time, and many have services and a browser below them. */
const places = availableParallelism() + 1

/**
 * Compiles the suites and runs their processes, the longest first. Shows each failed test at once, and after each
 * process what is done and left.
 */
export async function runSuites(suites: readonly Suite[], run: Run): Promise<Row[]> {
  const compiled = await Promise.all(
    suites.map(async (suite) => ({
      suite,
      groups: await compileTests(join(run.root, suite.folder), run.kind),
    })),
  )
  const jobs = compiled
    .flatMap(({ suite, groups }) => groups.map((group) => ({ suite, group })))
    .sort((left, right) => weightOf(right.group) - weightOf(left.group))
  const startMs = performance.now()
  const tallies = new Map<Suite, Tally>()
  let done = 0
  await runInPlaces(jobs, async ({ suite, group }) => {
    const tally = await runGroup(suite, group, run)
    tallies.set(suite, addTallies([tallies.get(suite) ?? emptyTally, tally]))
    done += 1
    const seconds = Math.round((performance.now() - startMs) / 1000)
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    const outcome = tally.failed === 0 ? 'ok' : `${tally.failed} failed`
    run.log(
      `  ${time}  ${done} of ${jobs.length}  ${suite.name.replace('@vitrine/', '')} ${titleOf(group)}: ${outcome}`,
    )
  })
  return compiled
    .filter(({ groups }) => groups.length > 0)
    .map(({ suite }) => ({ name: suite.name, tally: tallies.get(suite) ?? emptyTally }))
}

/** A file that starts services or a browser takes about ten times as long as a unit. */
const weightOf = ({ files }: TestGroup): number =>
  files.reduce((sum, file) => sum + (file.includes('/unit/') ? 1 : 10), 0)

const titleOf = ({ files }: TestGroup): string =>
  files.length === 1 ? (files[0] ?? '').replace('dist-test/', '') : `(${files.length} files)`

type Job = { suite: Suite; group: TestGroup }

/** One that needs room takes all places but one. */
async function runInPlaces(jobs: readonly Job[], work: (job: Job) => Promise<void>): Promise<void> {
  const waiting = [...jobs]
  const running = new Set<Promise<void>>()
  let free = places
  while (waiting.length > 0 || running.size > 0) {
    const index = waiting.findIndex(({ group }) => placesOf(group) <= free)
    const [job] = index === -1 ? [] : waiting.splice(index, 1)
    if (job === undefined) {
      await Promise.race(running)
      continue
    }
    free -= placesOf(job.group)
    const end = work(job).finally(() => {
      free += placesOf(job.group)
      running.delete(end)
    })
    running.add(end)
  }
}

const placesOf = ({ needsRoom }: TestGroup): number => (needsRoom ? places - 1 : 1)

const runner = fileURLToPath(import.meta.resolve('@vitrine/testing/run-files'))
/** The default of 30 s is too short on a busy machine for tests that start other processes. */
const testSeconds = '1500'

/** The most lines of stderr that are shown if a process fails. */
const shownLines = 20

async function runGroup(suite: Suite, group: TestGroup, run: Run): Promise<Tally> {
  // A file and no pipe: a process that outlives this one would keep a pipe open.
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-suite-'))
  try {
    return await runProcess(suite, group, run, join(folder, 'stderr'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function runProcess(
  suite: Suite,
  group: TestGroup,
  run: Run,
  stderrFile: string,
): Promise<Tally> {
  const showFailure = (sentence: string) => run.log(`  ✗ ${suite.name}: ${sentence}`)
  const stderr = await open(stderrFile, 'w')
  const child = spawn(process.execPath, ['--enable-source-maps', runner], {
    cwd: join(run.root, suite.folder),
    env: {
      ...process.env,
      ...run.env,
      VITRINE_TEST_FILES: group.files.join(' '),
      TAP: '1',
      TAP_TIMEOUT: testSeconds,
      ...(group.hasProperties && { VITRINE_SEED: String(run.seed) }),
    },
    // A process group of its own, so that an abort also reaches the processes that it started.
    detached: true,
    stdio: ['ignore', 'pipe', run.isVerbose ? 'inherit' : stderr.fd],
  })
  await stderr.close()
  const abort = () => endGroup(child.pid)
  run.signal.addEventListener('abort', abort, { once: true })
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout as Readable })) {
    lines.push(line)
    if (run.isVerbose) run.log(line)
    // The sentence of a failed test; its details follow in the report.
    if (/^ *not ok /.test(line) && !/# (TODO|SKIP)/i.test(line)) {
      showFailure(
        line
          .trim()
          .replace(/^not ok \d+ - /, '')
          .replace(/ # time=.*$/, ''),
      )
    }
  }
  const exitCode = await new Promise<number | null>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode)
    else child.once('exit', resolve)
  })
  run.signal.removeEventListener('abort', abort)
  run.signal.throwIfAborted()
  const tap = `${lines.join('\n')}\n`
  if (exitCode === 0) return tallyTap(tap)
  const name = `${titleOf(group)} ended with ${child.signalCode ?? exitCode}`
  const written = (await readFile(stderrFile, 'utf8')).trimEnd()
  const details = written === '' ? [] : written.split('\n').slice(-shownLines)
  const tally = tallyTap(tap, { name, details })
  // No test has shown this one.
  for (const failure of tally.failures.filter((failure) => failure.name === name)) {
    showFailure([failure.name, ...failure.details].join('\n      '))
  }
  return tally
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGTERM')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // It has just exited.
  }
}
