import { join } from 'node:path'
import { AppError } from '@vitrine/contracts/errors'
import type { Plan } from '@vitrine/imaging'
import { renderCostOf } from './admission/cost.js'
import type { Admission, AdmissionGate } from './admission/gate.js'
import {
  type CachedImage,
  type CacheImage,
  createCacheImage,
  type File,
  maxInMemory,
} from './cache/cache-image.js'
import type { Disk } from './cache/disk.js'
import type { Memory } from './cache/memory.js'
import type { ImageKey, RequestedImage, StoredPicture } from './image.js'
import { type ImageBytes, inMemory } from './image-bytes.js'
import type { RenditionMetrics, Tier } from './metrics.js'
import { createOriginals } from './originals.js'
import type { Renderer } from './render/renderer.js'
import { BudgetSpent, chargeRenderBudget, type RenderRequest } from './render-request.js'
import type { CrossReplicaSingleFlight } from './single-flight/cross-replica.js'
import { type Flight, SingleFlight } from './single-flight/in-process.js'
import type { RenditionStore, Upload } from './store/rendition-store.js'
import { isForEmbed } from './store/surplus.js'
import type { VerifiedObjects } from './store/verified-objects.js'
import type { TimeLimit } from './time-limit.js'
import type { Workspace, Workspaces } from './workspaces.js'

type Deps = {
  objects: Pick<VerifiedObjects, 'original'>
  memory: Memory
  disk: Disk
  store: RenditionStore
  workspaces: Workspaces
  gate: AdmissionGate
  crossReplica: CrossReplicaSingleFlight
  render: Renderer
  metrics: Pick<RenditionMetrics, 'countAnswer'>
  timeLimit: TimeLimit
  /** Expected duration of a lookup of a stored rendition, ms. */
  lookupMs: () => number
  /** Expected duration of the download of a render's input, ms. */
  fetchMs: (picture: StoredPicture, plan: Plan) => number
  /** Throws the reason why an original is not in the store. */
  explainMissing: (picture: StoredPicture) => Promise<never>
}

/** One fetch or render of a rendition, shared by all requests that wait for it. */
type Work = {
  picture: StoredPicture
  plan: Plan
  key: ImageKey
  flight: Flight
  request: RenderRequest
}

/** A cached file may be evicted at once from a very small disk, or be removed manually. */
const maxAttempts = 3

/**
 * Loads the bytes of images from the first tier that has them: the memory of this process, the disk of this
 * machine, or the object store. Otherwise the image is rendered.
 */
export class Renditions {
  readonly #deps: Deps
  readonly #cacheImage: CacheImage
  readonly #originals: ReturnType<typeof createOriginals>
  readonly #singleFlight = new SingleFlight<CachedImage | null>()

  constructor(deps: Deps) {
    const { objects, memory, disk, workspaces } = deps
    this.#deps = deps
    this.#cacheImage = createCacheImage({ memory, disk })
    this.#originals = createOriginals({ objects, disk, workspaces, cacheImage: this.#cacheImage })
  }

  /**
   * The bytes of an image, from the first tier that has them.
   *
   * @throws AppError OVERLOADED, also after the time limit, while the work continues; STORE_UNAVAILABLE;
   *   the errors of `chargeRenderBudget` and, if the original is missing, of `explainMissing`; the signal's
   *   reason.
   */
  async open(image: RequestedImage, request: RenderRequest): Promise<ImageBytes> {
    const bytes = this.#fromMemory(image.key)
    if (bytes !== null) return bytes
    return this.#deps.timeLimit(this.#load(image, request), ({ discard }) => discard())
  }

  async #load(image: RequestedImage, request: RenderRequest): Promise<ImageBytes> {
    const { explainMissing } = this.#deps
    const { picture, plan, key } = image
    let tier: Tier = 'disk'
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      // Memory again, because another request may have filled it. Then the disk.
      const local = this.#fromMemory(key) ?? (await this.#fromDisk(key, tier))
      if (local !== null) return local

      // An original that this machine cannot cache is downloaded for each request.
      if (plan === null && (attempt > 1 || !this.#originals.canCache(picture))) {
        const uncached = await this.#originals.openUncached(picture, request.signal)
        return uncached === null ? explainMissing(picture) : this.#counted('store', uncached)
      }

      // Single-flight: requests for the same bytes share one download or render.
      const kept = await this.#share(image, request)
      if (kept === 'not started') continue
      if (kept === null) return explainMissing(picture)
      if (kept.bytes !== null) return this.#counted(kept.tier, inMemory(kept.bytes))
      tier = kept.tier
    }
    throw new AppError('OVERLOADED', 'The image could not be kept long enough. Try again.', {
      retryAfterSeconds: 1,
    })
  }

  /** @returns null if the original does not exist; 'not started' if the request that began the shared work had no
   *   render budget left, so that another one has to begin it. */
  async #share(
    { picture, plan, key }: RequestedImage,
    request: RenderRequest,
  ): Promise<CachedImage | null | 'not started'> {
    try {
      return await this.#singleFlight.run(key, request.signal, (flight) =>
        plan === null
          ? this.#originals.fetch(picture, key, flight)
          : this.#fetchOrRender({ picture, plan, key, flight, request }),
      )
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error
      if (error.request === request) throw error.cause
      return 'not started'
    }
  }

  /** Fetches the rendition from the store, or renders it, and caches it on this machine. */
  async #fetchOrRender(work: Work): Promise<CachedImage | null> {
    const { picture, plan, flight } = work
    const { gate, workspaces, lookupMs, fetchMs } = this.#deps

    // Admission gate: rejects at once, or determines when to query the store.
    const prepareMs = lookupMs() + fetchMs(picture, plan)
    const { projectId, source } = picture
    const job = { ...renderCostOf(plan, source), projectId, prepareMs }
    const admission = gate.admit(job, isForEmbed(picture, plan))
    try {
      if (!admission.looksAtOnce) await admission.place.waitToPrepare(flight.signal)

      // Workspace: if its disk fails, the remaining steps are repeated on another one.
      return await workspaces.use((workspace) => this.#lookOrRender(work, admission, workspace))
    } finally {
      admission.endLook()
      admission.place.leave()
    }
  }

  async #lookOrRender(
    work: Work,
    { place, endLook }: Admission,
    workspace: Workspace,
  ): Promise<CachedImage | null> {
    const { picture, plan, key, flight, request } = work
    const { store, crossReplica, fetchMs } = this.#deps

    // Look up the rendition in the store.
    const stored = await this.#fetchStored(work, workspace)
    if (stored !== null) return stored

    // Take a place in the render queue, and charge the render budget of the client.
    endLook()
    place.requireEntered(fetchMs(picture, plan))
    chargeRenderBudget(request)
    const upload = await store.prepareUpload(picture, plan)

    // Cross-replica single-flight: if another replica renders it, this one fetches the result.
    return crossReplica(`vitrine:rendition:${key}`, {
      signal: flight.signal,
      find: () => this.#fetchStored(work, workspace),
      render: async () => {
        // Fetch the input, wait for the slot, render.
        const { folder } = workspace
        const file = await this.#deps.render(picture, plan, { folder, flight, place })
        if (file === null) return { value: null, stored: Promise.resolve() }

        // Cache it on this machine, and upload it for the other replicas.
        const value = await this.#cacheImage(key, file, 'rendered', flight)
        const stored = storeInBackground(upload, { file, value, flight, workspace })
        return { value, stored }
      },
    })
  }

  async #fetchStored(work: Work, { folder }: Workspace): Promise<CachedImage | null> {
    const { picture, plan, key, flight } = work
    const path = join(folder, 'stored')
    const sizeBytes = await this.#deps.store.download(picture, plan, path, flight.signal)
    return sizeBytes === null ? null : this.#cacheImage(key, { path, sizeBytes }, 'store', flight)
  }

  #fromMemory(key: ImageKey): ImageBytes | null {
    const bytes = this.#deps.memory.get(key)
    return bytes === undefined ? null : this.#counted('memory', inMemory(bytes))
  }

  /** A small file is loaded into memory again, a large one is streamed from the disk. */
  async #fromDisk(key: ImageKey, tier: Tier): Promise<ImageBytes | null> {
    const { memory, disk } = this.#deps
    const bytes = await disk.read(key, { atMostBytes: maxInMemory, allocate: memory.allocate })
    if (bytes === null) {
      const file = await disk.open(key)
      return file && this.#counted(tier, file)
    }
    // Not if the asset was forgotten during the read.
    if (disk.has(key)) memory.keep(key, bytes)
    return this.#counted(tier, inMemory(bytes))
  }

  #counted(tier: Tier, bytes: ImageBytes): ImageBytes {
    this.#deps.metrics.countAnswer(tier)
    return bytes
  }

  /**
   * Resolves if a GET of the original would succeed, or if the store is unreachable: the headers of a HEAD
   * response do not depend on the store.
   *
   * @throws as `open` does, except STORE_UNAVAILABLE.
   */
  async confirmOriginal(image: RequestedImage, request: RenderRequest): Promise<void> {
    const { memory, disk } = this.#deps
    if (memory.get(image.key) !== undefined || disk.has(image.key)) return
    try {
      const { discard } = await this.open(image, request)
      discard()
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'STORE_UNAVAILABLE')) throw error
    }
  }

  /**
   * Drops the bytes of an asset or a project from memory and disk. The results of fetches and renders in
   * progress are not cached.
   */
  forget(id: string): void {
    this.#singleFlight.forget(id)
    this.#deps.memory.forget(id)
    this.#deps.disk.forget(id)
  }

  /**
   * Drops the cached bytes of every asset and project that a change names. This only frees space early: each
   * request reads its asset first, so correctness does not depend on it. The bytes of an edited asset are
   * simply fetched again.
   */
  forgetChanged(tags: readonly string[]): void {
    for (const tag of tags) {
      const [kind, id] = tag.split(':')
      if (id !== undefined && (kind === 'asset' || kind === 'project')) this.forget(id)
    }
  }

  /** Releases the memory of images that are also on disk, and of the buffers that files are sent with. */
  releaseMemory(): void {
    const { memory, disk } = this.#deps
    memory.release((key) => disk.has(key))
    disk.releaseMemory()
  }

  start(): Promise<void> {
    return this.#deps.disk.start()
  }

  async close(): Promise<void> {
    const { store, disk, workspaces } = this.#deps
    await store.close()
    await Promise.all([disk.close(), workspaces.close()])
  }
}

/** Uploads a rendered file, unless its asset is forgotten before its turn. No request waits for it. */
function storeInBackground(upload: Upload, { file, value, flight, workspace }: Rendered) {
  const stored = upload({ ...file, bytes: value.bytes ?? undefined }, () => !flight.isForgotten)
  workspace.keepUntil(stored)
  return stored
}

type Rendered = { file: File; value: CachedImage; flight: Flight; workspace: Workspace }
