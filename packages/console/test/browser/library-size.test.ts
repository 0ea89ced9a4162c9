import t from '@vitrine/testing/t'
import type { Page } from 'playwright-core'
import { checkLargeLibrary } from './large-library.ts'
import { callsOf, createProject, upload } from './sample.ts'
import { startStack } from './stack.ts'
import { signIn, visit } from './visit.ts'

await checkLargeLibrary(t, 2000)

const million = 1_000_000

/** Lists of pictures have a million, each like the one of the sample. */
const fillLists = (page: Page, sample: { content: object[] }): Promise<unknown> =>
  page.route(/\/api\/projects\/[^/]+\/assets\?/, (route) => {
    const { searchParams } = new URL(route.request().url())
    const [number = 0, size = 0] = ['page', 'size'].map((name) => Number(searchParams.get(name)))
    const first = number * size
    const content = Array.from({ length: Math.min(size, million - first) }, (_, index) => ({
      ...sample.content[0],
      id: String(first + index),
      filename: `${first + index}.jpg`,
    }))
    return route.fulfill({
      json: { ...sample, content, page: number, size, totalElements: million },
    })
  })

t.test(
  'of a million pictures, which is more than an element has pixels, both ends are reached',
  async (t) => {
    const { url, account } = await startStack(t)
    const calls = callsOf(url, account)
    const projectId = await createProject(calls, account.organizationId)
    await upload(url, account, projectId, { name: 'Dunes.jpg' })
    const { page } = await visit(t)
    await signIn(page, url, account)
    await fillLists(page, await calls('GET', `/api/projects/${projectId}/assets?size=1`))
    await page.goto(`${url}/console/p/${projectId}/library`)
    const cell = (index: number) => page.locator(`[role="gridcell"][data-index="${index}"]`)
    /** Where a pointer would hit it. */
    const isInSight = (one: Element) => {
      const { left, top, width, height } = one.getBoundingClientRect()
      return one.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    }
    const isShown = async (index: number) => {
      await cell(index).getByText(`${index}.jpg`, { exact: true }).waitFor()
      t.ok(await cell(index).evaluate(isInSight), `${index}`)
    }
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
