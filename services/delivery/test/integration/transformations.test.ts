import { createHmac } from 'node:crypto'
import {
  createSigningKeyCipher,
  createSigningSecret,
  imageSignature,
  imageSigningText,
} from '@vitrine/contracts'
import { jpeg, objectSecret } from '@vitrine/testing'
import t from '@vitrine/testing/t'
import { build } from '../build.js'
import { deliver, isError } from '../requests.js'
import { createTenant } from '../tenant.js'

const app = await build(t)
const tenant = await createTenant(t)
const [project, other] = [await tenant.addProject(), await tenant.addProject()]
const picture = await jpeg({ width: 900, height: 600 })
const asset = await project.addPicture(picture)
const foreign = { projectId: other.id, assetId: await other.addAsset(picture) }
const secret = await project.addSigningKey(1)
const secondSecret = await project.addSigningKey(2)
const foreignSecret = await other.addSigningKey(1)
await project.addPreset('card', { w: 120, h: 80, fit: 'cover', format: 'webp', q: 50 })
await project.addPreset('plain', {})

type Asset = typeof asset
type Query = Record<string, string>

const signed = (query: Query, by = secret, id = 'k1', of: Asset = asset): string => {
  const s = `${id}.${imageSignature(by, imageSigningText(of, query))}`
  return String(new URLSearchParams({ ...query, s }))
}
const get = (query: string, of: Asset = asset) => deliver(app, of, query)
const inSeconds = (seconds: number) => String(Math.floor(Date.now() / 1000) + seconds)

t.test('any: everything is allowed, and s is not looked at', async (t) => {
  for (const query of ['w=333', 'w=333&h=50&s=k1.wrong', 'format=png', 'preset=card', 's=x&s=y']) {
    t.equal((await get(query)).statusCode, 200, query)
  }
})

t.test('a preset gives what its parameters give, and is revalidated', async (t) => {
  const named = await get('preset=card')
  const spelled = await get('w=120&h=80&fit=cover&format=webp&q=50')
  t.ok(named.rawPayload.equals(spelled.rawPayload))
  t.equal(named.headers.etag, spelled.headers.etag)
  t.equal(named.headers['cache-control'], 'public, no-cache')
  const again = await deliver(app, asset, 'preset=card', {
    'if-none-match': named.headers.etag as string,
  })
  t.equal(again.statusCode, 304)
  t.equal(again.headers['cache-control'], 'public, no-cache')
  t.ok((await get('preset=plain')).rawPayload.equals(picture), 'without parameters: the original')
})

t.test('an unknown preset is 404, parameters beside one are 400', async (t) => {
  for (const name of ['none', 'Card', 'card ', '', '__proto__', 'toString', 'x'.repeat(200)]) {
    isError(t, await get(`preset=${encodeURIComponent(name)}`), 404, 'PRESET_NOT_FOUND')
  }
  isError(t, await get('preset=card', foreign), 404, 'PRESET_NOT_FOUND')
  for (const beside of [
    'w=1',
    'h=1',
    'fit=cover',
    'format=auto',
    'q=5',
    'dpr=2',
    'gravity=center',
  ]) {
    const response = await get(`preset=card&${beside}`)
    isError(t, response, 400, 'VALIDATION_FAILED')
    t.match(response.json().details, [{ field: beside.split('=')[0] }])
  }
  isError(t, await get('preset=card&preset=plain'), 400, 'VALIDATION_FAILED')
  t.equal((await get(`preset=card&v=1&exp=${inSeconds(60)}&s=any&utm=1`)).statusCode, 200)
})

t.test('a malformed expiry is 400, under each setting', async (t) => {
  for (const transformations of ['any', 'signed', 'listed'] as const) {
    await project.setTransformations(transformations)
    for (const exp of ['', 'x', '-1', '1.5', '1e9', '253402300800', `${Date.now()}`, '%20', '+1']) {
      const response = await get(`exp=${exp}`)
      isError(t, response, 400, 'VALIDATION_FAILED')
      t.match(response.json().details, [{ field: 'exp' }])
    }
    isError(t, await get('exp=1&exp=2'), 400, 'VALIDATION_FAILED')
  }
  await project.setTransformations('any')
})

t.test('with exp, caches keep the answer for the time left alone', async (t) => {
  const maxAgeOf = (value: unknown) =>
    Number(/^public, max-age=(\d+), must-revalidate$/.exec(String(value))?.[1] ?? Number.NaN)
  const query = `w=100&exp=${inSeconds(100)}`
  const first = await get(query)
  const again = await deliver(app, asset, query, { 'if-none-match': first.headers.etag as string })
  const partial = await deliver(app, asset, query, { range: 'bytes=0-9' })
  t.same(
    [first, again, partial].map(({ statusCode }) => statusCode),
    [200, 304, 206],
  )
  for (const { headers } of [first, again, partial, await deliver(app, asset, query, {}, 'HEAD')]) {
    const seconds = maxAgeOf(headers['cache-control'])
    t.ok(seconds > 0 && seconds <= 100, String(headers['cache-control']))
  }
  const far = await get('w=100&exp=253402300799')
  t.equal(maxAgeOf(far.headers['cache-control']), 31_536_000)
  for (const exp of ['0', '1', inSeconds(-1)]) {
    isError(t, await get(`w=100&exp=${exp}`), 403, 'TRANSFORMATION_REFUSED')
    isError(t, await get(`preset=card&exp=${exp}`), 403, 'TRANSFORMATION_REFUSED')
  }
})

const always = [
  '',
  'v=1',
  'w=320',
  'w=1920',
  'w=0640',
  'w=480&format=auto',
  'format=webp&w=960',
  ...[
    'w=640&format=avif&v=1',
    'w=900',
    'w=900&format=auto',
    'utm_source=x',
    'w=320&fbclid=y',
    's=x',
  ],
  '%77=320',
  'w=%33%32%30',
]
const never = [
  'w=321',
  'w=899',
  'w=1000',
  'h=320',
  'format=webp',
  'w=320&format=jpeg',
  'w=320&format=png',
  ...[
    'w=320&h=320',
    'w=320&fit=cover',
    'w=320&q=80',
    'w=320&dpr=1',
    'w=320&gravity=focal',
    'dpr=2',
  ],
  'w=320&dpr=2',
  'q=80',
  'fit=cover',
]

for (const transformations of ['listed', 'signed'] as const) {
  t.test(
    `${transformations}: the original and the sizes of the embed, and no others`,
    async (t) => {
      await project.setTransformations(transformations)
      for (const query of always) t.equal((await get(query)).statusCode, 200, query)
      for (const query of [...never, `w=320&exp=${inSeconds(60)}`, `exp=${inSeconds(60)}`]) {
        isError(t, await get(query), 403, 'TRANSFORMATION_REFUSED')
        isError(t, await deliver(app, asset, query, {}, 'HEAD'), 403, '')
        isError(
          t,
          await deliver(app, asset, query, { 'if-none-match': '*' }),
          403,
          'TRANSFORMATION_REFUSED',
        )
      }
      isError(t, await get('w=320&w=321'), 400, 'VALIDATION_FAILED')
    },
  )
}

t.test('listed: presets too, and a signature opens nothing', async (t) => {
  await project.setTransformations('listed')
  t.equal((await get('preset=card')).statusCode, 200)
  isError(t, await get('preset=none'), 404, 'PRESET_NOT_FOUND')
  isError(t, await get(signed({ w: '333' })), 403, 'TRANSFORMATION_REFUSED')
})

t.test('signed: everything with a signature, by each key of the project', async (t) => {
  await project.setTransformations('signed')
  const queries: Query[] = [
    { w: '333' },
    { w: '333', h: '50', fit: 'fill', format: 'png', q: '40', dpr: '1.5' },
    { format: 'webp' },
    { preset: 'card' },
    { exp: inSeconds(60) },
    { preset: 'card', exp: inSeconds(60), v: '1' },
  ]
  for (const query of queries) {
    isError(t, await get(String(new URLSearchParams(query))), 403, 'TRANSFORMATION_REFUSED')
    t.equal((await get(signed(query))).statusCode, 200, JSON.stringify(query))
    t.equal((await get(signed(query, secondSecret, 'k2'))).statusCode, 200)
  }
  isError(t, await get('preset=none'), 403, 'TRANSFORMATION_REFUSED')
  isError(t, await get(signed({ preset: 'none' })), 404, 'PRESET_NOT_FOUND')
  isError(t, await get(signed({ w: '333', exp: '1' })), 403, 'TRANSFORMATION_REFUSED')
})

t.test('signed: order, spelling and ignored parameters do not count', async (t) => {
  const { searchParams } = new URL(`http://x/?${signed({ w: '333', h: '50', dpr: '2' })}`)
  const s = searchParams.get('s')
  for (const query of [
    `h=50&w=333&dpr=2&s=${s}`,
    `s=${s}&dpr=2.0&h=050&w=0333`,
    `w=%333%33&h=50&dpr=02&s=${s}&utm=1`,
  ]) {
    t.equal((await get(query)).statusCode, 200, query)
  }
  const capitals = {
    projectId: asset.projectId.toUpperCase(),
    assetId: asset.assetId.toUpperCase(),
  }
  t.equal((await get(`w=333&h=50&dpr=2&s=${s}`, capitals)).statusCode, 200)
})

t.test(
  'signed: an address that is changed, added to, shortened or borrowed is refused',
  async (t) => {
    const good = signed({ w: '333', exp: inSeconds(600) })
    const s = new URLSearchParams(good).get('s') ?? ''
    const bare = `w=333&${good.split('&')[1]}`
    const flipped = s.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    const refused = [
      ...[good.replace('333', '334'), `${good}&h=5`, `${good}&format=auto`, `${good}&preset=plain`],
      ...[`w=333&s=${s}`, bare, `${bare}&s=`, `${bare}&s=${flipped}`, `${bare}&s=${s}=`],
      ...[
        `${bare}&s=${s.slice(3)}`,
        `${bare}&s=${s.replace('k1', 'k2')}`,
        `${bare}&s=${s.replace('k1', 'k3')}`,
      ],
      ...[`${bare}&s=${s.replace('k1', 'k01')}`, `${bare}&s=${s.replace('k1', 'K1')}`],
      ...[`${bare}&s=${s.toUpperCase()}`, `${bare}&S=${s}`, `${good}&s=${s}`, `${bare}&s=${s}%00`],
      ...[`${bare}&s=${encodeURIComponent(`${s}\n`)}`, signed({ w: '333' }, foreignSecret)],
      signed({ w: '333' }, secret, 'k1', foreign),
    ]
    t.equal((await get(good)).statusCode, 200)
    for (const query of refused) {
      const { statusCode } = await get(query)
      t.match(statusCode, /^40[03]$/, query)
    }
    await other.setTransformations('signed')
    isError(t, await get(signed({ w: '333' }), foreign), 403, 'TRANSFORMATION_REFUSED')
    t.equal(
      (await get(signed({ w: '333' }, foreignSecret, 'k1', foreign), foreign)).statusCode,
      200,
    )
  },
)

t.test('a preset named by digits is not another one with the same number', async (t) => {
  await project.addPreset('7', { w: 7 })
  await project.addPreset('007', { w: 8 })
  const query = signed({ preset: '7' })
  t.equal((await get(query)).statusCode, 200)
  isError(t, await get(query.replace('preset=7', 'preset=007')), 403, 'TRANSFORMATION_REFUSED')
})

t.test('a key that OBJECT_SECRET does not open signs nothing', async (t) => {
  const lost = createSigningSecret()
  const cipher = createSigningKeyCipher(['another-object-secret-of-this-test'])
  await project.addSigningKey(9, cipher.encrypt(lost, { projectId: project.id, number: 9 }))
  isError(t, await get(signed({ w: '333' }, lost, 'k9')), 403, 'TRANSFORMATION_REFUSED')
  const moved = createSigningKeyCipher([objectSecret]).encrypt(lost, {
    projectId: other.id,
    number: 8,
  })
  await project.addSigningKey(8, moved)
  isError(t, await get(signed({ w: '333' }, lost, 'k8')), 403, 'TRANSFORMATION_REFUSED')
})

t.test('the documented example of a signature', (t) => {
  const of = {
    projectId: '1f6f7f4e-6b0a-4c58-9f0e-3c5f6a1d2b90',
    assetId: '7f0c1e52-3b1f-4b57-9d0e-0d8a4f6f2f10',
  }
  const example = 'vsk_0123456789ABCDEFGHIJKLMNOPQRSTUVexample'
  const text = imageSigningText(of, { w: '640', format: 'webp', h: '360', exp: '1798761600' })
  t.equal(
    text,
    `vitrine-image-1\n${of.projectId}\n${of.assetId}\nexp=1798761600&format=webp&h=360&w=640`,
  )
  t.equal(
    imageSignature(example, text),
    createHmac('sha256', example).update(text).digest('base64url'),
  )
  t.end()
})
