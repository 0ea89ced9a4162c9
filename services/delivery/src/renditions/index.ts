import { join } from 'node:path'
import { originalObject } from '@vitrine/contracts'
import { AppError } from '@vitrine/errors'
import { type Plan, recipe } from '@vitrine/imaging'
import type { ObjectStore } from '@vitrine/object-store'
import { jobOf } from './admission/cost.js'
import type { Disk } from './disk.js'
import type { Door, Entrance } from './door.js'
import { readInto } from './files.js'
import { createFlights, type Flight } from './flights.js'
import { type Held, inMemory } from './held.js'
import type { Herd } from './herd.js'
import { type HoldingKey, holdingKey } from './holdings.js'
import { originalName } from './inputs.js'
import type { createMaking } from './making.js'
import type { Memory } from './memory.js'
import type { Meters, Tier } from './meters.js'
import type { StoredPicture } from './picture.js'
import type { Bench, Scratch } from './scratch.js'
import type { Stored } from './stored.js'
import { isForEmbed } from './surplus.js'

type Deps = {
  store: ObjectStore
  memory: Memory
  disk: Disk
  stored: Stored
  scratch: Scratch
  herd: Herd
  door: Door
  make: ReturnType<typeof createMaking>
  meters: Pick<Meters, 'answered'>
  /** Monotonic. */
  nowMs: () => number
}

/** Who asks. */
export type Demand = {
  /** Aborted when nobody wants the bytes any more. */
  signal: AbortSignal
  /** Called when they have to be made; what it throws, the demand gets. */
  mayMake: () => void
}

type Errand = { key: HoldingKey; flight: Flight; mayMake: () => void }

/** Larger ones are kept on disk only, bytes. */
const maxInMemory = 256 * 1024
/** Larger originals are streamed from the store, unless they are on disk, bytes. */
const maxKeptOriginal = 1024 * 1024
/** What was just brought may be gone from a disk that is very small, or tidied by somebody else. */
const attempts = 3

type File = { path: string; sizeBytes: number }
/** null: not in the store, or its original isn't. `bytes` null: it is on disk. */
type Landed = { tier: Tier; bytes: Buffer | null } | null

/**
 * The bytes of images: from memory, else from this machine's disk, else from the object store, else
 * made. Whoever asks for the same ones at the same time shares one bringing of them.
 */
export function createRenditions(deps: Deps) {
  const { store, memory, disk, stored, scratch, herd, door, make, meters, nowMs } = deps
  const flights = createFlights<Landed>()

  const forget = (id: string): void => {
    flights.forget(id)
    memory.forget(id)
    disk.forget(id)
  }

  /** Keeps what has come, where the next one looks first. */
  const land = async (key: HoldingKey, file: File, tier: Tier, flight: Flight): Promise<Landed> => {
    const read = () => readInto(memory.allocate(file.sizeBytes), file.path)
    const bytes = file.sizeBytes <= maxInMemory ? await read() : null
    const isOnDisk = await disk.keep(key, file.path, file.sizeBytes)
    if (flight.isForgotten) disk.drop(key)
    else if (bytes) memory.keep(key, bytes)
    return { tier, bytes: bytes ?? (isOnDisk && !flight.isForgotten ? null : await read()) }
  }

  const bringOriginal = (picture: StoredPicture, key: HoldingKey, flight: Flight) =>
    scratch.use(async ({ folder }): Promise<Landed> => {
      const path = join(folder, 'original')
      const object = originalObject(picture.projectId, picture.assetId)
      const sizeBytes = await store.download(object, path, flight.signal)
      return sizeBytes === null ? null : land(key, { path, sizeBytes }, 'store', flight)
    })

  const bringRendition = async (
    picture: StoredPicture,
    plan: Plan,
    { folder, hold }: Bench,
    { key, flight, mayMake, entrance }: Errand & { entrance: Entrance },
  ): Promise<Landed> => {
    const find = async (): Promise<Landed> => {
      const path = join(folder, 'stored')
      const sizeBytes = await stored.find(picture, plan, path, flight.signal)
      return sizeBytes === null ? null : land(key, { path, sizeBytes }, 'store', flight)
    }
    const lookedMs = nowMs()
    const found = await find()
    if (found !== null) return found

    const ticket = entrance.toMake()
    mayMake()
    const keep = await stored.prepare(picture, plan)
    return herd(`vitrine:rendition:${key}`, {
      signal: flight.signal,
      lookedMs,
      find,
      make: async () => {
        const made = await make(picture, plan, folder, { flight, ticket })
        if (made === null) return { value: null, stored: Promise.resolve() }
        const storing = keep(made, () => !flight.isForgotten)
        hold(storing)
        return { value: await land(key, made, 'made', flight), stored: storing }
      },
    })
  }

  const lookOrMake = async (
    picture: StoredPicture,
    plan: Plan,
    errand: Errand,
  ): Promise<Landed> => {
    const entrance = door.enter(jobOf(plan, picture.source), isForEmbed(picture.source, plan))
    const bring = (bench: Bench) => bringRendition(picture, plan, bench, { ...errand, entrance })
    return scratch.use(bring).finally(entrance.leave)
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
          ? bringOriginal(picture, key, flight)
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

  const stream = ({ projectId, assetId, sizeBytes }: StoredPicture): Held => ({
    sizeBytes,
    read: async (range) => {
      const opened = await store.open(originalObject(projectId, assetId), range)
      if (opened === null) throw new AppError('ASSET_NOT_FOUND', 'There is no such image.')
      meters.answered('store')
      return opened
    },
    discard: () => undefined,
  })

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
      return door.refusal(jobOf(plan, picture.source), isForEmbed(picture.source, plan))
    },

    /**
     * The bytes of a rendition, or, with a plan of null, of the original.
     *
     * @returns null when the original is gone from the store.
     * @throws AppError OVERLOADED, STORE_UNAVAILABLE; what `mayMake` throws, and the signal's reason.
     */
    open: async (picture: StoredPicture, plan: Plan | null, demand: Demand) => {
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
        if (plan === null && picture.sizeBytes > maxKeptOriginal) return stream(picture)
        const landed = await bring(picture, plan, demand, key)
        if (landed === null) return null
        if (landed === 'refused') continue
        if (landed.bytes) return answer(landed.tier, inMemory(landed.bytes))
        tier = landed.tier
      }
      throw new AppError('OVERLOADED', 'The image could not be kept long enough. Try again.', {
        retryAfterSeconds: 1,
      })
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
