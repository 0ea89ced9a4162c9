import type { Reader } from '@vitrine/coherence'
import { type Plan, parseRendition, plan, type RenditionRequest, recipe } from '@vitrine/imaging'
import { LRUCache } from 'lru-cache'
import type { ImageBytes } from '../../renditions/image-bytes.js'
import type { RenderRequest, Renditions } from '../../renditions/renditions.js'
import { assetNotFound } from './lost.js'
import type { AssetRepository, DeliveredAsset } from './repository.js'

type Deps = {
  assets: AssetRepository
  reader: Reader
  renditions: Pick<Renditions, 'inMemory' | 'open' | 'confirmOriginal'>
}

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

type Address = { projectId: string; assetId: string }

/** Of a request what an image is asked for by. */
export type ImageRequest = {
  params: Address
  /** As it was sent. */
  url: string
  query: unknown
  headers: { accept?: string | undefined }
}

/** Requests whose outcome is remembered, about a kilobyte each. */
const maxLocated = 5000
/** Longer ones are nobody's but an attacker's. */
const maxUrlLength = 300

export function createAssetService({ assets, reader, renditions }: Deps) {
  const located = new LRUCache<string, Picture>({ max: maxLocated })

  return {
    /** As `locate`, if that is known at once; null: ask `locate`. */
    locateWarm: (request: Omit<ImageRequest, 'query'>): Picture | null => {
      const picture = located.get(spellingOf(request))
      // The same value of the asset: nothing has been changed since.
      return picture !== undefined && picture.asset === reader.peek(keyOf(request.params))
        ? picture
        : null
    },

    /** @throws AppError VALIDATION_FAILED for wrong parameters, ASSET_NOT_FOUND. */
    locate: async (sent: ImageRequest): Promise<Picture> => {
      const { projectId, assetId } = sent.params
      const request = parse(sent)
      const asset = await reader.read(keyOf(sent.params), () => assets.find(projectId, assetId))
      if (asset === null) throw assetNotFound()
      return pictureOf(sent.params, request, asset)
    },

    /**
     * From now on `locateWarm` knows it. For requests that are answered: else a flood of those that
     * are refused would push out what is asked for often.
     */
    remember: (request: Omit<ImageRequest, 'query'>, picture: Picture): void => {
      if (request.url.length <= maxUrlLength) located.set(spellingOf(request), picture)
    },

    /** Its bytes, if this process has them in memory. */
    inMemory: (picture: Picture): Buffer | undefined => renditions.inMemory(picture, picture.plan),

    /**
     * Its bytes, from wherever they are had soonest.
     *
     * @throws AppError ASSET_NOT_FOUND if it was deleted, ASSET_LOST, STORE_UNAVAILABLE, OVERLOADED.
     */
    open: async (picture: Picture, request: RenderRequest): Promise<ImageBytes> =>
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
    plan: chosen,
    contentType: chosen?.contentType ?? asset.contentType,
    etag: etagOf(asset, chosen),
    lastModified: new Date(asset.createdAtMs).toUTCString(),
    isNegotiated: request.negotiated,
  }
}

const storedOf = (picture: Picture) => ({
  ...picture,
  source: picture.asset,
  sizeBytes: picture.asset.sizeBytes,
  sha256: picture.asset.sha256,
})

const keyOf = ({ projectId, assetId }: Address) => `asset:${projectId}:${assetId}`

/** All that the outcome depends on, but for the asset. */
const spellingOf = ({ url, headers }: Omit<ImageRequest, 'query'>) => `${url} ${headers.accept}`

/** One original, one rendition of it: one strong validator, whoever made it and whenever. */
const etagOf = ({ sha256 }: DeliveredAsset, chosen: Plan | null): string =>
  chosen === null ? `"${sha256.slice(0, 32)}"` : `"${sha256.slice(0, 32)}-${recipe}-${chosen.key}"`
