import { checks } from './checks/checks.js'
import { parseOptions } from './options.js'
import { createReport } from './report/report.js'
import { runChecks } from './run-checks.js'
import { chooseStores } from './stores/choose.js'

const log = (line: string) => process.stdout.write(`${line}\n`)

async function main(args: readonly string[]): Promise<number> {
  const options = parseOptions(
    args,
    checks.map(({ name }) => name),
  )
  const chosen = checks.filter(({ name }) => options.checks.includes(name))
  const report = createReport(log)
  for (const open of await chooseStores(process.env, options.stores, log)) {
    await runChecks(open, chosen, options, report, log)
  }
  log(`\n${report.table()}\n`)
  const { passed, failed } = report.counts()
  log(`${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`npm run stores: ${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
