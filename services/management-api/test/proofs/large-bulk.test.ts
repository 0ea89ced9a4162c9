import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { createProject, register } from '../client.js'
import { openDatabase } from '../dependencies.js'
import { isError } from '../error-answer.js'

t.test('one call changes 100,000 assets at most', async (t) => {
  const owner = await register(await build(t))
  const { id } = await createProject(owner)
  const database = openDatabase(t)
  const add = (count: number) => database.$executeRaw`
    INSERT INTO assets (project_id, filename, content_type, size_bytes, width, height, sha256, tags,
      created_at, updated_at)
    SELECT ${id}::uuid, i::text, 'image/png', 1, 1, 1, sha256(convert_to(i::text, 'UTF8')), '{}', now(), now()
    FROM generate_series(1, ${count}) AS i`
  for (let part = 0; part < 20; part += 1) await add(5000)
  await add(1)
  const tag = (filter: object) =>
    owner.post(`/api/projects/${id}/assets/bulk`, { action: 'tag', tags: ['x'], filter })
  const refused = await tag({})
  isError(t, refused, 400, 'VALIDATION_FAILED', { fields: ['filter'] })
  t.match(refused.json().message, /matches 100001 assets; one call may change 100000/)
  const { content } = (await owner.get(`/api/projects/${id}/assets?size=1`)).json()
  await owner.delete(`/api/projects/${id}/assets/${content[0].id}`)
  t.equal((await tag({})).statusCode, 202)
})
