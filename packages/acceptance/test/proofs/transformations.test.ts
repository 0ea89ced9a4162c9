import { launchChromium } from '@vitrine/local/browser'
import { imageUrl, orThrow, type Schemas, type Vitrine } from '@vitrine/sdk'
import { signImageUrl } from '@vitrine/sdk/sign'
import { freshName, jpeg, png } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { newAccount, send } from '../account.js'
import { startServices } from '../services.js'

t.setTimeout(1_200_000)

const { management, delivery } = await startServices(t)
const [{ url: base }] = delivery
const { vitrine, projectId } = await newAccount(management.url)
const path = { projectId }
const ofProject = { params: { path } }

const pictures = [
  await jpeg({ width: 2600, height: 1700 }),
  await jpeg({ width: 700, height: 1100 }),
  await png({ width: 90, height: 60, alpha: true }),
]
const assets: Schemas['Asset'][] = []
for (const picture of pictures) {
  const { data } = await send(vitrine, projectId, picture, 'picture')
  if (data) assets.push(data)
}
const { key } = await orThrow(
  vitrine.POST('/api/projects/{projectId}/api-keys', { ...ofProject, body: { name: 'Site' } }),
)

const layouts = [
  'CAROUSEL',
  'SLIDER',
  'GRID',
  'MASONRY',
  'LIST_VERTICAL',
  'LIST_HORIZONTAL',
] as const

async function publish(layout: (typeof layouts)[number]): Promise<{ id: string; slug: string }> {
  const assetIds = assets.map(({ id }) => id)
  const { id, slug } = await orThrow(
    vitrine.POST('/api/projects/{projectId}/widgets', {
      ...ofProject,
      body: { name: layout, slug: freshName('w'), layout, assetIds, config: { lightbox: true } },
    }),
  )
  const params = { path: { projectId, widgetId: id } }
  await orThrow(vitrine.PUT('/api/projects/{projectId}/widgets/{widgetId}/publish', { params }))
  return { id, slug }
}

const set = (client: Vitrine, transformations: 'any' | 'listed' | 'signed') =>
  orThrow(client.PUT('/api/projects/{projectId}', { ...ofProject, body: { transformations } }))

/** Every address of a picture in a text, entities decoded. */
const addressesIn = (text: string): string[] =>
  [
    ...text
      .replaceAll('&amp;', '&')
      .replaceAll('\\"', '"')
      .matchAll(/https?:[^"'\s<>,\\]*\/deliver\/[^"'\s<>,\\]*/g),
  ].map(([address]) => address)

const statusOf = async (address: string): Promise<number> => {
  const response = await fetch(address, { headers: { accept: 'image/avif,image/webp,*/*' } })
  await response.arrayBuffer()
  return response.status
}

const widgets = await Promise.all(layouts.map(publish))

for (const transformations of ['listed', 'signed'] as const) {
  t.test(`${transformations}: all addresses in answers and codes give pictures`, async (t) => {
    await set(vitrine, transformations)
    const texts: string[] = assets.map((asset) => JSON.stringify(asset))
    for (const { id, slug } of widgets) {
      const code = await orThrow(
        vitrine.GET('/api/projects/{projectId}/widgets/{widgetId}/embed', {
          params: { path: { projectId, widgetId: id } },
        }),
      )
      texts.push(JSON.stringify(code))
      for (const address of [`/api/v1/widgets/${slug}`, `/embed/${slug}`]) {
        texts.push(await (await fetch(`${base}${address}?api_key=${key}`)).text())
      }
    }
    const addresses = new Set(texts.flatMap(addressesIn))
    t.ok(addresses.size > 12, `${addresses.size} addresses`)
    for (const address of addresses) t.equal(await statusOf(address), 200, address)
  })
}

t.test('signed: the element shows every picture, and its lightbox too', async (t) => {
  await set(vitrine, 'signed')
  const browser = await launchChromium({ log: () => undefined })
  t.teardown(() => browser.close())
  for (const [viewport, deviceScaleFactor] of [
    [{ width: 360, height: 700 }, 3],
    [{ width: 1500, height: 900 }, 1],
  ] as const) {
    for (const [index, { slug }] of widgets.entries()) {
      const site = await browser.newContext({ viewport, deviceScaleFactor })
      const page = await site.newPage()
      page.setDefaultTimeout(0)
      const refused: string[] = []
      page.on('response', (response) => {
        if (response.url().includes('/deliver/') && response.status() >= 400) {
          refused.push(`${response.status()} ${response.url()}`)
        }
      })
      await page.goto(`${base}/embed/${slug}?api_key=${key}`)
      await page.locator('.live img.loaded').first().waitFor()
      await page.locator('a.open').first().click()
      await page.locator('dialog img.loaded').first().waitFor()
      t.same(refused, [], `${layouts[index]} at ${viewport.width}`)
      await site.close()
    }
  }
})

t.test('the SDK makes addresses that each setting takes', async (t) => {
  const [asset] = assets
  if (asset === undefined) return
  const other = imageUrl(asset, { w: 333, h: 222, format: 'webp', q: 60 })
  const preset = imageUrl(asset, { preset: 'card' })
  const params = { path: { projectId, presetName: 'card' } }
  await orThrow(
    vitrine.PUT('/api/projects/{projectId}/presets/{presetName}', {
      params,
      body: { w: 200, h: 100, fit: 'cover', format: 'auto' },
    }),
  )
  const signingKey = await orThrow(
    vitrine.POST('/api/projects/{projectId}/signing-keys', { ...ofProject, body: {} }),
  )
  const expiresAt = new Date(Date.now() + 3_600_000)
  const signed = await signImageUrl(other, signingKey, { expiresAt })
  const signedPreset = await signImageUrl(preset, signingKey)
  const expected = {
    any: [200, 200, 200, 200],
    listed: [403, 200, 403, 200],
    signed: [403, 403, 200, 200],
  } as const
  for (const setting of ['any', 'listed', 'signed'] as const) {
    await set(vitrine, setting)
    const statuses = []
    for (const address of [other, preset, signed, signedPreset]) {
      statuses.push(await statusOf(address))
    }
    t.same(statuses, expected[setting], setting)
  }
  await orThrow(
    vitrine.DELETE('/api/projects/{projectId}/signing-keys/{signingKeyId}', {
      params: { path: { projectId, signingKeyId: signingKey.id } },
    }),
  )
  t.equal(await statusOf(signed), 403, 'the very next request after the revocation')
})
