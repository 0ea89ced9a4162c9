import type { Acknowledgement } from '@vitrine/coherence'
import { entityTagOf } from '@vitrine/http'
import type { FastifyReply } from 'fastify'
import { revisionOf, withRevisionOf } from '../changes/revision.js'

/** A body as JSON: dates are strings. */
export type Sent<Body> = {
  [Key in keyof Body]: Date extends Body[Key] ? string : Body[Key]
}

export type Usable<Body> = {
  /** See `created`. */
  requireUsable: ((sent: Sent<Body>) => Promise<void>) | undefined
}

type Deps = {
  /** Resolves when every change so far is seen everywhere. */
  propagated: () => Promise<Acknowledgement>
  onAcknowledged: (acknowledgement: Acknowledgement) => void
}

/** Sends stored answers, which are serialized bodies, unchanged. */
export class Replay {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async creation<Body>(
    reply: FastifyReply,
    text: string,
    { requireUsable }: Usable<Body>,
  ): Promise<Body> {
    const answer = JSON.parse(text)
    await this.#continueWaiting(reply, answer)
    await requireUsable?.(answer)
    reply.type('application/json; charset=utf-8')
    return text as Body
  }

  /** As `creation`, for a PUT or DELETE. An empty text stands for a 204. */
  async change(reply: FastifyReply, text: string): Promise<unknown> {
    if (text !== '') {
      const revision = revisionOf(JSON.parse(text))
      if (revision !== null) reply.header('etag', entityTagOf(revision))
      return this.creation(reply, text, { requireUsable: undefined })
    }
    await this.#continueWaiting(reply, null)
    reply.code(204)
    return undefined
  }

  /** Waits for propagation, since the first call may have failed to. */
  async #continueWaiting(reply: FastifyReply, answer: unknown): Promise<void> {
    const acknowledgement = await this.#deps.propagated().catch((error: unknown) => {
      throw withRevisionOf(error, answer)
    })
    this.#deps.onAcknowledged(acknowledgement)
    reply.header('idempotency-replayed', 'true')
  }
}
