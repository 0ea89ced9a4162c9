import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Reader } from '@vitrine/coherence'
import { originalObject } from '@vitrine/contracts'
import type { Database } from '@vitrine/database'
import { AppError } from '@vitrine/errors'
import { type Plan, parseRendition, plan } from '@vitrine/imaging'
import type { ObjectStore } from '@vitrine/object-store'
import type { ByteRange } from '../../plugins/ranges.js'
import type { RenditionMaker } from '../../renditions/maker.js'
import { assetRepository, type DeliveredAsset } from './repository.js'

type Deps = { database: Database; reader: Reader; store: ObjectStore; renditions: RenditionMaker }

/** What a request will get, known before any byte is read or made. */
export type Picture = {
  projectId: string
  assetId: string
  asset: DeliveredAsset
  /** null: the stored original, bit for bit. */
  plan: Plan | null
  contentType: string
  etag: string
  lastModified: string
  /** The format was chosen by the Accept header. */
  isNegotiated: boolean
}

export function createAssetService({ database, reader, store, renditions }: Deps) {
  const assets = assetRepository(database)

  return {
    /** @throws AppError VALIDATION_FAILED for wrong parameters, ASSET_NOT_FOUND. */
    locate: async (
      { projectId, assetId }: { projectId: string; assetId: string },
      query: Readonly<Record<string, unknown>>,
      accept: string | undefined,
    ): Promise<Picture> => {
      const request = parseRendition(query, accept)
      const asset = await reader.read(`asset:${projectId}:${assetId}`, () =>
        assets.find(projectId, assetId),
      )
      if (asset === null) throw gone()
      const chosen = plan(request, asset)
      return {
        projectId,
        assetId,
        asset,
        plan: chosen,
        contentType: chosen?.contentType ?? asset.contentType,
        etag: etagOf(asset, chosen),
        lastModified: new Date(asset.createdAtMs).toUTCString(),
        isNegotiated: request.negotiated,
      }
    },

    /** @throws AppError ASSET_NOT_FOUND when it was deleted meanwhile, STORE_UNAVAILABLE. */
    openOriginal: async ({ projectId, assetId }: Picture, range?: ByteRange): Promise<Readable> => {
      const stream = await store.open(originalObject(projectId, assetId), range)
      if (stream === null) throw gone()
      return stream
    },

    /** @throws AppError as `openOriginal`, and OVERLOADED. */
    render: async ({ projectId, assetId, asset }: Picture, plan: Plan): Promise<Buffer> => {
      const bytes = await renditions.make({ projectId, assetId, source: asset }, plan)
      if (bytes === null) throw gone()
      return bytes
    },
  }
}

export type AssetService = ReturnType<typeof createAssetService>

const gone = () => new AppError('ASSET_NOT_FOUND', 'There is no such image.')

/** One original, one rendition of it: one strong validator, whoever made it and whenever. */
function etagOf({ sha256 }: DeliveredAsset, chosen: Plan | null): string {
  if (chosen === null) return `"${sha256.slice(0, 32)}"`
  const digest = createHash('sha256').update(`${sha256}/${chosen.key}`).digest('hex')
  return `"${digest.slice(0, 32)}"`
}
