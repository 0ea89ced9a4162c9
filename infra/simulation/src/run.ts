import { describe, isClean } from './history/report.js'
import { readOptions, type SimulationOptions } from './options.js'
import { startPool } from './runs/pool.js'
import { profileOf, runSeeds } from './runs/run-seeds.js'
import { simulate } from './simulate.js'

const progressEveryMs = 5000
const maxFailures = 5

const log = (line: string) => process.stdout.write(`${line}\n`)
const count = (number: number) => Math.round(number).toLocaleString('en')

try {
  const options = readOptions(process.argv.slice(2), () => Date.now() % 2 ** 31)
  process.exitCode = (await (options.isTraced ? trace : search)(options)) ? 0 : 1
} catch (error) {
  process.stderr.write(`npm run simulate: ${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 2
}

/** Prints every event of one run. @returns whether it is clean. */
async function trace({ firstSeed: seed, profile = profileOf(seed), without }: SimulationOptions) {
  const run = { seed, profile, without }
  const outcome = await simulate({ ...run, trace: log })
  log(isClean(outcome) ? `seed ${seed}, profile ${profile}: clean` : describe(run, outcome))
  return isClean(outcome)
}

/** Makes many runs on all cores. @returns whether all of them are clean. */
async function search(options: SimulationOptions) {
  const { firstSeed, seeds } = options
  const startMs = performance.now()
  const rate = (done: number) => (done / (performance.now() - startMs)) * 1000
  log(`${count(seeds)} seeds from ${firstSeed}`)
  let shownMs = startMs
  const onProgress = (done: number) => {
    if (performance.now() - shownMs < progressEveryMs) return
    shownMs = performance.now()
    log(`${count(done)} of ${count(seeds)} seeds, ${count(rate(done))} a second`)
  }
  const pool = startPool()
  const isEnough = (failed: readonly unknown[]) => failed.length >= maxFailures
  const range = { ...options, isEnough, onProgress }
  const { done, counts, failures } = await runSeeds(pool, range).finally(pool.stop)

  log(`\n${count(done)} seeds, ${count(rate(done))} a second`)
  for (const [name, number] of Object.entries(counts)) log(`${name.padEnd(18)}${count(number)}`)
  for (const { description } of failures) log(`\n${description}`)
  log(failures.length === 0 ? '\nno wrong answer' : `\n${failures.length} seeds failed`)
  return failures.length === 0
}
