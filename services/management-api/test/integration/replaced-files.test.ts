import { createHash, randomUUID } from 'node:crypto'
import { assetObjects } from '@vitrine/contracts'
import { gif, jpeg, type MultipartPart, png, textFile, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build, publicUrl } from '../build.js'
import {
  type Client,
  createFolder,
  createProject,
  createWidget,
  register,
  type SentAsset,
  upload,
} from '../client.js'
import { openDatabase, openStore } from '../dependencies.js'

const app = await build(t)
const [database, store] = [openDatabase(t), openStore()]
const owner = await register(app)
const { id: projectId } = await createProject(owner)
const url = `/api/projects/${projectId}/assets`
const first = await jpeg({ width: 1600, height: 900 })
const second = await png({ width: 300, height: 400 })
const text = await textFile()
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const get = async ({ id }: { id: string }) => (await owner.get(`${url}/${id}`)).json<SentAsset>()

type More = { parts?: MultipartPart[]; headers?: Record<string, string>; client?: Client }
const replace = (
  { id }: { id: string },
  content: Buffer,
  { parts = [], headers = {}, client = owner }: More = {},
) =>
  client.putParts(
    `${url}/${id}/file`,
    [...parts, { name: 'file', filename: 'new.png', content }],
    headers,
  )
const keysOf = async ({ id }: { id: string }) =>
  (await store.list(assetObjects(projectId, id))).map(({ key }) => key.split(`${id}/`)[1] ?? '')
const folderOf = async ({ id }: { id: string }) =>
  (await database.asset.findUniqueOrThrow({ where: { id } })).fileKey
const originalOf = async ({ id }: { id: string }) => {
  const folder = await folderOf({ id })
  return store.read(`${assetObjects(projectId, id)}${folder === null ? '' : `${folder}/`}original`)
}

t.test('a replaced file has another address; what people wrote stays', async (t) => {
  const folder = await createFolder(owner, projectId)
  const before = await upload(owner, projectId, { content: first })
  const described = { altText: 'A', tags: ['a'], metadata: { a: 1 }, folderId: folder.id }
  await owner.put(`${url}/${before.id}`, { ...described, focalPoint: { x: 0.2, y: 0.1 } })
  const widget = await createWidget(owner, projectId, { assetIds: [before.id] })

  const response = await replace(before, second)
  t.equal(response.statusCode, 200, response.body)
  const after = response.json<SentAsset>()
  t.match(after, {
    ...{ id: before.id, filename: before.filename, createdAt: before.createdAt },
    ...{ ...described, metadata: '{"a":1}', focalPoint: { x: 0.2, y: 0.1 } },
    ...{ version: 3, revision: 3, width: 300, height: 400, contentType: 'image/png' },
    ...{ sizeBytes: second.length, sha256: hashOf(second) },
    originalUrl: `${publicUrl}/api/v1/deliver/${projectId}/${before.id}?v=3`,
  })
  t.same(await get(before), after)
  t.equal(response.headers.etag, '"3"')
  t.match(response.headers['server-timing'], /everywhere/)

  t.ok((await originalOf(before))?.equals(second))
  const key = await folderOf(before)
  await until(async () => (await keysOf(before)).every((object) => object.startsWith(`${key}/`)))
  const shown = (await owner.get(`/api/projects/${projectId}/widgets/${widget.id}/assets`)).json()
  t.match(shown, [{ id: before.id, version: 3 }])
  const found = (sha256: string) => owner.post(`${url}/lookup`, { sha256: [sha256] })
  t.match((await found(hashOf(second))).json(), [{ assets: [{ id: before.id }] }])
  t.same((await found(hashOf(first))).json()[0].assets, [])
})

t.test('the history names the replaced file', async (t) => {
  const asset = await upload(owner, projectId, { content: first })
  await replace(asset, second)
  const { content } = (await owner.get(`${url}/${asset.id}/history`)).json()
  t.match(content[0], {
    action: 'asset.replace',
    changes: {
      version: { from: 1, to: 2 },
      contentType: { from: 'image/jpeg', to: 'image/png' },
      width: { from: 1600, to: 300 },
      sha256: { from: hashOf(first), to: hashOf(second) },
    },
  })
  t.notOk('focalPoint' in content[0].changes)
})

t.test('the same bytes change nothing', async (t) => {
  const asset = await upload(owner, projectId, { content: first })
  const response = await replace(asset, first)
  t.equal(response.statusCode, 200)
  t.same(response.json(), asset)
  t.equal(await folderOf(asset), null)
  t.same((await owner.get(`${url}/${asset.id}/history`)).json().totalElements, 1)
  t.ok((await originalOf(asset))?.equals(first))
})

t.test('a focal point may come with the file: the version is raised once', async (t) => {
  const asset = await upload(owner, projectId, { content: first })
  const part = (point: unknown) => [{ name: 'focalPoint', content: JSON.stringify(point) }]
  const focalPoint = { x: 1, y: 0 }
  const moved = await replace(asset, first, { parts: part(focalPoint) })
  t.match(moved.json(), { version: 2, focalPoint, sha256: hashOf(first) })
  t.equal(await folderOf(asset), null, 'the file stays')
  t.match((await replace(asset, second)).json(), { version: 3, focalPoint })
  const cleared = await replace(asset, first, { parts: part(null) })
  t.match(cleared.json(), { version: 4, focalPoint: null })
  t.match((await replace(asset, second, { parts: part({ x: 2, y: 0 }) })).json(), {
    status: 400,
    details: [{ field: 'focalPoint.x' }],
  })
  t.match(await get(asset), { version: 4 })
})

t.test('an invalid replacement is refused, and changes nothing', async (t) => {
  const asset = await upload(owner, projectId, { content: first })
  const file = { name: 'file', filename: 'a.png', content: second }
  const table: [what: string, parts: MultipartPart[], status: number, code: string][] = [
    ['text', [{ ...file, content: text }], 400, 'UNSUPPORTED_IMAGE'],
    ['no file', [{ name: 'focalPoint', content: '{"x":0,"y":0}' }], 400, 'INVALID_UPLOAD'],
    ['two files', [file, file], 400, 'INVALID_UPLOAD'],
    ['another part', [{ name: 'altText', content: 'A' }, file], 400, 'INVALID_UPLOAD'],
    ['another file', [{ ...file, name: 'picture' }], 400, 'INVALID_UPLOAD'],
  ]
  for (const [what, parts, status, code] of table) {
    const response = await owner.putParts(`${url}/${asset.id}/file`, parts)
    t.equal(response.statusCode, status, what)
    t.match(response.json(), { code }, what)
  }
  const json = await owner.put(`${url}/${asset.id}/file`, { file: 'x' })
  t.equal(json.statusCode, 415)
  t.equal((await replace({ id: randomUUID() }, second)).statusCode, 404)
  t.same(await get(asset), asset)
  const names = await keysOf(asset)
  t.notOk(names.some((name) => name.startsWith('v2-')))
})

t.test('If-Match and Idempotency-Key protect a replacement', async (t) => {
  const asset = await upload(owner, projectId, { content: first })
  const stale = await replace(asset, second, { headers: { 'if-match': '"7"' } })
  t.match(stale.json(), { status: 412, code: 'PRECONDITION_FAILED', revision: 1 })
  t.same(await get(asset), asset)
  await until(async () => (await keysOf(asset)).every((name) => !name.startsWith('v2-')))

  const headers = { 'if-match': '"1"', 'idempotency-key': randomUUID() }
  const done = await replace(asset, second, { headers })
  t.equal(done.statusCode, 200)
  await replace(asset, first)
  const again = await replace(asset, second, { headers })
  t.equal(again.statusCode, 200, again.body)
  t.same(again.json(), done.json())
  t.equal(again.headers['idempotency-replayed'], 'true')
  t.match(await get(asset), { version: 3, sha256: hashOf(first) }, 'it takes effect once')

  const reused = await replace(asset, first, { headers })
  t.match(reused.json(), { code: 'IDEMPOTENCY_KEY_REUSED' })
  t.match(await get(asset), { version: 3 })
})

t.test('of two calls with one key at the same time, one takes effect', async (t) => {
  const asset = await upload(owner, projectId, { content: first })
  const headers = { 'idempotency-key': randomUUID() }
  const [one, other] = await Promise.all([
    replace(asset, second, { headers }),
    replace(asset, second, { headers }),
  ])
  t.same([one.statusCode, other.statusCode], [200, 200])
  t.same(one.json(), other.json())
  t.match(await get(asset), { version: 2 })
  const key = await folderOf(asset)
  await until(async () => (await keysOf(asset)).every((name) => name.startsWith(`${key}/`)))
})

t.test(
  'of replacements at the same time one wins whole, and the others leave nothing',
  async (t) => {
    const asset = await upload(owner, projectId, { content: first })
    const pictures = await Promise.all(
      [1, 2, 3, 4].map((i) => jpeg({ width: 1500 + i, height: 1500 })),
    )
    const answers = await Promise.all(pictures.map((picture) => replace(asset, picture)))
    t.same(
      answers.map(({ statusCode }) => statusCode),
      [200, 200, 200, 200],
    )
    const row = await get(asset)
    t.equal(row.version, 5)
    const versions = answers.map((answer) => answer.json<SentAsset>().version)
    t.same(versions.toSorted(), [2, 3, 4, 5])
    const won = answers.find((answer) => answer.json<SentAsset>().version === 5)
    t.match(row, { sha256: won?.json().sha256, width: won?.json().width })
    const original = await originalOf(asset)
    t.ok(original && hashOf(original) === row.sha256)
    const key = await folderOf(asset)
    await until(async () => (await keysOf(asset)).every((name) => name.startsWith(`${key}/`)))
    t.ok((await keysOf(asset)).includes(`${key}/mezzanine-1024`))
  },
)

t.test('budgets count the difference', async (t) => {
  const size = (bytes: Buffer) => bytes.length
  const [small, large] = [await gif(), first]
  const limit = size(large) + 100
  const limited = await build(t, { BUDGET_STORED_BYTES: limit })
  const other = await register(limited)
  const { id } = await createProject(other)
  const asset = await upload(other, id, { content: small, filename: 'a.gif' })
  const used = async () =>
    (await other.get(`/api/organizations/${other.organizationId}/usage`)).json().storedBytes.used
  const send = (content: Buffer) =>
    other.putParts(`/api/projects/${id}/assets/${asset.id}/file`, [
      { name: 'file', filename: 'b', content },
    ])
  t.equal((await send(large)).statusCode, 200)
  t.equal(await used(), size(large))
  const beyond = Buffer.concat([large, Buffer.alloc(101)])
  t.match((await send(beyond)).json(), { status: 403, code: 'QUOTA_EXCEEDED' })
  t.equal(await used(), size(large))
  t.equal((await send(small)).statusCode, 200)
  t.equal(await used(), size(small))
})

t.test('the renditions that the embed asks for are made for the new file', async (t) => {
  const asset = await upload(owner, projectId, { content: first })
  const widget = await createWidget(owner, projectId, { assetIds: [asset.id] })
  await owner.put(`/api/projects/${projectId}/widgets/${widget.id}/publish`)
  await replace(asset, await jpeg({ width: 400, height: 300 }))
  const key = await folderOf(asset)
  const made = async () =>
    (await keysOf(asset)).filter((name) => name.startsWith(`${key}/renditions/`)).length
  await until(async () => (await made()) === 4)
  t.equal(await made(), 4)
})

t.test('a deleted asset takes all of its files along', async (t) => {
  const asset = await upload(owner, projectId, { content: first })
  await replace(asset, second)
  t.equal((await owner.delete(`${url}/${asset.id}`)).statusCode, 204)
  await until(async () => (await keysOf(asset)).length === 0)
})
