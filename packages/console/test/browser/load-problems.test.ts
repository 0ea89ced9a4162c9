import t from '@vitrine/testing/t'
import { placesOf } from './pages.ts'
import { createSample } from './sample.ts'
import { startStack } from './stack.ts'
import { visitAs } from './visit.ts'

const { url, account } = await startStack(t)
const sample = await createSample(url, account)
const places = placesOf(sample)
const { page } = await visitAs(t, { url, account })

/** What a page reads for its lists; the frame around it reads the person, the organizations and the project. */
const lists: Readonly<Record<string, RegExp>> = {
  library: /\/api\/.+\/assets\?/,
  widgets: /\/api\/.+\/widgets\?/,
  keys: /\/api\/.+\/api-keys/,
  members: /\/api\/.+\/(members|invitations)/,
  audit: /\/api\/.+\/audit/,
  account: /\/api\/.+\/(sessions|tokens)/,
}

const main = page.getByRole('main')
const again = main.getByRole('button', { name: 'Try again' })

async function openWhileListsFail(name: string, status: number, code: string): Promise<RegExp> {
  const [place, path] = [places.find((one) => one.name === name), lists[name]]
  if (place === undefined || path === undefined) throw new Error(`no page ${name}`)
  const json = { status, code, message: 'It failed.' }
  await page.route(path, (route) => route.fulfill({ status, json }))
  await page.goto(`${url}/console/${place.path}`)
  return path
}

for (const name of Object.keys(lists)) {
  t.test(`${name}: lists that could not be read are read again`, async (t) => {
    const path = await openWhileListsFail(name, 500, 'INTERNAL')
    await again.first().waitFor()
    t.ok(await main.getByText('The service has failed. Try again.').count())
    await page.unroute(path)
    await again.first().click()
    await again.first().waitFor({ state: 'detached' })
    await main.getByRole('heading', { level: 1 }).waitFor()
  })
}

t.test('a refusal is not asked for again', async (t) => {
  await openWhileListsFail('widgets', 403, 'FORBIDDEN')
  await main.getByRole('alert').waitFor()
  t.equal(await again.count(), 0)
})

t.test('an address that nothing has is answered within the navigation', async (t) => {
  await page.goto(`${url}/console/p/${sample.projectId}/nothing`)
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor()
  t.ok(await page.getByRole('navigation', { name: 'Main' }).isVisible())
})

const gone = '00000000-0000-4000-8000-000000000000'

const missing = { project: `p/${gone}/library`, widget: `p/${sample.projectId}/widgets/${gone}` }
for (const [name, path] of Object.entries(missing)) {
  t.test(`a missing ${name}: the words stand together`, async (t) => {
    await page.goto(`${url}/console/${path}`)
    const heading = page.getByRole('heading', { name: 'There is no such page' })
    const [head, link] = await Promise.all(
      [heading, page.getByRole('link', { name: 'All projects' }).last()].map((part) =>
        part.boundingBox(),
      ),
    )
    if (!head || !link) throw new Error('the page shows neither')
    t.ok(link.y - head.y < 160, `${link.y - head.y} px from the heading to the link`)
  })
}

t.test(
  'a picture that is not there cannot be renamed, and is not said to be loading',
  async (t) => {
    await page.goto(`${url}/console/p/${sample.projectId}/library?asset=${gone}`)
    await page.getByText('There is no such asset.').waitFor()
    t.equal(await page.getByRole('heading', { name: 'Loading' }).count(), 0)
    t.equal(await page.getByRole('button', { name: 'Rename' }).count(), 0)
  },
)
