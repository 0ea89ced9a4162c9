import {
  animatedWebp,
  gif,
  jpeg,
  type MultipartPart,
  noisePng,
  png,
  svg,
  textFile,
  truncated,
} from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import type { LightMyRequestResponse } from 'fastify'
import { build } from '../build.js'
import { createProject, register, upload } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'
import { uploadsBelow } from '../files-below.js'
import { recordStore } from '../recording-store.js'

const uploadDir = t.testdir({})
const store = await recordStore(t)
const app = await build(t, {
  UPLOAD_DIR: uploadDir,
  S3_ENDPOINT: store.endpoint,
  MAX_UPLOAD_BYTES: 20_000,
  MAX_IMAGE_PIXELS: 10_000,
})
const database = openDatabase(t)
const owner = await register(app)
const project = await createProject(owner)
const url = `/api/projects/${project.id}/assets`
const part = (content: Buffer | string, changes: Partial<MultipartPart> = {}): MultipartPart => ({
  name: 'file',
  filename: 'photo.jpg',
  content,
  ...changes,
})
const photo = part(await jpeg())

/** Jobs of other suites' tenants may remove objects concurrently. */
const written = () => store.written.filter((line) => line.includes(project.id))

/** Asserts the error, and that the upload left nothing behind. */
async function isRefused(
  t: Test,
  response: LightMyRequestResponse,
  ...error: Parameters<typeof isError> extends [Test, LightMyRequestResponse, ...infer Rest]
    ? Rest
    : never
) {
  isError(t, response, ...error)
  t.same(
    {
      written: written(),
      files: await uploadsBelow(uploadDir),
      rows: await database.asset.count({ where: { projectId: project.id } }),
    },
    { written: [], files: [], rows: 0 },
    'nothing is left',
  )
}

t.test('anything but an intact image of an accepted type is rejected', async (t) => {
  const table: Record<string, Buffer | string> = {
    SVG: await svg(),
    'a text': await textFile(),
    'half a JPEG': await truncated(await jpeg()),
  }
  for (const [what, content] of Object.entries(table)) {
    const response = await owner.postParts(url, [part(content)])
    await isRefused(t, response, 400, 'UNSUPPORTED_IMAGE', { what })
  }
})

t.test('an empty file is rejected', async (t) => {
  await isRefused(t, await owner.postParts(url, [part('')]), 400, 'INVALID_UPLOAD')
  await isRefused(
    t,
    await owner.postParts(url, [part('', { filename: '' })]),
    400,
    'INVALID_UPLOAD',
  )
})

t.test(
  'a file above MAX_UPLOAD_BYTES is 413, also if the rest of the body is missing',
  async (t) => {
    const large = part(await noisePng({ width: 90, height: 90 }))
    const folder = { name: 'folderId', content: '' }
    for (const parts of [[large], [folder, large], [large, folder]]) {
      const response = await owner.postParts(url, parts)
      await isRefused(t, response, 413, 'BODY_TOO_LARGE')
      t.match(response.json().message, '20000 bytes')
    }
  },
)

t.test('more pixels than MAX_IMAGE_PIXELS over all frames are rejected', async (t) => {
  const pictures = [
    await png({ width: 101, height: 100 }),
    await animatedWebp({ width: 60, height: 60, frames: 3 }),
    await gif({ width: 60, height: 60, frames: 3 }),
  ]
  for (const content of pictures) {
    const response = await owner.postParts(url, [part(content)])
    await isRefused(t, response, 400, 'IMAGE_TOO_LARGE')
    t.match(response.json().message, '10000')
  }
})

t.test('anything but one file in the part named file is rejected', async (t) => {
  const field = (name: string, content = '', contentType?: string): MultipartPart => ({
    name,
    content,
    ...(contentType && { contentType }),
  })
  const table: Record<string, MultipartPart[]> = {
    'no parts': [],
    'no file': [field('folderId')],
    'a field named file': [field('file', 'x')],
    'two files': [photo, photo],
    'three files': [photo, photo, photo],
    'another name': [{ ...photo, name: 'image' }],
    'a file named folderId': [{ ...photo, name: 'folderId' }],
    'a name of every object': [{ ...photo, name: 'toString' }],
    'a file and one of another name': [photo, { ...photo, name: 'thumbnail' }],
    'an unknown field': [photo, field('colour', 'red')],
    'an unknown field before the file': [field('colour', 'red'), photo],
    'a field that comes twice': [photo, field('altText', 'A'), field('altText', 'B')],
    'a field named __proto__': [photo, field('__proto__', 'x')],
    'a field of broken JSON': [photo, field('folderId', '{', 'application/json')],
    'more fields than there are': [photo, ...Array.from({ length: 61 }, () => field('tags', 'x'))],
  }
  for (const [what, parts] of Object.entries(table)) {
    const response = await owner.postParts(url, parts)
    await isRefused(t, response, 400, 'INVALID_UPLOAD', { what })
  }
})

t.test('each invalid part has its own message with the expected form', async (t) => {
  const text = (name: string, content: string): MultipartPart => ({ name, content })
  const table: [parts: MultipartPart[], message: RegExp, field: string][] = [
    [
      [text('file', 'photo.jpg')],
      /^file came as text; it must be a file.* -F file=@photo\.jpg/,
      'file',
    ],
    [[text('altText', 'A dune')], /^file is missing\. With curl: -F file=@photo\.jpg/, 'file'],
    [[photo, text('alttext', 'A')], /^alttext .* did you mean altText\?$/, 'alttext'],
    [
      [photo, text('x', 'A')],
      /^x .* there are file, altText, decorative, focalPoint, tags, metadata, folderId\.$/,
      'x',
    ],
    [[{ ...photo, name: 'altText' }], /^altText came as a file; it must be text\.$/, 'altText'],
    [[{ ...photo, name: 'image' }], /the file must come in the part named file\.$/, 'image'],
    [[part('')], /^file is empty\.$/, 'file'],
    [[photo, text('metadata', 'x'.repeat(70_000))], /^metadata may have 65536 bytes/, 'metadata'],
  ]
  for (const [parts, message, field] of table) {
    const response = await owner.postParts(url, parts)
    await isRefused(t, response, 400, 'INVALID_UPLOAD', { fields: [field], what: field })
    t.match(response.json().message, message)
  }
  const several = await owner.postParts(url, [text('x', '1'), text('y', '2')])
  await isRefused(t, several, 400, 'INVALID_UPLOAD', { fields: ['file', 'x', 'y'] })
  t.match(several.json().message, /^file is missing.* 2 more problems are listed in details\.$/)
})

t.test('the fields of an upload follow the rules and messages of a PUT', async (t) => {
  const empty = await createProject(owner)
  const known = await upload(owner, empty.id)
  const text = (name: string, content: string): MultipartPart => ({ name, content })
  const table: [field: string, content: string, inJson: unknown][] = [
    ['altText', 'x'.repeat(2001), 'x'.repeat(2001)],
    ['altText', 'a\u0000b', 'a\u0000b'],
    ['tags', `["${'x'.repeat(65)}"]`, ['x'.repeat(65)]],
    ['tags', '[1]', [1]],
    ['tags', '["a", " "]', ['a', ' ']],
    ['tags', JSON.stringify(Array(51).fill('x')), Array(51).fill('x')],
    ['tags', '[broken', '[broken'],
    ['metadata', '[]', '[]'],
    ['metadata', 'x', 'x'],
    ['metadata', JSON.stringify({ a: 'x'.repeat(16_384) }), { a: 'x'.repeat(16_384) }],
    ['folderId', 'root', 'root'],
  ]
  for (const [field, content, inJson] of table) {
    const sent = await owner.postParts(url, [text(field, content), photo])
    const put = await owner.put(`/api/projects/${empty.id}/assets/${known.id}`, { [field]: inJson })
    t.equal(put.statusCode, 400, `${field} ${content.slice(0, 20)}`)
    await isRefused(t, sent, 400, 'VALIDATION_FAILED', { what: `${field} ${content.slice(0, 20)}` })
    // A part of a form cannot be null.
    const expected = JSON.parse(put.body.replaceAll(', or null', ''))
    t.equal(sent.json().message, expected.message)
    t.same(sent.json().details, expected.details)
  }
  const wrong = [text('altText', 'x'.repeat(2001)), text('metadata', 'x'), photo]
  const fields = ['altText', 'metadata']
  await isRefused(t, await owner.postParts(url, wrong), 400, 'VALIDATION_FAILED', { fields })
})

t.test('a folder of another project is rejected', async (t) => {
  const elsewhere = await createProject(owner)
  const foreign = await database.folder.create({
    data: { projectId: elsewhere.id, name: 'Summer' },
  })
  const malformed = ['root', '-'.repeat(36), `{${foreign.id}}`, 'x'.repeat(5000)]
  for (const content of [foreign.id, ...malformed]) {
    const response = await owner.postParts(url, [photo, { name: 'folderId', content }])
    const options = { fields: ['folderId'], what: content.slice(0, 40) }
    const code = content === foreign.id ? 'UNKNOWN_FOLDER' : 'VALIDATION_FAILED'
    await isRefused(t, response, 400, code, options)
  }
})

t.test('a body that is not multipart is 415', async (t) => {
  const table: [contentType: string | undefined, body: string | undefined][] = [
    ['application/json', '{"file":"x"}'],
    ['application/json', '{'],
    ['application/json', undefined],
    ['image/jpeg', 'x'],
    ['application/x-www-form-urlencoded', 'file=x'],
    ['multipart/mixed; boundary=x', 'x'],
    [undefined, 'x'],
    [undefined, undefined],
  ]
  for (const [contentType, payload] of table) {
    const response = await owner.send({
      method: 'POST',
      url,
      ...(contentType && { headers: { 'content-type': contentType } }),
      ...(payload && { payload }),
    })
    await isRefused(t, response, 415, 'UNSUPPORTED_MEDIA_TYPE', { what: contentType ?? 'none' })
  }
})

t.test('uploads within the limits are accepted', async (t) => {
  const content = await png({ width: 100, height: 100 })
  const padded = Buffer.concat([content, Buffer.alloc(20_000 - content.length)])
  t.equal((await upload(owner, project.id, { content: padded })).sizeBytes, 20_000)
  t.equal(written().length, 1)
  t.same(await uploadsBelow(uploadDir), [])
})
