import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ingest, inspect, measure, render } from '@vitrine/imaging/direct'
import { type HeicName, heic } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import sharp from 'sharp'
import { chooseInput, parseRendition, plan } from '../../src/index.js'
import { writePicture } from '../files.js'
import { colourAt, distance, quadrantColours, RED, upright } from '../pictures.js'
import { limits, rendition } from '../rendition.js'

const still = { contentType: 'image/heic', frameCount: 1, hasAlpha: false }

/** A copy of the file with other bytes at an offset from a marker. */
function patched(bytes: Buffer, marker: string, offset: number, values: number[]): Buffer {
  const copy = Buffer.from(bytes)
  copy.set(values, copy.indexOf(marker) + offset)
  return copy
}

async function ingested(t: Test, bytes: Buffer) {
  const directory = await mkdtemp(join(tmpdir(), 'heic-'))
  t.teardown(() => rm(directory, { recursive: true }))
  return ingest(writePicture(t, bytes), { directory, limits: { maxPixels: 20_000_000 } })
}

t.test('type, displayed size and alpha of the primary image', async (t) => {
  const table: [HeicName, object][] = [
    ['plain', { ...still, width: 128, height: 96 }],
    ['alpha', { ...still, width: 128, height: 96, hasAlpha: true }],
    ['ten-bits', { ...still, width: 128, height: 96 }],
    ['turned', { ...still, width: 96, height: 128 }],
    ['second-is-primary', { ...still, width: 128, height: 96 }],
    ['grid', { ...still, width: 120, height: 60 }],
  ]
  for (const [name, source] of table) {
    t.strictSame(await inspect(writePicture(t, heic(name)), limits), source, name)
  }
})

t.test('colours are right with 8 and 10 bits, with alpha, and turned', async (t) => {
  const [red, green, blue, yellow] = upright
  const turned = [blue, red, yellow, green]
  const table: [HeicName, readonly (typeof red)[]][] = [
    ['plain', upright],
    ['ten-bits', upright],
    ['second-is-primary', upright],
    ['turned', turned],
  ]
  for (const [name, expected] of table) {
    const { bytes } = await rendition(t, heic(name), 'w=64&format=png')
    const found = await quadrantColours(bytes)
    t.ok(distance(found, expected) <= 8, `${name}: ${found.join(' | ')}`)
  }
  const transparent = await rendition(t, heic('alpha'), 'w=64')
  t.equal(transparent.contentType, 'image/png', 'the own format with alpha')
  const { data, info } = await sharp(transparent.bytes).raw().toBuffer({ resolveWithObject: true })
  t.equal(info.channels, 4)
  t.same([data[3], data.at(-1)], [255, 0])
})

t.test('tiles are put together', async (t) => {
  const { bytes } = await rendition(t, heic('grid'), 'w=60')
  t.ok(distance([await colourAt(bytes, 15, 15)], [RED]) <= 8)
  t.ok(distance([await colourAt(bytes, 45, 15)], [upright[2]]) <= 8)
})

t.test('an upload leaves a copy in full size, from which large renditions are made', async (t) => {
  const { source, mezzanines } = await ingested(t, heic('large'))
  t.match(mezzanines, [
    { name: 'full', width: 4000, height: 3000, contentType: 'image/jpeg' },
    { name: '2048', width: 2048, height: 1536 },
    { name: '1024', width: 1024, height: 768 },
  ])
  for (const { path, width, height } of mezzanines) {
    t.match(await sharp(await readFile(path)).metadata(), { format: 'jpeg', width, height })
  }
  for (const [w, name] of [
    ['640', '1024'],
    ['1600', '2048'],
    ['1700', 'full'],
    ['4000', 'full'],
  ] as const) {
    const planned = plan(parseRendition({ w }, undefined), source)
    t.equal(planned && chooseInput(planned, mezzanines)?.name, name, w)
  }
  const { mezzanines: ofAlpha } = await ingested(t, heic('alpha'))
  t.match(ofAlpha, [{ name: 'full', contentType: 'image/png' }])
})

t.test('without its copies a rendition is made from the original', async (t) => {
  const { source } = await ingested(t, heic('plain'))
  const planned = plan(parseRendition({ w: '64' }, undefined), source)
  if (!planned) throw new Error('no plan')
  const path = writePicture(t, heic('plain'))
  const bytes = await render(path, planned, { limits })
  t.ok(distance(await quadrantColours(bytes), upright) <= 8)
  t.ok(bytes.equals(await render(heic('plain'), planned, { limits })), 'the same from memory')
})

t.test('limits are checked before decoding', async (t) => {
  const path = writePicture(t, heic('large'))
  await t.rejects(inspect(path, { maxPixels: 11_999_999 }), {
    code: 'IMAGE_TOO_LARGE',
    message: /4000 × 3000/,
  })
  await t.rejects(inspect(path, { maxPixels: 12_000_000, maxMemoryBytes: 50_000_000 }), {
    code: 'IMAGE_TOO_LARGE',
    message: /in a HEIC/,
  })
  t.ok((await measure(path, null, limits).catch(() => null)) === null, 'more pixels than the limit')
})

t.test('a size that is not that of the data is rejected', async (t) => {
  for (const side of [64, 512]) {
    const sides = [0, 0, side >> 8, side & 255]
    const lie = patched(heic('plain'), 'ispe', 8, [...sides, ...sides])
    await t.rejects(ingested(t, lie), { code: 'UNSUPPORTED_IMAGE' }, `${side}`)
  }
})

t.test('a high dynamic range is rejected with a sentence', async (t) => {
  for (const transfer of [16, 18]) {
    const pq = patched(heic('plain'), 'nclx', 6, [0, transfer])
    await t.rejects(ingested(t, pq), { code: 'UNSUPPORTED_IMAGE', message: /dynamic range/ })
  }
})
