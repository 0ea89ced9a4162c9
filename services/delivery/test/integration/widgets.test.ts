import { jpeg, png } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build, publicUrl } from '../build.js'
import { fetchWidget } from '../requests.js'
import { createTenant } from '../tenant.js'

t.test('a published widget', async (t) => {
  const app = await build(t)
  const { addProject, database } = await createTenant(t)
  const project = await addProject()
  const { key } = await project.addKey()
  const photo = await project.addAsset(await jpeg({ width: 40, height: 30, orientation: 6 }), {
    filename: 'vögel "am" see.jpg',
    altText: 'Vögel',
  })
  const logo = await project.addAsset(await png({ width: 20, height: 10 }), { filename: 'l.png' })
  const config = { show_dots: true, autoplay: false, autoplaySpeed: 5000, Aa: { z: [1.5, null] } }
  const theme = { padding: 8, backgroundColor: '#fff' }
  const { id, slug } = await project.addWidget({
    layout: 'CAROUSEL',
    config,
    theme,
    assetIds: [logo, photo, logo],
    items: [
      {},
      { caption: 'Sold', videoUrl: 'https://video.example/dunes' },
      { altText: 'To the shop', linkUrl: '/shop', linkNewTab: true },
    ],
  })
  const url = (assetId: string) => `${publicUrl}/api/v1/deliver/${project.id}/${assetId}`
  const size = { width: 20, height: 10, focalPoint: null }
  const shown = { contentType: 'image/png', ...size, altText: null }
  const placeholderOf = async (id: string) => {
    const row = await database.asset.findUniqueOrThrow({ where: { id } })
    const thumbhash = Buffer.from(row.placeholderThumbhash ?? []).toString('base64')
    return { color: row.placeholderColor, thumbhash }
  }
  const plain = { placeholder: await placeholderOf(logo), caption: null, link: null, video: null }
  const logoShown = { id: logo, url: url(logo), filename: 'l.png', ...shown, ...plain }

  await t.test('has all fields, with its images in order, including repeats', async (t) => {
    const response = await fetchWidget(app, slug, key)
    t.equal(response.statusCode, 200)
    t.strictSame(response.json(), {
      widget: {
        id,
        slug,
        layout: 'CAROUSEL',
        config: JSON.stringify(config),
        theme: JSON.stringify(theme),
      },
      assets: [
        logoShown,
        {
          id: photo,
          url: url(photo),
          filename: 'vögel "am" see.jpg',
          contentType: 'image/jpeg',
          width: 40,
          height: 30,
          focalPoint: null,
          altText: 'Vögel',
          placeholder: await placeholderOf(photo),
          caption: 'Sold',
          link: null,
          video: { url: 'https://video.example/dunes' },
        },
        { ...logoShown, altText: 'To the shop', link: { url: '/shop', newTab: true } },
      ],
    })
  })

  await t.test('has config and theme as stored', async (t) => {
    const stored = '{ "b" : 1.50, "a":"\\u00e9", "10": 1, "2": 2 }'
    await database.$executeRaw`UPDATE widgets SET config = ${stored}::json WHERE id = ${id}::uuid`
    await project.editWidget(id, {})
    t.equal((await fetchWidget(app, slug, key)).json().widget.config, stored)
  })

  await t.test('keeps its ETag on another instance, and changes it with the body', async (t) => {
    const other = await build(t, {})
    const first = await fetchWidget(app, slug, key)
    t.equal((await fetchWidget(other, slug, key)).headers.etag, first.headers.etag)
    await project.editWidget(id, { theme: { padding: 9 } })
    t.not((await fetchWidget(app, slug, key)).headers.etag, first.headers.etag)
  })
})

t.test('a widget without images, config and theme is complete', async (t) => {
  const app = await build(t)
  const project = await (await createTenant(t)).addProject()
  const { key } = await project.addKey()
  const { id, slug } = await project.addWidget()
  t.strictSame((await fetchWidget(app, slug, key)).json(), {
    widget: { id, slug, layout: 'GRID', config: '{}', theme: '{}' },
    assets: [],
  })
})

t.test('tags of pictures are published only where they have a button', async (t) => {
  const app = await build(t)
  const project = await (await createTenant(t)).addProject()
  const { key } = await project.addKey()
  const picture = await png({ width: 2, height: 2 })
  const tagged = await project.addAsset(picture, { tags: ['sea', 'not sold', 'Hills'] })
  const plain = await project.addAsset(picture)
  const tagsWith = async (config: object) => {
    const { slug } = await project.addWidget({ assetIds: [tagged, plain], config: { ...config } })
    const { assets } = (await fetchWidget(app, slug, key)).json()
    return assets.map(({ tags }: { tags?: string[] }) => tags)
  }
  t.same(await tagsWith({}), [undefined, undefined])
  t.same(await tagsWith({ filterByTags: false }), [undefined, undefined])
  t.same(await tagsWith({ filterByTags: null, note: 'filterByTags' }), [undefined, undefined])
  t.same(await tagsWith({ filterByTags: true }), [['sea', 'not sold', 'Hills'], []])
  t.same(await tagsWith({ filter_by_tags: ['Hills', 'sea', 'x\0'] }), [['sea', 'Hills'], []])
})

t.test('a decorative picture has an empty text, and one without a text has null', async (t) => {
  const app = await build(t)
  const { addProject, database } = await createTenant(t)
  const project = await addProject()
  const { key } = await project.addKey()
  const picture = await png({ width: 20, height: 10 })
  const decorative = await project.addAsset(picture)
  await database.asset.update({ where: { id: decorative }, data: { decorative: true } })
  const assetIds = [
    decorative,
    await project.addAsset(picture),
    await project.addAsset(picture, { altText: '' }),
    await project.addAsset(picture, { altText: 'A' }),
  ]
  const { slug } = await project.addWidget({ assetIds })
  const { assets } = (await fetchWidget(app, slug, key)).json()
  const texts = assets.map(({ altText }: { altText: string | null }) => altText)
  t.same(texts, ['', null, null, 'A'])
})
