export type Credentials = {
  accessKey: string
  secretKey: string
  /** Required with temporary keys. */
  sessionToken?: string
  expiresAtMs?: number
}

export type CredentialsSource = () => Promise<Credentials>

type Options = {
  /** Fetches new ones, usually over the network, and reports its own failures. */
  fetch: CredentialsSource
  /** Wall clock, ms. */
  now?: () => number
}

/** Temporary credentials are renewed this long before they expire; AWS gives new ones by then. */
const renewBeforeMs = 5 * 60_000
/** After a failure, until the next attempt. */
const pauseMs = 5000

/**
 * Credentials that are renewed before they expire, by one request at a time. While the old ones are valid,
 * no call waits for new ones.
 *
 * @throws the error of `fetch`, if there are no valid credentials.
 */
export function renewed({ fetch, now = Date.now }: Options): CredentialsSource {
  let current: Credentials | undefined
  let underWay: Promise<Credentials> | undefined
  let failure: { error: unknown; atMs: number } | undefined

  const leftMs = (): number =>
    current === undefined ? 0 : (current.expiresAtMs ?? Number.POSITIVE_INFINITY) - now()

  const renew = async (): Promise<Credentials> => {
    try {
      current = await fetch()
      failure = undefined
      return current
    } catch (error) {
      failure = { error, atMs: now() }
      throw error
    } finally {
      underWay = undefined
    }
  }

  return async () => {
    const left = leftMs()
    if (current !== undefined && left > renewBeforeMs) return current
    if (failure === undefined || now() - failure.atMs >= pauseMs) underWay ??= renew()
    if (current !== undefined && left > 0) {
      // A failure has been reported, and these credentials are still valid.
      underWay?.catch(() => undefined)
      return current
    }
    if (underWay === undefined) throw failure?.error
    return underWay
  }
}
