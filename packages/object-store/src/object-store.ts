import { ambientCredentials } from './connection/ambient-credentials.js'
import { type ConnectionOptions, connect } from './connection/client.js'
import { type CredentialsSource, renewed } from './connection/credentials.js'
import { inTime, onLiveConnection } from './connection/transport.js'
import { createListing, type ListedObject } from './objects/listing.js'
import { createReading } from './objects/reading.js'
import { createSigning, type Upload } from './objects/signing.js'
import { createBreaker } from './trouble/breaker.js'
import { createCheck, probe } from './trouble/check.js'
import { translated } from './trouble/errors.js'
import { CredentialsError } from './trouble/failures.js'
import type { Guard } from './trouble/guard.js'
import { createTroubleLog, type TroubleListeners, type TroubleLog } from './trouble/log.js'
import { createWatch } from './trouble/watch.js'

export type ObjectStoreOptions = ConnectionOptions &
  Partial<TroubleListeners> & {
    /** Both keys or neither: without them, AWS's own sources of credentials are used. */
    accessKey?: string
    secretKey?: string
    /** For temporary keys. */
    sessionToken?: string
    /** Longest silence on a connection, ms: before the first byte, and between any two. */
    timeoutMs: number
    /** Interval of the checks while there is a problem, ms. */
    watchEveryMs?: number
  }

/** Validity of a signed upload, which is used at once. */
const uploadSeconds = 60
/** Shorter than the timeout of calls, so that a recovery is noticed soon. */
const longestProbeMs = 1000
/** Credentials come over the network, too, possibly by several calls. */
const credentialsTimeoutMs = 10_000

/**
 * Objects in one bucket. A call throws AppError STORE_UNAVAILABLE if the store is unreachable or silent for
 * too long, and STORE_MISCONFIGURED if it rejects the settings. A missing object is null. While the store
 * is unreachable, calls fail at once. A recovery is noticed within 2 s.
 */
export function createObjectStore(options: ObjectStoreOptions) {
  const { bucket, timeoutMs, onTrouble = () => {}, onRecovery = () => {}, ...rest } = options
  const troubles = createTroubleLog({ ...rest, onTrouble, onRecovery })
  const credentials = credentialsOf(options, troubles.track)
  const { client, transport } = connect(options, credentials, timeoutMs)
  const prober = connect(options, credentials, Math.min(timeoutMs, longestProbeMs)).client
  const breaker = createBreaker({
    probe: () => troubles.track('check', () => probe(prober, bucket)),
  })
  const guard: Guard = (doing, operation) =>
    breaker(() => troubles.track(doing, () => onLiveConnection(operation)))

  const ping = createCheck({ client, bucket, timeoutMs, guard, troubles })
  const reading = createReading({ client, bucket, timeoutMs, guard })
  const listing = createListing({ client, bucket })
  const sign = createSigning({ client, transport, bucket, credentials, guard })

  return {
    /**
     * Stores a file's bytes. The object is complete or does not exist.
     *
     * @param sha256 of the bytes, in hex; computed from the file if left out.
     */
    putFile: (
      key: string,
      path: string,
      sizeBytes: number,
      contentType: string,
      sha256?: string,
    ): Promise<void> => {
      const upload = sign(key, uploadSeconds)
      return upload({ path, sizeBytes, contentType, ...(sha256 !== undefined && { sha256 }) })
    },

    /**
     * Signs an upload now that may begin until `goodForSeconds` from now. So a process that was suspended
     * in between cannot store an object that has been removed since: it begins no PUT after that time. If
     * it is suspended between this check and the request, the store rejects a signature that is more than
     * 15 minutes old by its own clock. Smaller clock differences do no harm.
     */
    signUpload: async (key: string, goodForSeconds: number): Promise<Upload> =>
      sign(key, goodForSeconds),

    /** The bytes of a whole object, in memory: for small objects. null if it does not exist. */
    read: async (key: string): Promise<Buffer | null> => (await reading.get(key))?.bytes ?? null,

    /** As `read`, with the object's metadata. */
    get: reading.get,

    /**
     * Copies an object into a file, which is complete or does not exist.
     *
     * @returns null when there is no such object.
     * @throws besides STORE_UNAVAILABLE the file system's own errors, and the signal's reason.
     */
    download: reading.download,

    /** Every object whose key starts with the prefix. */
    list: (prefix: string): Promise<ListedObject[]> =>
      translated(guard('list', () => listing.list(prefix))),

    /** Removes objects. Missing ones are ignored. */
    remove: (keys: readonly string[]): Promise<void> =>
      translated(guard('remove', () => listing.remove(keys))),

    /**
     * Removes every object whose key starts with the prefix, if there is any. Safe to repeat.
     *
     * @throws Error for an empty prefix, or for none in stored data: every key starts with it.
     */
    removePrefix: async (prefix: string): Promise<void> => {
      if (!prefix) throw new Error('an empty prefix would remove every object of the bucket')
      await translated(guard('remove', () => listing.removePrefix(prefix)))
    },

    /**
     * Rejects unless the store answers and the bucket exists. The message is public, and names the problem
     * and the setting to check.
     */
    ping,

    /** Checks the store at the start, and repeatedly while there is a problem. */
    watch: createWatch({
      check: ping,
      isTroubled: troubles.isTroubled,
      everyMs: options.watchEveryMs ?? 5000,
    }),
  }
}

export type ObjectStore = ReturnType<typeof createObjectStore>

function credentialsOf(
  { accessKey, secretKey, sessionToken, region }: ObjectStoreOptions,
  track: TroubleLog['track'],
): CredentialsSource {
  if (accessKey !== undefined && secretKey !== undefined) {
    const given = { accessKey, secretKey, ...(sessionToken !== undefined && { sessionToken }) }
    return async () => given
  }
  const ambient = ambientCredentials(region)
  const fetch = async () => {
    try {
      return await inTime(ambient(), credentialsTimeoutMs)
    } catch (cause) {
      throw new CredentialsError(cause)
    }
  }
  return renewed({ fetch: () => track('get credentials', fetch) })
}
