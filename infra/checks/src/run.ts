import { fileURLToPath } from 'node:url'
import { findBrowsers } from './browsers.js'
import { affectedSuites, changedFiles } from './changed.js'
import { runChecks } from './checks.js'
import { parseOptions } from './options.js'
import { formatReport, type Row } from './report.js'
import { everydaySeed, planSuites, runSuites, type Suite } from './suites.js'
import { failure } from './tap-results.js'
import { createToolchain } from './toolchain.js'
import { withBackends } from './with-backends.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const log = (line: string) => process.stdout.write(`${line}\n`)
const reason = (error: unknown) => (error instanceof Error ? error.message : String(error))

const interruption = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => interruption.abort(new Error(`interrupted by ${name}`)))
}
// The IPC channel closes when the parent process exits. It does not keep this process alive.
process.on('disconnect', () => interruption.abort(new Error('interrupted: the parent has ended')))
process.channel?.unref()

async function runAll(args: readonly string[]): Promise<Row[]> {
  const { signal } = interruption
  const toolchain = createToolchain(root, process.env, signal)
  const { suites, tasks } = await planSuites(toolchain)
  const names = suites.map(({ name }) => name)
  const { only, changedSince, isVerbose } = parseOptions(args, names)
  const named = suites.filter(({ name }) => only === undefined || name === only)
  const chosen =
    changedSince === undefined
      ? named
      : affectedSuites(named, tasks, await changedFiles(root, changedSince))
  // Mostly waits for the network, so the checks run beside it. Its error is that of the suites.
  const browsers = chosen.length === 0 ? undefined : findBrowsers('everyday', log)
  browsers?.catch(() => undefined)
  const checks = only === undefined ? await runChecks(root, toolchain, log) : []
  log(changedSince === undefined ? 'suites …' : `suites: ${listOf(chosen)} …`)
  if (chosen.length === 0) return checks
  try {
    const found = { ...(await browsers) }
    const tested = await withBackends({ node: toolchain.node, signal, log }, (backends) => {
      const env = { ...backends, ...found }
      return runSuites(chosen, {
        root,
        kind: 'everyday',
        env,
        seed: everydaySeed,
        signal,
        log,
        isVerbose,
      })
    })
    return [...checks, ...tested]
  } catch (error) {
    return [...checks, { name: 'suites', tally: failure(reason(error)) }]
  }
}

const listOf = (suites: readonly Suite[]): string =>
  suites.length === 0 ? 'none' : suites.map(({ name }) => name.replace('@vitrine/', '')).join(', ')

async function main(args: readonly string[]): Promise<number> {
  const rows = await runAll(args)
  interruption.signal.throwIfAborted()
  log(formatReport(rows))
  return rows.every(({ tally }) => tally.failed === 0) ? 0 : 1
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`npm test: ${reason(error)}\n`)
  process.exitCode = interruption.signal.aborted ? 130 : 2
}
