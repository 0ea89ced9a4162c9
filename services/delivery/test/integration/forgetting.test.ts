import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { createCache } from '@vitrine/cache'
import { loadConfig } from '@vitrine/config'
import { renditionObjects } from '@vitrine/contracts'
import { createMetrics } from '@vitrine/http'
import { parseRendition, plan } from '@vitrine/imaging'
import { backendSettings, backends, jpeg } from '@vitrine/testing'
import t, { type Test } from '@vitrine/testing/t'
import { Config } from '../../src/config.js'
import { createRenditions } from '../../src/renditions/create-renditions.js'
import { requestedImage } from '../../src/renditions/image.js'
import { publicUrl } from '../build.js'
import { checksums } from '../project.js'
import { createTenant } from '../tenant.js'

/** Renditions on the real store and processes, without an app. */
async function world(t: Test) {
  const tenant = await createTenant(t)
  const project = await tenant.addProject()
  const size = { width: 1600, height: 1200 }
  const bytes = await jpeg(size)
  const source = { ...size, contentType: 'image/jpeg', frameCount: 1, hasAlpha: false } as const
  const picture = {
    projectId: project.id,
    assetId: await project.addAsset(bytes),
    fileKey: null,
    source,
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
  const folder = t.testdir()
  const config = loadConfig(Config, {
    ...backendSettings('delivery'),
    PUBLIC_URL: publicUrl,
    CACHE_DIRECTORY: folder,
  })
  const cache = createCache({
    url: backends().redisUrl,
    commandTimeoutMs: 5000,
    onStatus: () => undefined,
  })
  t.teardown(() => cache.close())
  const warnings: string[] = []
  const metrics = createMetrics()
  const answersFromMemory = async (): Promise<number> => {
    const [, count] =
      /^image_answers_total\{tier="memory"\} (\d+)$/m.exec(await metrics.text()) ?? []
    return Number(count ?? 0)
  }
  const images = createRenditions(config, {
    store: tenant.store,
    cache,
    metrics,
    log: { warn: (_fields, message) => warnings.push(message) },
    checksums,
    refused: { add: (kind) => warnings.push(kind) },
    explainMissing: async () => {
      throw new Error('the original is in the store')
    },
    explainWrong: async () => {
      throw new Error('the original is the uploaded one')
    },
  })
  await images.start()
  const { renditions } = images
  const signal = new AbortController().signal
  const stored = () => tenant.store.list(renditionObjects(picture.projectId, picture.assetId))
  return {
    renditions,
    close: images.close,
    picture,
    stored,
    open: async (width: number, chargeRenderBudget = () => undefined) => {
      const request = parseRendition({ w: String(width), format: 'webp' }, undefined)
      return renditions.open(requestedImage(picture, plan(request, source)), {
        signal,
        chargeRenderBudget,
      })
    },
    isInMemory: async (width: number): Promise<boolean> => {
      const request = parseRendition({ w: String(width), format: 'webp' }, undefined)
      const before = await answersFromMemory()
      // Nothing is fetched or rendered for a client that has disconnected.
      await renditions
        .open(requestedImage(picture, plan(request, source)), {
          signal: AbortSignal.abort(new Error('left')),
          chargeRenderBudget: () => undefined,
        })
        .then(
          ({ discard }) => discard(),
          () => undefined,
        )
      return (await answersFromMemory()) > before
    },
    /** Files on disk that are cached or in use. */
    files: async () => {
      const folders = await readdir(folder)
      const names = await Promise.all(folders.map((name) => readdir(join(folder, name))))
      return names.flat()
    },
    warnings,
  }
}

t.test('the bytes of a deleted asset are removed from memory and disk at once', async (t) => {
  for (const kind of ['asset', 'project'] as const) {
    const { renditions, close, picture, open, isInMemory, files } = await world(t)
    for (const width of [100, 200]) (await open(width))?.discard()
    t.ok(await isInMemory(100))
    renditions.forgetChanged(['widget:x', `${kind}:other`, '*'])
    t.ok(await isInMemory(100))
    renditions.forgetChanged([`${kind}:${picture[`${kind}Id`]}`])
    t.notOk((await isInMemory(100)) || (await isInMemory(200)))
    while ((await files()).length > 0) await setImmediate()
    await close()
  }
})

t.test(
  'a rendition of an asset that is deleted during the render is neither cached nor stored',
  async (t) => {
    const { renditions, close, picture, open, isInMemory, files, stored, warnings } = await world(t)
    // It is deleted just before its render starts: the answer would have been due before.
    const held = await open(300, () => void renditions.forget(picture.assetId))
    t.ok(held && held.sizeBytes > 0)
    t.notOk(await isInMemory(300))
    while ((await files()).length > 0) await setImmediate()
    await close()
    t.same(await stored(), [])
    t.same(warnings, [])
  },
)

t.test('renditions rendered before it closes are stored, and no file remains', async (t) => {
  const { close, open, files, stored } = await world(t)
  for (const width of [100, 200, 300]) (await open(width))?.discard()
  await close()
  t.same(await files(), [])
  t.ok((await stored()).length >= 1)
})
