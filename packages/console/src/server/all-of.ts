import { type ItemOf, type PagedPath, type PagesOptions, pages } from '@vitrine/sdk'
import { vitrine } from './client.ts'

/** The most items that one page of a list takes. */
export const largestPage = 500

/** All items of a list, page after page. */
export async function allOf<Path extends PagedPath>(
  path: Path,
  options: PagesOptions<Path>,
): Promise<ItemOf<Path>[]> {
  const found: ItemOf<Path>[] = []
  for await (const item of pages(vitrine, path, options)) found.push(item)
  return found
}
