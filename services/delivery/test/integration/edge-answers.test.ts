import { randomBytes } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import { jpeg, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build, portOf } from '../build.js'
import { deliver } from '../requests.js'
import { proxyToStore } from '../store-proxy.js'
import { createTenant } from '../tenant.js'

const kept = 'public, max-age=31536000, immutable'
const notKept = 'private, no-store'

t.test('no cache may keep an answer that is made while its picture changes', async (t) => {
  const proxy = await proxyToStore(t, (sent) => sent.startsWith('GET ') && /original/.test(sent))
  const app = await build(t, { CDN_PURGE: 'http', S3_ENDPOINT: proxy.endpoint })
  const other = await build(t, { S3_ENDPOINT: proxy.endpoint })
  const project = await (await createTenant(t)).addProject()
  const asset = await project.addPicture(await jpeg())
  proxy.hold()
  t.teardown(proxy.open)
  const asked = deliver(app, asset)
  await proxy.untilHeld(1)
  const askedWithout = deliver(other, asset)
  await proxy.untilHeld(2)
  await project.editAsset(asset.assetId, { altText: 'Another text' })
  proxy.open()
  t.match(await asked, { statusCode: 200, headers: { 'cache-control': notKept } })
  t.match(await askedWithout, { statusCode: 200, headers: { 'cache-control': kept } })
  const after = await deliver(app, asset)
  t.match(after, { statusCode: 200, headers: { 'cache-control': kept } })
  const etag = String(after.headers.etag)
  const matching = await deliver(app, asset, '', { 'if-none-match': etag })
  t.match(matching, { statusCode: 304, headers: { 'cache-control': kept } })
})

t.test('an answer that has begun is broken off when its picture changes', async (t) => {
  const app = await build(t, { CDN_PURGE: 'http' })
  const project = await (await createTenant(t)).addProject()
  // More than the buffers of a connection hold, so that the answer ends only when its client reads.
  const large = Buffer.concat([await jpeg(), randomBytes(24 * 2 ** 20)])
  const assetId = await project.addAsset(large)
  const path = `/api/v1/deliver/${project.id}/${assetId}`
  const port = await portOf(app)
  const begin = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path, agent: false }, resolve).on('error', reject)
    })
  const sizeOf = async (message: IncomingMessage) => {
    let bytes = 0
    try {
      for await (const chunk of message) bytes += chunk.length
    } catch {
      return `${bytes > 0 ? 'some' : 'no'} bytes, broken off`
    }
    return bytes
  }
  const begun = await begin()
  t.equal(begun.headers['cache-control'], kept)
  await project.editAsset(assetId, { altText: 'Another text' })
  t.equal(await sizeOf(begun), 'some bytes, broken off')
  t.equal(await sizeOf(await begin()), large.length)

  const last = await begin()
  const closing = app.close()
  t.equal(await sizeOf(last), large.length, 'a replica that stops ends its answers')
  await closing
  await until(() => last.complete)
})
