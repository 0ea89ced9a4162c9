import { type Topic, topics } from '@vitrine/contracts'
import type { Redis } from 'ioredis'

type Listener = (message: string) => void

/** Hears channels, all on one connection, which is opened when there is something to hear. */
export function createSubscriber(open: () => Redis) {
  const listeners = new Map<string, Listener[]>()
  let connection: Redis | undefined

  const subscribe = (redis: Redis, channels: string[]) => {
    // Nothing would be heard although the connection looks fine. The next one subscribes anew.
    redis.subscribe(...channels).catch((error: Error) => redis.stream.destroy(error))
  }

  const connect = (): Redis => {
    const redis = open()
    redis.on('ready', () => subscribe(redis, [...listeners.keys()]))
    redis.on('message', (channel: string, message: string) => {
      for (const listener of listeners.get(channel) ?? []) listener(message)
    })
    return redis
  }

  return (channel: string, listener: Listener): void => {
    const others = listeners.get(channel)
    listeners.set(channel, [...(others ?? []), listener])
    connection ??= connect()
    if (others === undefined && connection.status === 'ready') subscribe(connection, [channel])
  }
}

/**
 * Messages between processes by Redis pub/sub. It may lose, repeat or delay them: what was sent
 * while a connection was away is lost.
 */
export function createBus(redis: {
  publish: (channel: string, message: string) => Promise<boolean>
  subscribe: (channel: string, listener: Listener) => void
}) {
  return {
    /** @returns whether Redis took the message; who heard it is not known. */
    publish: (topic: Topic, message: string) => redis.publish(topics[topic], message),
    /** Hears a topic from now on, over lost connections. */
    subscribe: (topic: Topic, onMessage: Listener) => redis.subscribe(topics[topic], onMessage),
  }
}
