import { benchAssetsList } from './assets-list.js'
import { benchCoherence } from './coherence/bench.js'
import { benchCommandLine } from './command-line/bench.js'
import { benchConsole } from './console/bench.js'
import { benchCrops } from './crops/bench.js'
import { benchDelivery } from './delivery/bench.js'
import { benchEmbed } from './embed/bench.js'
import { type BenchOptions, parseOptions } from './options.js'
import { benchQuality } from './quality/bench.js'
import { benchEvents } from './visitors/events.js'
import { benchStatistics } from './visitors/statistics.js'

const log = (line: string) => process.stdout.write(`${line}\n`)

async function run(options: BenchOptions): Promise<void> {
  if (options.program === 'assets-list') return benchAssetsList(log, options.rows)
  if (options.program === 'coherence') return benchCoherence(log)
  if (options.program === 'console') return benchConsole(log, options.rows)
  if (options.program === 'crops') return benchCrops(log)
  if (options.program === 'cli') return benchCommandLine(log, options.files)
  if (options.program === 'embed') return benchEmbed(log)
  if (options.program === 'events') return benchEvents(log)
  if (options.program === 'quality') return benchQuality(log, options.width)
  if (options.program === 'statistics') return benchStatistics(log)
  return benchDelivery(log, options)
}

try {
  await run(parseOptions(process.argv.slice(2)))
  // The migration engine keeps its connections open, so the process has to exit explicitly.
  process.exit(0)
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
