import t from '@vitrine/testing/t'
import { createScene } from '../scene.js'

const { owner, project } = await createScene(t)
const url = `/api/projects/${project.id}/api-keys`

/** Spellings of a media type that a parser and a validator may interpret differently. */
const contentTypes = [
  'application/json',
  'APPLICATION/JSON',
  'Application/Json; Charset=UTF-8',
  'application/json;',
  'application/json; ',
  'application/json ;charset=utf-8',
  'application/json; charset="utf-8"',
  'application/json; charset=utf-16',
  'application/json; charset=utf-8; charset=x',
  'application/json;foo=bar',
  'application/json\t',
  'application/json\tx',
  'application/json\t;x',
  ' application/json',
  '\tapplication/json',
  'application/json x',
  'application/json,text/plain',
  'text/plain, application/json',
  'application/jsonx',
  'application/json/x',
  'application/json#',
  'application/json%20',
  'application//json',
  'application/ json',
  'application /json',
  'application/vnd.api+json',
  'application/json+json',
  'application/problem+json',
  'text/json',
  'text/plain',
  'text/html; application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  '*/*',
  'json',
  ';application/json',
  '"application/json"',
  'application/json\u00a0',
  'application/json;boundary=application/json',
  'a'.repeat(8000),
]

t.test(
  'however the media type is spelled, a body is validated by the schema or rejected',
  async (t) => {
    const bad = JSON.stringify({ name: 1, permissions: 'ROOT', admin: true })
    for (const contentType of contentTypes) {
      for (const payload of [bad, '"text"', '[]', '{"name":"ok","projectId":"x"}', '']) {
        const headers = { 'content-type': contentType }
        const { statusCode, body } = await owner.send({ method: 'POST', url, headers, payload })
        t.ok(
          [400, 415].includes(statusCode),
          `${JSON.stringify(contentType)}: ${statusCode} ${body}`,
        )
      }
    }
    t.same((await owner.get(url)).json(), [], 'nothing was created')
  },
)

t.test('two media types, or none, are rejected', async (t) => {
  const payload = '{"name":1}'
  const both = { 'content-type': ['text/plain', 'application/json'] as unknown as string }
  for (const headers of [both, { 'content-type': '' }, {}]) {
    const { statusCode } = await owner.send({ method: 'POST', url, headers, payload })
    t.ok([400, 415].includes(statusCode), `${JSON.stringify(headers)}: ${statusCode}`)
  }
})
