import { mkdtemp, readdir, rm, rmdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { claimFolder, isDiskError } from './cache/files.js'

type Options = {
  /** Where workspaces are created, in order of preference. The next one is used if a disk fails. */
  roots: readonly string[]
  /** Called once for each root that failed. */
  warn: (error: unknown) => void
}

/** A temporary folder for one task. */
export type Workspace = {
  /** Empty at first; removed after the task. */
  folder: string
  /** Keeps the folder until the promise settles, if that is after the task. */
  keepUntil(settled: Promise<unknown>): void
}

export class Workspaces {
  readonly #roots: readonly string[]
  readonly #warn: (error: unknown) => void
  readonly #claims = new Map<string, Promise<string>>()
  readonly #failedRoots = new Set<string>()

  constructor({ roots, warn }: Options) {
    this.#roots = roots
    this.#warn = warn
  }

  /**
   * Runs a task in a workspace. If the disk fails, the task is started again in the next root; in the
   * last root its error is thrown.
   */
  async use<Result>(task: (workspace: Workspace) => Promise<Result>): Promise<Result> {
    for (const root of this.#roots.slice(0, -1)) {
      try {
        return await this.#useBelow(root, task)
      } catch (error) {
        if (!isDiskError(error)) throw error
        if (!this.#failedRoots.has(root)) this.#warn(error)
        this.#failedRoots.add(root)
      }
    }
    return this.#useBelow(this.#roots.at(-1) ?? '', task)
  }

  async close(): Promise<void> {
    for (const claimed of await Promise.allSettled(this.#claims.values())) {
      if (claimed.status === 'fulfilled') {
        await rm(claimed.value, { recursive: true, force: true }).catch(this.#warn)
      }
    }
  }

  async #useBelow<Result>(root: string, task: (workspace: Workspace) => Promise<Result>) {
    const folder = await this.#createFolder(root)
    const pending: Promise<unknown>[] = []
    try {
      return await task({ folder, keepUntil: (settled) => void pending.push(settled) })
    } finally {
      void Promise.allSettled(pending)
        .then(() => removeFolder(folder))
        .catch(this.#warn)
    }
  }

  async #createFolder(root: string): Promise<string> {
    const claim = this.#claims.get(root) ?? claimFolder(root)
    this.#claims.set(root, claim)
    try {
      return await mkdtemp(join(await claim, 'work-'))
    } catch (error) {
      // Claim a new folder next time: this one may have been removed, or the disk cleared.
      this.#claims.delete(root)
      throw error
    }
  }
}

/** Half the system calls of a recursive `rm`, which is left for what this does not expect. */
async function removeFolder(folder: string): Promise<void> {
  try {
    for (const name of await readdir(folder)) await unlink(join(folder, name))
    await rmdir(folder)
  } catch {
    await rm(folder, { recursive: true, force: true })
  }
}
