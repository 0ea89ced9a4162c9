import { existsSync } from 'node:fs'
import { readFile, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** An installed package in a service's dependencies. */
export type InstalledPackage = {
  name: string
  version: string
  /** An SPDX expression; null if the package declares none. */
  licence: string | null
  isOwn: boolean
  needs: readonly string[]
}

type Manifest = {
  name: string
  version: string
  license?: string | { type?: string }
  licenses?: readonly { type?: string }[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export const keyOf = ({ name, version }: { name: string; version: string }): string =>
  `${name}@${version}`

/**
 * The package in a folder and all its dependencies, keyed by `name@version`. They are resolved as
 * Node does, without a registry. Optional packages of other platforms are not installed and
 * therefore not included.
 */
export async function installedPackages(folder: string): Promise<Map<string, InstalledPackage>> {
  const found = new Map<string, InstalledPackage>()

  const visit = async (path: string): Promise<string> => {
    const manifest = await readManifest(path)
    const key = keyOf(manifest)
    if (found.has(key)) return key
    const isOwn = !path.includes('/node_modules/')
    const licence = licenceOf(manifest)
    const { name, version } = manifest
    const needs: string[] = []
    found.set(key, { name, version, licence, isOwn, needs })
    for (const dependency of namesOf(manifest)) {
      const place = await resolve(dependency, path)
      if (place !== null) needs.push(await visit(place))
    }
    return key
  }

  await visit(await realpath(folder))
  return found
}

/** Packages of the workspace have the version of the product, which the root's package.json names. */
async function readManifest(path: string): Promise<Manifest> {
  const { version, ...rest } = await readPackage(path)
  return { ...rest, version: version ?? (await readPackage(root)).version }
}

const root = fileURLToPath(new URL('../../../../', import.meta.url))

const readPackage = async (path: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(path, 'package.json'), 'utf8')) as Manifest

function namesOf(manifest: Manifest): string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = manifest
  // Optional peers are development tools, such as the compiler of a client that is already
  // generated.
  const peers = Object.keys(peerDependencies ?? {}).filter(
    (name) => peerDependenciesMeta?.[name]?.optional !== true,
  )
  const own = [dependencies, optionalDependencies].flatMap((names) => Object.keys(names ?? {}))
  return [...new Set([...own, ...peers])]
}

async function resolve(name: string, from: string): Promise<string | null> {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name)
    if (existsSync(join(place, 'package.json'))) return realpath(place)
    if (folder === dirname(folder)) return null
  }
}

function licenceOf({ license, licenses }: Manifest): string | null {
  if (typeof license === 'string') return license
  const types = [license, ...(licenses ?? [])].flatMap((one) => one?.type ?? [])
  return types.length === 0 ? null : types.join(' OR ')
}
