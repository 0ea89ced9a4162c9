import type { Reader } from '@vitrine/coherence'
import { createAssetSignatures } from '@vitrine/contracts'
import t from '@vitrine/testing/t'
import type { AssetRepository, DeliveredAsset } from '../../src/resources/assets/repository.js'
import { createAssetService } from '../../src/resources/assets/service.js'

const asset: DeliveredAsset = {
  contentType: 'image/jpeg',
  width: 4000,
  height: 3000,
  frameCount: 1,
  hasAlpha: false,
  sizeBytes: 1_000_000,
  sha256: 'ab'.repeat(32),
  version: 1,
  fileKey: null,
  modifiedAtMs: 0,
  transformations: 'any',
  originals: 'public',
  mark: null,
  maxPublicWidth: 2048,
}
const untouched = async () => {
  throw new Error('no bytes are asked for')
}
const nothing = { open: untouched, confirmOriginal: untouched }
const params = { projectId: 'project', assetId: 'asset' }
const request = (width: number) => ({
  params,
  url: `/deliver/project/asset?w=${width}`,
  query: { w: String(width) },
  headers: { accept: undefined },
})

t.test('rejected requests do not evict cached pictures', async (t) => {
  const reader = { read: () => asset } as unknown as Reader
  const assets = createAssetService({
    assets: {} as AssetRepository,
    reader,
    imageRules: { read: untouched, secretOf: () => null },
    signatures: createAssetSignatures(['secret']),
    renditions: nothing,
    nowMs: () => 0,
  })
  const popular = request(1)
  const picture = await assets.locate(popular)
  t.not(await assets.locate(popular), picture, 'it has not been answered yet')
  assets.remember(popular, picture)
  t.equal(await assets.locate(popular), picture)

  // More than are cached.
  for (let i = 0; i < 6000; i += 1) {
    await assets.locate({ ...request(2), url: `/deliver/project/asset?w=2&anything=${i}` })
  }
  t.equal(await assets.locate(popular), picture)
})
