import type { AppError } from '@vitrine/errors'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { errorOf } from '../errors/error-handler.js'

/** A request that has been answered, by Fastify or in front of it. */
type Completion = {
  method: string
  url: string
  ip: string
  /** The pattern of the route; `none` if there is no such route. */
  route: string
  isProbe: boolean
  status: number
  seconds: number
  /** undefined if the request succeeded. */
  error: AppError | undefined
  /** The logger of the request, with its ids. */
  log: () => FastifyBaseLogger
}

export type CompletionListener = (completion: Completion) => void

declare module 'fastify' {
  interface FastifyInstance {
    /** Calls the listener after each request, whether Fastify or an answer route answered it. */
    onCompletion(listener: CompletionListener): void
  }
}

/** Notifies the request log, the metrics and other listeners of answered requests. */
export class Completions {
  readonly #listeners: CompletionListener[] = []

  add(listener: CompletionListener): void {
    this.#listeners.push(listener)
  }

  notify(completion: Completion): void {
    for (const listener of this.#listeners) listener(completion)
  }
}

/** Reports the requests that Fastify answers. Register before any route. */
export function reportCompletions(app: FastifyInstance, completions: Completions): void {
  app.decorate('onCompletion', (listener: CompletionListener) => completions.add(listener))
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'none', config } = request.routeOptions
    // Answer routes report their own requests.
    if (config.answer === undefined) {
      completions.notify({
        method: request.method,
        url: request.url,
        ip: request.ip,
        route,
        isProbe: config.isProbe === true,
        status: reply.statusCode,
        seconds: reply.elapsedTime / 1000,
        error: errorOf(request),
        log: () => request.log,
      })
    }
    done()
  })
}
