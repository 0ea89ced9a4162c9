import type { Admin } from '../admin.js'
import { bars, type Case, pageOf, requireEqual } from './case.js'
import { duplicateEvery, folderEvery, missingEvery, usedAssets } from './fill.js'

type Filled = { id: string; folderId: string; assets: number }

/** The first page of each filter, and the counts. */
export function filterCases(admin: Admin, { id, folderId, assets }: Filled): Case[] {
  const url = `/api/projects/${id}`
  const path = `${url}/assets`
  const list = (query: string, total: number, barMs: number = bars.counted): Case =>
    pageOf(admin, { name: '', path }, { query, total, barMs })
  const kept = (query: string, total: number) => list(query, total, bars.kept)
  const large = ((assets - 500_000) * (missingEvery - 1)) / missingEvery
  const counted = [
    kept(`folderId=${folderId}`, assets / folderEvery),
    kept('contentType=image/webp', assets / 2),
    kept('alt=missing', assets / missingEvery),
    kept('unused=true', assets - usedAssets),
    kept('unused=false', usedAssets),
    kept('tag=tag-7', assets / 100),
  ]
  const others = [
    list('alt=missing&unused=true', (assets - usedAssets) / missingEvery),
    list('minBytes=600000', assets - 500_000),
    list('duplicates=true', (2 * assets) / duplicateEvery),
    // Of 1,000,000 numbers, those that contain 99999: in the name and in the text.
    list('q=99999.jpg', 10),
    list('q=picture', assets - assets / missingEvery),
    list('q=picture&tag=tag-7', assets / 100),
    list('q=picture&minBytes=600000', large),
    // The first match is far from the beginning of the list.
    list('q=picture&minBytes=600000&sort=filename', large),
    list('minBytes=600000&sort=filename', assets - 500_000),
    list('tag=tag-7&unused=true', (assets - usedAssets) / 100),
    list('tag=tag-7&alt=missing', 0),
    list('tag=tag-7&tag=tag-8', 0),
    list('duplicates=true&alt=missing', assets / missingEvery / 10),
  ]
  const whole: Case[] = [
    {
      name: 'counts',
      barMs: bars.kept,
      call: async () => {
        const { alt } = await admin.get<{ alt: { missing: number } }>(`${url}/assets/counts`)
        requireEqual('counts', alt.missing, assets / missingEvery)
      },
    },
    {
      name: 'tags',
      barMs: bars.kept,
      call: async () => {
        const page = await admin.get<{ totalElements: number }>(`${url}/tags?q=tag`)
        requireEqual('tags', page.totalElements, 100)
      },
    },
  ]
  return [...counted, ...others, ...whole]
}
