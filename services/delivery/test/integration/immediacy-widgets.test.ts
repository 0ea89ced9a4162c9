import { createApiKey } from '@vitrine/contracts'
import type { App } from '@vitrine/http'
import { freshName, png } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import {
  circumstances,
  everyChangeCountsAtOnce,
  type Scene,
  type Scenes,
} from '../every-change-counts.js'
import type { Project } from '../project.js'
import { fetchWidget } from '../requests.js'

const draft = { status: 'DRAFT', publishedAt: null } as const
const published = () => ({ status: 'PUBLISHED' as const, publishedAt: new Date() })

type Shown = {
  widget: { config: string; theme: string }
  assets: { id: string; altText: string }[]
}

/**
 * The answer to a new key of the project for a slug: the relevant part of the widget, otherwise the status.
 */
async function reader(project: Project, slug: string, part: (shown: Shown) => unknown = () => 200) {
  const { key } = await project.addKey()
  return async (app: App) => {
    const response = await fetchWidget(app, slug, key)
    return response.statusCode === 200 ? part(response.json()) : response.statusCode
  }
}

/** The status that the key gets for a new widget of the project. */
async function statusFor(project: Project, key: string) {
  const { slug } = await project.addWidget()
  return async (app: App) => (await fetchWidget(app, slug, key)).statusCode
}

const config = ({ widget }: Shown) => widget.config
const theme = ({ widget }: Shown) => widget.theme
const order = ({ assets }: Shown) => assets.map(({ id }) => id)
const alternatives = ({ assets }: Shown) => assets.map(({ altText }) => altText)

const picture = await png({ width: 8, height: 8 })

const scenes: Scenes = {
  'a widget is unpublished': async (project): Promise<Scene> => {
    const { id, slug } = await project.addWidget()
    const change = () => project.editWidget(id, draft)
    return { see: await reader(project, slug), before: 200, change, after: 404 }
  },
  'a draft is published': async (project) => {
    const { id, slug } = await project.addWidget(draft)
    const change = () => project.editWidget(id, published())
    return { see: await reader(project, slug), before: 404, change, after: 200 }
  },
  'a widget is made under a slug that was asked for': async (project) => {
    const slug = freshName('widget')
    const change = () => project.addWidget({ slug })
    return { see: await reader(project, slug), before: 404, change, after: 200 }
  },
  'a widget is deleted': async (project) => {
    const { id, slug } = await project.addWidget()
    const change = () => project.deleteWidget(id)
    return { see: await reader(project, slug), before: 200, change, after: 404 }
  },
  'a config is edited': async (project) => {
    const { id, slug } = await project.addWidget({ config: { columns: 2 } })
    const change = () => project.editWidget(id, { config: { columns: 3 } })
    const see = await reader(project, slug, config)
    return { see, before: '{"columns":2}', change, after: '{"columns":3}' }
  },
  'a theme is edited': async (project) => {
    const { id, slug } = await project.addWidget()
    const change = () => project.editWidget(id, { theme: { padding: 3 } })
    const see = await reader(project, slug, theme)
    return { see, before: '{}', change, after: '{"padding":3}' }
  },
  'a slug is changed, seen at the old one': async (project) => {
    const { id, slug } = await project.addWidget()
    const change = () => project.editWidget(id, { slug: freshName('moved') })
    return { see: await reader(project, slug), before: 200, change, after: 404 }
  },
  'a slug is changed, seen at the new one': async (project) => {
    const [{ id }, slug] = [await project.addWidget(), freshName('moved')]
    const change = () => project.editWidget(id, { slug })
    return { see: await reader(project, slug), before: 404, change, after: 200 }
  },
  'two widgets swap their slugs': async (project) => {
    const one = await project.addWidget({ config: { is: 'one' } })
    const two = await project.addWidget({ config: { is: 'two' } })
    const change = async () => {
      await project.editWidget(one.id, { slug: freshName('aside') })
      await project.editWidget(two.id, { slug: one.slug })
      await project.editWidget(one.id, { slug: two.slug })
    }
    const see = await reader(project, one.slug, config)
    return { see, before: '{"is":"one"}', change, after: '{"is":"two"}' }
  },
  'images change places': async (project) => {
    const [a, b] = [await project.addAsset(picture), await project.addAsset(picture)]
    const { id, slug } = await project.addWidget({ assetIds: [a, b] })
    const change = () => project.editWidget(id, { assetIds: [b, a, b] })
    return { see: await reader(project, slug, order), before: [a, b], change, after: [b, a, b] }
  },
  'an image gets another alternative text': async (project) => {
    const asset = await project.addAsset(picture, { altText: 'old' })
    const { slug } = await project.addWidget({ assetIds: [asset, asset] })
    const change = () => project.editAsset(asset, { altText: 'new' })
    const see = await reader(project, slug, alternatives)
    return { see, before: ['old', 'old'], change, after: ['new', 'new'] }
  },
  'an image is deleted': async (project) => {
    const [a, b] = [await project.addAsset(picture), await project.addAsset(picture)]
    const { slug } = await project.addWidget({ assetIds: [a, b, a] })
    const change = () => project.deleteAsset(a)
    return { see: await reader(project, slug, order), before: [a, b, a], change, after: [b] }
  },
  'the project is deleted': async (project) => {
    const { slug } = await project.addWidget()
    return { see: await reader(project, slug), before: 200, change: project.delete, after: 401 }
  },
  // Whether a slug that the project lacks is 403 or 404 depends on all other projects.
  'another project publishes the slug': async (project, tenant) => {
    const other = await tenant.addProject()
    const { id, slug } = await other.addWidget(draft)
    const change = () => other.editWidget(id, published())
    return { see: await reader(project, slug), before: 404, change, after: 403 }
  },
  'the other project unpublishes it': async (project, tenant) => {
    const other = await tenant.addProject()
    const { id, slug } = await other.addWidget()
    const change = () => other.editWidget(id, draft)
    return { see: await reader(project, slug), before: 403, change, after: 404 }
  },
  'a key is revoked': async (project) => {
    const key = await project.addKey()
    const change = () => project.revokeKey(key)
    return { see: await statusFor(project, key.key), before: 200, change, after: 401 }
  },
  'a key expires': async (project) => {
    const key = await project.addKey({ expiresAt: new Date(Date.now() + 3_600_000) })
    const change = () => project.setExpiry(key, new Date(Date.now() - 1))
    return { see: await statusFor(project, key.key), before: 200, change, after: 401 }
  },
  'a key that was tried before is made': async (project) => {
    const apiKey = createApiKey()
    const change = () => project.addKey({ apiKey })
    return { see: await statusFor(project, apiKey.key), before: 401, change, after: 200 }
  },
}

everyChangeCountsAtOnce(t, scenes, circumstances)
