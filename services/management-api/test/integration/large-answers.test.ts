// Needs a process of its own: it measures CPU time of the main thread.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createCpuMeter } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { createWidget, upload } from '../client.js'
import { createScene } from '../scene.js'

const { owner, project } = await createScene(t)
const altText = Array.from({ length: 120 }, (_, i) => `word${i % 90}`.padEnd(7)).join(' ')
const asset = await upload(owner, project.id)
await owner.put(`/api/projects/${project.id}/assets/${asset.id}`, { altText })
const widget = await createWidget(owner, project.id, {
  assetIds: Array.from({ length: 500 }, () => asset.id),
  config: { showCaptions: true },
})
const url = `/api/projects/${project.id}/widgets/${widget.id}`
await owner.put(`${url}/publish`)

t.test('the codes of a large widget are rendered off the main thread', async (t) => {
  const { snippet } = (await owner.get(`${url}/embed`)).json()
  t.ok(snippet.length > 1_000_000)
  // Rendering them takes two and a half times as long; the rest is the transfer from Postgres to the thread and back.
  const most = 375_000
  let width = 300
  const keys = await createCpuMeter().leastKeys(async () => {
    // Another width each time, since the codes are kept.
    width += 1
    const query = `width=${width}px`
    const { statusCode } = await owner.send({ method: 'HEAD', url: `${url}/embed?${query}` })
    t.equal(statusCode, 200)
  }, most)
  t.ok(keys <= most, `${keys} parsed keys`)
})

t.test('answers above 1 KiB are compressed if the client accepts it', async (t) => {
  const table = [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const
  for (const path of [`${url}/embed`, url]) {
    const plain = await owner.send({ url: path })
    t.equal(plain.headers['content-encoding'], undefined)
    const any = await owner.send({ url: path, headers: { 'accept-encoding': '*' } })
    t.equal(any.headers['content-encoding'], undefined, 'no coding that the client did not name')
    for (const [encoding, decompress] of table) {
      const answer = await owner.send({ url: path, headers: { 'accept-encoding': encoding } })
      t.equal(answer.headers['content-encoding'], encoding)
      t.match(answer.headers.vary, /accept-encoding/i)
      t.ok(decompress(answer.rawPayload).equals(plain.rawPayload))
    }
  }
  const small = await owner.send({
    url: `/api/projects/${project.id}`,
    headers: { 'accept-encoding': 'br' },
  })
  t.equal(small.headers['content-encoding'], undefined)
})

t.test('a compressed request body is rejected', async (t) => {
  const answer = await owner.send({
    method: 'POST',
    url: `/api/projects/${project.id}/folders`,
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0]),
  })
  t.equal(answer.statusCode, 400)
})
