import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { embeddedWebps } from './embedded-webp.js'
import type { Package, Photograph } from './photographs.js'
import { unpack } from './unpack.js'

/** Of the clone; deleted with it, and by nothing else. */
export const folder = join(import.meta.dirname, '../../../../.vitrine/photographs')

export const pathOf = ({ sha256 }: Photograph): string => join(folder, sha256)

/** Fetches the missing photographs, each package once. @returns the photographs that are there. */
export async function fetchPhotographs(
  photographs: readonly Photograph[],
  log: (line: string) => void,
): Promise<Photograph[]> {
  await mkdir(folder, { recursive: true })
  const missing = photographs.filter((photograph) => !existsSync(pathOf(photograph)))
  const packages = new Map(
    missing.map((photograph) => [photograph.package.name, photograph.package]),
  )
  for (const from of packages.values()) {
    const wanted = missing.filter((photograph) => photograph.package.name === from.name)
    log(`fetching ${wanted.length} photographs from the package ${from.name} (once)`)
    try {
      await fetchPackage(from, wanted)
    } catch (error) {
      log(`${from.name} is left out: ${error instanceof Error ? error.message : error}`)
    }
  }
  const found = photographs.filter((photograph) => existsSync(pathOf(photograph)))
  for (const photograph of photographs) {
    if (!found.includes(photograph)) log(`${photograph.name} is left out: not in the package`)
  }
  return found
}

async function fetchPackage(from: Package, wanted: readonly Photograph[]): Promise<void> {
  const work = await mkdtemp(join(folder, 'unpacked-'))
  try {
    await unpack(from, work)
    for (const photograph of wanted) await keep(photograph, join(work, photograph.file))
  } finally {
    await rm(work, { recursive: true })
  }
}

async function keep(photograph: Photograph, path: string): Promise<void> {
  const bytes = await readFile(path)
  const candidates = path.endsWith('.rcc') ? embeddedWebps(bytes) : [bytes]
  for (const candidate of candidates) {
    if (createHash('sha256').update(candidate).digest('hex') !== photograph.sha256) continue
    await writeFile(`${pathOf(photograph)}.incomplete`, candidate)
    await rename(`${pathOf(photograph)}.incomplete`, pathOf(photograph))
    return
  }
}
