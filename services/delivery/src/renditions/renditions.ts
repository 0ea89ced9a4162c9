import { join } from 'node:path'
import { AppError } from '@vitrine/errors'
import { type Plan, recipe } from '@vitrine/imaging'
import { type Job, renderCostOf } from './admission/cost.js'
import type { Door, Entrance } from './admission/gate.js'
import type { Disk } from './cache/disk.js'
import { createKeep, type Landed, maxInMemory } from './cache/keep.js'
import { type HoldingKey, holdingKey } from './cache/key-index.js'
import type { Memory } from './cache/memory.js'
import { type Held, inMemory } from './image-bytes.js'
import type { Meters, Tier } from './metrics.js'
import { createOriginals } from './originals.js'
import { originalName } from './render/inputs.js'
import type { createMaking } from './render/renderer.js'
import type { Herd } from './single-flight/cross-replica.js'
import { createFlights, type Flight } from './single-flight/in-process.js'
import type { Stored } from './store/rendition-store.js'
import { isForEmbed } from './store/surplus.js'
import type { VerifiedObjects } from './store/verified-objects.js'
import type { StoredPicture } from './stored-picture.js'
import type { TimeLimit } from './time-limit.js'
import type { Bench, Scratch } from './workspace/workspaces.js'

type Deps = {
  objects: Pick<VerifiedObjects, 'original'>
  memory: Memory
  disk: Disk
  stored: Stored
  scratch: Scratch
  herd: Herd
  door: Door
  make: ReturnType<typeof createMaking>
  meters: Pick<Meters, 'answered'>
  timeLimit: TimeLimit
  /** Expected of a look for a stored rendition, ms. */
  lookMs: () => number
  /** Expected of the fetch of what it is made from, ms. */
  fetchMs: (picture: StoredPicture, plan: Plan) => number
  /** Throws why an original is not in the store. */
  explainMissing: (picture: StoredPicture) => Promise<never>
}

/** Who asks. */
export type Demand = {
  /** Aborted when nobody wants the bytes any more. */
  signal: AbortSignal
  /** Called when they have to be made; what it throws, the demand gets. */
  mayMake: () => void
}

type Errand = { key: HoldingKey; flight: Flight; mayMake: () => void }

/** What was just brought may be gone from a disk that is very small, or tidied by somebody else. */
const attempts = 3

/**
 * The bytes of images: from memory, else from this machine's disk, else from the object store, else
 * made. Whoever asks for the same ones at the same time shares one bringing of them.
 */
export function createRenditions(deps: Deps) {
  const { objects, memory, disk, stored, scratch, herd, door, make, meters } = deps
  const { timeLimit, lookMs, fetchMs, explainMissing } = deps
  const flights = createFlights<Landed>()
  const keepFile = createKeep({ memory, disk })
  const originals = createOriginals({ objects, disk, scratch, keep: keepFile })

  const forget = (id: string): void => {
    flights.forget(id)
    memory.forget(id)
    disk.forget(id)
  }

  const bringRendition = async (
    picture: StoredPicture,
    plan: Plan,
    { folder, hold }: Bench,
    { key, flight, mayMake, entrance }: Errand & { entrance: Entrance },
  ): Promise<Landed> => {
    const find = async (): Promise<Landed> => {
      const path = join(folder, 'stored')
      const sizeBytes = await stored.find(picture, plan, path, flight.signal)
      return sizeBytes === null ? null : keepFile(key, { path, sizeBytes }, 'store', flight)
    }
    const found = await find()
    if (found !== null) return found

    const ticket = entrance.toMake(fetchMs(picture, plan))
    mayMake()
    const keep = await stored.prepare(picture, plan)
    return herd(`vitrine:rendition:${key}`, {
      signal: flight.signal,
      find,
      make: async () => {
        const made = await make(picture, plan, folder, { flight, ticket })
        if (made === null) return { value: null, stored: Promise.resolve() }
        const storing = keep(made, () => !flight.isForgotten)
        hold(storing)
        return { value: await keepFile(key, made, 'made', flight), stored: storing }
      },
    })
  }

  const jobFor = (picture: StoredPicture, plan: Plan): Job => ({
    ...renderCostOf(plan, picture.source),
    projectId: picture.projectId,
    prepareMs: lookMs() + fetchMs(picture, plan),
  })

  const lookOrMake = async (
    picture: StoredPicture,
    plan: Plan,
    errand: Errand,
  ): Promise<Landed> => {
    const entrance = door.enter(jobFor(picture, plan), isForEmbed(picture.source, plan))
    const bring = (bench: Bench) => bringRendition(picture, plan, bench, { ...errand, entrance })
    try {
      await entrance.toLook(errand.flight.signal)
      return await scratch.use(bring)
    } finally {
      entrance.leave()
    }
  }

  /** 'refused': not this one, but the one who asked first may not have it made. */
  const bring = async (
    picture: StoredPicture,
    plan: Plan | null,
    demand: Demand,
    key: HoldingKey,
  ): Promise<Landed | 'refused'> => {
    const refusal: { own?: unknown } = {}
    const mayMake = () => {
      try {
        demand.mayMake()
      } catch (error) {
        refusal.own = error
        throw new Refusal('whoever began may not have it made', { cause: error })
      }
    }
    try {
      return await flights.join(key, demand.signal, (flight) =>
        plan === null
          ? originals.fetch(picture, key, flight)
          : lookOrMake(picture, plan, { key, flight, mayMake }),
      )
    } catch (error) {
      if (refusal.own !== undefined) throw refusal.own
      if (error instanceof Refusal) return 'refused'
      throw error
    }
  }

  /** What is asked for again is in memory again. */
  const recall = async (key: HoldingKey): Promise<Held | null> => {
    const room = { atMostBytes: maxInMemory, allocate: memory.allocate }
    const bytes = await disk.read(key, room)
    if (bytes === null) return disk.open(key)
    // Or else it was forgotten meanwhile.
    if (disk.has(key)) memory.keep(key, bytes)
    return inMemory(bytes)
  }

  /** As `open`, without a limit of time. */
  const fetch = async (
    picture: StoredPicture,
    plan: Plan | null,
    demand: Demand,
  ): Promise<Held> => {
    const key = keyOf(picture, plan)
    const answer = (tier: Tier, held: Held): Held => {
      meters.answered(tier)
      return held
    }
    let tier: Tier = 'disk'
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const bytes = memory.get(key)
      if (bytes) return answer('memory', inMemory(bytes))
      const onDisk = await recall(key)
      if (onDisk) return answer(tier, onDisk)
      if (plan === null && (attempt > 0 || !originals.isKept(picture))) {
        const own = await originals.open(picture, demand.signal)
        return own === null ? explainMissing(picture) : answer('store', own)
      }
      const landed = await bring(picture, plan, demand, key)
      if (landed === null) return explainMissing(picture)
      if (landed === 'refused') continue
      if (landed.bytes) return answer(landed.tier, inMemory(landed.bytes))
      tier = landed.tier
    }
    throw new AppError('OVERLOADED', 'The image could not be kept long enough. Try again.', {
      retryAfterSeconds: 1,
    })
  }

  const open = (picture: StoredPicture, plan: Plan | null, demand: Demand): Promise<Held> =>
    timeLimit(fetch(picture, plan, demand), ({ discard }) => discard())

  return {
    /** What this process has in memory, at once; a plan of null is the original. */
    inMemory: (picture: Place, plan: Plan | null): Buffer | undefined => {
      const bytes = memory.get(keyOf(picture, plan))
      if (bytes) meters.answered('memory')
      return bytes
    },

    /** Whether `open` may refuse somebody. */
    isCrowded: door.isCrowded,
    /** What `open` would be refused with, if that is known at once; null: ask `open`. */
    refusal: (picture: StoredPicture, plan: Plan | null): AppError | null => {
      if (plan === null) return null
      const key = keyOf(picture, plan)
      if (memory.get(key) || disk.has(key) || flights.has(key)) return null
      return door.refusal(jobFor(picture, plan), isForEmbed(picture.source, plan))
    },

    /**
     * The bytes of a rendition, or, with a plan of null, of the original.
     *
     * @throws AppError OVERLOADED, also when it takes too long, while the work goes on; STORE_UNAVAILABLE; what `mayMake` and, without an original,
     *   `explainMissing` throws, and the signal's reason.
     */
    open,

    /**
     * Resolves if a GET of the original would be answered, or the store is out of reach: what a HEAD says
     * is known without it.
     *
     * @throws as `open` does, but for STORE_UNAVAILABLE.
     */
    confirmOriginal: async (picture: StoredPicture, demand: Demand): Promise<void> => {
      const key = keyOf(picture, null)
      if (memory.get(key) !== undefined || disk.has(key)) return
      try {
        const { discard } = await open(picture, null, demand)
        discard()
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'STORE_UNAVAILABLE')) throw error
      }
    },

    /**
     * Drops the bytes of an asset, or of a project, from memory and disk; what is on the way is not
     * kept.
     */
    forget,
    /** Lets go of the memory that takes what is on disk, and what helps to send it. */
    giveBack: (): void => {
      memory.drop(disk.has)
      disk.giveBack()
    },
    start: disk.start,
    close: async (): Promise<void> => {
      await stored.close()
      await Promise.all([disk.close(), scratch.close()])
    },
  }
}

export type Renditions = ReturnType<typeof createRenditions>

class Refusal extends Error {}

type Place = { projectId: string; assetId: string }

const keyOf = (picture: Place, plan: Plan | null): HoldingKey =>
  holdingKey(picture, plan === null ? originalName : `${recipe}/${plan.key}`)
