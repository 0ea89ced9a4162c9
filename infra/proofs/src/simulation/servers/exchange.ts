import type { Bus } from '@vitrine/coherence'
import type { Topic } from '@vitrine/contracts'
import type { Random } from '@vitrine/testing/random'
import type { Link } from '../environment/link.js'
import type { Process } from '../environment/process.js'

type Subscriber = {
  topic: Topic
  process: Process
  link: Link
  onMessage: (message: string) => void
}

type Connection = { process: Process; link: Link; timeoutMs: number }

/** Probability that a message is delivered twice. */
const repeated = 0.05

/**
 * Publish/subscribe of one server. Each delivery has its own latency, so messages may be reordered.
 *
 * @param lossiness probability that a message is lost although no link is cut.
 */
export function createExchange(random: Random, lossiness: () => number) {
  const subscribers: Subscriber[] = []

  const spread = (topic: Topic, message: string): true => {
    for (const { process, link, onMessage, ...subscriber } of subscribers) {
      if (subscriber.topic !== topic || !process.isAlive()) continue
      const copies = random.chance(lossiness()) ? 0 : random.chance(repeated) ? 2 : 1
      for (let copy = 0; copy < copies; copy += 1) link.push(process, () => onMessage(message))
    }
    return true
  }

  return {
    /** The exchange, reached by one process over its link. */
    busOf: ({ process, link, timeoutMs }: Connection): Bus => ({
      publish: (topic, message) =>
        link.call(process, timeoutMs, () => spread(topic, message)).catch(() => false),
      subscribe: (topic, onMessage) => {
        subscribers.push({ topic, process, link, onMessage })
      },
    }),
  }
}
