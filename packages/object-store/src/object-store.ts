import type { IncomingMessage } from 'node:http'
import { ambientCredentials } from './connection/ambient-credentials.js'
import { type ConnectionOptions, connect } from './connection/client.js'
import { type CredentialsSource, renewed } from './connection/credentials.js'
import { inTime, onLiveConnection } from './connection/transport.js'
import { collect, type Saved, type SaveOptions, saveTo } from './objects/download.js'
import { type Description, describe } from './objects/metadata.js'
import { type StoredFile, sha256Of, uploadFile } from './objects/upload.js'
import { createBreaker } from './trouble/breaker.js'
import { failedCheck, translated } from './trouble/errors.js'
import {
  CredentialsError,
  isClientAnswer,
  isMissing,
  PermissionExpiredError,
  RefusedError,
} from './trouble/failures.js'
import {
  createTroubleLog,
  type Doing,
  type TroubleListeners,
  type TroubleLog,
} from './trouble/log.js'
import { troubleOf } from './trouble/trouble.js'
import { createWatch } from './trouble/watch.js'

export type ObjectStoreOptions = ConnectionOptions &
  Partial<TroubleListeners> & {
    /** Of the keys, both or none: without them, those that AWS gives to a program where it runs. */
    accessKey?: string
    secretKey?: string
    /** Of temporary keys. */
    sessionToken?: string
    /** Longest silence on a connection, ms: of the first byte, and between any two. */
    timeoutMs: number
    /** From one check to the next while something is wrong, ms. */
    watchEveryMs?: number
  }

/** How long a permission lasts that is used at once. */
const uploadSeconds = 60
/** A probe waits no longer for a silent store, so that its return is noticed soon. */
const longestProbeMs = 1000
/** Credentials come over the network too, perhaps by several calls. */
const credentialsTimeoutMs = 10_000
/** As many as S3 takes in one call. */
const removedAtOnce = 1000
/** There is no such object. */
const probeKey = 'probe'

/** One object of a list. */
export type ListedObject = { key: string; storedAtMs: number }

/** A copy of an object in a file. */
export type Downloaded = Saved & Description
/** A copy of an object in memory. */
type InMemory = { bytes: Buffer } & Description

/** Sends the file's bytes; the object is there whole or not at all. */
export type Upload = (file: StoredFile) => Promise<void>

/**
 * Objects in one bucket. A call throws AppError STORE_UNAVAILABLE when the store is out of reach or
 * silent for too long, and STORE_MISCONFIGURED when it refuses the settings; an object that does not
 * exist is null. While the store is out of reach calls fail at once; its return is noticed within 2 s.
 */
export function createObjectStore(options: ObjectStoreOptions) {
  const { bucket, timeoutMs, onTrouble = () => {}, onRecovery = () => {}, ...rest } = options
  const troubles = createTroubleLog({ ...rest, onTrouble, onRecovery })
  const credentials = credentialsOf(options, troubles.track)
  const { client, transport } = connect(options, credentials, timeoutMs)
  const prober = connect(options, credentials, Math.min(timeoutMs, longestProbeMs)).client
  // Answered at little cost, and a refusal with its reason, unlike a HEAD's.
  const look = (by: typeof client) =>
    isThere(by.getObject(bucket, probeKey).then((stream) => stream.destroy()))
  const breaker = createBreaker({ probe: () => troubles.track('check', () => look(prober)) })
  const guard = <Value>(doing: Doing, operation: () => Promise<Value>): Promise<Value> =>
    breaker(() => troubles.track(doing, () => onLiveConnection(operation)))

  const open = (key: string): Promise<IncomingMessage | null> =>
    translated(
      guard('read', async () => {
        const opening = client.getObject(bucket, key)
        try {
          // The client gives the answer itself, whose headers have the metadata.
          return (await inTime(opening, timeoutMs, (late) => late.destroy())) as IncomingMessage
        } catch (error) {
          if (isMissing(error)) return null
          throw error
        }
      }),
    )

  const get = async (
    key: string,
    { atMostBytes }: Pick<SaveOptions, 'atMostBytes'> = {},
  ): Promise<InMemory | null> => {
    const stream = await open(key)
    if (stream === null) return null
    const bytes = await translated(collect(stream, atMostBytes))
    return { bytes, ...describe(stream) }
  }

  const sign = (key: string, goodForSeconds: number): Upload => {
    const isOver = stopwatch(goodForSeconds * 1000)
    const signedAt = new Date()
    const upload = async (file: StoredFile): Promise<void> => {
      const sha256 = file.sha256 ?? (await sha256Of(file.path))
      const keys = await credentials()
      if (isOver()) throw new PermissionExpiredError(goodForSeconds)
      const signed = client.signPut(bucket, { ...file, key, sha256 }, signedAt, keys)
      await uploadFile(transport, signed, file)
    }
    return (file) => translated(guard('write', () => upload(file)))
  }

  /** Rejects with the store's own reason. The answer to a HEAD has no body that could name it. */
  const check = async (): Promise<void> => {
    const exists = await onLiveConnection(() => client.bucketExists(bucket)).catch((error) => {
      if (isClientAnswer(error)) return error as Error
      throw error
    })
    if (exists === true) return
    await onLiveConnection(() => look(client))
    throw exists === false ? new RefusedError('NoSuchBucket', 'the bucket does not exist') : exists
  }

  const ping = async (): Promise<void> => {
    try {
      await guard('check', () => inTime(check(), timeoutMs))
    } catch (error) {
      throw failedCheck(troubles.ofStore() ?? troubleOf(error), error)
    }
  }

  // By the call's first version, which every store has: the second one's token for more than a
  // thousand objects is beyond s3rver.
  const listed = (prefix: string) => client.listObjects(bucket, prefix, true)

  const list = async (prefix: string): Promise<ListedObject[]> => {
    const found: ListedObject[] = []
    for await (const { name, lastModified } of listed(prefix)) {
      if (name !== undefined) found.push({ key: name, storedAtMs: lastModified?.getTime() ?? 0 })
    }
    return found
  }

  const remove = async (keys: readonly string[]): Promise<void> => {
    for (let i = 0; i < keys.length; i += removedAtOnce) {
      const some = keys.slice(i, i + removedAtOnce)
      const failures = await onLiveConnection(() => client.removeObjects(bucket, some))
      const failure = failures.find((entry) => entry?.Error !== undefined)
      const { Code = '', Message = '' } = failure?.Error ?? {}
      if (failure) throw new RefusedError(Code, `could not remove objects: ${Message}`)
    }
  }

  /** As it lists: a project may have millions. */
  const removePrefix = async (prefix: string): Promise<void> => {
    let keys: string[] = []
    for await (const { name } of listed(prefix)) {
      if (name !== undefined) keys.push(name)
      if (keys.length < removedAtOnce) continue
      await remove(keys)
      keys = []
    }
    await remove(keys)
  }

  return {
    /**
     * Stores a file's bytes. The object is there whole or not at all.
     *
     * @param sha256 of them, in hex, where it is known; else it is computed from the file.
     */
    putFile: (
      key: string,
      path: string,
      sizeBytes: number,
      contentType: string,
      sha256?: string,
    ): Promise<void> =>
      sign(
        key,
        uploadSeconds,
      )({
        path,
        sizeBytes,
        contentType,
        ...(sha256 !== undefined && { sha256 }),
      }),

    /**
     * Permission, taken out now, to store an object until `goodForSeconds` from now: a process that
     * stood still in between can't store what has been removed since. It begins no PUT after that
     * time; if it stands still in the very moment between, the store refuses a signature that is
     * over 15 minutes old by its own clock. Clocks that differ by less do no harm.
     */
    signUpload: async (key: string, goodForSeconds: number): Promise<Upload> =>
      sign(key, goodForSeconds),

    /** The bytes of a whole object in memory: for small objects. Null: there is none. */
    read: async (key: string): Promise<Buffer | null> => (await get(key))?.bytes ?? null,

    /** As `read`, with the object's metadata. */
    get,

    /**
     * Copies an object into a file, which is complete or does not exist.
     *
     * @returns null when there is no such object.
     * @throws besides STORE_UNAVAILABLE the file system's own errors, and the signal's reason.
     */
    download: async (
      key: string,
      path: string,
      options: SaveOptions = {},
    ): Promise<Downloaded | null> => {
      options.signal?.throwIfAborted()
      const stream = await open(key)
      if (stream === null) return null
      return { ...(await saveTo(path, stream, options)), ...describe(stream) }
    },

    /** Every object whose key starts with the prefix. */
    list: (prefix: string): Promise<ListedObject[]> =>
      translated(guard('list', () => list(prefix))),

    /** Removes objects; one that isn't there is fine. */
    remove: (keys: readonly string[]): Promise<void> =>
      translated(guard('remove', () => remove(keys))),

    /**
     * Removes every object whose key starts with the prefix; none is fine. Safe to repeat.
     *
     * @throws Error for an empty prefix, or for none in stored data: every key starts with it.
     */
    removePrefix: async (prefix: string): Promise<void> => {
      if (!prefix) throw new Error('an empty prefix would remove every object of the bucket')
      await translated(guard('remove', () => removePrefix(prefix)))
    },

    /**
     * Rejects unless the store answers and the bucket is there. The error's message is public, and
     * names the fault and the setting to look at.
     */
    ping,

    /** Checks the store at the start, and while something is wrong with it. */
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

/** An object that is not there is an answer as well. */
async function isThere(answer: Promise<unknown>): Promise<void> {
  try {
    await answer
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

/**
 * Whether the time is over, by the clock that ran further: one stands still while the machine
 * sleeps, the other may be set back.
 */
function stopwatch(ms: number): () => boolean {
  const [wallMs, runMs] = [Date.now(), performance.now()]
  return () => Math.max(Date.now() - wallMs, performance.now() - runMs) > ms
}
