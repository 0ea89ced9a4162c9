import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'

type Lockfile = { packages?: Record<string, { resolution?: Record<string, string> }> }

/** Each package's archive SHA-512 in base64, keyed by `name@version`. */
export type Integrities = ReadonlyMap<string, string>

/**
 * @throws a one-sentence error about the first package that does not come from a registry or has no
 * SHA-512, because its content could change without a change of the lockfile.
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
