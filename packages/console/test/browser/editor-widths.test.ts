import { until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { createSample } from './sample.ts'
import { startStack } from './stack.ts'
import { visitAs } from './visit.ts'

const { url, account } = await startStack(t)
const { projectId, draftId } = await createSample(url, account)
const { page } = await visitAs(t, { url, account })
await page.goto(`${url}/console/p/${projectId}/widgets/${draftId}`)
const pane = (name: string) => page.getByRole('region', { name, exact: true })
await pane('Preview').waitFor()

const parts = ['Pictures', 'Preview', 'Settings'] as const
const visibleParts = async (): Promise<string[]> => {
  const found = await Promise.all(
    parts.map(async (name) => ((await pane(name).isVisible()) ? [name] : [])),
  )
  return found.flat()
}

/** A list lays its lines out again in a frame after the one in which its pane has become narrower. */
const untilItFits = (name: string): Promise<true> =>
  until(() => pane(name).evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth))

t.test('the preview has most of the window', async (t) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const room = await pane('Preview').evaluate(({ clientWidth }) => clientWidth / innerWidth)
  t.ok(room >= 0.6, `${room} of the window`)
})

t.test('each width of the window has the panes that it has room for', async (t) => {
  for (const [width, seen] of [
    [1440, parts],
    [1241, parts],
    [1240, ['Pictures', 'Preview']],
    [1024, ['Pictures', 'Preview']],
    [961, ['Pictures', 'Preview']],
    [960, ['Pictures']],
    [360, ['Pictures']],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    t.same(await visibleParts(), seen, `${width} px`)
    for (const name of seen) await untilItFits(name)
  }
})

t.test('on a tablet the settings stand beside the preview', async (t) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  const chooser = page.getByRole('group', { name: 'Parts of the editor' })
  t.same(await chooser.getByRole('button').allInnerTexts(), ['Pictures', 'Settings'])
  await chooser.getByRole('button', { name: 'Settings' }).click()
  t.same(await visibleParts(), ['Preview', 'Settings'])
  for (const name of ['Preview', 'Settings']) await untilItFits(name)
  await page.setViewportSize({ width: 900, height: 768 })
  t.same(await visibleParts(), ['Settings'])
  await chooser.getByRole('button', { name: 'Preview' }).click()
  t.same(await visibleParts(), ['Preview'])
})
