import type { StoreClient } from '../connection/client.js'
import { onLiveConnection } from '../connection/transport.js'
import { RefusedError } from '../trouble/failures.js'

/** The most that S3 removes in one call. */
const removedAtOnce = 1000

/** One object of a list. */
export type ListedObject = { key: string; storedAtMs: number }

/** Lists and removes objects. */
export function createListing({ client, bucket }: { client: StoreClient; bucket: string }) {
  // Uses version 1 of the call, which every store supports. For more than a thousand objects version 2
  // needs a token that s3rver does not have.
  const listed = (prefix: string) => client.listObjects(bucket, prefix, true)

  const remove = async (keys: readonly string[]): Promise<void> => {
    for (let i = 0; i < keys.length; i += removedAtOnce) {
      const some = keys.slice(i, i + removedAtOnce)
      const failures = await onLiveConnection(() => client.removeObjects(bucket, some))
      const failure = failures.find((entry) => entry?.Error !== undefined)
      const { Code = '', Message = '' } = failure?.Error ?? {}
      if (failure) throw new RefusedError(Code, `could not remove objects: ${Message}`)
    }
  }

  return {
    list: async (prefix: string): Promise<ListedObject[]> => {
      const found: ListedObject[] = []
      for await (const { name, lastModified } of listed(prefix)) {
        if (name !== undefined) found.push({ key: name, storedAtMs: lastModified?.getTime() ?? 0 })
      }
      return found
    },

    remove,

    /** Removes while it lists, since a project may have millions of objects. */
    removePrefix: async (prefix: string): Promise<void> => {
      let keys: string[] = []
      for await (const { name } of listed(prefix)) {
        if (name !== undefined) keys.push(name)
        if (keys.length < removedAtOnce) continue
        await remove(keys)
        keys = []
      }
      await remove(keys)
    },
  }
}
