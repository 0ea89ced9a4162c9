import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
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
  /** Workspaces, as from `findSuites`. */
  names: readonly string[]
  /** Only those that changes since this commit can affect. */
  changedSince: string | undefined
}

/** Runs the tests below `test/proofs` of these workspaces. */
export async function runSuiteProofs({ names }: SuiteOptions): Promise<Row[]> {
  return names.map((name) => ({
    name,
    passed: 0,
    seconds: 0,
    failures: ['the test runner does not run test/proofs yet'],
  }))
}
