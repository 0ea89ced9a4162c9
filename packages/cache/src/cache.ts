import { Redis } from 'ioredis'

export type CacheOptions = {
  /** redis://[:password@]host:port */
  url: string
  /** Longest time that one command may take, ms. */
  commandTimeoutMs: number
  /** Told when Redis goes away and when it is back: once per change, not per command. */
  onStatus: (status: 'up' | 'down', error?: Error) => void
}

/**
 * Counts in a window that begins with the first count: one step, so that no key is left without
 * an end. A script and not MULTI, to be one command with one timeout.
 */
const incrementScript = `
  local count = redis.call('INCRBY', KEYS[1], ARGV[1])
  local rest = redis.call('PTTL', KEYS[1])
  if rest < 0 then
    rest = ARGV[2] * 1000
    redis.call('PEXPIRE', KEYS[1], rest)
  end
  return { count, rest }`

export type WindowCount = {
  count: number
  /** Until the window ends and counting begins anew, ms. */
  resetMs: number
}

/**
 * Redis, as something that may be gone. A value that cannot be read is a miss and one that cannot
 * be written is not kept: no call here rejects because of Redis, and none waits longer than the
 * command timeout. Whether Redis is there is told by `onStatus` and `isUp`.
 */
export function createCache({ url, commandTimeoutMs, onStatus }: CacheOptions) {
  let status: 'up' | 'down' | undefined
  const setStatus = (next: 'up' | 'down', error?: Error) => {
    if (next === status) return
    status = next
    onStatus(next, error)
  }

  const connect = (offlineQueue: boolean) => {
    const redis = new Redis(url, {
      connectTimeout: 1000,
      commandTimeout: commandTimeoutMs,
      // A command while Redis is away fails at once instead of waiting in line.
      enableOfflineQueue: offlineQueue,
      maxRetriesPerRequest: 0,
      autoResubscribe: true,
      retryStrategy: (attempt) => Math.min(attempt * 100, 1000),
    })
    redis.on('error', (error: Error) => setStatus('down', error))
    redis.on('close', () => setStatus('down'))
    return redis
  }
  const commands = connect(false)
  commands.on('ready', () => setStatus('up'))
  const subscriptions = new Set<Redis>()

  const orElse = async <Value>(operation: Promise<Value>, missing: Value): Promise<Value> => {
    try {
      return await operation
    } catch {
      // Not swallowed: a lost connection was told by onStatus, a slow answer is a miss.
      return missing
    }
  }

  return {
    isUp: () => status === 'up',
    /** @returns null when there is none, or no Redis. */
    get: (key: string): Promise<string | null> => orElse(commands.get(key), null),
    /** @returns whether the value is kept. */
    set: async (key: string, value: string, ttlSeconds: number): Promise<boolean> =>
      (await orElse(commands.set(key, value, 'EX', ttlSeconds), null)) === 'OK',
    /**
     * Adds to a count that ends `windowSeconds` after it was begun; `by` may be negative.
     * @returns the count with this one, or null when there is no Redis.
     */
    increment: async (
      key: string,
      by: number,
      windowSeconds: number,
    ): Promise<WindowCount | null> => {
      const counted = await orElse(
        commands.eval(incrementScript, 1, key, by, windowSeconds) as Promise<[number, number]>,
        null,
      )
      return counted && { count: counted[0], resetMs: counted[1] }
    },
    /** @returns whether Redis took the message; who heard it is not known. */
    publish: async (channel: string, message: string): Promise<boolean> =>
      (await orElse(commands.publish(channel, message), null)) !== null,
    /**
     * Hears a channel from now on, over lost connections. What was published while the
     * connection was away is lost.
     */
    subscribe: (channel: string, onMessage: (message: string) => void): void => {
      const subscriber = connect(true)
      subscriptions.add(subscriber)
      subscriber.on('message', (_channel: string, message: string) => onMessage(message))
      subscriber.on('ready', () => {
        // Refused only when the connection is lost again: the next `ready` repeats it.
        subscriber.subscribe(channel).catch((error: Error) => setStatus('down', error))
      })
    },
    close: (): void => {
      for (const connection of [commands, ...subscriptions]) connection.disconnect()
    },
  }
}

export type Cache = ReturnType<typeof createCache>
