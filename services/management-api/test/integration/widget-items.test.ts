import { freshName } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { createWidget, plainItem as plain, upload } from '../client.js'
import { isError } from '../error-answer.js'
import { createScene } from '../scene.js'

const { owner, project } = await createScene(t)
const url = `/api/projects/${project.id}/widgets`
const assets: string[] = []
for (let i = 0; i < 3; i++) assets.push((await upload(owner, project.id)).id)
const [a = '', b = '', c = ''] = assets

const required = () => ({ name: 'Hero', slug: freshName('hero'), layout: 'GRID' })
const create = (items: object[]) => owner.post(url, { ...required(), items })

t.test('items may be sent instead of assetIds, and both are answered', async (t) => {
  const items = [
    { assetId: b, caption: 'Sold', altText: 'A dune', link: { url: '/shop', newTab: true } },
    { assetId: a, link: { url: 'https://shop.example/a?b#c' } },
    { assetId: b },
  ]
  const response = await create(items)
  t.equal(response.statusCode, 201)
  const widget = response.json()
  t.same(widget.assetIds, [b, a, b])
  t.same(widget.items, [
    { ...plain(b), ...items[0] },
    { ...plain(a), link: { url: 'https://shop.example/a?b#c', newTab: false } },
    plain(b),
  ])
  t.same((await owner.get(`${url}/${widget.id}`)).json(), widget)
  const listed = (await owner.get(url)).json().content[0]
  t.same([listed.id, listed.assetIds, 'items' in listed], [widget.id, widget.assetIds, false])

  const copy = (await owner.post(`${url}/${widget.id}/duplicate`)).json()
  t.same(copy.items, widget.items, 'a copy has them too')

  const before = (await owner.get(`${url}/${widget.id}`)).json()
  const same = (await owner.put(`${url}/${widget.id}`, before)).json()
  t.same(same, before, 'sending back the answer changes nothing')
  const edited = [{ ...items[0], caption: 'New' }, ...items.slice(1)]
  const changed = (await owner.put(`${url}/${widget.id}`, { items: edited })).json()
  t.equal(changed.revision, before.revision + 1)
})

t.test('a new widget needs assetIds or items', async (t) => {
  isError(t, await owner.post(url, required()), 400, 'VALIDATION_FAILED', { fields: ['assetIds'] })
  const both = { ...required(), assetIds: [a], items: [{ assetId: a, caption: 'A' }] }
  t.match((await owner.post(url, both)).json(), { assetIds: [a], items: [{ caption: 'A' }] })
  const disagreeing = { ...both, slug: freshName('hero'), assetIds: [b] }
  isError(t, await owner.post(url, disagreeing), 400, 'VALIDATION_FAILED', { fields: ['items'] })
})

t.test('texts and links follow their images when assetIds alone are sent', async (t) => {
  const { id } = (
    await create([
      { assetId: a, caption: 'A' },
      { assetId: b, altText: 'B' },
    ])
  ).json()
  const put = async (body: object) => (await owner.put(`${url}/${id}`, body)).json().items
  t.same(await put({ assetIds: [b, c, a] }), [
    { ...plain(b), altText: 'B' },
    plain(c),
    { ...plain(a), caption: 'A' },
  ])
  t.same(await put({ assetIds: [c] }), [plain(c)])
  t.same(await put({ assetIds: [a, c] }), [plain(a), plain(c)], 'texts go with their place')
  t.same(await put({ items: [{ assetId: c, caption: '' }] }), [{ ...plain(c), caption: '' }])
  t.same(await put({ name: 'Other' }), [{ ...plain(c), caption: '' }])
  t.same(await put({ items: [] }), [])
})

t.test('the public codes carry the texts and links', async (t) => {
  const items = [{ assetId: a, caption: 'Sold & gone', altText: 'Dune', link: { url: '/shop' } }]
  const { id } = (
    await owner.post(url, { ...required(), items, config: { showCaptions: true } })
  ).json()
  await owner.put(`${url}/${id}/publish`)
  const { snippet } = (await owner.get(`${url}/${id}/embed`)).json()
  t.match(snippet, 'Sold &amp; gone')
  t.match(snippet, 'alt="Dune"')
  t.match(snippet, 'href="/shop"')
})

t.test('links with code, other hosts in disguise or white space are refused', async (t) => {
  const refused = [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    'https:\\\\evil.example',
    'https://',
    'https:///a',
    'shop',
    '',
    'https://a.example/a b',
    `/${'x'.repeat(2000)}`,
  ]
  for (const address of refused) {
    const response = await create([plain(a), { assetId: a, link: { url: address } }])
    isError(t, response, 400, 'VALIDATION_FAILED', { fields: ['items[1].link.url'] })
  }
  for (const address of ['/', '/a/b?c#d', 'http://a.example', 'mailto:a@b.example', 'tel:+32']) {
    t.equal((await create([{ assetId: a, link: { url: address } }])).statusCode, 201, address)
  }
})

t.test('a picture may be the poster of a video on a page of the web', async (t) => {
  const items = [{ ...plain(a), video: { url: 'https://video.example/watch?v=1' } }, plain(b)]
  const widget = (await create(items)).json()
  t.same(widget.items, items)
  const put = (body: object) => owner.put(`${url}/${widget.id}`, body)
  t.same((await put({ assetIds: [b, a] })).json().items, [plain(b), items[0]])
  const { changes } = (await owner.get(`${url}/${widget.id}/history`)).json().content[0]
  t.match(JSON.stringify(changes.items), 'video.example', 'the history has it')
  t.same((await put({ items: [plain(a)] })).json().items, [plain(a)])
  for (const address of [
    '/film',
    'mailto:a@b.example',
    'javascript:alert(1)',
    '//a.example',
    'https://',
  ]) {
    const response = await create([{ assetId: a, video: { url: address } }])
    isError(t, response, 400, 'VALIDATION_FAILED', { fields: ['items[0].video.url'] })
  }
})

t.test('unknown images, fields and types are named by their place', async (t) => {
  const unknown = '00000000-0000-4000-8000-000000000000'
  const response = await create([plain(a), plain(unknown)])
  isError(t, response, 400, 'UNKNOWN_ASSETS', { fields: ['items[1].assetId'] })
  for (const [item, field] of [
    [{ caption: 'x' }, 'items[0].assetId'],
    [{ assetId: a, title: 'x' }, 'items[0].title'],
    [{ assetId: a, caption: 1 }, 'items[0].caption'],
    [{ assetId: a, caption: 'x'.repeat(1001) }, 'items[0].caption'],
    [{ assetId: a, link: { url: '/', rel: 'x' } }, 'items[0].link.rel'],
  ] as const) {
    isError(t, await create([item]), 400, 'VALIDATION_FAILED', { fields: [field] })
  }
})

t.test('the texts of a widget have a total limit', async (t) => {
  const items = (count: number) =>
    Array.from({ length: count }, () => ({ assetId: a, altText: 'ü'.repeat(1000) }))
  t.equal((await create(items(32))).statusCode, 201)
  const response = await create(items(33))
  isError(t, response, 400, 'VALIDATION_FAILED', { fields: ['items'] })
  t.match(response.json().details[0].message, '65536 bytes')
})

t.test('the audit log has texts and links as they were and are', async (t) => {
  const { id } = await createWidget(owner, project.id, { assetIds: [a] })
  await owner.put(`${url}/${id}`, { items: [{ assetId: a, caption: 'Sold' }] })
  const events = `/api/organizations/${owner.organizationId}/audit-events?resourceId=${id}`
  const [event, creation] = (await owner.get(events)).json().content
  t.same(event.changes.items, { from: null, to: [{ ...plain(a), caption: 'Sold' }] })
  t.notOk('items' in creation.changes)
})
