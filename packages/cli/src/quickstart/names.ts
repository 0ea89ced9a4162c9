import { basename, resolve } from 'node:path'

const longestSlug = 100

/** Of a directory. */
export const nameOf = (directory: string): string => basename(resolve(directory)) || 'Photos'

/** Lower-case letters and digits in words with hyphens between them. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  const slug = words?.join('-').slice(0, longestSlug).replace(/-$/, '')
  return slug || 'photos'
}
