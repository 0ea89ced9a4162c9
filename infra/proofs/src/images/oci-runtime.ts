import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * An OCI runtime for machines on which even root may not set resource limits or the OOM score, for
 * example because they are containers themselves. It is runc without these two settings; all other
 * confinement remains.
 */

type ProcessSpec = { rlimits?: unknown; oomScoreAdj?: unknown; user?: { umask?: number } }

const args = process.argv.slice(2)

const optionOf = (names: readonly string[]): string | undefined => {
  const index = args.findIndex((arg) => names.includes(arg))
  return index === -1 ? undefined : args[index + 1]
}

function rewrite(file: string, processOf: (content: object) => ProcessSpec | undefined): void {
  const content = JSON.parse(readFileSync(file, 'utf8')) as object
  const spec = processOf(content)
  delete spec?.rlimits
  delete spec?.oomScoreAdj
  writeFileSync(file, JSON.stringify(content))
}

const bundle = optionOf(['--bundle', '-b'])
const processFile = optionOf(['--process', '-p'])
if (args.includes('create') && bundle !== undefined) {
  rewrite(join(bundle, 'config.json'), (config) => (config as { process?: ProcessSpec }).process)
}
if (args.includes('exec') && processFile !== undefined) rewrite(processFile, (spec) => spec)
const { status } = spawnSync('runc', args, { stdio: 'inherit' })
process.exit(status ?? 1)
