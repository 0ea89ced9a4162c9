import { orThrow, replaceFile, upload } from '@vitrine/sdk'
import t from '@vitrine/testing/t'
import sharp from 'sharp'
import { newAccount } from '../account.js'
import { startServices } from '../services.js'
import { firstAnswers, startProxy } from './proxy.js'

const services = await startServices(t)
/** Some megabytes, because noise does not compress. */
const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
const create = { width: 1200, height: 900, channels: 3, background: '#000', noise } as const
const file = new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())])
const withoutWaits = { wait: async () => undefined }

type Account = Awaited<ReturnType<typeof newAccount>>
async function assetsOf({ vitrine, projectId }: Account): Promise<number> {
  const params = { path: { projectId } }
  const list = await orThrow(vitrine.GET('/api/projects/{projectId}/assets', { params }))
  return list.totalElements
}

t.test('an upload reports its progress up to the size of the file', async (t) => {
  const { vitrine, projectId } = await newAccount(services.management.url)
  const loaded: number[] = []
  const phases: string[] = []
  const asset = await upload(vitrine, {
    projectId,
    file,
    filename: 'noise.png',
    altText: 'Noise',
    tags: ['a', 'b'],
    onProgress: (progress) => {
      t.equal(progress.total, file.size)
      loaded.push(progress.loaded)
      phases.push(progress.phase)
    },
  })
  t.match(asset, {
    filename: 'noise.png',
    altText: 'Noise',
    tags: ['a', 'b'],
    sizeBytes: file.size,
  })
  t.ok(loaded.length > 3, `${loaded.length} reports`)
  t.same(
    loaded,
    loaded.toSorted((left, right) => left - right),
  )
  t.equal(loaded.at(-1), file.size)
  const sending = phases.slice(0, -1)
  t.same(new Set(sending), new Set(['sending']))
  t.equal(phases.at(-1), 'processing')
})

t.test('an aborted upload rejects with its reason and makes no asset', async (t) => {
  const account = await newAccount(services.management.url)
  const { vitrine, projectId } = account
  const controller = new AbortController()
  const reason = new Error('the person pressed Escape')
  const onProgress = () => controller.abort(reason)
  const { signal } = controller
  await t.rejects(upload(vitrine, { projectId, file, onProgress, signal }), reason)
  t.equal(await assetsOf(account), 0)
})

t.test('an upload whose answers are lost is repeated and makes one asset', async (t) => {
  for (const onProgress of [undefined, () => undefined]) {
    const proxy = await startProxy(t, services, { cuts: firstAnswers(3, /assets$/) })
    const account = await newAccount(proxy.url, { retry: withoutWaits })
    const { vitrine, projectId } = account
    await upload(vitrine, { projectId, file, ...(onProgress && { onProgress }) })
    t.equal(await assetsOf(account), 1)
  }
})

t.test('an upload is resumed by its key', async (t) => {
  const account = await newAccount(services.management.url)
  const { vitrine, projectId } = account
  const key = crypto.randomUUID()
  const first = await upload(vitrine, { projectId, file, key })
  const again = await upload(vitrine, { projectId, file, key })
  t.equal(again.id, first.id)
  t.equal(await assetsOf(account), 1)
})

t.test('a file is replaced with progress, once, if the revision is still that one', async (t) => {
  const { vitrine, projectId } = await newAccount(services.management.url)
  const small = new Blob([
    new Uint8Array(
      await sharp({ create: { ...create, width: 9 } })
        .png()
        .toBuffer(),
    ),
  ])
  const { id: assetId } = await upload(vitrine, {
    projectId,
    file: small,
    focalPoint: { x: 1, y: 0 },
  })
  const loaded: number[] = []
  const key = crypto.randomUUID()
  const options = { projectId, assetId, file, key, revision: 1 }
  const onProgress = (progress: { loaded: number }) => loaded.push(progress.loaded)
  const replaced = await replaceFile(vitrine, { ...options, onProgress })
  t.match(replaced, { id: assetId, version: 2, sizeBytes: file.size, focalPoint: { x: 1, y: 0 } })
  t.equal(loaded.at(-1), file.size)
  t.same(await replaceFile(vitrine, options), replaced)
  const stale = replaceFile(vitrine, { projectId, assetId, file: small, revision: 1 })
  await t.rejects(stale, { code: 'PRECONDITION_FAILED' })
  const cleared = await replaceFile(vitrine, { projectId, assetId, file, focalPoint: null })
  t.match(cleared, { version: 3, focalPoint: null, sizeBytes: file.size })
})

t.test('a file that is no image is an error with its code', async (t) => {
  const { vitrine, projectId } = await newAccount(services.management.url)
  const text = new Blob(['no image'])
  await t.rejects(upload(vitrine, { projectId, file: text }), { code: 'UNSUPPORTED_IMAGE' })
})
