import type { StoreClient } from '../connection/client.js'
import { onLiveConnection } from '../connection/transport.js'
import { translated } from '../failures/errors.js'
import type { Guard } from '../failures/guard.js'
import { RefusedError } from '../failures/store-errors.js'

/** The most that S3 removes in one call. */
const removedAtOnce = 1000

export type ListedObject = { key: string; storedAtMs: number }

type Bucket = { client: StoreClient; bucket: string }

export function createListing({ guard, ...bucket }: Bucket & { guard: Guard }) {
  return {
    list: (prefix: string): Promise<ListedObject[]> =>
      translated(guard('list', () => list(bucket, prefix))),

    /** Removes objects. Missing ones are ignored. */
    remove: (keys: readonly string[]): Promise<void> =>
      translated(guard('remove', () => remove(bucket, keys))),

    /**
     * Removes every object whose key starts with the prefix, if there is any. Safe to repeat.
     *
     * @throws Error for an empty prefix, or for none in stored data: every key starts with it.
     */
    removePrefix: async (prefix: string): Promise<void> => {
      if (!prefix) throw new Error('an empty prefix would remove every object of the bucket')
      await translated(guard('remove', () => removePrefix(bucket, prefix)))
    },
  }
}

/** By version 1 of the call, which every store supports. */
const listed = ({ client, bucket }: Bucket, prefix: string) =>
  client.listObjects(bucket, prefix, true)

async function list(bucket: Bucket, prefix: string): Promise<ListedObject[]> {
  const found: ListedObject[] = []
  for await (const { name, lastModified } of listed(bucket, prefix)) {
    if (name !== undefined) found.push({ key: name, storedAtMs: lastModified?.getTime() ?? 0 })
  }
  return found
}

async function remove({ client, bucket }: Bucket, keys: readonly string[]): Promise<void> {
  for (let i = 0; i < keys.length; i += removedAtOnce) {
    const some = keys.slice(i, i + removedAtOnce)
    const failures = await onLiveConnection(() => client.removeObjects(bucket, some))
    const failure = failures.find((entry) => entry?.Error !== undefined)
    const { Code = '', Message = '' } = failure?.Error ?? {}
    if (failure) throw new RefusedError(Code, `could not remove objects: ${Message}`)
  }
}

/** Removes while it lists, since a project may have millions of objects. */
async function removePrefix(bucket: Bucket, prefix: string): Promise<void> {
  let keys: string[] = []
  for await (const { name } of listed(bucket, prefix)) {
    if (name !== undefined) keys.push(name)
    if (keys.length < removedAtOnce) continue
    await remove(bucket, keys)
    keys = []
  }
  await remove(bucket, keys)
}
