import { type FileHandle, open, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { ImageKey } from '../image.js'
import { type ImageBytes, inFile } from '../image-bytes.js'
import { createReadBuffers } from './buffers.js'
import { claimFolder, cloneFile, readInto } from './files.js'
import { KeyIndex } from './key-index.js'

type Options = {
  /** Created if missing. Several processes may share it. */
  root: string
  maxBytes: number
  /** Called once, for the first failure of the disk. */
  warn: (error: unknown) => void
}

/** Files occupy whole blocks of this size, bytes. */
const blockBytes = 4096

const blocksOf = (sizeBytes: number): number =>
  (Math.floor(sizeBytes / blockBytes) + 1) * blockBytes

type Entry = { path: string; sizeBytes: number }
type ReadLimits = { atMostBytes: number; allocate: (sizeBytes: number) => Buffer }

/**
 * The disk cache: the most recently requested images of this process, at most `maxBytes`. A disk failure is
 * a cache miss, never an error. The index is in memory only, so a restarted process begins with an empty
 * cache.
 */
export class Disk {
  readonly #options: Options
  readonly #keys = new KeyIndex()
  readonly #buffers = createReadBuffers()
  readonly #entries: LRUCache<ImageKey, Entry>
  #folder: Promise<string> | null = null
  #isClosed = false
  #fileCount = 0
  #hasWarned = false

  constructor(options: Options) {
    this.#options = options
    this.#entries = new LRUCache<ImageKey, Entry>({
      maxSize: Math.max(1, options.maxBytes),
      sizeCalculation: ({ sizeBytes }) => blocksOf(sizeBytes),
      dispose: ({ path }, key) => {
        this.#keys.remove(key)
        unlink(path).catch((error) => isGone(error) || this.#warnOnce(error))
      },
    })
  }

  /** Creates the folder of this process. If that fails, the cache stays empty. */
  async start(): Promise<void> {
    this.#folder = claimFolder(this.#options.root)
    await this.#folder.catch((error) => this.#warnOnce(error))
  }

  has(key: ImageKey): boolean {
    return this.#entries.has(key)
  }

  /** Whether a file of this size fits into the cache at all. */
  fits(sizeBytes: number): boolean {
    return blocksOf(sizeBytes) <= this.#options.maxBytes
  }

  /** The bytes of an open file that is not part of the cache. */
  serve(file: FileHandle, sizeBytes: number): ImageBytes {
    return inFile(file, sizeBytes, this.#buffers)
  }

  async open(key: ImageKey): Promise<ImageBytes | null> {
    const entry = this.#entries.get(key)
    if (entry === undefined) return null
    const file = await this.#orMiss<FileHandle>(key, open(entry.path))
    return file && inFile(file, entry.sizeBytes, this.#buffers)
  }

  /** Reads a whole file, unless it is larger than the limit. */
  async read(key: ImageKey, { atMostBytes, allocate }: ReadLimits): Promise<Buffer | null> {
    const entry = this.#entries.get(key)
    if (entry === undefined || entry.sizeBytes > atMostBytes) return null
    return this.#orMiss(key, readInto(allocate(entry.sizeBytes), entry.path))
  }

  /** Links a file to `path`, where it stays readable even if it is evicted. @returns false on a miss. */
  async linkTo(key: ImageKey, path: string): Promise<boolean> {
    const entry = this.#entries.get(key)
    if (entry === undefined) return false
    const linked = cloneFile(entry.path, path).then(() => true)
    return (await this.#orMiss(key, linked)) ?? false
  }

  /** Caches a copy of a file. The caller keeps its own file, but must not write to it any more. */
  async keep(key: ImageKey, path: string, sizeBytes: number): Promise<boolean> {
    if (this.#isClosed) return false
    try {
      this.#fileCount += 1
      this.#folder ??= claimFolder(this.#options.root)
      const own = join(await this.#folder, String(this.#fileCount))
      await cloneFile(path, own)
      this.#entries.set(key, { path: own, sizeBytes })
      if (this.#entries.has(key)) this.#keys.add(key)
      else await unlink(own)
      return this.#entries.has(key)
    } catch (error) {
      // The folder was removed: the next file claims a new one.
      if (isGone(error)) this.#folder = null
      this.#warnOnce(error)
      return false
    }
  }

  drop(key: ImageKey): void {
    this.#entries.delete(key)
  }

  /** @param id of an asset or a project. */
  forget(id: string): void {
    for (const key of this.#keys.of(id)) this.#entries.delete(key)
  }

  releaseMemory(): void {
    this.#buffers.release()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const own = await this.#folder?.catch(() => null)
    if (own) await rm(own, { recursive: true, force: true }).catch((e) => this.#warnOnce(e))
  }

  sizeBytes(): number {
    return this.#entries.calculatedSize
  }

  /** Returns null and removes the entry if the file was removed or cannot be read. */
  async #orMiss<Value>(key: ImageKey, use: Promise<Value>): Promise<Value | null> {
    try {
      return await use
    } catch (error) {
      this.#entries.delete(key)
      if (!isGone(error)) this.#warnOnce(error)
      return null
    }
  }

  #warnOnce(error: unknown): void {
    if (!this.#hasWarned) this.#options.warn(error)
    this.#hasWarned = true
  }
}

const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
