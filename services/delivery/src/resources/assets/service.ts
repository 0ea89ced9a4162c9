import type { Reader } from '@vitrine/coherence'
import { andThen } from '@vitrine/http'
import { type Plan, parseRendition, plan, type RenditionRequest, recipe } from '@vitrine/imaging'
import { LRUCache } from 'lru-cache'
import type { ImageBytes } from '../../renditions/image-bytes.js'
import type { RenderRequest, Renditions } from '../../renditions/renditions.js'
import type { StoredPicture } from '../../renditions/stored-picture.js'
import { assetNotFound } from './lost.js'
import type { AssetRepository, DeliveredAsset } from './repository.js'

type Deps = {
  assets: AssetRepository
  reader: Pick<Reader, 'read'>
  renditions: Pick<Renditions, 'open' | 'confirmOriginal'>
}

/** The image that a request selects, determined before any byte is read or rendered. */
export type Picture = {
  projectId: string
  assetId: string
  asset: DeliveredAsset
  request: RenditionRequest
  /** How it is rendered; null for the original. */
  plan: Plan | null
  contentType: string
  etag: string
  lastModified: string
}

type Address = { projectId: string; assetId: string }

/** The parts of a request that select an image. */
export type ImageRequest = {
  params: Address
  /** The request target, unmodified. */
  url: string
  query: unknown
  headers: { accept?: string | undefined }
}

/** Maximum number of cached pictures, about a kilobyte each. */
const maxLocated = 5000
/** Pictures with longer URLs are not cached. Legitimate URLs are shorter. */
const maxUrlLength = 300

export function createAssetService({ assets, reader, renditions }: Deps) {
  const remembered = new WeakSet<Picture>()
  const located = new LRUCache<string, Picture>({
    max: maxLocated,
    dispose: (picture) => remembered.delete(picture),
  })

  return {
    /**
     * The picture that a request selects: synchronously if its asset is in memory.
     *
     * @throws AppError VALIDATION_FAILED for wrong parameters, ASSET_NOT_FOUND.
     */
    locate: (sent: ImageRequest): Picture | Promise<Picture> => {
      const { projectId, assetId } = sent.params
      const known = located.get(spellingOf(sent))
      const request = known?.request ?? parse(sent)
      const found = reader.read(keyOf(sent.params), () => assets.find(projectId, assetId))
      return andThen<DeliveredAsset | null, Picture>(found, (asset) => {
        if (asset === null) throw assetNotFound()
        // The same object means that the asset has not changed.
        return known?.asset === asset ? known : pictureOf(sent.params, request, asset)
      })
    },

    /**
     * Caches the picture of an answered request. The pictures of rejected requests are not cached: a flood
     * of them would evict frequently requested ones.
     */
    remember: (request: ImageRequest, picture: Picture): void => {
      if (remembered.has(picture) || request.url.length > maxUrlLength) return
      located.set(spellingOf(request), picture)
      remembered.add(picture)
    },

    /**
     * The bytes of a picture, from the fastest tier that has them: synchronously if they are in memory.
     *
     * @throws AppError ASSET_NOT_FOUND if it was deleted, ASSET_LOST, STORE_UNAVAILABLE, OVERLOADED.
     */
    open: (picture: Picture, request: RenderRequest): ImageBytes | Promise<ImageBytes> =>
      renditions.open(storedOf(picture), picture.plan, request),

    /**
     * Resolves if there is an original to send.
     *
     * @throws AppError ASSET_NOT_FOUND if it was deleted, ASSET_LOST, OVERLOADED.
     */
    confirmOriginal: (picture: Picture, request: RenderRequest): Promise<void> =>
      renditions.confirmOriginal(storedOf(picture), request),
  }
}

export type AssetService = ReturnType<typeof createAssetService>

const parse = ({ query, headers }: ImageRequest): RenditionRequest =>
  parseRendition(query as Readonly<Record<string, unknown>>, headers.accept)

function pictureOf(
  { projectId, assetId }: Address,
  request: RenditionRequest,
  asset: DeliveredAsset,
): Picture {
  const chosen = plan(request, asset)
  return {
    projectId,
    assetId,
    asset,
    request,
    plan: chosen,
    contentType: chosen?.contentType ?? asset.contentType,
    etag: etagOf(asset, chosen),
    lastModified: new Date(asset.createdAtMs).toUTCString(),
  }
}

const storedOf = ({ projectId, assetId, asset }: Picture): StoredPicture => ({
  projectId,
  assetId,
  source: asset,
  sizeBytes: asset.sizeBytes,
  sha256: asset.sha256,
})

const keyOf = ({ projectId, assetId }: Address) => `asset:${projectId}:${assetId}`

/** Everything that a picture depends on, except for its asset. */
const spellingOf = ({ url, headers }: ImageRequest) => `${url} ${headers.accept}`

/** A strong validator for each original and rendition, the same on every replica and permanently. */
const etagOf = ({ sha256 }: DeliveredAsset, chosen: Plan | null): string =>
  chosen === null ? `"${sha256.slice(0, 32)}"` : `"${sha256.slice(0, 32)}-${recipe}-${chosen.key}"`
