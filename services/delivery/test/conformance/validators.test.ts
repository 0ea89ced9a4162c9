import { animatedWebp, avif, gif, jpeg, png } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { createTenant } from '../tenant.js'
import { ask, type Case, runCases } from './cases.js'
import { type Answer, field } from './connection.js'
import { addRepresentations, createdAt } from './representations.js'
import { serve } from './server.js'

const port = await serve(t)
const representations = await addRepresentations(t, port)
const project = await (await createTenant(t)).addProject()
const { slug } = await project.addWidget()
const { key } = await project.addKey()
const fieldsOf = async (target: string): Promise<Answer> => {
  const answer = await ask(port, { method: 'HEAD', target })
  if (answer.status !== 200) throw new Error(`${target} is ${answer.status}`)
  return answer
}

/** No two of these have the same bytes (RFC 9110, 8.8.3: different bytes have different tags). */
const different = [
  '',
  'w=40',
  'w=41',
  'h=40',
  'w=40&h=40',
  'w=40&h=40&fit=fill',
  'w=40&h=41',
  'w=40&q=79',
  'w=40&q=81',
  'format=webp',
  'format=webp&q=81',
  'format=png',
  'format=avif',
  'w=40&format=webp',
  'w=40&format=webp&q=81',
  'w=40&format=png',
  'w=40&format=avif',
  'q=81',
]

await t.test('tags are strong and unique to one rendition of one image', async (t) => {
  const seen = new Map<string, string>()
  for (const quality of [90, 91]) {
    const picture = await jpeg({ width: 80, height: 60, quality })
    const assetId = await project.addAsset(picture)
    for (const query of different) {
      const target = `/api/v1/deliver/${project.id}/${assetId}?${query}`
      const tag = field(await fieldsOf(target), 'etag') ?? ''
      t.match(tag, /^"[\x21\x23-\x7e]+"$/, 'strong')
      t.equal(seen.get(tag), undefined, `${target} has a tag of its own`)
      seen.set(tag, target)
    }
  }
})

await t.test('another instance has the same validators and bytes', async (t) => {
  const other = await serve(t, {})
  for (const { name, target, fields, etag, lastModified, bytes } of representations) {
    const answer = await ask(other, { target, fields })
    t.equal(field(answer, 'etag'), etag, name)
    t.equal(field(answer, 'last-modified'), lastModified, name)
    t.ok(answer.content.equals(bytes), name)
  }
})

await t.test(
  'Last-Modified is the creation time of the asset, and never later than Date',
  async (t) => {
    for (const { name, answer, lastModified } of representations) {
      t.equal(lastModified, createdAt.toUTCString(), name)
      t.ok(Date.parse(lastModified) <= Date.parse(field(answer, 'date') ?? ''), name)
    }
  },
)

await t.test('every cache may store an image for a year', (t) =>
  runCases(
    t,
    port,
    representations.map(
      ({ name, target, fields, bytes }): Case => ({
        name,
        target,
        fields,
        status: 200,
        body: bytes,
        answered: {
          'cache-control': 'public, max-age=31536000, immutable',
          expires: null,
          pragma: null,
          'set-cookie': null,
          'accept-ranges': 'bytes',
          'content-encoding': null,
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'cross-origin',
          vary: target.includes('format=auto') ? 'Accept' : null,
        },
      }),
    ),
  ),
)

const [{ target: photo } = { target: '' }] = representations
const accepts = ['image/avif', 'image/webp', 'image/*', '*/*;q=0.1', 'text/html', 'x;;,', '']
await t.test('Vary names Accept only if the answer depends on it (12.5.5)', (t) =>
  runCases(
    t,
    port,
    accepts.flatMap((accept): Case[] => {
      const fields = [['Accept', accept]] as const
      const conditional = [...fields, ['If-None-Match', '*']] as const
      const partial = [...fields, ['Range', 'bytes=0-1']] as const
      const depends = { vary: 'Accept' }
      return [
        ...[
          { name: 'of the original', target: photo, status: 200, fields },
          { name: 'of a size', target: `${photo}?w=20`, status: 200, fields },
          { name: 'of a format', target: `${photo}?format=webp`, status: 200, fields },
        ].map((plain) => ({ ...plain, answered: { vary: null } })),
        ...[
          { name: 'of auto', target: `${photo}?format=auto`, status: 200, fields },
          {
            name: 'of auto, 304',
            target: `${photo}?format=auto`,
            status: 304,
            fields: conditional,
          },
          { name: 'of auto, 206', target: `${photo}?format=auto`, status: 206, fields: partial },
          { name: 'of a size', target: `${photo}?format=auto&w=20`, status: 200, fields },
        ].map((negotiated) => ({ ...negotiated, answered: depends })),
      ].map((asked) => ({ ...asked, name: `${asked.name}, Accept: ${accept}` }))
    }),
  ),
)

const uuid = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}'
const filenames = [
  'photo.jpg',
  'a "quoted" name.jpg',
  'a\\backslash.jpg',
  "';filename*=UTF-8''x.html",
  'x"; filename="evil.html',
  'line\r\nSet-Cookie: a=b.jpg',
  'Ärger 图片 😀.jpg',
  '../../etc/passwd',
  '..',
  'page.html',
  `${'x'.repeat(250)}.jpg`,
]

await t.test(
  'the suggested filename of an image does not depend on the uploaded name',
  async (t) => {
    for (const filename of filenames) {
      const assetId = await project.addAsset(await jpeg(), { filename })
      const target = `/api/v1/deliver/${project.id}/${assetId}`
      const disposition = field(await fieldsOf(target), 'content-disposition')
      t.equal(disposition, `inline; filename="${assetId}.jpeg"`, JSON.stringify(filename))
      const rendition = field(await fieldsOf(`${target}?w=20&format=webp`), 'content-disposition')
      t.equal(rendition, `inline; filename="${assetId}.webp"`, JSON.stringify(filename))
    }
  },
)

await t.test('the file extension matches the content type', async (t) => {
  const pictures = [await png(), await gif(), await animatedWebp(), await avif()]
  for (const picture of pictures) {
    const target = `/api/v1/deliver/${project.id}/${await project.addAsset(picture)}`
    for (const query of ['', '?w=20', '?format=jpeg', '?format=png', '?w=20&format=avif']) {
      const answer = await fieldsOf(`${target}${query}`)
      const extension = field(answer, 'content-type')?.replace('image/', '')
      const disposition = new RegExp(`^inline; filename="${uuid}\\.${extension}"$`)
      t.match(field(answer, 'content-disposition'), disposition, query)
    }
  }
})

await t.test('a widget is cached only by the browser, which revalidates it each time', (t) =>
  runCases(t, port, [
    {
      name: 'a widget',
      target: `/api/v1/widgets/${slug}`,
      fields: [['X-API-Key', key]],
      status: 200,
      answered: {
        'cache-control': 'private, no-cache',
        vary: 'X-API-Key, Origin, Accept-Encoding',
        'content-type': 'application/json; charset=utf-8',
        'last-modified': null,
        'accept-ranges': null,
        'content-disposition': null,
        'set-cookie': null,
      },
    },
  ]),
)
