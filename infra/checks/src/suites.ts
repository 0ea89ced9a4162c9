import { readFile, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Row } from './report.js'
import { runInOrder } from './run-in-order.js'
import { failure, type Tally, tallyTap } from './tap-results.js'
import type { Toolchain } from './toolchain.js'

/**
 * A package with a test script; `folder` is relative to the root. `weight` is greater for a suite that probably takes
 * longer.
 */
export type Suite = { name: string; folder: string; weight: number }

/** Relative to each package. turbo caches it, so that cached runs are counted too. */
const resultsFile = '.tap/results.tap'

// The report shows failures from the results, because tap's own reporters draw for terminals. min
// is the smallest of them; with silent, the file lacks the plan. Two files of a package run in
// parallel, with a timeout of 25 minutes each: the default of 30 s is too short on a busy machine
// for files that share a process or start other processes.
const tapArgs = [
  '--disable-coverage',
  '--reporter=min',
  '--jobs=2',
  '--timeout=1500',
  `--output-file=${resultsFile}`,
]

/**
 * With the two processes of each, more than twice as many processes as cores, because most files wait most of the time:
 * with one package less, two cores were idle for a fifth of the time. Limited by the connections of the shared Postgres.
 */
const packagesAtOnce = Math.min(4, availableParallelism() + 1)

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

/** @throws if turbo cannot list the packages with tests. */
export async function planSuites(toolchain: Pick<Toolchain, 'turboCapturing'>): Promise<Plan> {
  const { exitCode, stdout } = await toolchain.turboCapturing(['run', 'test', '--dry=json'])
  if (exitCode !== 0) throw new Error(`turbo run test --dry=json ended with ${exitCode}`)
  const plan = JSON.parse(stdout) as { tasks: TurboTask[] }
  const suites = plan.tasks
    .filter(({ task, command }) => task === 'test' && command !== '<NONEXISTENT>')
    .map((task) => ({ name: task.package, folder: task.directory, weight: weightOf(task) }))
  return { suites, tasks: plan.tasks }
}

type TurboTask = PlannedTask & { task: string; package: string; command: string }

/** A test file that starts services takes about four times as long as another one. */
function weightOf({ inputs = {}, dependencies = [] }: TurboTask): number {
  const files = Object.keys(inputs).filter((path) => /^test\/.*\.test\.ts$/.test(path))
  return files.length * (dependencies.includes('@vitrine/management-api#build') ? 4 : 1)
}

/**
 * Runs the suites through turbo; a suite whose inputs are unchanged is cached. Without the cache all is built already,
 * and each suite is a run of turbo: turbo starts tasks in no particular order, and a long suite that starts last
 * would run while a core is idle.
 *
 * @param env addresses of the backends.
 */
export async function runSuites(
  root: string,
  suites: readonly Suite[],
  toolchain: Pick<Toolchain, 'turbo' | 'buildTap'>,
  env: Readonly<Record<string, string>>,
  { isCached, isVerbose }: { isCached: boolean; isVerbose: boolean },
): Promise<Row[]> {
  for (const { folder } of suites) await rm(join(root, folder, resultsFile), { force: true })
  const tap = await toolchain.buildTap()
  if (tap.exitCode !== 0) throw new Error(`tap build ended with ${tap.exitCode}`)
  const runTurbo = async (names: readonly string[], more: readonly string[] = []) => {
    const logs = `--output-logs=${isVerbose ? 'full' : 'errors-only'}`
    const filters = names.map((name) => `--filter=${name}`)
    const options = ['--continue=dependencies-successful', '--ui=stream', logs, ...more]
    const args = ['run', 'test', ...options, `--concurrency=${packagesAtOnce}`]
    return (await toolchain.turbo([...args, ...filters, '--', ...tapArgs], env)).exitCode
  }
  const exits = isCached
    ? [await runTurbo(suites.map(({ name }) => name))]
    : await runInOrder(longestFirst(suites), packagesAtOnce, ({ name }) =>
        runTurbo([name], ['--force', '--only']),
      )
  const failed = exits.find((exitCode) => exitCode !== 0)
  const rows = await Promise.all(
    suites.map(async ({ name, folder }) => ({ name, tally: await tallySuite(root, folder) })),
  )
  if (failed === undefined || rows.some(({ tally }) => tally.failed > 0)) return rows
  const reason = `it ended with ${failed} although no test failed, see above`
  return [...rows, { name: 'turbo', tally: failure(reason) }]
}

const longestFirst = (suites: readonly Suite[]): Suite[] =>
  [...suites].sort((left, right) => right.weight - left.weight)

async function tallySuite(root: string, folder: string): Promise<Tally> {
  const file = join(root, folder, resultsFile)
  try {
    return tallyTap(await readFile(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return failure('there are no results: its build or tap itself failed, see above')
  }
}
