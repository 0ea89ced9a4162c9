import t from '@vitrine/testing/t'
import fc from 'fast-check'
import { createWidget, type SentWidget, upload } from '../client.js'
import { createScene } from '../scene.js'

const { owner, project } = await createScene(t)
const assets: string[] = []
for (let i = 0; i < 3; i++) assets.push((await upload(owner, project.id)).id)

type Edit = Partial<Pick<SentWidget, 'name' | 'assetIds' | 'config'>>
type Accepted = { revision: number; edit: Edit }

const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ name: fc.stringMatching(/^[a-z]{1,8}$/) }),
  fc.record({ assetIds: fc.array(fc.constantFrom(...assets), { maxLength: 4 }) }),
  fc.record({ config: fc.record({ gap: fc.integer({ min: 0, max: 200 }) }) }),
)

t.test('of 120 edits by two editors with If-Match none is lost without a 412', async (t) => {
  const widget = await createWidget(owner, project.id)
  const url = `/api/projects/${project.id}/widgets/${widget.id}`
  const accepted: Accepted[] = []
  let lostRaces = 0

  /** Edits the version that it last read, and reads again after a lost race. */
  async function editor(edits: readonly Edit[]): Promise<void> {
    let { revision } = widget
    for (const payload of edits) {
      const headers = { 'if-match': `"${revision}"` }
      const response = await owner.send({ method: 'PUT', url, payload, headers })
      if (response.statusCode === 412) {
        const current = response.json().revision
        t.ok(current > revision, 'the revision that won the race')
        lostRaces += 1
        revision = current
      } else {
        t.equal(response.statusCode, 200, response.body)
        revision = response.json().revision
        accepted.push({ revision, edit: payload })
      }
    }
  }
  const [first, second] = [fc.sample(anyEdit, 60), fc.sample(anyEdit, 60)]
  await Promise.all([editor(first), editor(second)])

  t.ok(lostRaces > 0, `${lostRaces} races were lost`)
  // An edit that changes nothing keeps the revision.
  accepted.sort((left, right) => left.revision - right.revision)
  const { name, assetIds, config, revision } = (await owner.get(url)).json()
  const replayed = Object.assign(fieldsOf(widget), ...accepted.map(({ edit }) => edit))
  t.same({ name, assetIds, config }, replayed, 'no edit was overwritten')
  t.equal(revision, accepted.at(-1)?.revision)
})

const fieldsOf = ({ name, assetIds, config }: SentWidget): Edit => ({ name, assetIds, config })
