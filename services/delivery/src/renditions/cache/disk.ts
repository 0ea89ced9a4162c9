import { type FileHandle, open, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { type Held, inFile } from '../image-bytes.js'
import { claimFolder } from '../workspace/process-folder.js'
import { cloneFile, readInto } from './files.js'
import { createHoldings, type HoldingKey } from './key-index.js'
import { createBuffers } from './read-buffers.js'

type Options = {
  /** Made if need be; several processes may share it. */
  root: string
  maxBytes: number
  /** Told once, when the disk does not do what it should. */
  warn: (error: unknown) => void
}

/** A file takes whole blocks, bytes. */
const blockBytes = 4096

const blocksOf = (sizeBytes: number): number =>
  (Math.floor(sizeBytes / blockBytes) + 1) * blockBytes

type Entry = { path: string; sizeBytes: number }
type Room = { atMostBytes: number; allocate: (sizeBytes: number) => Buffer }

/**
 * Files of this process, those asked for last, at most `maxBytes` of them. What is wrong with the
 * disk makes a miss and never an error. What it holds is known in memory alone: the next process
 * begins anew.
 */
export function createDisk({ root, maxBytes, warn }: Options) {
  const holdings = createHoldings()
  const buffers = createBuffers()
  const entries = new LRUCache<HoldingKey, Entry>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ sizeBytes }) => blocksOf(sizeBytes),
    dispose: ({ path }, key) => {
      holdings.remove(key)
      // One that somebody has removed already is as it should be.
      unlink(path).catch((error) => isGone(error) || warnOnce(error))
    },
  })
  let folder: Promise<string> | null = null
  let isClosed = false
  let kept = 0
  let hasWarned = false

  const warnOnce = (error: unknown): void => {
    if (!hasWarned) warn(error)
    hasWarned = true
  }
  /** Null for an entry whose file was removed under us, or can't be read. */
  const orMiss = async <Value>(key: HoldingKey, use: Promise<Value>): Promise<Value | null> => {
    try {
      return await use
    } catch (error) {
      entries.delete(key)
      if (!isGone(error)) warnOnce(error)
      return null
    }
  }

  return {
    /** Takes its folder; without one it holds nothing. */
    start: async (): Promise<void> => {
      folder = claimFolder(root)
      await folder.catch(warnOnce)
    },
    has: (key: HoldingKey): boolean => entries.has(key),
    /** Whether it may keep a file of that size, if it keeps nothing else. */
    fits: (sizeBytes: number): boolean => blocksOf(sizeBytes) <= maxBytes,
    /** An open file that is not of this disk, as those are that `open` gives. */
    serve: (file: FileHandle, sizeBytes: number): Held => inFile(file, sizeBytes, buffers),
    open: async (key: HoldingKey): Promise<Held | null> => {
      const entry = entries.get(key)
      if (entry === undefined) return null
      const file = await orMiss<FileHandle>(key, open(entry.path))
      return file && inFile(file, entry.sizeBytes, buffers)
    },
    /** All bytes of what is no larger than that. */
    read: async (key: HoldingKey, { atMostBytes, allocate }: Room): Promise<Buffer | null> => {
      const entry = entries.get(key)
      if (entry === undefined || entry.sizeBytes > atMostBytes) return null
      return orMiss(key, readInto(allocate(entry.sizeBytes), entry.path))
    },
    /** Gives the bytes another name, under which they stay for as long as the caller wants. */
    lend: async (key: HoldingKey, path: string): Promise<boolean> => {
      const entry = entries.get(key)
      if (entry === undefined) return false
      return (
        (await orMiss(
          key,
          cloneFile(entry.path, path).then(() => true),
        )) ?? false
      )
    },
    /** Keeps the bytes of a file. It stays the caller's, but must not be written to any more. */
    keep: async (key: HoldingKey, path: string, sizeBytes: number): Promise<boolean> => {
      if (isClosed) return false
      try {
        kept += 1
        folder ??= claimFolder(root)
        const own = join(await folder, String(kept))
        await cloneFile(path, own)
        entries.set(key, { path: own, sizeBytes })
        if (entries.has(key)) holdings.add(key)
        else await unlink(own)
        return entries.has(key)
      } catch (error) {
        // Somebody removed the folder: the next one gets another.
        if (isGone(error)) folder = null
        warnOnce(error)
        return false
      }
    },
    drop: (key: HoldingKey): void => void entries.delete(key),
    /** @param id of an asset or a project. */
    forget: (id: string): void => {
      for (const key of holdings.of(id)) entries.delete(key)
    },
    /** Lets go of what is in memory. */
    giveBack: buffers.giveBack,
    close: async (): Promise<void> => {
      isClosed = true
      const own = await folder?.catch(() => null)
      if (own) await rm(own, { recursive: true, force: true }).catch(warnOnce)
    },
    sizeBytes: (): number => entries.calculatedSize,
  }
}

export type Disk = ReturnType<typeof createDisk>

const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
