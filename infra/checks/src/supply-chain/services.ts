import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type InstalledPackage, installedPackages } from './installed.js'
import { readIntegrities } from './lockfile.js'
import { problemsOf, type Reviewed, reviewOf } from './problems.js'

/** The images that are released, and their packages in the workspace. */
export const shipped = {
  'management-api': 'services/management-api',
  delivery: 'services/delivery',
  migrate: 'prisma',
} as const

const reviewFile = 'infra/checks/production-packages.json'

/** All packages that any of the services runs with. */
async function allPackages(root: string): Promise<Map<string, InstalledPackage>> {
  const sets = await Promise.all(
    Object.values(shipped).map((folder) => installedPackages(join(root, folder))),
  )
  return new Map(sets.flatMap((set) => [...set]))
}

/** Problems of the packages in production: not pinned, licence not accepted, not reviewed. */
export async function findDependencyProblems(root: string): Promise<string[]> {
  const reviewed = JSON.parse(await readFile(join(root, reviewFile), 'utf8')) as Reviewed
  const problems = problemsOf(await allPackages(root), await readIntegrities(root), reviewed)
  if (problems.length === 0) return []
  return [...problems, 'once they are looked at: npm run sbom -- --accept']
}

/** Writes down the packages as they are. Their difference is for a reviewer. */
export async function acceptPackages(root: string): Promise<void> {
  const review = reviewOf((await allPackages(root)).values())
  await writeFile(join(root, reviewFile), `${JSON.stringify(review, null, 2)}\n`)
}
