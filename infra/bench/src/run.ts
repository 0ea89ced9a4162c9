import { benchAssetsList } from './assets-list.js'
import { benchCoherence } from './coherence/bench.js'

type Program = (log: (line: string) => void) => Promise<void>

const programs = {
  'assets-list': benchAssetsList,
  coherence: benchCoherence,
} as const satisfies Record<string, Program>

const log = (line: string) => process.stdout.write(`${line}\n`)
const names = Object.keys(programs).join(', ')
const usage = `usage: npm run bench -- NAME, where NAME is one of: ${names}`

const isName = (name: string | undefined): name is keyof typeof programs =>
  name !== undefined && Object.hasOwn(programs, name)

async function main(name: string | undefined): Promise<number> {
  if (!isName(name)) {
    process.stderr.write(`${usage}\n`)
    return 2
  }
  await programs[name](log)
  return 0
}

try {
  // The engine of the migrations keeps its connections open: nothing else is left to be done.
  process.exit(await main(process.argv[2]))
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
