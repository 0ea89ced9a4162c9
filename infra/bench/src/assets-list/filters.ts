import type { Admin } from '../admin.js'
import { duplicateEvery, folderEvery, missingEvery, usedAssets } from './fill.js'

type Filled = { id: string; folderId: string; assets: number }
type Case = { name: string; call: () => Promise<void> }

/** The first page of each filter, and the counts. A wrong total is an error. */
export function filterCases(admin: Admin, { id, folderId, assets }: Filled): Case[] {
  const url = `/api/projects/${id}`
  const list = (query: string, expected: number): Case => ({
    name: query,
    call: async () => {
      const page = await admin.get<{ totalElements: number }>(`${url}/assets?${query}`)
      requireTotal(query, page.totalElements, expected)
    },
  })
  const large = ((assets - 500_000) * (missingEvery - 1)) / missingEvery
  const counted = [
    list(`folderId=${folderId}`, assets / folderEvery),
    list('contentType=image/webp', assets / 2),
    list('alt=missing', assets / missingEvery),
    list('unused=true', assets - usedAssets),
    list('unused=false', usedAssets),
    list('tag=tag-7', assets / 100),
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
      call: async () => {
        const { alt } = await admin.get<{ alt: { missing: number } }>(`${url}/assets/counts`)
        requireTotal('counts', alt.missing, assets / missingEvery)
      },
    },
    {
      name: 'tags',
      call: async () => {
        const page = await admin.get<{ totalElements: number }>(`${url}/tags?q=tag`)
        requireTotal('tags', page.totalElements, 100)
      },
    },
    {
      name: 'projects with their counts',
      call: async () => {
        await admin.get(`/api/organizations/${admin.organizationId}/projects?size=100`)
      },
    },
  ]
  return [...counted, ...others, ...whole]
}

function requireTotal(name: string, total: number, expected: number): void {
  if (total !== expected) throw new Error(`${name}: ${total} instead of ${expected}`)
}
