import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'

type Lockfile = { packages?: Record<string, { resolution?: Record<string, string> }> }

/** Of each package in the lockfile, by `name@version`, the SHA-512 of its archive in base64. */
export type Integrities = ReadonlyMap<string, string>

/**
 * @throws a sentence about the first package that the lockfile takes from elsewhere than a registry,
 *   or without a SHA-512: its content could change and the lockfile would not.
 */
export async function readIntegrities(root: string): Promise<Integrities> {
  const { packages = {} } = parse(await readFile(join(root, 'pnpm-lock.yaml'), 'utf8')) as Lockfile
  return new Map(
    Object.entries(packages).map(([key, { resolution = {} }]) => {
      const { integrity = '', ...others } = resolution
      const [, sha512] = /^sha512-([\w+/]{86}==)$/.exec(integrity) ?? []
      if (sha512 !== undefined && Object.keys(others).length === 0) return [key, sha512]
      throw new Error(`pnpm-lock.yaml does not pin the content of ${key} by a SHA-512`)
    }),
  )
}
