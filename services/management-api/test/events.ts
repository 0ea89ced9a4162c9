import { randomUUID } from 'node:crypto'
import { createCache, createEventStream } from '@vitrine/cache'
import { encodeEventBatch, eventStreamOf, type WidgetEvents } from '@vitrine/contracts'
import { backends, until } from '@vitrine/testing'
import type { Test } from 'tap'

/** A stream of this test alone, which a process of delivery writes to. */
export async function openEvents(
  t: Test,
  key = `test:events:${randomUUID()}`,
  url = backends().redisUrl,
) {
  const cache = createCache({
    url,
    // A busy machine must not look like an outage.
    commandTimeoutMs: 10_000,
    onStatus: () => undefined,
  })
  t.teardown(() => cache.close())
  await until(() => cache.isUp())
  const stream = createEventStream(cache, key)
  const producer = randomUUID()
  let seq = 0
  return {
    cache,
    stream,
    producer,
    write: (...widgets: WidgetEvents[]) => {
      seq += 1
      return stream.append([encodeEventBatch({ producer, seq, widgets })], 1_000_000)
    },
  }
}

/** A database of Redis that the app of other files does not use: nobody else reads its streams or reports there. */
export function ownRedisUrl(database = 9): string {
  const url = new URL(backends().redisUrl)
  url.pathname = `/${database}`
  return url.href
}

/** Does the same as `openEvents`, in the stream that the service with `ownRedisUrl` reads. */
export const openServiceEvents = (t: Test) =>
  openEvents(t, eventStreamOf(randomUUID()), ownRedisUrl())
