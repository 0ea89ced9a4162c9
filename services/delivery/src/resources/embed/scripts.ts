import { embedScript } from '@vitrine/contracts'
import { AppError } from '@vitrine/errors'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { ScriptFile } from './build.js'
import { prepareScript, type ScriptAnswers, sizeOf } from './script-answers.js'
import type { StoredScripts } from './stored-scripts.js'

type Deps = { build: readonly ScriptFile[]; readStored: StoredScripts }

/** Scripts of other builds that are kept, bytes in all encodings: of some ten builds. */
const maxKeptBytes = 1024 * 1024
/** Looks into the store at once, and those that may wait: a name that was made up costs one. */
const looksAtOnce = 4
const mostWaiting = 32

/**
 * The scripts of this build, and out of the object store those of every other one: a page that was
 * loaded before a deployment asks for parts of the former build, and while replicas are replaced
 * one by one a new page asks an old replica for parts of the new one. The entry is always this build's.
 */
export function createScripts({ build, readStored }: Deps) {
  const files = new Map(
    build.filter(({ path }) => path.endsWith('.js')).map((file) => [file.path, file]),
  )
  /** Of this build, from when they were first asked for: nobody asks for all languages. */
  const own = new Map<string, ScriptAnswers>()

  const prepareOwn = async ({ path, bytes, object }: ScriptFile): Promise<ScriptAnswers> => {
    const answers = await prepareScript({ bytes, isNamedByContent: object !== null })
    own.set(path, answers)
    return answers
  }

  const limit = pLimit(looksAtOnce)
  /** By their paths. Who asks for one that is being read waits for the same reading. */
  const others = new LRUCache<string, ScriptAnswers>({
    maxSize: maxKeptBytes,
    sizeCalculation: sizeOf,
    fetchMethod: async (path) => {
      const bytes = await limit(() => readStored(path))
      return bytes === null ? undefined : prepareScript({ bytes, isNamedByContent: true })
    },
  })

  return {
    /** What is in memory, ready to be sent. */
    peek: (path: string): ScriptAnswers | undefined => own.get(path) ?? others.get(path),

    /** @throws AppError ROUTE_NOT_FOUND, STORE_UNAVAILABLE, OVERLOADED. */
    get: async (path: string): Promise<ScriptAnswers> => {
      const file = files.get(path)
      if (file !== undefined) return own.get(path) ?? prepareOwn(file)
      if (embedScript(path) === null) throw notFound()
      if (limit.pendingCount >= mostWaiting) throw overloaded()
      const found = await others.fetch(path)
      if (found === undefined) throw notFound()
      return found
    },
  }
}

const notFound = () => new AppError('ROUTE_NOT_FOUND', 'There is no such script.')

const overloaded = () =>
  new AppError('OVERLOADED', 'Too many scripts are being looked for. Try again.', {
    retryAfterSeconds: 1,
  })

export type Scripts = ReturnType<typeof createScripts>
