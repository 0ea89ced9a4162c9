import type { App } from '@vitrine/http'
import { png } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { everyChangeCountsAtOnce } from '../every-change-counts.js'
import { browser, fetchOverConnection } from '../fetch-over-connection.js'
import type { Key } from '../project.js'

/** The number of pictures that a frame with this key shows, or the status of an error. */
const frame =
  (slug: string, { key }: Key) =>
  async (app: App): Promise<string | number> => {
    const { status, text } = await fetchOverConnection(
      app,
      `/embed/${slug}?api_key=${key}`,
      browser,
    )
    return status === 200 ? `${[...text.matchAll(/<img /g)].length} pictures` : status
  }

/** The gap between pictures in the stylesheet of a widget, or the status of an error. */
const gap =
  (slug: string, { key }: Key) =>
  async (app: App): Promise<string | number> => {
    const { status, text } = await fetchOverConnection(app, `/embed/${slug}.css?api_key=${key}`)
    return status === 200 ? `${/--vitrine-gap:[^;]*/.exec(text)}` : status
  }

const picture = await png({ width: 8, height: 8 })

everyChangeCountsAtOnce(t, {
  'a widget is unpublished': async (project) => {
    const { id, slug } = await project.addWidget()
    const see = frame(slug, await project.addKey())
    const change = () => project.editWidget(id, { status: 'DRAFT', publishedAt: null })
    return { see, before: '0 pictures', change, after: 404 }
  },
  'a widget is edited': async (project) => {
    const asset = await project.addAsset(picture)
    const { id, slug } = await project.addWidget({ assetIds: [asset] })
    const see = frame(slug, await project.addKey())
    const change = () => project.editWidget(id, { assetIds: [asset, asset] })
    return { see, before: '1 pictures', change, after: '2 pictures' }
  },
  'a widget with a stylesheet is unpublished': async (project) => {
    const { id, slug } = await project.addWidget({ config: { gap: 3 } })
    const see = gap(slug, await project.addKey())
    const change = () => project.editWidget(id, { status: 'DRAFT', publishedAt: null })
    return { see, before: '--vitrine-gap:3px', change, after: 404 }
  },
  'a widget with a stylesheet is edited': async (project) => {
    const { id, slug } = await project.addWidget({ config: { gap: 3 } })
    const see = gap(slug, await project.addKey())
    const change = () => project.editWidget(id, { config: { gap: 4 } })
    return { see, before: '--vitrine-gap:3px', change, after: '--vitrine-gap:4px' }
  },
  'the key of a stylesheet is revoked': async (project) => {
    const { slug } = await project.addWidget({ config: { gap: 3 } })
    const key = await project.addKey()
    const see = gap(slug, key)
    const change = () => project.revokeKey(key)
    return { see, before: '--vitrine-gap:3px', change, after: 401 }
  },
  'an image is deleted': async (project) => {
    const asset = await project.addAsset(picture)
    const { slug } = await project.addWidget({ assetIds: [asset] })
    const see = frame(slug, await project.addKey())
    return {
      see,
      before: '1 pictures',
      change: () => project.deleteAsset(asset),
      after: '0 pictures',
    }
  },
  'the key is revoked': async (project) => {
    const { slug } = await project.addWidget()
    const key = await project.addKey()
    const see = frame(slug, key)
    return { see, before: '0 pictures', change: () => project.revokeKey(key), after: 401 }
  },
})
