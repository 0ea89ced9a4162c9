import t from '@vitrine/testing/t'
import { createPreset, createProject, join } from '../client.js'
import { isError } from '../error-answer.js'
import { createScene } from '../scene.js'

const { app, owner, project } = await createScene(t)
const base = `/api/projects/${project.id}/presets`
const put = (name: string, body: object, headers: Record<string, string> = {}) =>
  owner.send({ method: 'PUT', url: `${base}/${name}`, payload: body, headers })

t.test('PUT creates a preset and changes it; omitted parameters stay, null removes', async (t) => {
  const created = await put('card', { w: 400, h: 300, fit: 'cover', gravity: 'center' })
  t.equal(created.statusCode, 200, created.body)
  t.equal(created.headers.etag, '"1"')
  t.match(created.headers['server-timing'], /everywhere;dur=[^,]+$/)
  t.match(created.json(), {
    ...{ name: 'card', w: 400, h: 300, fit: 'cover', gravity: 'center', format: null, q: null },
    revision: 1,
  })
  const changed = await put('card', { h: null, q: 70, format: 'auto' })
  t.match(changed.json(), { w: 400, h: null, q: 70, format: 'auto', fit: 'cover', revision: 2 })
  t.same((await owner.get(`${base}/card`)).json(), changed.json())
  t.same((await put('card', changed.json())).json(), changed.json(), 'the same changes nothing')
  t.equal((await owner.delete(`${base}/card`)).statusCode, 204)
  isError(t, await owner.get(`${base}/card`), 404, 'PRESET_NOT_FOUND')
  isError(t, await owner.delete(`${base}/card`), 404, 'PRESET_NOT_FOUND')
})

t.test('a change through a cache that is not purged says so', async (t) => {
  const { headers } = await put('cached', { w: 400 }, { 'cdn-loop': 'some-cdn' })
  t.match(headers['server-timing'], /everywhere;dur=[^,]+, cdn;desc="not purged"$/)
})

t.test('what a preset cannot be is refused by name, and nothing is stored', async (t) => {
  const table: [body: object, field: string][] = [
    [{ w: 0 }, 'w'],
    [{ h: 4097 }, 'h'],
    [{ w: '400' }, 'w'],
    [{ fit: 'zoom' }, 'fit'],
    [{ format: 'gif' }, 'format'],
    [{ q: 101 }, 'q'],
    [{ gravity: 'north' }, 'gravity'],
    [{ dpr: 2 }, 'dpr'],
    [{ name: 'other' }, 'name'],
  ]
  for (const [body, field] of table) {
    const response = await put('wrong', body)
    isError(t, response, 400, 'VALIDATION_FAILED', { fields: [field] })
  }
  isError(t, await put('Wrong', { w: 1 }), 400, 'VALIDATION_FAILED', { fields: ['presetName'] })
  isError(t, await owner.get(`${base}/wrong`), 404, 'PRESET_NOT_FOUND')
})

t.test('If-Match names the revision, and no preset matches before it exists', async (t) => {
  const missing = await put('guarded', { w: 1 }, { 'if-match': '*' })
  isError(t, missing, 412, 'PRECONDITION_FAILED')
  await put('guarded', { w: 1 })
  isError(t, await put('guarded', { w: 2 }, { 'if-match': '"2"' }), 412, 'PRECONDITION_FAILED')
  t.equal((await put('guarded', { w: 2 }, { 'if-match': '"1"' })).json().revision, 2)
  const read = await owner.send({ url: `${base}/guarded`, headers: { 'if-none-match': '"2"' } })
  t.equal(read.statusCode, 304)
})

t.test('a project has at most 50, also if many are created at once', async (t) => {
  const { id } = await createProject(owner)
  const create = (n: number) => owner.put(`/api/projects/${id}/presets/p${n}`, { w: n + 1 })
  const answers = await Promise.all(Array.from({ length: 55 }, (_, n) => create(n)))
  const refused = answers.filter(({ statusCode }) => statusCode !== 200)
  t.equal(refused.length, 5)
  for (const one of refused) isError(t, one, 403, 'QUOTA_EXCEEDED')
  t.equal((await owner.get(`/api/projects/${id}/presets`)).json().totalElements, 50)
  const full = answers.findIndex(({ statusCode }) => statusCode === 200)
  t.equal((await create(full)).statusCode, 200, 'one that exists can still be changed')
})

t.test('an EDITOR uses presets and changes none; changes are audited', async (t) => {
  const { name } = await createPreset(owner, project.id)
  const editor = await join(app, owner, 'EDITOR')
  t.equal((await editor.get(`${base}/${name}`)).statusCode, 200)
  isError(t, await editor.put(`${base}/${name}`, { w: 1 }), 403, 'FORBIDDEN')
  isError(t, await editor.delete(`${base}/${name}`), 403, 'FORBIDDEN')
  await put(name, { w: 500 })
  const log = `/api/organizations/${owner.organizationId}/audit-events?action=preset.update`
  const [event] = (await owner.get(log)).json().content
  t.match(event, { resourceType: 'preset', changes: { w: { from: 400, to: 500 } } })
})
