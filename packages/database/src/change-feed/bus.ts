import {
  type ChangeNotification,
  decodeChangeNotification,
  type Topic,
  topics,
} from '@vitrine/contracts'
import type { Connection } from './connection.js'

/** Postgres accepts less than 8000 bytes. */
const maxPayloadBytes = 7999

type Listener = (message: string) => void

/** Messages between the services by NOTIFY and LISTEN. */
export function createNotifications(connection: Connection) {
  const listeners = new Map<string, Listener[]>()

  return {
    /** Gets the connection's notifications. */
    deliver: (channel: string, message: string): void => {
      for (const onMessage of listeners.get(channel) ?? []) onMessage(message)
    },
    bus: {
      /** @returns whether Postgres accepted it; who received it is unknown. Never rejects. */
      publish: async (topic: Topic, message: string): Promise<boolean> => {
        const payload = fitting(topic, message)
        if (payload === null) return false
        try {
          await connection.query('SELECT pg_notify($1, $2)', [topics[topic], payload])
          return true
        } catch {
          return false // The feed's onError reports a lost connection.
        }
      },
      subscribe: (topic: Topic, onMessage: Listener): void => {
        const channel = topics[topic]
        listeners.set(channel, [...(listeners.get(channel) ?? []), onMessage])
        connection.listen(channel)
      },
    },
  }
}

export type Notifications = ReturnType<typeof createNotifications>

/** A notification that is too long is sent without its changes: replicas pull them up to `upTo`. */
function fitting(topic: Topic, message: string): string | null {
  if (Buffer.byteLength(message) <= maxPayloadBytes) return message
  const notification = topic === 'changes' ? decodeChangeNotification(message) : null
  return (
    notification && JSON.stringify({ ...notification, changes: [] } satisfies ChangeNotification)
  )
}
