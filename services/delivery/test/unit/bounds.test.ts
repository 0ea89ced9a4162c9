/** What the service remembers or keeps waiting has an end. */
import { AppError } from '@vitrine/contracts/errors'
import t from '@vitrine/testing/t'
import { createLogOnce } from '../../src/refused-objects.js'
import { createReadBuffers } from '../../src/renditions/cache/buffers.js'
import { TooLargeRenditions } from '../../src/renditions/render/too-large.js'
import { createRenditionStore } from '../../src/renditions/store/rendition-store.js'
import { createDrops } from '../../src/resources/events/drops.js'
import { createWaiting } from '../../src/resources/events/waiting.js'
import { deferred } from '../deferred.js'
import { pictureOf, planOf } from './renditions/pictures.js'

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

t.test('10,000 renditions are remembered as too large', async (t) => {
  const renditions = new TooLargeRenditions()
  const plan = planOf({ w: '100' })
  const isRefused = (asset: number): boolean => {
    try {
      renditions.check(pictureOf({}, `${asset}`), plan)
      return false
    } catch {
      return true
    }
  }
  const cause = new AppError('IMAGE_TOO_LARGE', 'too large')
  for (const asset of range(10_000)) renditions.add(pictureOf({}, `${asset}`), plan, cause)
  t.ok(isRefused(9999))
  renditions.add(pictureOf({}, 'another'), plan, cause)
  t.notOk(isRefused(0), 'the oldest is tried again')
  t.ok(isRefused(1))
})

t.test('a subject is logged once, 60 in a minute, and 10,000 are remembered', async (t) => {
  let nowMs = 0
  const logOnce = createLogOnce(() => nowMs)
  let lines = 0
  const count = (subject: string): void => logOnce(subject, () => (lines += 1))
  for (const i of range(100)) count(`${i}`)
  t.equal(lines, 60)
  for (const minute of range(200)) {
    nowMs += 60_000
    for (const i of range(60)) count(`${minute} ${i}`)
  }
  const before = lines
  nowMs += 60_000
  count('199 59')
  t.equal(lines, before, 'a late one is remembered')
  count('0')
  t.equal(lines, before + 1, 'an early one is not')
})

t.test('10,000 different counts of events wait', async (t) => {
  const drops = createDrops()
  const waiting = createWaiting({ producer: 'p', drops, nowMs: () => 0 })
  const count = (assetId: string) => ({ type: 'view' as const, assetId, n: 1 })
  const add = (assetId: string) =>
    waiting.add({ projectId: 'p', widgetId: 'w', counts: [count(assetId)] })
  for (const i of range(10_000)) add(`${i}`)
  t.equal(drops.counts().full, 0)
  add('0')
  t.equal(drops.counts().full, 0, 'the same count takes no more room')
  add('another')
  t.equal(drops.counts().full, 1)
  t.equal(waiting.size(), 10_000)
})

t.test('64 buffers are kept for the next files', async (t) => {
  const buffers = createReadBuffers()
  const useAtOnce = async (count: number): Promise<Set<Buffer>> => {
    const used = new Set<Buffer>()
    const finished = deferred<void>()
    const works = range(count).map(() =>
      buffers.use(async (buffer) => {
        used.add(buffer)
        await finished.promise
      }),
    )
    finished.resolve()
    await Promise.all(works)
    return used
  }
  const first = await useAtOnce(70)
  const second = await useAtOnce(70)
  t.equal([...second].filter((buffer) => first.has(buffer)).length, 64)
})

t.test('64 renditions wait to be stored, and others are not stored', async (t) => {
  const finished = deferred<void>()
  const stored: string[] = []
  const upload = (key: string) => async () => {
    await finished.promise
    stored.push(key)
  }
  const renditions = createRenditionStore({
    store: { signUpload: async (key: string) => upload(key), list: async () => [] } as never,
    objects: {} as never,
    checksums: { metadataOf: () => ({}) } as never,
    perAsset: 1000,
    warn: (error) => t.error(error as Error),
  })
  const file = { path: '', sizeBytes: 1, bytes: Buffer.alloc(1) }
  const uploads = await Promise.all(
    range(70).map((i) => renditions.prepareUpload(pictureOf({}, `${i}`), planOf({ w: '100' }))),
  )
  const uploading = Promise.all(uploads.map((upload) => upload(file, () => true)))
  finished.resolve()
  await uploading
  t.equal(stored.length, 2 + 64)
})
