import t from 'tap'
import { placesOf } from './pages.ts'
import { createSample } from './sample.ts'
import { startStack } from './stack.ts'
import { signIn, visit } from './visit.ts'

const { url, account } = await startStack(t)
const places = placesOf(await createSample(url, account))
const { page } = await visit(t, { reducedMotion: 'reduce' })
await signIn(page, url, account)

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
