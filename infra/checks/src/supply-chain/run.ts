import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readArguments } from '@vitrine/local/command-line'
import { billOfMaterials } from './bom.js'
import { digestOf, foreignImages, releaseProblems } from './images.js'
import { installedPackages } from './installed.js'
import { readIntegrities } from './lockfile.js'
import { acceptPackages, findDependencyProblems, shipped } from './services.js'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const log = (line: string) => void process.stdout.write(`${line}\n`)

async function main(args: readonly string[]): Promise<number> {
  const { values } = readArguments('sbom', args)
  if (values.accept) await acceptPackages(root)
  const images = await foreignImages(root)
  const problems = [
    ...(await findDependencyProblems(root)),
    ...(values.release ? releaseProblems(images, process.env) : []),
  ]
  for (const problem of problems) log(problem)
  const integrities = await readIntegrities(root)
  const [base] = images
  if (base === undefined) throw new Error('the Dockerfiles name no base image')
  const folder = join(root, '.vitrine/sbom')
  await mkdir(folder, { recursive: true })
  for (const [name, place] of Object.entries(shipped)) {
    const packages = await installedPackages(join(root, place))
    const digest = digestOf(base, process.env)
    const text = billOfMaterials(packages, integrities, { name: base.name, digest })
    await writeFile(join(folder, `${name}.cdx.json`), text)
    log(`.vitrine/sbom/${name}.cdx.json: ${packages.size} packages`)
  }
  return problems.length === 0 ? 0 : 1
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`npm run sbom: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
