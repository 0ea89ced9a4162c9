import { embedScript } from '@vitrine/contracts'
import { AppError } from '@vitrine/contracts/errors'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { ScriptFile } from './build.js'
import { type PreparedScript, prepareScript, sizeOf } from './prepare-script.js'
import type { StoredScripts } from './stored-scripts.js'

type Deps = { build: readonly ScriptFile[]; readStored: StoredScripts }

/** Maximum total size of cached scripts of other builds, bytes in all encodings: about ten builds. */
const maxKeptBytes = 1024 * 1024
/** Maximum number of concurrent lookups in the store, and of queued ones. An invented name costs a lookup. */
const maxLooks = 4
const maxWaitingLooks = 32

/**
 * The scripts of this build, and those of all other builds from the object store. A page that was loaded
 * before a deployment requests parts of the previous build. During a rolling update, a new page may request
 * parts of the new build from an old replica. The entry is always that of this build.
 */
export function createScripts({ build, readStored }: Deps) {
  const files = new Map(
    build.filter(({ path }) => !path.endsWith('parts.json')).map((file) => [file.path, file]),
  )
  /**
   * The requested scripts of this build. They are prepared on demand, because no page needs all languages.
   */
  const own = new Map<string, PreparedScript>()

  const prepareOwn = async ({ path, bytes, object }: ScriptFile): Promise<PreparedScript> => {
    const script = await prepareScript({ path, bytes, isNamedByContent: object !== null })
    own.set(path, script)
    return script
  }

  const limit = pLimit(maxLooks)
  /** By path. Concurrent requests for a script share the work. */
  const others = new LRUCache<string, PreparedScript>({
    maxSize: maxKeptBytes,
    sizeCalculation: sizeOf,
    fetchMethod: async (path) => {
      const bytes = await limit(() => readStored(path))
      return bytes === null ? undefined : prepareScript({ path, bytes, isNamedByContent: true })
    },
  })

  const findOther = async (path: string): Promise<PreparedScript> => {
    if (embedScript(path) === null) throw notFound()
    if (limit.pendingCount >= maxWaitingLooks) throw overloaded()
    const found = await others.fetch(path)
    if (found === undefined) throw notFound()
    return found
  }

  return {
    /**
     * A script, prepared when it is first requested.
     *
     * @throws AppError ROUTE_NOT_FOUND, STORE_UNAVAILABLE, OVERLOADED.
     */
    get: async (path: string): Promise<PreparedScript> => {
      const known = own.get(path) ?? others.get(path)
      if (known !== undefined) return known
      const file = files.get(path)
      return file === undefined ? findOther(path) : prepareOwn(file)
    },
  }
}

const notFound = () => new AppError('ROUTE_NOT_FOUND', 'There is no such script.')

const overloaded = () =>
  new AppError('OVERLOADED', 'Too many scripts are being looked up. Try again.', {
    retryAfterSeconds: 1,
  })

export type Scripts = ReturnType<typeof createScripts>
