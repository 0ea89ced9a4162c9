import t from '@vitrine/testing/t'
import { createWidget, join } from '../client.js'
import { createScene } from '../scene.js'

const { app, owner, project } = await createScene(t)
const { id } = await createWidget(owner, project.id)
const path = `/api/projects/${project.id}/widgets/${id}/editors`

t.test(
  'people who edit the same widget learn of each other and of the newest revision',
  async (t) => {
    const colleague = await join(app, owner, 'EDITOR')
    t.same((await owner.post(path)).json(), { revision: 1, editors: [] })
    const { name } = (await colleague.get('/api/auth/me')).json()
    t.equal((await colleague.post(path)).json().editors.length, 1)
    await colleague.put(`/api/projects/${project.id}/widgets/${id}`, { name: 'Changed' })
    t.same((await owner.post(path)).json(), { revision: 2, editors: [name] })
  },
)

t.test('a former member is not named', async (t) => {
  const leaver = await join(app, owner, 'EDITOR')
  const { id: other } = await createWidget(owner, project.id)
  const place = `/api/projects/${project.id}/widgets/${other}/editors`
  await leaver.post(place)
  const { id: userId } = (await leaver.get('/api/auth/me')).json()
  const { organizationId } = owner
  t.equal(
    (await owner.delete(`/api/organizations/${organizationId}/members/${userId}`)).statusCode,
    204,
  )
  t.same((await owner.post(place)).json().editors, [])
})
