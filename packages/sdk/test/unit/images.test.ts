import { readFile } from 'node:fs/promises'
import t from '@vitrine/testing/t'
import { imageUrl } from '../../src/images/image-url.js'
import { signImageUrl } from '../../src/images/sign.js'

const projectId = '1f6f7f4e-6b0a-4c58-9f0e-3c5f6a1d2b90'
const assetId = '7f0c1e52-3b1f-4b57-9d0e-0d8a4f6f2f10'
const original = `https://images.example.com/api/v1/deliver/${projectId}/${assetId}`
const key = { id: 'k1', secret: 'vsk_0123456789ABCDEFGHIJKLMNOPQRSTUVexample' }

t.test('an address has the given parameters, beside a version that it has already', (t) => {
  t.equal(imageUrl({ originalUrl: original }), original)
  t.equal(imageUrl({ url: `${original}?v=2` }, { w: 640 }), `${original}?v=2&w=640`)
  t.equal(imageUrl(original, { preset: 'card' }), `${original}?preset=card`)
  t.throws(() => imageUrl('picture.jpg'), TypeError)
  t.end()
})

t.test(
  'the address of a private original keeps its signature, those of renditions do not',
  async (t) => {
    const given = `${original}?v=2&exp=1798761600&s=v.${'A'.repeat(43)}`
    const asset = { originalUrl: given }
    t.equal(imageUrl(asset), given)
    t.equal(imageUrl(asset, { w: 640 }), `${original}?v=2&w=640`)
    t.equal(await signImageUrl(given, key), await signImageUrl(`${original}?v=2`, key))
    const end = `${original}?w=640&exp=1798761600`
    t.match(await signImageUrl(await signImageUrl(end, key), key), 'exp=1798761600')
  },
)

t.test('the example in the documents equals the computed value', async (t) => {
  const url = imageUrl(original, { w: 640, h: 360, format: 'webp' })
  const signed = await signImageUrl(url, key, { expiresAt: new Date('2027-01-01T00:00:00Z') })
  const document = await readFile(
    new URL('../../../../services/delivery/README.md', import.meta.url),
    'utf8',
  )
  t.match(document, new URL(signed).searchParams.get('s') ?? 'none')
  t.match(document, key.secret)
})

t.test('the order and the spelling of parameters do not count, other ones do', async (t) => {
  const s = async (query: string) =>
    new URL(await signImageUrl(`${original}?${query}`, key)).searchParams.get('s')
  const first = await s('w=640&h=360&dpr=2')
  t.match(first, /^k1\.[A-Za-z0-9_-]{43}$/)
  for (const same of [
    'dpr=2.0&h=0360&w=640',
    'w=640&h=360&dpr=2&utm=1',
    'w=640&h=360&dpr=2&s=old',
  ]) {
    t.equal(await s(same), first, same)
  }
  for (const other of ['w=640&h=360', 'w=640&h=360&dpr=2&v=2', 'w=641&h=360&dpr=2']) {
    t.not(await s(other), first, other)
  }
  t.not(await s('preset=7'), await s('preset=007'))
  await t.rejects(s('w=1&w=2'), TypeError)
  await t.rejects(signImageUrl('https://images.example.com/x?w=1', key), TypeError)
})
