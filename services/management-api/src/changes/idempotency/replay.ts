import type { Acknowledgement } from '@vitrine/coherence'
import { entityTagOf } from '@vitrine/http'
import type { FastifyReply } from 'fastify'
import { revisionOf, withRevisionOf } from '../revision.js'

/** A body as JSON: dates are strings. */
export type Sent<Body> = {
  [Key in keyof Body]: Date extends Body[Key] ? string : Body[Key]
}

/** How the answer to a POST is sent, first or repeated. */
export type Repeats<Body, Shown = Body> = {
  /** Of the answer; 201 by default. */
  status?: 200 | 201 | 202
  /** Throws if the stored answer has a secret that is no longer valid. */
  requireUsable?: (sent: Sent<Body>) => Promise<void>
  /** Makes the body of an answer, first or repeated, for example without a secret that it puts into a header. */
  present?: (answer: Body | Sent<Body>) => Shown
}

type Deps = {
  /** Resolves when every change so far is seen everywhere. */
  propagated: () => Promise<Acknowledgement>
  onAcknowledged: (acknowledgement: Acknowledgement) => void
}

/** Sends stored answers, which are serialized bodies, unchanged unless `present` makes others. */
export class Replay {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async creation<Body, Shown>(
    reply: FastifyReply,
    text: string,
    { requireUsable, present }: Repeats<Body, Shown>,
  ): Promise<Body | Shown> {
    const answer = JSON.parse(text)
    await this.#continueWaiting(reply, answer)
    await requireUsable?.(answer)
    if (present !== undefined) return present(answer)
    reply.type('application/json; charset=utf-8')
    return text as Body
  }

  /** As `creation`, for a PUT or DELETE. An empty text stands for a 204. */
  async change(reply: FastifyReply, text: string): Promise<unknown> {
    if (text !== '') {
      const revision = revisionOf(JSON.parse(text))
      if (revision !== null) reply.header('etag', entityTagOf(revision))
      return this.creation(reply, text, {})
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
