import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowsers } from '@vitrine/checks/browsers'
import { affectedSuites, changedFiles } from '@vitrine/checks/changed'
import { planSuites, runSuites } from '@vitrine/checks/suites'
import { createToolchain } from '@vitrine/checks/toolchain'
import { withBackends } from '@vitrine/checks/with-backends'
import type { Context } from './proof.js'
import type { Row } from './report.js'

/** Names of the workspaces with tests that only proofs run: those with a folder `test/proofs`. */
export function findSuites(root: string): string[] {
  const below = (folder: string) => readdirSync(join(root, folder)).map((name) => [folder, name])
  return ['services', 'packages', 'infra']
    .flatMap(below)
    .concat([['.', 'prisma']])
    .filter((path) => existsSync(join(root, ...path, 'test/proofs')))
    .map(([, name = '']) => name)
}

type SuiteOptions = Context & {
  root: string
  /** Workspaces, as from `findSuites`. */
  names: readonly string[]
  /** Only those that changes since this commit can affect. */
  changedSince: string | undefined
  /** Seed of property tests. */
  seed: number
}

/** Runs the tests below `test/proofs` of these workspaces, and their property tests with another seed. */
export async function runSuiteProofs(options: SuiteOptions): Promise<Row[]> {
  const { root, names, changedSince, seed, log, signal } = options
  const toolchain = createToolchain(root, process.env, signal)
  const { suites, tasks } = await planSuites(toolchain)
  const named = suites.filter(({ name }) => names.includes(name.replace('@vitrine/', '')))
  const chosen =
    changedSince === undefined
      ? named
      : affectedSuites(named, tasks, await changedFiles(root, changedSince))
  if (chosen.length === 0) return []
  log(`suites, seed ${seed} …`)
  const browsers = await findBrowsers('proofs', log)
  const startMs = performance.now()
  const rows = await withBackends({ node: toolchain.node, signal, log }, (backends) => {
    const env = { ...backends, ...browsers }
    return runSuites(chosen, { root, kind: 'proofs', env, seed, signal, log, isVerbose: false })
  })
  const seconds = (performance.now() - startMs) / 1000
  return rows.map(({ name, tally }) => ({
    name: name.replace('@vitrine/', ''),
    passed: tally.passed,
    failures: tally.failures.map(({ name, details }) => [name, ...details].join('\n')),
    seconds,
  }))
}
