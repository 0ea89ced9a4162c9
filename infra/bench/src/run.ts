import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { readArguments } from '@vitrine/local/command-line'
import { withImages } from './images/fixture.js'
import type { Context } from './rounds.js'
import { imageRows, otherRows } from './rows/rows.js'
import { formatTable, type Line } from './table.js'

const log = (line: string) => process.stdout.write(`${line}\n`)

const names = [...Object.keys(imageRows), ...Object.keys(otherRows)]

/** @throws after the table if a row failed. A wrong answer fails its row and is never measured. */
async function run(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments('bench', args)
  const unknown = positionals.filter((name) => !names.includes(name))
  if (unknown.length > 0)
    throw new Error(`no row is called ${unknown[0]}; rows: ${names.join(', ')}`)
  if (!/^[1-9]\d?$/.test(values.rounds)) throw new Error('--rounds takes a number from 1 to 99')
  if (process.platform !== 'linux') throw new Error('CPU times are read from /proc: Linux alone')
  const context: Context = { rounds: Number(values.rounds), log }
  const machine = describeMachine()
  const lines: Line[] = []
  const failures: string[] = []
  const note = async (name: string, row: () => Promise<Line[]>) => {
    try {
      lines.push(...(await row()))
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : error}`)
    }
  }
  const wanted = <Rows extends object>(rows: Rows) =>
    Object.entries(rows).filter(
      ([name]) => positionals.length === 0 || positionals.includes(name),
    ) as [string, Rows[keyof Rows]][]
  const images = wanted(imageRows)
  if (images.length > 0) {
    await withImages(context, async (fixture) => {
      for (const [name, row] of images) await note(name, () => row(fixture))
    })
  }
  for (const [name, row] of wanted(otherRows)) await note(name, () => row(context))
  log(`\n${machine}\n`)
  for (const text of formatTable(lines)) log(text)
  if (failures.length > 0) throw new Error(`not measured: ${failures.join('\n')}`)
}

function describeMachine(): string {
  const cores = `${availableParallelism()} cores, ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 1e9)} GB`
  const load = `load ${loadavg()[0]?.toFixed(1)}`
  return [new Date().toISOString(), cores, `Node ${process.versions.node}`, load].join(' · ')
}

try {
  await run(process.argv.slice(2))
  process.exit(0)
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
