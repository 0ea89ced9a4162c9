import { benchAssetsList } from './assets-list.js'
import { benchCoherence } from './coherence/bench.js'
import { benchDelivery } from './delivery/bench.js'
import { benchEmbed } from './embed/bench.js'
import { type Options, parseOptions } from './options.js'

const log = (line: string) => process.stdout.write(`${line}\n`)

async function run(options: Options): Promise<void> {
  if (options.program === 'assets-list') return benchAssetsList(log)
  if (options.program === 'coherence') return benchCoherence(log)
  if (options.program === 'embed') return benchEmbed(log)
  return benchDelivery(log, options)
}

try {
  await run(parseOptions(process.argv.slice(2)))
  // The engine of the migrations keeps its connections open: nothing else is left to be done.
  process.exit(0)
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
