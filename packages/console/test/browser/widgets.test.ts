import { jpeg } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { startProject } from './sample.ts'
import { startSite } from './site.ts'
import { call, fetchPatiently } from './stack.ts'
import { axeProblems, signIn, visit } from './visit.ts'

const { url, account, projectId } = await startProject(t)
const { token } = account
const assetIds = await Promise.all([upload('one.jpg', 640), upload('two.jpg', 641)])
const probe = await createKey('probe')

const { page } = await visit(t)
await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url })
await signIn(page, url, account)
const widgets = `${url}/console/p/${projectId}/widgets`
let widgetId = ''

t.test('a widget is created from a name and a layout', async (t) => {
  await page.goto(widgets)
  await page.getByRole('heading', { name: 'No widget yet' }).waitFor()
  await page.getByRole('button', { name: 'New widget' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New widget' })
  await dialog.getByLabel('Name').fill('Größe des Sommers')
  t.equal(await dialog.getByLabel('Slug').inputValue(), 'grosse-des-sommers')
  await dialog.getByRole('radio', { name: /^Grid/ }).check()
  t.same(await axeProblems(page), [])
  await dialog.getByRole('button', { name: 'Create widget' }).click()
  await page.waitForURL(/\/widgets\/[0-9a-f-]{36}$/)
  await page.locator('#page:focus').waitFor()
  widgetId = page.url().split('/').at(-1) ?? ''
  const path = `/api/projects/${projectId}/widgets/${widgetId}`
  t.match(await call(url, 'GET', path, { token }), { layout: 'GRID', status: 'DRAFT' })
  await call(url, 'PUT', path, { token, body: { assetIds } })
})

t.test('it is published, and the proof is true', async (t) => {
  t.equal(await delivered(probe), 404)
  await page.goto(widgets)
  await choose('More about Größe des Sommers', 'Publish …')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await proof(/^Live everywhere/).waitFor()
  t.equal(await delivered(probe), 200)
  t.same(await axeProblems(page), [])
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Live', { exact: true }).locator('visible=true').first().waitFor()
})

const site = await startSite(t)
let siteKey = ''

t.test('the copied code shows its pictures on the site that the key is for', async (t) => {
  await page.goto(widgets)
  await page.getByRole('link', { name: /^Copy code/ }).click()
  await page.getByLabel('Site').fill(`${site.origin}/exhibitions`)
  const modes = page.getByRole('group', { name: 'What the key permits' })
  t.ok(await modes.getByRole('radio', { name: 'Shows', exact: true }).isChecked())
  await modes.getByText('Records nothing').waitFor()
  await modes.getByText('records views and clicks of visitors').waitFor()
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByText(/The code now has the key/).waitFor()
  await page.getByRole('link', { name: 'All widgets' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  const code = String(await page.evaluate('navigator.clipboard.readText()'))
  siteKey = /pk_[A-Za-z0-9]{38}/.exec(code)?.[0] ?? ''
  t.not(siteKey, '')
  const keys = await call(url, 'GET', `/api/projects/${projectId}/api-keys`, { token })
  t.match(
    (keys as { name: string }[]).find(({ name }) => name !== 'probe'),
    { permissions: 'READ', allowedOrigins: [site.origin] },
    'a key that shows widgets, and no more, unless a person chooses it',
  )
  site.paste(code)
  const { page: visitor } = await visit(t)
  await visitor.goto(site.origin)
  const pictures = visitor.locator('vitrine-widget img')
  await pictures.nth(1).waitFor()
  await visitor.waitForFunction(
    'document.querySelector("vitrine-widget").shadowRoot.querySelector("img").naturalWidth > 0',
  )
  t.equal(await pictures.count(), 2)
})

t.test('it is unpublished, and gone', async (t) => {
  await page.goto(widgets)
  await choose('More about Größe des Sommers', 'Unpublish …')
  await page.getByRole('button', { name: 'Unpublish', exact: true }).click()
  await proof(/^Gone everywhere/).waitFor()
  t.equal(await delivered(probe), 404)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Draft', { exact: true }).waitFor()
})

t.test('what was unpublished by mistake is published again', async (t) => {
  const unpublish = async () => {
    await choose('More about Größe des Sommers', 'Unpublish …')
    await page.getByRole('button', { name: 'Unpublish', exact: true }).click()
    await proof(/^Gone everywhere/).waitFor()
  }
  await call(url, 'PUT', `/api/projects/${projectId}/widgets/${widgetId}/publish`, { token })
  await page.goto(widgets)
  await unpublish()
  await page.getByRole('button', { name: 'Publish again …' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await proof(/^Live everywhere/).waitFor()
  t.equal(await delivered(probe), 200)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.goto(widgets)
  await unpublish()
  t.equal(await delivered(probe), 404)
})

t.test('a former state is restored', async (t) => {
  const path = `/api/projects/${projectId}/widgets/${widgetId}`
  await call(url, 'PUT', path, { token, body: { name: 'Autumn', assetIds: [assetIds[0]] } })
  await page.goto(`${widgets}/${widgetId}/history`)
  await page.getByRole('heading', { name: 'Ada Curator changed it' }).first().waitFor()
  await page.getByRole('button', { name: 'Restore …' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Restore this state' })
  await dialog.getByText('Größe des Sommers').waitFor()
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  t.match(await call(url, 'GET', path, { token }), { name: 'Größe des Sommers', assetIds })
})

t.test('a key is revoked, and opens nothing any more', async (t) => {
  t.equal(await delivered(siteKey, { origin: site.origin }), 404, 'the widget is a draft')
  await page.goto(`${url}/console/p/${projectId}/keys`)
  await choose(`More about ${new URL(site.origin).host}`, 'Revoke …')
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await proof(/^Gone everywhere/).waitFor()
  t.equal(await delivered(siteKey, { origin: site.origin }), 401)
})

t.test('a narrow page has its filters in two columns, and the code at hand', async (t) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(widgets)
  await page.getByRole('link', { name: /^Copy code of / }).waitFor()
  const boxes = await Promise.all(
    ['State', 'Layout', 'Order'].map((name) => page.getByRole('combobox', { name }).boundingBox()),
  )
  const [state, layout, order] = boxes
  t.equal(layout?.y, order?.y)
  t.equal(state?.x, order?.x)
  t.equal(new Set(boxes.map((box) => box?.width)).size, 1)
})

async function upload(name: string, width: number): Promise<string> {
  const form = new FormData()
  const bytes = Buffer.from(await jpeg({ width, height: 480 }))
  form.set('file', new File([bytes], name, { type: 'image/jpeg' }))
  form.set('altText', name)
  const path = `/api/projects/${projectId}/assets`
  return ((await call(url, 'POST', path, { token, form })) as { id: string }).id
}

async function createKey(name: string): Promise<string> {
  const path = `/api/projects/${projectId}/api-keys`
  return ((await call(url, 'POST', path, { token, body: { name } })) as { key: string }).key
}

/** What delivery answers to a site with the key. */
async function delivered(key: string, headers: Record<string, string> = {}): Promise<number> {
  const address = `${url}/api/v1/widgets/grosse-des-sommers`
  return (await fetchPatiently(address, { headers: { 'x-api-key': key, ...headers } })).status
}

function proof(words: RegExp) {
  return page.locator('p').filter({ hasText: words })
}

async function choose(button: string, item: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
