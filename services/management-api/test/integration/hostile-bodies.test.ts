import t from '@vitrine/testing/t'
import { upload } from '../client.js'
import { isError } from '../error-answer.js'
import { createScene } from '../scene.js'

const { owner, project, url: base } = await createScene(t)
const asset = await upload(owner, project.id)
const json = { 'content-type': 'application/json' }

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

t.test('deep nesting is rejected as a client error, also with an Idempotency-Key', async (t) => {
  const table = [
    [101, 'VALIDATION_FAILED'],
    [900, 'VALIDATION_FAILED'],
    [5_000, 'MALFORMED_BODY'],
    [50_000, 'MALFORMED_BODY'],
  ] as const
  for (const [levels, code] of table) {
    const deep = `{"a":${nested(levels)}}`
    const widget = `{"name":"W","slug":"deep","assetIds":[],"layout":"GRID","config":${deep}}`
    const posted = { method: 'POST', url: `${base}/widgets` } as const
    for (const payload of [widget, nested(levels), deep]) {
      for (const more of [{}, { 'idempotency-key': `deep-${levels}-${payload.length}` }]) {
        const answer = await owner.send({ ...posted, headers: { ...json, ...more }, payload })
        isError(t, answer, 400, code, { what: `${levels} levels, ${Object.keys(more)}` })
      }
    }
    const described = { method: 'PUT', url: `${base}/assets/${asset.id}`, headers: json } as const
    const put = await owner.send({ ...described, payload: `{"metadata":${deep}}` })
    isError(t, put, 400, code, { what: `${levels} levels of metadata` })
  }
})

t.test('a body cannot set a prototype', async (t) => {
  const bodies = [
    '{"name":"x","__proto__":{"isAdmin":true}}',
    '{"name":"x","\\u005f_proto__":{"isAdmin":true}}',
    '{"name":"x","constructor":{"prototype":{"isAdmin":true}}}',
    '{"name":"x","config":{"__proto__":{"isAdmin":true}}}',
    '{"name":"x","config":{"a":[{"constructor":{"prototype":{"isAdmin":true}}}]}}',
  ]
  for (const payload of bodies) {
    const answer = await owner.send({
      method: 'POST',
      url: `${base}/widgets`,
      headers: json,
      payload,
    })
    isError(t, answer, 400, 'MALFORMED_BODY', { what: payload })
  }
  const inText = { config: '{"__proto__":{"isAdmin":true},"columns":2}' }
  const widget = { name: 'W', slug: 'proto', assetIds: [], layout: 'GRID', ...inText }
  const answer = await owner.post(`${base}/widgets`, widget)
  t.ok(answer.statusCode < 500, answer.body)
  const query = '?__proto__[isAdmin]=1&constructor.prototype.isAdmin=1&__proto__=x'
  isError(t, await owner.get(`${base}/widgets${query}`), 400, 'VALIDATION_FAILED')
  t.equal(({} as { isAdmin?: boolean }).isAdmin, undefined)
})

t.test('names inherited from Object.prototype are unknown properties', async (t) => {
  for (const name of ['toString', 'hasOwnProperty', 'valueOf', 'constructor']) {
    const answer = await owner.post(`${base}/api-keys`, { name: 'Key', [name]: 'x' })
    isError(t, answer, 400, 'VALIDATION_FAILED', { fields: [name], what: name })
  }
})

t.test('an oversized body is rejected before it is read', async (t) => {
  const big = JSON.stringify({ name: 'x'.repeat(2 * 1024 * 1024) })
  const calls = [
    ['POST', '/api/auth/login'],
    ['POST', '/api/auth/register'],
    ['POST', `${base}/widgets`],
    ['PUT', `${base}/assets/${asset.id}`],
  ] as const
  for (const [method, url] of calls) {
    const answer = await owner.send({ method, url, headers: json, payload: big })
    isError(t, answer, 413, 'BODY_TOO_LARGE', { what: url })
  }
  const many = { tags: Array.from({ length: 10_000 }, (_, index) => `tag ${index}`) }
  const tagged = await owner.put(`${base}/assets/${asset.id}`, many)
  isError(t, tagged, 400, 'VALIDATION_FAILED', { fields: ['tags'] })
})
