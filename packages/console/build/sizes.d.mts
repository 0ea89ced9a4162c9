import type { filesOf } from './files.mjs'

type Manifest = Parameters<typeof filesOf>[0]
type Page = Parameters<typeof filesOf>[1] & Pick<PageSize, 'name' | 'most' | 'now'>

type PageSize = {
  name: string
  /** Files of scripts. */
  count: number
  /** After gzip, KB. */
  js: number
  css: number
  most: number
  now: number
}

export function sizesOf(
  pages: readonly Page[],
  manifest: Manifest,
  read: (file: string) => Uint8Array,
): PageSize[]
export function reportOf(sizes: readonly PageSize[]): string[]
export function problemsOfSizes(sizes: readonly PageSize[]): string[]
