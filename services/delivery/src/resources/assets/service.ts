import type { Reader } from '@vitrine/coherence'
import type { Sql } from '@vitrine/database/sql'
import { AppError } from '@vitrine/errors'
import { type Plan, parseRendition, plan, recipe } from '@vitrine/imaging'
import { LRUCache } from 'lru-cache'
import type { Held } from '../../renditions/held.js'
import type { Demand, Renditions } from '../../renditions/index.js'
import { assetRepository, type DeliveredAsset } from './repository.js'

type Deps = {
  sql: Sql
  reader: Reader
  renditions: Pick<Renditions, 'inMemory' | 'open'>
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

export function createAssetService({ sql, reader, renditions }: Deps) {
  const assets = assetRepository(sql)
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
      const query = sent.query as Readonly<Record<string, unknown>>
      const request = parseRendition(query, sent.headers.accept)
      const asset = await reader.read(keyOf(sent.params), () => assets.find(projectId, assetId))
      if (asset === null) throw gone()
      const chosen = plan(request, asset)
      const picture = {
        projectId,
        assetId,
        asset,
        plan: chosen,
        contentType: chosen?.contentType ?? asset.contentType,
        etag: etagOf(asset, chosen),
        lastModified: new Date(asset.createdAtMs).toUTCString(),
        isNegotiated: request.negotiated,
      }
      if (sent.url.length <= maxUrlLength) located.set(spellingOf(sent), picture)
      return picture
    },

    /** Its bytes, if this process has them in memory. */
    inMemory: (picture: Picture): Buffer | undefined => renditions.inMemory(picture, picture.plan),

    /**
     * Its bytes, from wherever they are had soonest.
     *
     * @throws AppError ASSET_NOT_FOUND when it was deleted meanwhile, STORE_UNAVAILABLE, OVERLOADED.
     */
    open: async (picture: Picture, demand: Demand): Promise<Held> => {
      const { asset, plan } = picture
      const stored = { ...picture, source: asset, sizeBytes: asset.sizeBytes }
      const held = await renditions.open(stored, plan, demand)
      if (held === null) throw gone()
      return held
    },
  }
}

export type AssetService = ReturnType<typeof createAssetService>

const keyOf = ({ projectId, assetId }: Address) => `asset:${projectId}:${assetId}`

/** All that the outcome depends on, but for the asset. */
const spellingOf = ({ url, headers }: Omit<ImageRequest, 'query'>) => `${url} ${headers.accept}`

const gone = () => new AppError('ASSET_NOT_FOUND', 'There is no such image.')

/** One original, one rendition of it: one strong validator, whoever made it and whenever. */
const etagOf = ({ sha256 }: DeliveredAsset, chosen: Plan | null): string =>
  chosen === null ? `"${sha256.slice(0, 32)}"` : `"${sha256.slice(0, 32)}-${recipe}-${chosen.key}"`
