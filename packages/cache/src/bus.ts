import { type Topic, topics } from '@vitrine/contracts'
import type { Redis } from 'ioredis'

type Listener = (message: string) => void

/** Subscribes to channels on one connection, which is opened with the first subscription. */
export function createSubscriber(open: () => Redis) {
  const listeners = new Map<string, Listener[]>()
  let connection: Redis | undefined

  const subscribe = (redis: Redis, channels: string[]) => {
    // A connection without its subscriptions would look healthy. Close it: the next one subscribes again.
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
 * Messages between processes by Redis pub/sub. They may be lost, repeated or delayed. Messages sent while a
 * connection is down are lost.
 */
export function createBus(redis: {
  publish: (channel: string, message: string) => Promise<boolean>
  subscribe: (channel: string, listener: Listener) => void
}) {
  return {
    /** @returns whether Redis accepted the message. Who received it is unknown. */
    publish: (topic: Topic, message: string) => redis.publish(topics[topic], message),
    /** Subscribes to a topic, also after reconnecting. */
    subscribe: (topic: Topic, onMessage: Listener) => redis.subscribe(topics[topic], onMessage),
  }
}
