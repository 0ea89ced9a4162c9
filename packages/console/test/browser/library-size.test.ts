import type { Page } from 'playwright-core'
import t from 'tap'
import { checkLargeLibrary } from './large-library.ts'
import { callsOf, createProject, upload } from './sample.ts'
import { startStack } from './stack.ts'
import { signIn, visit } from './visit.ts'

await checkLargeLibrary(t, 2000)

const million = 1_000_000

/** Lists of pictures have a million, made of a real one. */
async function fillLists(page: Page): Promise<void> {
  await page.route(/\/api\/projects\/[^/]+\/assets\?/, async (route) => {
    const response = await route.fetch()
    const sample = (await response.json()) as { content: object[] }
    const { searchParams } = new URL(route.request().url())
    const [number, size] = ['page', 'size'].map((name) => Number(searchParams.get(name)))
    const first = (number ?? 0) * (size ?? 0)
    const content = Array.from({ length: Math.min(size ?? 0, million - first) }, (_, index) => ({
      ...sample.content[0],
      ...{ id: String(first + index), filename: `${first + index}.jpg` },
    }))
    await route.fulfill({ json: { ...sample, content, page: number, totalElements: million } })
  })
}

t.test(
  'of a million pictures, which is more than an element has pixels, both ends are reached',
  async (t) => {
    const { url, account } = await startStack(t)
    const projectId = await createProject(callsOf(url, account), account.organizationId)
    await upload(url, account, projectId, { name: 'Dunes.jpg' })
    const { page } = await visit(t)
    await signIn(page, url, account)
    await fillLists(page)
    await page.goto(`${url}/console/p/${projectId}/library`)
    const cell = (index: number) => page.locator(`[role="gridcell"][data-index="${index}"]`)
    const isShown = (index: number) =>
      cell(index).getByText(`${index}.jpg`, { exact: true }).click()
    await cell(0).focus()
    await page.keyboard.press('End')
    await isShown(million - 1)
    await page.keyboard.press('Home')
    await isShown(0)
    const scrollTo = (share: number) =>
      page.getByRole('grid').evaluate((grid, to) => {
        grid.scrollTop = to * (grid.scrollHeight - grid.clientHeight)
      }, share)
    await scrollTo(1)
    await isShown(million - 1)
    await scrollTo(0.5)
    await isShown(million / 2)
  },
)
