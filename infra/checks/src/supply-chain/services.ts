import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type InstalledPackage, installedPackages } from './installed.js'
import { readIntegrities } from './lockfile.js'
import { problemsOf, type Reviewed, reviewOf } from './problems.js'

/** The released images and their workspace packages. */
export const shipped = {
  'management-api': 'services/management-api',
  delivery: 'services/delivery',
  migrate: 'prisma',
} as const

const reviewFile = 'infra/checks/production-packages.json'

/** Every package of the released images. */
export async function productionPackages(root: string): Promise<Map<string, InstalledPackage>> {
  const sets = await Promise.all(
    Object.values(shipped).map((folder) => installedPackages(join(root, folder))),
  )
  return new Map(sets.flatMap((set) => [...set]))
}

/** Problems of the production packages: not pinned, licence not accepted, not reviewed. */
export async function findDependencyProblems(root: string): Promise<string[]> {
  const reviewed = JSON.parse(await readFile(join(root, reviewFile), 'utf8')) as Reviewed
  const problems = problemsOf(await productionPackages(root), await readIntegrities(root), reviewed)
  if (problems.length === 0) return []
  return [...problems, 'once they are looked at: npm run sbom -- --accept']
}

/** Records the current packages, so that a reviewer can check the diff. */
export async function acceptPackages(root: string): Promise<void> {
  const review = reviewOf((await productionPackages(root)).values())
  await writeFile(join(root, reviewFile), `${JSON.stringify(review, null, 2)}\n`)
}
