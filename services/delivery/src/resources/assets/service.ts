import type { Reader } from '@vitrine/coherence'
import type { AssetSignatures } from '@vitrine/contracts'
import { isMarked, isProvisional, type Plan, type RenditionRequest, recipe } from '@vitrine/imaging'
import { LRUCache } from 'lru-cache'
import { type RequestedImage, requestedImage, type StoredPicture } from '../../renditions/image.js'
import type { ImageBytes } from '../../renditions/image-bytes.js'
import type { RenderRequest } from '../../renditions/render-request.js'
import type { Renditions } from '../../renditions/renditions.js'
import type { ImageRules } from '../image-rules/repository.js'
import type { ImageRulesService } from '../image-rules/service.js'
import { type ImageQuery, parseImageQuery } from './image-query.js'
import { assetNotFound } from './lost.js'
import { needsRules, type Permitted, permitted, requireUnexpired } from './permission.js'
import type { AssetRepository, DeliveredAsset } from './repository.js'

type Deps = {
  assets: AssetRepository
  reader: Pick<Reader, 'read'>
  imageRules: ImageRulesService
  signatures: AssetSignatures
  renditions: Pick<Renditions, 'open' | 'confirmOriginal'>
  /** The clock of the database, so that an address expires on every replica at the same time. */
  nowMs: () => number
}

/** The image that a request selects, determined before any byte is read or rendered. */
export type Picture = {
  projectId: string
  assetId: string
  asset: DeliveredAsset
  query: ImageQuery
  /** The presets and keys that it depends on, if any. */
  rules: ImageRules | null
  request: RenditionRequest
  image: RequestedImage
  /** The key of its asset in the cache of the reader. */
  assetKey: string
  contentType: string
  etag: string
  lastModified: string
  cacheControl: string
}

type Address = { projectId: string; assetId: string }

/** The parts of a request that select an image. */
type ImageRequest = {
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

export function createAssetService(deps: Deps) {
  const { assets, reader, imageRules, signatures, renditions, nowMs } = deps
  const remembered = new WeakSet<Picture>()
  const located = new LRUCache<string, Picture>({
    max: maxLocated,
    dispose: (picture) => remembered.delete(picture),
  })

  /** The picture as of now. @throws AppError TRANSFORMATION_REFUSED if its address has expired. */
  const unexpired = (picture: Picture): Picture => {
    const { expiresAtMs } = picture.query
    if (expiresAtMs === null) return picture
    const now = nowMs()
    requireUnexpired(expiresAtMs, now)
    // An answer that may change earlier is revalidated until then.
    if (picture.cacheControl === revalidated) return picture
    return { ...picture, cacheControl: cachedFor(expiresAtMs - now) }
  }

  return {
    /**
     * The picture that a request selects.
     *
     * @throws AppError VALIDATION_FAILED for wrong parameters, ASSET_NOT_FOUND, also for a version that the
     *   asset has not had yet, TRANSFORMATION_REFUSED, ORIGINAL_PRIVATE, PRESET_NOT_FOUND.
     */
    locate: async (sent: ImageRequest): Promise<Picture> => {
      const { params } = sent
      const { projectId, assetId } = params
      const known = located.get(requestKey(sent))
      const query = known?.query ?? parseImageQuery(sent)
      const key = known?.assetKey ?? assetKeyOf(params)
      const asset = await reader.read(key, () => assets.find(projectId, assetId))
      if (asset === null || (query.version ?? 0) > asset.version) throw assetNotFound()
      const rules = needsRules(query, asset) ? await imageRules.read(projectId) : null
      // The same objects mean that neither the asset nor the rules have changed.
      if (known?.asset === asset && known.rules === rules) return unexpired(known)
      const { secretOf } = imageRules
      const allowed = permitted(params, query, asset, { rules, secretOf, signatures })
      return unexpired(pictureOf(params, { query, rules, ...allowed }, asset))
    },

    /**
     * Caches the picture of an answered request. The pictures of rejected requests are not cached: a flood
     * of them would evict frequently requested ones.
     */
    remember: (request: ImageRequest, picture: Picture): void => {
      if (remembered.has(picture) || request.url.length > maxUrlLength) return
      located.set(requestKey(request), picture)
      remembered.add(picture)
    },

    /**
     * The bytes of a picture, from the fastest tier that has them.
     *
     * @throws AppError ASSET_NOT_FOUND if it was deleted, ASSET_LOST, STORE_UNAVAILABLE, OVERLOADED.
     */
    open: (picture: Picture, request: RenderRequest): Promise<ImageBytes> =>
      renditions.open(picture.image, request),

    /**
     * Resolves if there is an original to send.
     *
     * @throws AppError ASSET_NOT_FOUND if it was deleted, ASSET_LOST, OVERLOADED.
     */
    confirmOriginal: (picture: Picture, request: RenderRequest): Promise<void> =>
      renditions.confirmOriginal(picture.image, request),
  }
}

export type AssetService = ReturnType<typeof createAssetService>

function pictureOf(
  address: Address,
  { plan: chosen, ...selected }: Pick<Picture, 'query' | 'rules'> & Permitted,
  asset: DeliveredAsset,
): Picture {
  const { query, request } = selected
  const isMutable = chosen !== null && isMarked(chosen)
  const mayChange = isMutable || query.preset !== null || isProvisional(request, asset, chosen)
  return {
    ...address,
    asset,
    ...selected,
    image: requestedImage(storedOf(address, asset), chosen),
    assetKey: assetKeyOf(address),
    contentType: chosen?.contentType ?? asset.contentType,
    etag: etagOf(asset, chosen),
    lastModified: new Date(asset.modifiedAtMs).toUTCString(),
    cacheControl: mayChange ? revalidated : foreverCached,
  }
}

const storedOf = (address: Address, asset: DeliveredAsset): StoredPicture => ({
  ...address,
  fileKey: asset.fileKey,
  source: asset,
  sizeBytes: asset.sizeBytes,
  sha256: asset.sha256,
  mark: asset.mark,
})

const maxAgeSeconds = 365 * 24 * 3600

/** The bytes under one address never change. */
const foreverCached = `public, max-age=${maxAgeSeconds}, immutable`

/**
 * A preset and a watermark may change, and the salient point may still be determined: caches must not show the former
 * picture then.
 */
const revalidated = 'public, no-cache'

/** No cache keeps the picture beyond its expiry. */
const cachedFor = (leftMs: number): string =>
  `public, max-age=${Math.min(Math.floor(leftMs / 1000), maxAgeSeconds)}, must-revalidate`

/** Entries of releases that know neither private originals nor watermarks have other keys. */
const assetKeyOf = ({ projectId, assetId }: Address) => `delivered-asset:${projectId}:${assetId}`

/** Everything that a picture depends on, except for its asset. */
const requestKey = ({ url, headers }: ImageRequest) => `${url} ${headers.accept}`

/** A strong validator for each original and rendition, the same on every replica and permanently. */
const etagOf = ({ sha256 }: DeliveredAsset, chosen: Plan | null): string =>
  chosen === null ? `"${sha256.slice(0, 32)}"` : `"${sha256.slice(0, 32)}-${recipe}-${chosen.key}"`
