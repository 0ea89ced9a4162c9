import { orThrow, replaceFile, type Schemas, upload } from '@vitrine/sdk'
import t, { type Test } from '@vitrine/testing/t'
import sharp from 'sharp'
import { newAccount } from '../account.js'
import { caches } from '../caching-proxy.js'
import { startServices } from '../services.js'

const rounds = 12
const project = '/api/projects/{projectId}'

/** A picture of one colour, which says which version it is. */
async function picture(version: number): Promise<Blob> {
  const background = { r: 10 * version, g: 0, b: 0 }
  const create = { width: 80, height: 60, channels: 3, background } as const
  return new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())])
}

/** The version of a picture, as its bytes show it. WebP and AVIF are not exact. */
async function versionOf(response: Response): Promise<number> {
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
  const { data } = await sharp(Buffer.from(await response.arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Math.round((data[0] ?? 0) / 10)
}

async function world(t: Test, replicas: number) {
  const { management, delivery } = await startServices(t, { replicas })
  const { vitrine, projectId } = await newAccount(management.url)
  const { id: assetId } = await upload(vitrine, { projectId, file: await picture(1) })
  const inProject = { path: { projectId } }
  const layout = 'GRID' as const
  const body = { name: 'W', slug: 'w', assetIds: [assetId], layout }
  const widget = await orThrow(vitrine.POST(`${project}/widgets`, { params: inProject, body }))
  const params = { path: { projectId, widgetId: widget.id } }
  await orThrow(vitrine.PUT(`${project}/widgets/{widgetId}/publish`, { params }))
  const { key } = await orThrow(
    vitrine.POST(`${project}/api-keys`, { params: inProject, body: { name: 'k' } }),
  )
  const shownBy = async (replica: string) => {
    const answer = await fetch(`${replica}/api/v1/widgets/w`, { headers: { 'x-api-key': key } })
    const { assets } = (await answer.json()) as Schemas['PublishedWidget']
    return new URL(assets[0]?.url ?? '')
  }
  return {
    vitrine,
    urls: delivery.map(({ url }) => url),
    path: `/api/v1/deliver/${projectId}/${assetId}`,
    replace: async (version: number) =>
      replaceFile(vitrine, { projectId, assetId, file: await picture(version) }),
    setPoint: (x: number) =>
      orThrow(
        vitrine.PUT(`${project}/assets/{assetId}`, {
          params: { path: { projectId, assetId } },
          body: { focalPoint: { x, y: 0.5 } },
        }),
      ),
    /** The path and query of the picture in the widget, as a replica answers it. */
    shownBy: async (replica: string) => {
      const { pathname, search } = await shownBy(replica)
      return pathname + search
    },
  }
}

t.test('after the answer no replica serves a byte of the former file', async (t) => {
  const { urls, path, replace, shownBy } = await world(t, 3)
  let acknowledged = 1
  let isOver = false
  let polls = 0
  const stale: string[] = []
  const poll = async (url: string, query: string) => {
    while (!isOver) {
      const least = acknowledged
      const version = await versionOf(await fetch(`${url}${path}${query}`))
      polls += 1
      if (version < least) stale.push(`${query} at ${url}: ${version} after ${least}`)
    }
  }
  const queries = ['', '?v=1', '?w=40', '?w=30&h=30&v=1']
  const polling = urls.flatMap((url) => queries.map((query) => poll(url, query)))
  for (let version = 2; version <= rounds; version += 1) {
    t.match(await replace(version), { version })
    acknowledged = version
    for (const url of urls) {
      const shown = await shownBy(url)
      t.equal(shown, `${path}?v=${version}`)
      for (const replica of urls) {
        t.equal(await versionOf(await fetch(replica + shown)), version)
        // The embed of the release before this one asks like this.
        const old = await fetch(`${replica}${shown}?w=64&format=auto`)
        t.equal(await versionOf(old), version)
      }
      t.equal((await fetch(`${url}${path}?v=${version + 1}`)).status, 404)
    }
  }
  isOver = true
  await Promise.all(polling)
  t.same(stale, [])
  t.ok(polls > rounds, `${polls} polls`)
})

for (const [name, startCache] of Object.entries(caches)) {
  t.test(`behind ${name} a widget shows the new file at once`, async (t) => {
    const { urls, path, replace, setPoint, shownBy } = await world(t, 2)
    const [first = ''] = urls
    const cache = await startCache(t, first)
    const seen = async (query: string) => versionOf(await fetch(`${cache.url}${path}${query}`))
    for (const query of ['', '?w=40']) t.equal(await seen(query), 1)
    // A client asks for the next versions before they exist.
    for (const query of ['?v=2', '?v=2&w=40', '?v=3']) {
      const early = await fetch(`${cache.url}${path}${query}`)
      t.match([early.status, early.headers.get('cache-control')], [404, 'no-store'])
    }
    await replace(2)
    const shown = await shownBy(first)
    t.equal(shown, `${path}?v=2`)
    for (const query of ['', '&w=40', '?w=40']) {
      t.equal(await versionOf(await fetch(`${cache.url}${shown}${query}`)), 2, query)
    }
    const former = await fetch(`${cache.url}${path}`)
    t.equal(former.headers.get('x-cache'), 'HIT')
    t.equal(await versionOf(former), 1, 'it keeps what it has under an address without a version')
    await setPoint(0)
    t.equal(await shownBy(first), `${path}?v=3`)
    t.equal((await fetch(`${cache.url}${path}?v=3&w=30&h=30`)).status, 200)
  })
}
