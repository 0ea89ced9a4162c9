import { blackPng, readPixel, until } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { startProject, upload } from './sample.ts'
import { call } from './stack.ts'
import { axeProblems, visitAs } from './visit.ts'

const { url, account, calls, project, projectId } = await startProject(t)
const assetId = await upload(url, account, projectId, { name: 'Beach.jpg', width: 640 })
const form = new FormData()
const logo = new Uint8Array(await blackPng({ width: 200, height: 100 }))
form.set('file', new File([logo], 'Logo.png', { type: 'image/png' }))
const path = `/api/projects/${projectId}/assets`
const { token } = account
const { id: logoId } = (await call(url, 'POST', path, { token, form })) as { id: string }

const { page } = await visitAs(t, { url, account })
const settings = `${url}/console/p/${projectId}/settings`
const preview = page.getByRole('img', { name: 'Beach.jpg with the watermark' })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const inEffect = page.getByText('In effect everywhere')
const stored = async () =>
  (await calls<{ watermark: { assetId: string } | null }>('GET', project)).watermark

/** Whether the preview is black there. */
const isDark = (x: number, y: number) =>
  preview.evaluate(
    (canvas, [x, y]) => {
      const pixel = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(x, y, 1, 1).data
      return (pixel?.[0] ?? 255) + (pixel?.[1] ?? 255) + (pixel?.[2] ?? 255) < 90
    },
    [x, y] as const,
  )
const drawn = (state: string) =>
  until(async () => (await preview.getAttribute('data-drawn')) === state)

const choosePlace = (label: string) => page.getByLabel('Place').selectOption({ label })

t.test('a watermark is seen before it is saved, and is on the pictures afterwards', async (t) => {
  await page.goto(settings)
  await press('Choose a picture')
  const dialog = page.getByRole('dialog', { name: 'Choose the watermark' })
  await dialog.getByRole('row', { name: 'Beach.jpg' }).click()
  await dialog.getByRole('row', { name: 'Logo.png' }).click()
  t.equal(await dialog.getByRole('row', { selected: true }).count(), 1, 'one instead of another')
  t.same(await axeProblems(page, { isDialog: true }), [])
  await dialog.getByRole('button', { name: 'Choose', exact: true }).click()

  await drawn('bottom-right 0.5 0.25')
  t.notOk(await isDark(554, 154), 'half of its strength')
  await page.getByLabel('Strength, %').fill('100')
  await drawn('bottom-right 1 0.25')
  t.ok(await isDark(554, 154))
  t.notOk(await isDark(20, 20))
  await choosePlace('Top left')
  await drawn('top-left 1 0.25')
  t.ok(await isDark(20, 20))
  t.same(await axeProblems(page), [])
  t.equal(await stored(), null, 'nothing is saved yet')

  await press('Save watermark')
  await inEffect.first().waitFor()
  t.same(await stored(), {
    ...{ assetId: logoId, position: 'top-left', opacity: 1, scale: 0.25, from: 400 },
  })
  const address = `${url}/api/v1/deliver/${projectId}/${assetId}?w=640&format=png`
  const delivered = Buffer.from(await (await fetch(address)).arrayBuffer())
  for (const [x, y] of [
    [3, 3],
    [8, 8],
    [150, 80],
    [170, 20],
    [20, 90],
    [554, 154],
  ] as const) {
    const [red, green, blue] = await readPixel(delivered, x, y)
    t.equal(await isDark(x, y), red + green + blue < 90, `as delivered at ${x}, ${y}`)
  }
})

t.test('what is below the watermark does not move while its parts come', async (t) => {
  const top = async () => (await page.getByRole('heading', { name: 'Presets' }).boundingBox())?.y
  const tops: unknown[] = []
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/watermark-|\/assets\?id=/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(settings)
  await page.getByText('No preset yet.').waitFor()
  tops.push(await top())
  release()
  await drawn('top-left 1 0.25')
  tops.push(await top())
  t.equal(tops[0], tops[1])
  await page.unrouteAll({ behavior: 'wait' })
})

t.test('the preview stays clean below its own mark, and wrong numbers are named', async (t) => {
  await page.goto(settings)
  await drawn('top-left 1 0.25')
  await choosePlace('Bottom right')
  await drawn('bottom-right 1 0.25')
  t.notOk(await isDark(20, 20), 'without the saved mark')
  await page.getByLabel('Strength, %').fill('3')
  await press('Save watermark')
  await page.locator('[aria-invalid="true"]').waitFor()
  t.match(await stored(), { position: 'top-left' })
})

t.test('a watermark is removed', async (t) => {
  await page.goto(settings)
  await drawn('top-left 1 0.25')
  await press('Remove')
  await preview.waitFor({ state: 'detached' })
  await press('Save watermark')
  await inEffect.first().waitFor()
  t.equal(await stored(), null)
})
