import { jpeg } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createProject, register } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { uploadsBelow } from '../files-below.js'

const uploadDir = t.testdir({})
const app = await build(t, { UPLOAD_DIR: uploadDir })
const owner = await register(app)
const { id: projectId } = await createProject(owner)
const photo = (await jpeg()).toString('latin1')

const disposition = 'Content-Disposition: form-data; name="file"; filename="a.jpg"'
const part = (headers: string, content = photo) => `${headers}\r\n\r\n${content}\r\n`
const body = (...parts: string[]) => [...parts.map((one) => `--x\r\n${one}`), '--x--\r\n'].join('')
const file = part(disposition)

type Case = { type?: string; body: string }

/** Bodies that no browser sends. Each must be rejected as a client error. */
const table: Record<string, Case> = {
  'a boundary of 257 characters': { type: `boundary=${'x'.repeat(257)}`, body: body(file) },
  'a boundary of 10,000 characters': { type: `boundary=${'x'.repeat(10_000)}`, body: body(file) },
  'an empty boundary': { type: 'boundary=', body: body(file) },
  'an empty boundary in quotes': { type: 'boundary=""', body: body(file) },
  'no boundary': { type: 'charset=utf-8', body: body(file) },
  'another boundary': { type: 'boundary=y', body: body(file) },
  'no body': { body: '' },
  'an end alone': { body: '--x--\r\n' },
  'no end': { body: `--x\r\n${file}` },
  'a part without headers': { body: body(part('', 'x')) },
  'a part without a disposition': { body: body(part('Content-Type: image/jpeg')) },
  'a part without a name': { body: body(part('Content-Disposition: form-data')) },
  'another disposition': { body: body(part('Content-Disposition: attachment; name="file"')) },
  'an empty name': { body: body(part('Content-Disposition: form-data; name=""; filename="a"')) },
  'a header without a colon': { body: body(part('Content-Disposition')) },
  'a header without an end': { body: `--x\r\n${'a'.repeat(100_000)}` },
  'a header of 100,000 characters': { body: body(part(`X: ${'a'.repeat(100_000)}`)) },
  '3,000 headers': { body: body(part('X: y\r\n'.repeat(3000))) },
  'a name of Object.prototype': {
    body: body(part('Content-Disposition: form-data; name="__proto__"', '{}')),
  },
  'another name of Object.prototype': {
    body: body(part('Content-Disposition: form-data; name="constructor"; filename="a"')),
  },
  'two files': { body: body(file, file) },
  '500 files': { body: body(...Array.from({ length: 500 }, () => file)) },
  '500 fields': {
    body: body(
      ...Array.from({ length: 500 }, () =>
        part('Content-Disposition: form-data; name="tags"', 'x'),
      ),
    ),
  },
  'a part in base64': {
    body: body(part(`${disposition}\r\nContent-Transfer-Encoding: base64`, '!')),
  },
  'a multipart in a part': {
    body: body(part(`${disposition}\r\nContent-Type: multipart/mixed; boundary=x`, '--x--')),
  },
  'a broken name in another encoding': {
    body: body(part("Content-Disposition: form-data; name=file; filename*=utf-9''%FF%", 'x')),
  },
  'a zero byte in a name': {
    body: body(part('Content-Disposition: form-data; name="fi\u0000le"; filename="a"')),
  },
  'JSON that is none': {
    body: body(
      part(
        'Content-Disposition: form-data; name="metadata"\r\nContent-Type: application/json',
        '{',
      ),
    ),
  },
  'line feeds alone': { body: body(file).replaceAll('\r\n', '\n') },
}

for (const [what, { type = 'boundary=x', body }] of Object.entries(table)) {
  t.test(`${what} is a client error and leaves nothing behind`, async (t) => {
    const response = await owner.send({
      method: 'POST',
      url: `/api/projects/${projectId}/assets`,
      headers: { 'content-type': `multipart/form-data; ${type}` },
      payload: Buffer.from(body, 'latin1'),
    })
    t.ok([400, 413, 415].includes(response.statusCode), `${response.statusCode}: ${response.body}`)
    t.match(response.json().message, /\w{3}/)
    t.same(await uploadsBelow(uploadDir), [])
  })
}

t.test('no malformed body created an asset', async (t) => {
  t.equal(await openDatabase(t).asset.count({ where: { projectId } }), 0)
})
