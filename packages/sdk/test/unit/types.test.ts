import t from '@vitrine/testing/t'
import {
  createClient,
  type ErrorCode,
  type NewWidget,
  orThrow,
  pages,
  type Schemas,
  upload,
} from '../../src/index.js'

/*
 * The type checker runs this file too: a line below `@ts-expect-error` has to be an error, and every other
 * line must not be one. The calls stay in functions that nothing calls.
 */

const vitrine = createClient({ baseUrl: 'http://localhost' })
const path = { projectId: 'p', widgetId: 'w' }
const widget = { name: 'Summer', slug: 'summer', assetIds: [] }

const bodies = {
  create: () =>
    vitrine.POST('/api/projects/{projectId}/widgets', {
      params: { path },
      body: { ...widget, layout: 'CAROUSEL', config: { autoplay: true, gap: null } },
    }),
  createMisspelled: () =>
    vitrine.POST('/api/projects/{projectId}/widgets', {
      params: { path },
      // @ts-expect-error the key is autoplay
      body: { ...widget, layout: 'CAROUSEL', config: { autoPlay: true } },
    }),
  createOfAnotherLayout: () =>
    vitrine.POST('/api/projects/{projectId}/widgets', {
      params: { path },
      // @ts-expect-error a GRID has no autoplay
      body: { ...widget, layout: 'GRID', config: { autoplay: true } },
    }),
  createMisspelledTheme: () =>
    vitrine.POST('/api/projects/{projectId}/widgets', {
      params: { path },
      // @ts-expect-error the key is padding
      body: { ...widget, layout: 'GRID', theme: { paddings: 4 } },
    }),
  createNamed: () => {
    const body = { ...widget, layout: 'CAROUSEL', config: { autoplay: true } } satisfies NewWidget
    return vitrine.POST('/api/projects/{projectId}/widgets', { params: { path }, body })
  },
  createWidened: () => {
    const body = { ...widget, layout: 'CAROUSEL' }
    // @ts-expect-error the layout is any text without "satisfies"
    return vitrine.POST('/api/projects/{projectId}/widgets', { params: { path }, body })
  },
  createWrong: () =>
    vitrine.POST('/api/projects/{projectId}/widgets', {
      params: { path },
      // @ts-expect-error autoplay is a boolean
      body: { ...widget, layout: 'CAROUSEL', config: { autoplay: 'yes' } },
    }),
  createWithoutSlug: () =>
    vitrine.POST('/api/projects/{projectId}/widgets', {
      params: { path },
      // @ts-expect-error the slug is missing
      body: { name: 'Summer', assetIds: [], layout: 'GRID' },
    }),
  update: () =>
    vitrine.PUT('/api/projects/{projectId}/widgets/{widgetId}', {
      params: { path },
      body: { config: { autoplay: true }, theme: { borderRadius: 4 } },
    }),
  updateWrong: () =>
    vitrine.PUT('/api/projects/{projectId}/widgets/{widgetId}', {
      params: { path },
      // @ts-expect-error autoplay is a boolean
      body: { config: { autoplay: 'yes' } },
    }),
  updateWrongTheme: () =>
    vitrine.PUT('/api/projects/{projectId}/widgets/{widgetId}', {
      params: { path },
      // @ts-expect-error borderRadius is a number
      body: { theme: { borderRadius: '4px' } },
    }),
  updateLayout: () =>
    vitrine.PUT('/api/projects/{projectId}/widgets/{widgetId}', {
      params: { path },
      body: { layout: 'GRID', config: { columns: 'auto' } },
    }),
  updateWrongLayout: () =>
    vitrine.PUT('/api/projects/{projectId}/widgets/{widgetId}', {
      params: { path },
      // @ts-expect-error columns is a number or "auto"
      body: { layout: 'GRID', config: { columns: 'three' } },
    }),
  describe: () =>
    vitrine.PUT('/api/projects/{projectId}/assets/{assetId}', {
      params: { path: { projectId: 'p', assetId: 'a' } },
      body: { metadata: { photographer: 'Ann', year: 2026 } },
    }),
}

const answers = {
  config: async () => {
    const { data } = await vitrine.GET('/api/projects/{projectId}/widgets/{widgetId}', {
      params: { path },
    })
    if (data?.layout !== 'CAROUSEL') return
    data.config.autoplay satisfies boolean | null | undefined
    // @ts-expect-error autoplay is no text
    data.config.autoplay satisfies string | undefined
    // A representation that was read can be written.
    await vitrine.PUT('/api/projects/{projectId}/widgets/{widgetId}', {
      params: { path },
      body: { layout: data.layout, config: data.config, theme: data.theme },
    })
  },
  codes: async () => {
    const { error } = await vitrine.GET('/api/auth/me')
    error?.code satisfies ErrorCode | undefined
    if (error?.status === 401) error.code satisfies 'TOKEN_EXPIRED' | ErrorCode
    // @ts-expect-error there is no such code
    if (error?.code === 'TOKEN_STALE') return
  },
  data: async () => {
    const me = await orThrow(vitrine.GET('/api/auth/me'))
    me satisfies Schemas['Me']
    // @ts-expect-error there is no such property
    me.password
  },
  items: async () => {
    const assets = pages(vitrine, '/api/projects/{projectId}/assets', {
      params: { path, query: { tag: ['sea'] } },
    })
    for await (const asset of assets) asset satisfies Schemas['Asset']
    pages(vitrine, '/api/organizations', { params: {} })
    // @ts-expect-error the list of keys has no pages
    pages(vitrine, '/api/projects/{projectId}/api-keys', { params: { path } })
    // @ts-expect-error the project is missing
    pages(vitrine, '/api/projects/{projectId}/assets', { params: {} })
    const query = { colour: 'red' }
    // @ts-expect-error there is no such filter
    pages(vitrine, '/api/projects/{projectId}/assets', { params: { path, query } })
  },
  histories: async () => {
    const widgetId = 'w'
    const history = pages(vitrine, '/api/projects/{projectId}/widgets/{widgetId}/history', {
      params: { path: { projectId: 'p', widgetId } },
    })
    for await (const { action } of history) action satisfies string
    // @ts-expect-error the loop has the cursor
    pages(vitrine, '/api/organizations', { params: { query: { cursor: 'c' } } })
  },
  upload: async () => {
    const file = new Blob([])
    const asset = await upload(vitrine, { projectId: 'p', file, altText: 'A dune', tags: ['sea'] })
    asset satisfies Schemas['Asset']
    // @ts-expect-error tags are a list
    await upload(vitrine, { projectId: 'p', file, tags: 'sea' })
  },
}

t.test('every call above is checked by the type checker', async (t) => {
  t.equal(Object.keys(bodies).length, 14)
  t.equal(Object.keys(answers).length, 6)
})
