import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { dependencyRules } from './dependency-rules.js'
import { findFolderCycles, folderCycles } from './folder-cycles.js'

/** `from` and `to` are relative to the root; an unresolvable `to` is the import as written. */
export type Violation = { rule: string; reason: string; from: string; to: string }

const roots = ['services', 'packages', 'prisma', 'infra']

const reasons = new Map(dependencyRules.map((rule) => [rule.name, rule.comment]))

/**
 * Finds every import below `root` that breaks a rule of `dependencyRules`, or closes a cycle of folders. Packages must be built,
 * because their exports point to `dist`.
 *
 * @throws if no TypeScript was read, because a missing parser would also report no violation.
 */
export async function findViolations(root: string): Promise<Violation[]> {
  const { summary, modules } = await readModules(root)
  if (!modules.some((module) => /\.ts$/.test(module.source) && module.dependencies.length > 0)) {
    throw new Error(
      'dependency-cruiser read no import: it needs TypeScript 5 or 6 beside it, which packageExtensions in pnpm-workspace.yaml provide',
    )
  }
  const imports = modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
  )
  return [
    ...summary.violations.map(({ rule, from, to }) => ({
      rule: rule.name,
      reason: reasons.get(rule.name) ?? '',
      from,
      to,
    })),
    ...findFolderCycles(imports).map((found) => ({
      rule: folderCycles.name,
      reason: folderCycles.comment,
      ...found,
    })),
  ]
}

async function readModules(root: string): Promise<ICruiseResult> {
  const present = await Promise.all(roots.map((folder) => exists(join(root, folder))))
  const { output } = await cruise(
    roots.filter((_, index) => present[index]),
    {
      baseDir: root,
      validate: true,
      ruleSet: { forbidden: [...dependencyRules] },
      // Type-only imports count: they couple two modules as much as others do.
      tsPreCompilationDeps: true,
      exclude: { path: '(^|/)(\\.tap|\\.turbo|\\.vitrine|dist-npm|dist-test)/' },
      doNotFollow: { path: '(^|/)(node_modules|dist|generated)/' },
      skipAnalysisNotInRules: true,
    },
    { conditionNames: ['import', 'node', 'default'], exportsFields: ['exports'] },
  )
  if (typeof output === 'string') throw new Error(`dependency-cruiser: ${output}`)
  return output
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
