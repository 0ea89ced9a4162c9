import { createCheck, probe } from './check.js'
import { type ConnectionOptions, connect } from './connection/client.js'
import { type CredentialsSource, renewed } from './connection/credentials.js'
import { inTime, onLiveConnection } from './connection/transport.js'
import { createBreaker } from './failures/breaker.js'
import type { Guard } from './failures/guard.js'
import { createFailureLog, type FailureListeners, type FailureLog } from './failures/log.js'
import { CredentialsError } from './failures/store-errors.js'
import { createListing } from './objects/listing.js'
import { createReading } from './objects/reading.js'
import { createWriting } from './objects/writing.js'

export type ObjectStoreOptions = ConnectionOptions &
  Partial<FailureListeners> & {
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

/** Shorter than the timeout of calls, so that a recovery is noticed soon. */
const longestProbeMs = 1000
/** Credentials may also come over the network, by several calls. */
const credentialsTimeoutMs = 10_000

/**
 * Objects in one bucket. A call throws AppError STORE_UNAVAILABLE if the store is unreachable or silent for
 * too long, and STORE_MISCONFIGURED if it rejects the settings. A missing object is null. While the store
 * is unreachable, calls fail at once. A recovery is noticed within 2 s.
 */
export function createObjectStore(options: ObjectStoreOptions) {
  const { bucket, timeoutMs, onFailure = () => {}, onRecovery = () => {}, ...rest } = options
  const failures = createFailureLog({ ...rest, onFailure, onRecovery })
  const credentials = credentialsOf(options, failures.track)
  const { client, transport } = connect(options, credentials, timeoutMs)
  const prober = connect(options, credentials, Math.min(timeoutMs, longestProbeMs)).client
  const breaker = createBreaker({
    probe: () => failures.track('check', () => probe(prober, bucket)),
  })
  const guard: Guard = (action, operation) =>
    breaker(() => failures.track(action, () => onLiveConnection(operation)))

  const ping = createCheck({ client, bucket, timeoutMs, guard, failures })

  return {
    ...createReading({ client, bucket, timeoutMs, guard }),
    ...createWriting({ client, transport, bucket, credentials, guard }),
    ...createListing({ client, bucket, guard }),

    /**
     * Rejects unless the store answers and the bucket exists. The message is public, and names the problem
     * and the setting to check.
     */
    ping,

    /** Checks the store at the start, and repeatedly while there is a problem. */
    watch: createWatch({
      check: ping,
      isFailing: failures.isFailing,
      everyMs: options.watchEveryMs ?? 5000,
    }),
  }
}

export type ObjectStore = ReturnType<typeof createObjectStore>

function credentialsOf(
  { accessKey, secretKey, sessionToken, region }: ObjectStoreOptions,
  track: FailureLog['track'],
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

/**
 * The credentials that AWS provides to a program: AWS_* variables, a web identity (IRSA), the endpoint of a
 * container (ECS, EKS pod identity), the instance metadata service (IMDSv2). AWS's own chain reads its
 * variables from the environment. It is loaded at the first use, so a service with static keys does not
 * load it.
 */
function ambientCredentials(region: string): CredentialsSource {
  const load = async () => {
    const { defaultProvider } = await import('@aws-sdk/credential-provider-node')
    // The region of the token service for web identities.
    return defaultProvider({ clientConfig: { region } })
  }
  let chain: ReturnType<typeof load> | undefined
  return async () => {
    chain ??= load()
    const provide = await chain
    // Our own cache decides when to renew: AWS's hides that a renewal failed.
    const found = await provide({ forceRefresh: true })
    return {
      accessKey: found.accessKeyId,
      secretKey: found.secretAccessKey,
      ...(found.sessionToken !== undefined && { sessionToken: found.sessionToken }),
      ...(found.expiration !== undefined && { expiresAtMs: found.expiration.getTime() }),
    }
  }
}

type Options = {
  /** Rejects while the store fails. The failure log records it. */
  check: () => Promise<void>
  isFailing: () => boolean
  everyMs: number
}

/**
 * Checks the store at the start, and repeatedly while it fails. So a wrong setting is logged before a request fails
 * because of it, and a recovery is noticed without a request.
 */
function createWatch({ check, isFailing, everyMs }: Options) {
  let timer: NodeJS.Timeout | undefined
  const look = (): void => void check().catch(() => undefined)
  return {
    start: (): void => {
      look()
      timer = setInterval(() => isFailing() && look(), everyMs).unref()
    },
    stop: (): void => clearInterval(timer),
  }
}
