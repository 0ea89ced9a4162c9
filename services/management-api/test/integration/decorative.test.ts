import { jpeg } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { upload } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'
import { createScene } from '../scene.js'

const database = openDatabase(t)
const { owner, projectId } = await createScene(t)
const assets = `/api/projects/${projectId}/assets`

const send = async (fields: Record<string, string>) =>
  owner.postParts(assets, [
    ...Object.entries(fields).map(([name, content]) => ({ name, content: Buffer.from(content) })),
    { name: 'file', filename: 'a.jpg', content: await jpeg() },
  ])

t.test('an upload may be decorative', async (t) => {
  const marked = await send({ decorative: 'true', tags: 'x' })
  t.match(marked.json(), { decorative: true, altText: null, tags: ['x'] })
  t.match((await send({ decorative: 'false', altText: 'A' })).json(), {
    decorative: false,
    altText: 'A',
  })
  t.match((await send({})).json(), { decorative: false })
  isError(t, await send({ decorative: 'true', altText: 'A' }), 400, 'VALIDATION_FAILED', {
    fields: ['decorative'],
  })
  isError(t, await send({ decorative: 'yes' }), 400, 'VALIDATION_FAILED', {
    fields: ['decorative'],
  })
})

t.test('an asset is decorative or has an alternative text', async (t) => {
  const asset = await upload(owner, projectId)
  const url = `${assets}/${asset.id}`
  const put = async (body: object) => (await owner.put(url, body)).json()
  t.match(await put({ decorative: true }), { decorative: true, altText: null })
  isError(t, await owner.put(url, { altText: 'A' }), 400, 'VALIDATION_FAILED', {
    fields: ['decorative'],
  })
  t.match((await owner.get(url)).json(), { decorative: true, altText: null }, 'nothing changed')
  t.match(await put({ altText: 'A', decorative: false }), { decorative: false, altText: 'A' })
  isError(t, await owner.put(url, { decorative: true }), 400, 'VALIDATION_FAILED', {
    fields: ['decorative'],
  })
  t.match(await put({ altText: '', decorative: true }), { decorative: true, altText: '' })
  const before = (await owner.get(url)).json()
  t.match(await put(before), before, 'a PUT takes what a GET returns')
})

t.test('a text that an earlier release sets ends the mark', async (t) => {
  const { id } = await upload(owner, projectId)
  await owner.put(`${assets}/${id}`, { decorative: true })
  await database.asset.update({ where: { id }, data: { altText: 'By hand' } })
  t.match((await owner.get(`${assets}/${id}`)).json(), { decorative: false, altText: 'By hand' })
})

t.test('a file that comes as text is answered with the right option of curl', async (t) => {
  const response = await owner.postParts(assets, [
    { name: 'file', content: Buffer.from('photo.jpg') },
  ])
  isError(t, response, 400, 'INVALID_UPLOAD', { fields: ['file'] })
  t.match(response.json().message, /-F file=@photo\.jpg/)
})
