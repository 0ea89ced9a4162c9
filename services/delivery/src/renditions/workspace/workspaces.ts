import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isDiskError } from '../cache/files.js'
import { claimFolder } from './process-folder.js'

type Options = {
  /** Where to work, the best first. The others are for when that one is full or read-only. */
  roots: readonly string[]
  /** Told once for each root that could not be worked in. */
  warn: (error: unknown) => void
}

/** A place to work. */
export type Bench = {
  /** Empty at first; removed after the task, and after what was held. */
  folder: string
  hold(until: Promise<unknown>): void
}

/** Folders for files that are needed for a moment. */
export function createScratch({ roots, warn }: Options) {
  const claims = new Map<string, Promise<string>>()
  const warned = new Set<string>()

  const claim = async (root: string): Promise<string> => {
    const claimed = claims.get(root) ?? claimFolder(root)
    claims.set(root, claimed)
    try {
      return await mkdtemp(join(await claimed, 'work-'))
    } catch (error) {
      // Claimed anew the next time: somebody may have removed it, or cleared the disk.
      claims.delete(root)
      throw error
    }
  }

  const within = async <Result>(root: string, task: (bench: Bench) => Promise<Result>) => {
    const folder = await claim(root)
    const held: Promise<unknown>[] = []
    try {
      return await task({ folder, hold: (until) => void held.push(until) })
    } finally {
      void Promise.allSettled(held)
        .then(() => rm(folder, { recursive: true, force: true }))
        .catch(warn)
    }
  }

  return {
    /**
     * Runs a task on a bench of its own. Where the disk fails it, the task is begun anew in the next
     * root; after the last one its error is thrown.
     */
    use: async <Result>(task: (bench: Bench) => Promise<Result>): Promise<Result> => {
      for (const root of roots.slice(0, -1)) {
        try {
          return await within(root, task)
        } catch (error) {
          if (!isDiskError(error)) throw error
          if (!warned.has(root)) warn(error)
          warned.add(root)
        }
      }
      return within(roots.at(-1) ?? '', task)
    },
    close: async (): Promise<void> => {
      for (const claimed of await Promise.allSettled(claims.values())) {
        if (claimed.status === 'fulfilled') {
          await rm(claimed.value, { recursive: true, force: true }).catch(warn)
        }
      }
    },
  }
}

export type Scratch = ReturnType<typeof createScratch>
