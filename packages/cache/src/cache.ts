import type { Redis } from 'ioredis'
import { createBus, createSubscriber } from './bus.js'
import { connect } from './connection.js'
import { createStatus, type Status } from './status.js'

export type CacheOptions = {
  /** redis://[:password@]host:port */
  url: string
  /** Longest time that one command may take, ms. */
  commandTimeoutMs: number
  /** Told when Redis goes away and when it is back: once per change, not per command. */
  onStatus: (status: Status, error?: Error) => void
}

/** Nobody waits for a subscription: no need to be as impatient as with a read. */
const subscribeTimeoutMs = 500

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
  const status = createStatus(onStatus)
  const connections: Redis[] = []
  const open = (timeoutMs: number): Redis => {
    const connection = connect({ url, commandTimeoutMs: timeoutMs, ...status.add() })
    connections.push(connection)
    return connection
  }
  const commands = open(commandTimeoutMs)

  const orElse = async <Value>(operation: Promise<Value>, missing: Value): Promise<Value> => {
    try {
      return await operation
    } catch {
      // Not swallowed: a lost connection was told by onStatus, a slow answer is a miss.
      return missing
    }
  }
  const evaluate = (script: string, key: string, args: readonly (string | number)[]) =>
    orElse<unknown>(commands.eval(script, 1, key, ...args), null)
  const publish = async (channel: string, message: string): Promise<boolean> =>
    (await orElse(commands.publish(channel, message), null)) !== null
  const subscribe = createSubscriber(() => open(subscribeTimeoutMs))

  return {
    isUp: status.isUp,
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
      const counted = await evaluate(incrementScript, key, [by, windowSeconds])
      const [count, resetMs] = (counted ?? []) as [number?, number?]
      return count === undefined || resetMs === undefined ? null : { count, resetMs }
    },
    /**
     * Runs a Lua script on one key.
     * @returns what it returns, or null when it failed, was refused, or there is no Redis.
     */
    evaluate,
    bus: createBus({ publish, subscribe }),
    close: (): void => {
      for (const connection of connections) connection.disconnect()
    },
  }
}

export type Cache = ReturnType<typeof createCache>
