import type { Redis } from 'ioredis'
import { createBus, createSubscriber } from './bus.js'
import { connect } from './connection.js'

type CacheOptions = {
  /** redis://[:password@]host:port, with `?keyPrefix=…` if installations share it. */
  url: string
  /** Longest time that one command may take, ms. */
  commandTimeoutMs: number
  /** Called once when Redis becomes unreachable and once when it is back, not per command. */
  onStatus: (status: Status, error?: Error) => void
}

/** Longer than for reads, since no caller waits for a subscription. */
const shortestSubscribeMs = 500

/**
 * Counts in a window that begins with the first count. Atomic, so that no key is left without a TTL. A
 * script instead of MULTI, so that one timeout covers all of it.
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
  /** Until the window ends, ms. */
  resetMs: number
}

/**
 * Redis as an optional dependency. A failed read is a miss, and a failed write is dropped. No call rejects
 * because of Redis, and none takes longer than the command timeout. `onStatus` and `isUp` report whether
 * Redis is reachable.
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
  // The client adds it to keys, but not to channels.
  const prefixed = (channel: string): string => `${commands.options.keyPrefix ?? ''}${channel}`

  const orElse = async <Value>(operation: Promise<Value>, missing: Value): Promise<Value> => {
    try {
      return await operation
    } catch {
      // A lost connection was reported by onStatus. A slow answer is a miss.
      return missing
    }
  }
  const evaluate = (script: string, key: string, args: readonly (string | number)[]) =>
    orElse<unknown>(commands.eval(script, 1, key, ...args), null)
  const publish = async (channel: string, message: string): Promise<boolean> =>
    (await orElse(commands.publish(channel, message), null)) !== null
  const subscribe = createSubscriber(() => open(Math.max(shortestSubscribeMs, commandTimeoutMs)))
  const bus = createBus({
    publish: (channel, message) => publish(prefixed(channel), message),
    subscribe: (channel, listener) => subscribe(prefixed(channel), listener),
  })

  return {
    isUp: status.isUp,
    /** @returns null on a miss, and without Redis. */
    get: (key: string): Promise<string | null> => orElse(commands.get(key), null),
    /** @returns whether the value was stored. */
    set: async (key: string, value: string, ttlSeconds: number): Promise<boolean> =>
      (await orElse(commands.set(key, value, 'EX', ttlSeconds), null)) === 'OK',
    /**
     * Adds to a count that expires `windowSeconds` after its first use. `by` may be negative.
     *
     * @returns the new count, or null without Redis.
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
    /** Runs a Lua script on one key. @returns its result, or null if it failed or Redis is unreachable. */
    evaluate,
    bus,
    close: (): void => {
      for (const connection of connections) connection.disconnect()
    },
  }
}

export type Cache = ReturnType<typeof createCache>

type Status = 'up' | 'down'

/** The combined status of several connections: up if all of them are up. */
function createStatus(onChange: (status: Status, error?: Error) => void) {
  const members = new Map<symbol, Status | 'unknown'>()
  let status: Status | undefined

  const setMember = (member: symbol, next: Status, error?: Error) => {
    members.set(member, next)
    const states = [...members.values()]
    const whole = states.includes('down') ? 'down' : states.includes('unknown') ? status : 'up'
    if (whole === undefined || whole === status) return
    status = whole
    onChange(whole, error)
  }

  return {
    isUp: () => status === 'up',
    /** Adds a connection that is being opened. It has no effect until it reports a status. */
    add: () => {
      const member = Symbol('connection')
      members.set(member, 'unknown')
      return {
        onUp: () => setMember(member, 'up'),
        onDown: (error?: Error) => setMember(member, 'down', error),
      }
    },
  }
}
