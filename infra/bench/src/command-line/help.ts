import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Report } from '../report/bars.js'
import { median } from '../statistics.js'
import { program } from './program.js'

const rounds = 9
const runsPerRound = 5
const barMs = 40

/** The CPU time of `vitrine --help` beyond that of Node alone. */
export async function measureHelp(report: Report): Promise<void> {
  const bare: number[] = []
  const help: number[] = []
  // They alternate, so that background load affects both.
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await cpuMs(['-e', '0']))
    help.push(await cpuMs([program, '--help']))
  }
  const added = help.map((ms, at) => ms - (bare[at] ?? Number.NaN))
  report.log(`Node alone: ${median(bare).toFixed(0)} ms of CPU`)
  report.atMost('vitrine --help, beyond Node alone', added, 'CPU-ms', barMs)
}

/** Of one run, user and system. Bash reports what its children used. */
async function cpuMs(args: readonly string[]): Promise<number> {
  const script = `TIMEFORMAT='%U %S'; time (for i in {1..${runsPerRound}}; do "$@" > /dev/null; done)`
  const command = ['-c', script, 'bash', process.execPath, ...args]
  const { stderr } = await promisify(execFile)('bash', command)
  const seconds = stderr.trim().split(' ').map(Number)
  return ((seconds[0] ?? 0) + (seconds[1] ?? 0)) * (1000 / runsPerRound)
}
