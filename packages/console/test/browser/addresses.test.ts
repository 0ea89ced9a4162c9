import { imageUrl } from '@vitrine/sdk'
import { signImageUrl } from '@vitrine/sdk/sign'
import { freshName } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import type { Locator } from 'playwright-core'
import {
  type Choice,
  firstChoice,
  formatsOf,
  type Offer,
  offerOf,
  waysOf,
  widthsOf,
} from '../../src/library/details/address-offer.ts'
import { startProject, upload } from './sample.ts'
import { fetchPatiently } from './stack.ts'
import { axeProblems, visitAs } from './visit.ts'

const rules = ['any', 'listed', 'signed'] as const
type Rule = (typeof rules)[number]
type Asset = { id: string; originalUrl: string; width: number; height: number }

const { url, account, calls, projectId, project } = await startProject(t)
const preset = { name: freshName('card').toLowerCase() }
await calls('PUT', `${project}/presets/${preset.name}`, { w: 240, h: 120, fit: 'cover' })
const key = await calls<{ id: string; secret: string }>('POST', `${project}/signing-keys`)
const assetId = await upload(url, account, projectId, { name: 'Dunes.jpg', width: 700 })
const asset = await calls<Asset>('GET', `${project}/assets/${assetId}`)
const publicRules = { originals: 'public', maxPublicWidth: 2048 } as const
const rulesOf = (transformations: Rule) => ({ ...publicRules, transformations })
const obey = (transformations: Rule) => calls('PUT', project, rulesOf(transformations))

/** Every choice that the page has for the project, with some sizes of one's own. */
function choicesUnder(rule: Rule): Choice[] {
  const first = firstChoice(asset)
  const own = { w: '200', h: '90', q: '70' }
  return waysOf(rule, [preset]).flatMap((way): Choice[] => {
    if (way === 'width') {
      return widthsOf(asset).flatMap((width) =>
        formatsOf(way).map((format) => ({ ...first, way, width, format })),
      )
    }
    if (way !== 'own') return [{ ...first, way }]
    return formatsOf(way).flatMap((format): Choice[] => [
      { ...first, way, own, format },
      { ...first, way, own: { ...own, h: '' }, format },
      { ...first, way, own, format, fit: 'contain' },
      { ...first, way, own, format, gravity: 'auto' },
    ])
  })
}

const addressOf = async ({ parameters, isSigned }: Offer): Promise<string> => {
  const address = imageUrl(asset, parameters)
  return isSigned ? signImageUrl(address, key) : address
}

for (const rule of rules) {
  t.test(`under "${rule}" delivery answers every address that is offered`, async (t) => {
    await obey(rule)
    let offered = 0
    for (const choice of choicesUnder(rule)) {
      const offer = offerOf(choice, rulesOf(rule), [preset], asset)
      if (offer === null) throw new Error(`no address of ${JSON.stringify(choice)}`)
      const { status } = await fetchPatiently(await addressOf(offer))
      if (status !== 200) t.fail(`${imageUrl(asset, offer.parameters)}: ${status}`)
      offered++
    }
    t.ok(offered > 10, `${offered} addresses`)
  })
}

const { page } = await visitAs(
  t,
  { url, account },
  { permissions: ['clipboard-read', 'clipboard-write'] },
)
const part = page.getByRole('region', { name: 'Address' })
const way = (name: string) => part.getByRole('button', { name, exact: true })
const shown = async (): Promise<string> => (await part.locator('code').textContent()) ?? ''
const size = part.getByRole('status')

async function open(rule: Rule): Promise<void> {
  await obey(rule)
  await page.goto(`${url}/console/p/${projectId}/library?asset=${assetId}`)
  await part.locator('code').waitFor()
}

async function choose(around: Locator, label: string, entry: string): Promise<void> {
  await around.getByRole('button', { name: label }).click()
  await page.getByRole('option', { name: entry }).click()
}

/** The size in the page's words: `683 bytes`, `1.2 kB`. */
const inWords = (bytes: number): string =>
  bytes < 1000 ? `${bytes} bytes` : `${Math.round(bytes / 100) / 10} kB`

t.test('the picture is shown as the address gives it, with its pixels and bytes', async (t) => {
  await open('any')
  await size.getByText('640 × 183 px').waitFor()
  await way('Own size').click()
  await part.getByLabel('Width, px').fill('200')
  await part.getByLabel('Height, px').fill('90')
  await choose(part, 'Format', 'JPEG')
  await part.getByLabel('Quality').fill('40')
  await size.getByText('200 × 90 px').waitFor()
  const address = new URL(await shown())
  t.same(Object.fromEntries(address.searchParams), {
    w: '200',
    h: '90',
    fit: 'cover',
    gravity: 'focal',
    format: 'jpeg',
    q: '40',
  })
  const { length } = new Uint8Array(await (await fetchPatiently(address)).arrayBuffer())
  await size.getByText(inWords(length), { exact: true }).waitFor()
  t.same(await axeProblems(page), [])
  await part.getByLabel('Quality').fill('900')
  await part.getByText('A whole number, 1 to 100.').waitFor()
  t.equal(await part.locator('code').count(), 0, 'a wrong number has no address')
  await part.getByLabel('Quality').fill('')
  await part.getByRole('button', { name: 'Copy address' }).click()
  await page.getByText('Address copied.').waitFor()
  t.equal(await page.evaluate(() => navigator.clipboard.readText()), await shown())
})

t.test('under "listed" there is no size of one’s own, but presets', async (t) => {
  await open('listed')
  await part.getByText('This project gives out the sizes of widgets and its presets').waitFor()
  t.equal(await way('Own size').count(), 0)
  await way('Preset').click()
  await size.getByText('240 × 120 px').waitFor()
  t.equal((await fetchPatiently(await shown())).status, 200)
})

t.test('under "signed" a size of one’s own is code for a server', async (t) => {
  await open('signed')
  await way('Own size').click()
  await part.getByLabel('Width, px').fill('123')
  await part.getByText('Your server signs such an address.', { exact: false }).waitFor()
  t.match(await shown(), `imageUrl('${asset.originalUrl}', { w: 123, format: 'auto' })`)
  t.match(await shown(), 'signImageUrl(address')
  t.equal(await part.getByRole('img').count(), 0, 'there is no picture without a signature')
})

t.test(
  'private originals: sizes for everybody last, the original is code for a server',
  async (t) => {
    await obey('any')
    await calls('PUT', project, { originals: 'signed', maxPublicWidth: 500 })
    await page.goto(`${url}/console/p/${projectId}/library?asset=${assetId}`)
    await part.getByText('Originals, and sides above 500 px, need a signature.').waitFor()
    await size.getByText('500 × 143 px').waitFor()
    const address = new URL(await shown())
    t.same(Object.fromEntries(address.searchParams), { w: '500', format: 'auto' })
    t.equal((await fetchPatiently(address)).status, 200)
    await way('Original').click()
    await part.getByText('Your server signs such an address.', { exact: false }).waitFor()
    t.match(await shown(), `const address = '${asset.originalUrl}'`)
    const href = await page.getByRole('link', { name: 'Download' }).getAttribute('href')
    const original = await fetchPatiently(href ?? '')
    t.equal(original.status, 200)
    t.equal(
      (await original.arrayBuffer()).byteLength,
      (await calls<{ sizeBytes: number }>('GET', `${project}/assets/${assetId}`)).sizeBytes,
    )
    t.equal((await fetchPatiently(asset.originalUrl)).status, 403)
    t.same(await axeProblems(page), [])
  },
)
