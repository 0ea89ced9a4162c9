import { fileURLToPath } from 'node:url'
import { scanForAdvisories } from '@vitrine/checks/advisories'
import { productionPackages } from '@vitrine/checks/production-packages'
import type { Options } from '../options.js'
import type { Context, NotRun, Result } from '../proof.js'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** Compares the packages of the released images with the advisories in the folder that OSV_DATABASE names. */
export async function proveSbom(_options: Options, { log }: Context): Promise<Result | NotRun> {
  const folder = process.env.OSV_DATABASE ?? ''
  if (folder === '') return { notRun: 'OSV_DATABASE names no folder with the advisories for npm' }
  const packages = await productionPackages(root)
  const { advisories, findings } = await scanForAdvisories(packages.values(), folder)
  log(`${packages.size} packages, ${advisories} advisories`)
  return { passed: packages.size - findings.size, failures: [...findings.values()].flat().sort() }
}
