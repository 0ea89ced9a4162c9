import { fileURLToPath } from 'node:url'
import { changedFiles } from '@vitrine/checks/changed'
import { type Options, oneOf, parseOptions } from './options.js'
import type { Context, Proof } from './proof.js'
import { proofs } from './proofs.js'
import { formatReport, type Row } from './report.js'
import { findSuites, runSuiteProofs } from './suites.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const log = (line: string) => process.stdout.write(`${line}\n`)
const reason = (error: unknown) => (error instanceof Error ? error.message : String(error))

const interruption = new AbortController()
const { signal } = interruption
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => interruption.abort(new Error(`interrupted by ${name}`)))
}
// The IPC channel closes when the parent process exits. It does not keep this process alive.
process.on('disconnect', () => interruption.abort(new Error('interrupted: the parent has ended')))
process.channel?.unref()

/** A new seed in each run finds unknown defects. CI uses a fixed one, so that no change fails by chance. */
const newSeed = () => (process.env.CI === 'true' ? 593_555_097 : Date.now() % 2 ** 31)

/** Every proof runs to its end: one that cannot is a failure, and the next one runs. */
async function runAll(options: Options): Promise<Row[]> {
  const { changedSince } = options
  const suites = findSuites(root)
  const all = [...proofs.map(({ name }) => name), ...suites]
  const names = options.names.map((name) => oneOf('the proof', name, all))
  const isWanted = (name: string) => names.length === 0 || names.includes(name)
  const changed = changedSince === undefined ? null : await changedFiles(root, changedSince)
  const isAffected = ({ inputs }: Proof) =>
    changed === null || changed.some((file) => inputs.some((input) => file.startsWith(input)))

  const rows: Row[] = []
  for (const proof of proofs.filter((proof) => isWanted(proof.name) && isAffected(proof))) {
    const { name, rare } = proof
    if (rare !== undefined && !options.isAll && !names.includes(name)) {
      rows.push({ name, notRun: `${rare}; name it, or use --all` })
    } else rows.push(await runProof(proof, options, { log, signal }))
  }
  const wanted = suites.filter(isWanted)
  if (wanted.length === 0) return rows
  return [
    ...rows,
    ...(await runSuiteProofs({
      root,
      names: wanted,
      changedSince,
      seed: options.seed,
      log,
      signal,
    })),
  ]
}

async function runProof(proof: Proof, options: Options, context: Context): Promise<Row> {
  log(`${proof.name} …`)
  const startMs = performance.now()
  const result = await proof
    .prove(options, context)
    .catch((error: unknown) => ({ passed: 0, failures: [reason(error)] }))
  signal.throwIfAborted()
  return { name: proof.name, ...result, seconds: (performance.now() - startMs) / 1000 }
}

try {
  const rows = await runAll(parseOptions(process.argv.slice(2), newSeed))
  log(formatReport(rows))
  const isGood = rows.every((row) => 'notRun' in row || row.failures.length === 0)
  process.exitCode = isGood ? 0 : 1
} catch (error) {
  process.stderr.write(`npm run proofs: ${reason(error)}\n`)
  process.exitCode = signal.aborted ? 130 : 2
}
