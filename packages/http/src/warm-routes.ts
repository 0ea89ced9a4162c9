import type { IncomingMessage, ServerResponse } from 'node:http'
import createRouter, { type HTTPMethod, type HTTPVersion } from 'find-my-way'
import { messageProblem } from './message-rules.js'
import { type Prepared, writePrepared } from './prepared.js'
import { routerOptions } from './router-options.js'
import type { WarmAnswer, WarmListener } from './warm-answer.js'

type Options = {
  idOf: (request: IncomingMessage) => string
  ipOf: (request: IncomingMessage) => string
  /** Of an error on the way to an answer: the request goes the usual way. */
  onError: (error: unknown) => void
}

type Route = { pattern: string; warm: WarmAnswer }

/**
 * Routes whose answer may be known at once. They are asked in front of Fastify: what it makes for
 * each request (a request, a reply, a logger, turns of hooks) costs as much as the rest of such an
 * answer.
 */
export function createWarmRoutes({ idOf, ipOf, onError }: Options) {
  const router = createRouter<HTTPVersion.V1>(routerOptions)
  const listeners: WarmListener[] = []
  let isOpen = true

  const ask = (
    { warm }: Route,
    request: IncomingMessage,
    { params, searchParams: query }: { params: unknown; searchParams: unknown },
  ): Prepared | null => {
    const { method = '', url = '', headers } = request
    try {
      return warm({ method, url, headers, params, query, ip: ipOf(request) })
    } catch (error) {
      onError(error)
      return null
    }
  }

  return {
    add: (method: string | string[], pattern: string, warm: WarmAnswer): void => {
      const route: Route = { pattern, warm }
      router.on(method as HTTPMethod | HTTPMethod[], pattern, () => undefined, route)
    },
    onAnswer: (listener: WarmListener): void => void listeners.push(listener),
    /** From now on all requests go the usual way, which says `Connection: close`. */
    close: (): void => {
      isOpen = false
    },
    /** @returns whether it was answered. */
    answer: (request: IncomingMessage, response: ServerResponse): boolean => {
      const startMs = performance.now()
      const { method = '', url = '' } = request
      const found = isOpen ? router.find(method as HTTPMethod, url) : null
      // A target that cannot be decoded is found too, without a route.
      const route: Route | null | undefined = found?.store
      if (!found || !route || messageProblem(request) !== null) return false
      const answer = ask(route, request, found)
      if (answer === null) return false
      writePrepared(response, answer, idOf(request))
      const seconds = (performance.now() - startMs) / 1000
      for (const tell of listeners) tell(method, route.pattern, answer.status, seconds)
      return true
    },
  }
}

export type WarmRoutes = ReturnType<typeof createWarmRoutes>
