import { writeFile } from 'node:fs/promises'
import { describeMachine, formatMachine } from '../machine.js'
import { megabytes } from '../processes/memory.js'
import type { Line } from '../report/line.js'
import { formatReport } from '../report/report.js'
import { judge } from '../report/verdict.js'
import { type Fixture, withFixture } from './fixture.js'
import { type RowName, rowNames, rows } from './rows/rows.js'

type DeliveryOptions = {
  /** Names of the rows; empty for all. */
  rows: readonly RowName[]
  /** File for the samples, as JSON. */
  jsonFile?: string
}

/**
 * Measures delivery's speed and cost, compared with peers in the same run on the same machine.
 *
 * @throws after the table if a row failed. A wrong answer fails its row and is never measured.
 */
export async function benchDelivery(
  log: (line: string) => void,
  { rows: wanted, jsonFile }: DeliveryOptions,
): Promise<void> {
  if (process.platform !== 'linux') {
    throw new Error('what processes cost is read from /proc, which Linux alone has')
  }
  const machine = describeMachine()
  const lines: Line[] = []
  const failures: string[] = []
  await withFixture(log, async (fixture) => {
    for (const name of rowNames) {
      if (wanted.length > 0 && !wanted.includes(name)) continue
      try {
        lines.push(...(await rows[name](fixture)))
      } catch (error) {
        failures.push(`${name}: ${error instanceof Error ? error.message : error}`)
      }
      log(`memory of delivery up to the end of ${name}: ${peakMegabytes(fixture)} MB`)
    }
  })
  log(`\n${formatMachine(machine)}\n`)
  for (const text of formatReport(lines)) log(text)
  if (jsonFile !== undefined) {
    const judged = lines.map((line) => ({ ...line, ...judge(line) }))
    await writeFile(jsonFile, `${JSON.stringify({ machine, lines: judged, failures }, null, 2)}\n`)
  }
  if (failures.length > 0) throw new Error(`not measured: ${failures.join('\n')}`)
}

const peakMegabytes = ({ memory }: Fixture): number =>
  Math.round(megabytes(memory.delivery.peakBytes()))
