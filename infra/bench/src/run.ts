import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { readArguments } from '@vitrine/local/command-line'
import { type Images, withImages } from './images/fixture.js'
import type { Context } from './rounds.js'
import { acknowledgement } from './rows/acknowledgement.js'
import { busy } from './rows/busy.js'
import { cold } from './rows/cold.js'
import { embed } from './rows/embed/embed.js'
import { events } from './rows/events.js'
import { lists } from './rows/lists.js'
import { idle, overload } from './rows/overload.js'
import { upload } from './rows/upload.js'
import { notModified, warm } from './rows/warm.js'
import { watermark } from './rows/watermark.js'
import { Interruption } from './stack.js'
import { formatTable, type Line } from './table.js'

type Rows<Given> = Readonly<Record<string, (given: Given) => Promise<Line[]>>>

/** Rows that share a stack with pictures of 12 megapixels. */
const imageRows: Rows<Images> = {
  warm,
  'not-modified': notModified,
  cold,
  watermark,
  upload,
  busy,
  overload,
  idle,
}

/** Rows with a stack of their own. */
const otherRows: Rows<Context> = { acknowledgement, lists, events, embed }

const names = [...Object.keys(imageRows), ...Object.keys(otherRows)]

const log = (line: string) => process.stdout.write(`${line}\n`)

/** @throws after the table if a row failed: a wrong answer is never measured. */
async function run(args: readonly string[]): Promise<void> {
  const { wanted, rounds } = readOptions(args)
  if (process.platform !== 'linux') throw new Error('CPU times are read from /proc: Linux alone')
  const machine = describeMachine()
  const lines: Line[] = []
  const failures: string[] = []
  const runRows = async <Given>(rows: Rows<Given>, given: Given) => {
    for (const [name, row] of Object.entries(rows)) {
      if (!wanted.includes(name)) continue
      try {
        lines.push(...(await row(given)))
      } catch (error) {
        if (error instanceof Interruption) throw error
        failures.push(`${name}: ${error instanceof Error ? error.message : error}`)
      }
    }
  }
  const context = { rounds, log }
  if (wanted.some((name) => name in imageRows)) {
    await withImages(context, (images) => runRows(imageRows, images))
  }
  await runRows(otherRows, context)
  log(`\n${machine}\n`)
  for (const text of formatTable(lines)) log(text)
  if (failures.length > 0) throw new Error(`not measured: ${failures.join('\n')}`)
}

/** @throws a one-sentence error for an unknown row or option. */
function readOptions(args: readonly string[]) {
  const { values, positionals } = readArguments('bench', args)
  const unknown = positionals.find((name) => !names.includes(name))
  if (unknown !== undefined) throw new Error(`no row ${unknown}; there are ${names.join(', ')}`)
  if (!/^[1-9]\d?$/.test(values.rounds)) throw new Error('--rounds takes a number from 1 to 99')
  return { wanted: positionals.length === 0 ? names : positionals, rounds: Number(values.rounds) }
}

function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown'
  return [
    new Date().toISOString(),
    `${availableParallelism()} cores, ${model}, ${Math.round(totalmem() / 1e9)} GB`,
    `Node ${process.versions.node}`,
    `load ${loadavg()[0]?.toFixed(1)}`,
  ].join(' · ')
}

try {
  await run(process.argv.slice(2))
  process.exit(0)
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
