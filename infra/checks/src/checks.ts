import { findViolations, type Violation } from './cruise.js'
import { findDocumentProblems } from './documents.js'
import type { Row } from './report.js'
import { findDependencyProblems } from './supply-chain/services.js'
import { emptyTally, failure } from './tap-results.js'
import type { Toolchain } from './toolchain.js'

/** What runs in Node in one program; the packages for browsers have globals of their own. */
export const typedProjects = [
  'infra/checks/tree.tsconfig.json',
  'packages/console',
  'packages/embed',
]

type Check = { name: string; isClean: () => Promise<boolean> }

/** Lint, dependency rules, packages, documents and types of the whole tree. Each counts as one test. */
export async function runChecks(
  root: string,
  { biome, tsc }: Pick<Toolchain, 'biome' | 'tsc'>,
  log: (line: string) => void,
): Promise<Row[]> {
  const checks: Check[] = [
    {
      name: 'lint',
      isClean: async () => (await biome(['check', '--error-on-warnings', '.'])).exitCode === 0,
    },
    {
      name: 'dependency rules',
      isClean: async () => {
        const violations = await findViolations(root)
        for (const violation of violations) log(describe(violation))
        return violations.length === 0
      },
    },
    {
      name: 'packages in production',
      isClean: async () => isEmpty(await findDependencyProblems(root), log),
    },
    {
      name: 'links of the documents',
      isClean: async () => isEmpty(await findDocumentProblems(root), log),
    },
    {
      name: 'typecheck',
      isClean: async () => {
        const exits = await Promise.all(typedProjects.map((path) => tsc(['-p', path])))
        return exits.every(({ exitCode }) => exitCode === 0)
      },
    },
  ]
  const rows: Row[] = []
  for (const check of checks) rows.push(await runCheck(check, log))
  return rows
}

function isEmpty(problems: readonly string[], log: (line: string) => void): boolean {
  for (const problem of problems) log(`  ${problem}`)
  return problems.length === 0
}

async function runCheck({ name, isClean }: Check, log: (line: string) => void): Promise<Row> {
  log(`${name} …`)
  const tally = (await isClean()) ? { ...emptyTally, passed: 1 } : failure('see above')
  return { name, tally }
}

function describe({ rule, from, to, reason }: Violation): string {
  return `  ${rule}: ${from} imports ${to}\n    ${reason}`
}
