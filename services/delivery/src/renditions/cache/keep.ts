import type { Tier } from '../metrics.js'
import type { Flight } from '../single-flight/in-process.js'
import type { Disk } from './disk.js'
import { readInto } from './files.js'
import type { HoldingKey } from './key-index.js'
import type { Memory } from './memory.js'

export type File = { path: string; sizeBytes: number }

/** null: not in the store, or its original isn't. `bytes` null: it is on disk. */
export type Landed = { tier: Tier; bytes: Buffer | null } | null

type Deps = { memory: Memory; disk: Disk }

/** Larger ones are kept on disk only, bytes. */
export const maxInMemory = 256 * 1024

/** Keeps a file in memory and on disk, where the next request looks first. */
export const createKeep =
  ({ memory, disk }: Deps) =>
  async (key: HoldingKey, file: File, tier: Tier, flight: Flight): Promise<Landed> => {
    const read = () => readInto(memory.allocate(file.sizeBytes), file.path)
    const bytes = file.sizeBytes <= maxInMemory ? await read() : null
    const isOnDisk = await disk.keep(key, file.path, file.sizeBytes)
    if (flight.isForgotten) disk.drop(key)
    else if (bytes) memory.keep(key, bytes)
    return { tier, bytes: bytes ?? (isOnDisk && !flight.isForgotten ? null : await read()) }
  }

export type Keep = ReturnType<typeof createKeep>
