import type { StoreClient } from './connection/client.js'
import { inTime, onLiveConnection } from './connection/transport.js'
import { failedCheck } from './failures/errors.js'
import { classify } from './failures/failure.js'
import type { Guard } from './failures/guard.js'
import type { FailureLog } from './failures/log.js'
import { isClientAnswer, isMissing, RefusedError } from './failures/store-errors.js'

const probeKey = 'probe'

/** Reads an object. This is cheap, and the error has a body with the reason, unlike that of a HEAD. */
export async function probe(client: StoreClient, bucket: string): Promise<void> {
  try {
    const stream = await client.getObject(bucket, probeKey)
    stream.destroy()
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

type Deps = {
  client: StoreClient
  bucket: string
  timeoutMs: number
  guard: Guard
  failures: FailureLog
}

/** Rejects unless the store answers and the bucket exists. */
export function createCheck({ client, bucket, timeoutMs, guard, failures }: Deps) {
  /** Rejects with the store's own reason. The answer to a HEAD has no body that could contain it. */
  const check = async (): Promise<void> => {
    const exists = await onLiveConnection(() => client.bucketExists(bucket)).catch((error) => {
      if (isClientAnswer(error)) return error as Error
      throw error
    })
    if (exists === true) return
    await onLiveConnection(() => probe(client, bucket))
    throw exists === false ? new RefusedError('NoSuchBucket', 'the bucket does not exist') : exists
  }

  return async (): Promise<void> => {
    try {
      await guard('check', () => inTime(check(), timeoutMs))
    } catch (error) {
      throw failedCheck(failures.ofStore() ?? classify(error), error)
    }
  }
}
