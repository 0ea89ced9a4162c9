import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { mezzanineObject, originalObject } from '@vitrine/contracts'
import { inspect } from '@vitrine/imaging/direct'
import {
  animatedWebp,
  avif,
  cmykJpeg,
  gif,
  heic,
  jpeg,
  type MultipartPart,
  multipartBody,
  png,
  tiff,
  until,
} from '@vitrine/testing'
import { costlyPng } from '@vitrine/testing/hostile'
import t from '@vitrine/testing/t'
import { build, publicUrl } from '../build.js'
import { createProject, register, upload } from '../client.js'
import { openDatabase, openStore } from '../dependencies.js'
import { uploadsBelow } from '../files-below.js'

const uploadDir = t.testdir({})
const app = await build(t, { UPLOAD_DIR: uploadDir })
const store = openStore()
const database = openDatabase(t)
const owner = await register(app)
const project = await createProject(owner)
const url = `/api/projects/${project.id}/assets`

t.test('an upload returns every field of the asset', async (t) => {
  const file = await jpeg({ width: 40, height: 30 })
  const response = await owner.postParts(url, [
    { name: 'file', filename: 'dune.jpg', content: file },
  ])
  t.equal(response.statusCode, 201)
  const { id, revision, createdAt, updatedAt, ...rest } = response.json()
  t.equal(revision, 1)
  t.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  t.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
  t.equal(updatedAt, createdAt)
  t.match(rest.placeholder, { color: /^#[0-9a-f]{6}$/, thumbhash: /^[A-Za-z0-9+/]+=*$/ })
  t.same(rest, {
    projectId: project.id,
    folderId: null,
    filename: 'dune.jpg',
    originalUrl: `${publicUrl}/api/v1/deliver/${project.id}/${id}`,
    contentType: 'image/jpeg',
    sizeBytes: file.length,
    sha256: createHash('sha256').update(file).digest('hex'),
    width: 40,
    height: 30,
    frameCount: 1,
    version: 1,
    focalPoint: null,
    altText: null,
    decorative: false,
    placeholder: rest.placeholder,
    tags: [],
    metadata: '{}',
  })
  t.same((await owner.get(`${url}/${id}`)).json(), response.json())
})

t.test('a picture that is dearer than its pixels is stored with a full copy', async (t) => {
  const content = costlyPng(await png())
  const { id } = await upload(owner, project.id, { content })
  const { decodeMs } = await database.asset.findUniqueOrThrow({ where: { id } })
  t.ok(decodeMs > 100, `${decodeMs} ms`)
  const copy = await store.read(mezzanineObject(project.id, id, 'full'))
  t.ok(copy && copy.length < content.length / 100, `${copy?.length} bytes`)
})

t.test('an animation has its number of frames, and so has the file that replaces it', async (t) => {
  const moving = await upload(owner, project.id, { content: await gif({ frames: 4 }) })
  t.equal(moving.frameCount, 4)
  const replaced = await owner.putParts(`${url}/${moving.id}/file`, [
    { name: 'file', filename: 'still.jpg', content: await jpeg() },
  ])
  t.equal(replaced.json().frameCount, 1)
})

t.test('an original is stored as it is, with the type of its bytes', async (t) => {
  // Neither the name nor the declared type counts.
  const lie = { filename: 'page.html', contentType: 'text/html' }
  for (const [contentType, content] of [
    ['image/jpeg', await jpeg({ gps: true, orientation: 6 })],
    ['image/jpeg', await cmykJpeg()],
    ['image/png', await png({ alpha: true })],
    ['image/webp', await animatedWebp()],
    ['image/gif', await gif()],
    ['image/avif', await avif()],
    ['image/heic', heic()],
    ['image/tiff', await tiff()],
  ] as const) {
    const { id, ...asset } = await upload(owner, project.id, { content, ...lie })
    const shown = { contentType, filename: lie.filename, sizeBytes: content.length }
    t.match(asset, { ...shown, width: 64, height: 48 }, contentType)
    t.ok((await store.read(originalObject(project.id, id)))?.equals(content), contentType)
  }
})

t.test('a file of several chunks is stored completely', async (t) => {
  const content = await png({ width: 64, height: 48 })
  // Decoders stop reading after the last chunk; 700 kB of padding arrive in many pieces.
  const padded = Buffer.concat([content, Buffer.alloc(700_000, 'padding')])
  const { id, sizeBytes } = await upload(owner, project.id, { content: padded })
  t.equal(sizeBytes, padded.length)
  t.ok((await store.read(originalObject(project.id, id)))?.equals(padded))
})

t.test('a large image gets smaller copies, which are deleted with it', async (t) => {
  const large = await upload(owner, project.id, {
    content: await jpeg({ width: 3000, height: 1500, orientation: 6 }),
  })
  const small = await upload(owner, project.id)
  const copies = async (id: string) => {
    const sizes = []
    for (const name of ['2048', '1024']) {
      const bytes = await store.read(mezzanineObject(project.id, id, name))
      const path = join(t.testdir({ copy: bytes ?? '' }), 'copy')
      const { width, height } = bytes
        ? await inspect(path, { maxPixels: 1e8 })
        : { width: 0, height: 0 }
      sizes.push(bytes && [width, height])
    }
    return sizes
  }
  t.same(
    await copies(large.id),
    [
      [2048, 1024],
      [1024, 512],
    ],
    'upright',
  )
  t.same(await copies(small.id), [null, null])
  await owner.delete(`${url}/${large.id}`)
  await until(async () => (await copies(large.id)).every((copy) => copy === null))
  t.same(await copies(large.id), [null, null])
})

t.test('a folder of the project can be given before or after the file', async (t) => {
  const folder = await database.folder.create({ data: { projectId: project.id, name: 'Summer' } })
  const file = { name: 'file', filename: 'a.jpg', content: await jpeg() }
  const field = (content: string) => ({ name: 'folderId', content })
  const folderOf = async (parts: (typeof file | ReturnType<typeof field>)[]) =>
    (await owner.postParts(url, parts)).json().folderId
  t.equal(await folderOf([field(folder.id), file]), folder.id)
  t.equal(await folderOf([file, field(folder.id.toUpperCase())]), folder.id)
  t.equal(await folderOf([file, field('')]), null)
})

t.test('text fields may come in any order', async (t) => {
  const file = { name: 'file', filename: 'a.jpg', content: await jpeg() }
  const text = (name: string, content: string, contentType?: string) => ({
    ...{ name, content },
    ...(contentType && { contentType }),
  })
  const json = 'application/json'
  const all = { altText: 'A dune', tags: ['sand', 'sea'], metadata: '{"b":1,"a":{"c":[2]}}' }
  const metadata = text('metadata', '{"b":1, "a":{"c":[2]}}')
  const alt = text('altText', 'A dune')
  const table: Record<string, [parts: MultipartPart[], expected: object]> = {
    'before the file': [[alt, text('tags', '["sand","sea","sand"]'), metadata, file], all],
    'behind the file': [[file, metadata, text('tags', ' sand '), text('tags', 'sea'), alt], all],
    'declared as JSON': [
      [file, text('tags', '["sand","sea"]', json), text('metadata', metadata.content, json), alt],
      all,
    ],
    'empty ones': [
      [text('altText', ''), text('tags', ''), text('metadata', ''), text('folderId', ''), file],
      { altText: null, tags: [], metadata: '{}', folderId: null },
    ],
    none: [[file], { altText: null, tags: [], metadata: '{}', folderId: null }],
  }
  for (const [what, [parts, expected]] of Object.entries(table)) {
    const response = await owner.postParts(url, parts)
    t.equal(response.statusCode, 201, what)
    t.match(response.json(), expected, what)
    t.same((await owner.get(`${url}/${response.json().id}`)).json(), response.json(), what)
  }
})

t.test('a repeated upload must have the same text fields', async (t) => {
  const file = { name: 'file', filename: 'a.jpg', content: await jpeg() }
  const send = (parts: MultipartPart[], key: string) => {
    const { body, contentType } = multipartBody(parts)
    const headers = { 'content-type': contentType, 'idempotency-key': key }
    return owner.send({ method: 'POST', url, payload: body, headers })
  }
  const key = randomUUID()
  const text = { name: 'altText', content: 'A dune' }
  const first = await send([file, text], key)
  const again = await send([text, file], key)
  t.equal(again.json().id, first.json().id, 'the order does not matter')
  t.equal(again.headers['idempotency-replayed'], 'true')
  const more = [
    { name: 'tags', content: 'sea' },
    { name: 'metadata', content: '{"a":1}' },
  ]
  for (const parts of [[file], [file, { ...text, content: 'A sea' }], [file, text, ...more]]) {
    const other = await send(parts, key)
    t.match(other.json(), { status: 409, code: 'IDEMPOTENCY_KEY_REUSED' })
  }
})

t.test('folders and control characters are removed from a file name', async (t) => {
  const table: [sent: string, kept: string][] = [
    ['../../../etc/passwd', 'passwd'],
    ['C:\\Users\\ada\\dune.jpg', 'dune.jpg'],
    ['a\u0000b\u0001c\u007fd\u0085.jpg', 'abcd.jpg'],
    ['🖼️ été 日本.jpg', '🖼️ été 日本.jpg'],
    ["it's; a=b, 100%.jpg", "it's; a=b, 100%.jpg"],
    ['quote".jpg', 'quote".jpg'],
    ['two\r\nlines.jpg', 'twolines.jpg'],
  ]
  for (const [filename, kept] of table) {
    const asset = await upload(owner, project.id, { filename })
    t.equal(asset.filename, kept, JSON.stringify(filename).slice(0, 40))
  }
})

t.test('an upload leaves no files in the upload folder', async (t) => {
  await until(async () => (await uploadsBelow(uploadDir)).length === 0)
  t.same(await uploadsBelow(uploadDir), [])
})
