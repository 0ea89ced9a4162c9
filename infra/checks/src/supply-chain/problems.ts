import satisfies from 'spdx-satisfies'
import { type InstalledPackage, keyOf } from './installed.js'
import type { Integrities } from './lockfile.js'

/**
 * Licences that permit distributing the images. LGPL is acceptable for libvips, a separate shared
 * library.
 */
const accepted = [
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
  'Python-2.0',
  'LGPL-3.0-or-later',
]

/** The reviewed packages, `name@version`, with their licences. */
export type Reviewed = Readonly<Record<string, string>>

export const reviewOf = (packages: Iterable<InstalledPackage>): Reviewed =>
  Object.fromEntries(
    [...packages]
      .filter(({ isOwn }) => !isOwn)
      .map((one) => [keyOf(one), one.licence ?? 'none'] as const)
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  )

/** Problems that prevent shipping the services with these packages, one sentence each. */
export function problemsOf(
  packages: ReadonlyMap<string, InstalledPackage>,
  integrities: Integrities,
  reviewed: Reviewed,
): string[] {
  const foreign = [...packages.values()].filter(({ isOwn }) => !isOwn)
  const problems = foreign.flatMap((one): string[] => {
    const key = keyOf(one)
    if (!integrities.has(key)) return [`${key} is installed, and not in pnpm-lock.yaml`]
    if (!isAccepted(one.licence)) {
      return [`${key} has the licence ${one.licence ?? 'none'}, which is not an accepted one`]
    }
    const known = Object.hasOwn(reviewed, key) ? reviewed[key] : undefined
    // The list covers one platform; the packages of others come from the same sources.
    if (known === one.licence || isOfPlatform(key)) return []
    return [`${key} (${one.licence}) is not in production-packages.json`]
  })
  const gone = Object.keys(reviewed).filter((key) => !packages.has(key) && !isOfPlatform(key))
  return [
    ...problems,
    ...gone.map((key) => `${key} is in production-packages.json, and not used any more`),
  ]
}

/** Packages that are each installed on a single platform. */
const isOfPlatform = (key: string): boolean =>
  /[-/](linux|linuxmusl|darwin|win32|wasm32|freebsd|android)\b/.test(key)

function isAccepted(licence: string | null): boolean {
  if (licence === null) return false
  try {
    return satisfies(licence, accepted)
  } catch {
    return false // No SPDX expression.
  }
}
