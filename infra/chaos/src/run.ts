import { parseOptions } from './options.js'
import { runPlanted } from './planted/run-planted.js'
import { runTrials } from './trial/run-trials.js'

const log = (line: string) => process.stdout.write(`${line}\n`)

try {
  const options = parseOptions(process.argv.slice(2))
  const isGood = await (options.planted === null
    ? runTrials(options, log)
    : runPlanted(options.planted, log))
  process.exitCode = isGood ? 0 : 1
} catch (error) {
  process.stderr.write(`npm run chaos: ${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 2
}
