import { createAssetSignatures } from '@vitrine/contracts'
import { objectSecret, png } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { createWidget, upload } from '../client.js'
import { isError } from '../error-answer.js'
import { createScene } from '../scene.js'

const { owner, projectId, url } = await createScene(t)
const own = createAssetSignatures([objectSecret])
const set = async (body: object) => {
  const response = await owner.put(url, body)
  t.equal(response.statusCode, 200, response.body)
  return response
}

t.test('originals are public at first, and both settings are checked and audited', async (t) => {
  t.match((await owner.get(url)).json(), { originals: 'public', maxPublicWidth: 2048 })
  for (const maxPublicWidth of [319, 4097, 1.5, null, '1024']) {
    const response = await owner.put(url, { maxPublicWidth })
    isError(t, response, 400, 'VALIDATION_FAILED', { fields: ['maxPublicWidth'] })
  }
  for (const originals of ['private', null, true]) {
    const response = await owner.put(url, { originals })
    isError(t, response, 400, 'VALIDATION_FAILED', { fields: ['originals'] })
  }
  const response = await set({ originals: 'signed', maxPublicWidth: 1024 })
  t.match(response.json(), { originals: 'signed', maxPublicWidth: 1024 })
  t.match(response.headers['server-timing'], /everywhere;dur=/)
  const log = `/api/organizations/${owner.organizationId}/audit-events?resourceId=${projectId}`
  t.match((await owner.get(log)).json().content[0].changes, {
    originals: { from: 'public', to: 'signed' },
    maxPublicWidth: { from: 2048, to: 1024 },
  })
  await set({ originals: 'public', maxPublicWidth: 2048 })
})

t.test('addresses in answers are signed while originals are private, and expire', async (t) => {
  const asset = await upload(owner, projectId)
  const assetUrl = `${url}/assets/${asset.id}`
  t.notMatch(asset.originalUrl, /[?]/)
  await set({ originals: 'signed' })
  const { originalUrl: shown, sha256 } = (await owner.get(assetUrl)).json()
  const found = [
    (await owner.get(`${url}/assets`)).json().content[0],
    (await owner.put(assetUrl, { altText: 'A dune' })).json(),
  ]
  for (const { originalUrl } of found) t.equal(originalUrl, shown, 'the same for a while')
  const { searchParams } = new URL(shown)
  t.ok(own.isValid({ projectId, assetId: asset.id }, Object.fromEntries(searchParams)))
  const leftSeconds = Number(searchParams.get('exp')) - Date.now() / 1000
  t.ok(leftSeconds > 12 * 3600 - 60 && leftSeconds <= 24 * 3600, `${leftSeconds}`)
  t.match(await upload(owner, projectId, { content: await png({ width: 9, height: 9 }) }), {
    originalUrl: /[?]exp=\d+&s=v[.]/,
  })
  t.type(sha256, 'string')
  await set({ originals: 'public' })
  t.equal((await owner.get(assetUrl)).json().originalUrl, asset.originalUrl)
})

t.test(
  'an answer with a signed address can be sent back when the address is another',
  async (t) => {
    const { id } = await upload(owner, projectId)
    const assetUrl = `${url}/assets/${id}`
    await set({ originals: 'signed' })
    const { headers, ...answer } = await owner.get(assetUrl)
    await set({ originals: 'public' })
    const request = { url: assetUrl, headers: { 'if-none-match': String(headers.etag) } }
    t.equal((await owner.send(request)).statusCode, 200, 'no 304: the address is another')
    const sent = { ...answer.json(), altText: 'A lake' }
    const response = await owner.put(assetUrl, sent)
    t.equal(response.statusCode, 200, response.body)
    t.notMatch(response.json().originalUrl, /[?]s=/)
  },
)

t.test('embed codes follow: no signature, no width above the bound', async (t) => {
  const { id: assetId } = await upload(owner, projectId, {
    content: await png({ width: 700, height: 1400 }),
  })
  const { id } = await createWidget(owner, projectId, { assetIds: [assetId] })
  await owner.put(`${url}/widgets/${id}/publish`)
  const snippet = async (): Promise<string> =>
    (await owner.get(`${url}/widgets/${id}/embed`)).json().snippet
  t.match(await snippet(), /w=700/)
  await set({ originals: 'signed', maxPublicWidth: 1000 })
  const bounded = await snippet()
  t.match(bounded, /w=500/)
  t.match(bounded, / width="500" height="1000"/)
  t.notMatch(bounded, /w=(640|700)/)
  t.notMatch(bounded, /[?&;]s=/)
  await set({ originals: 'public', maxPublicWidth: 2048 })
})
