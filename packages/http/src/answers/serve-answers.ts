import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '@vitrine/errors'
import createRouter, { type HTTPMethod, type HTTPVersion } from 'find-my-way'
import { describing, errorAnswer } from '../errors/error-answer.js'
import { messageProblem } from '../request/message-rules.js'
import type { WarmAnswer, WarmListener, WarmRefusal } from './answer.js'
import { type Prepared, prepare, writePrepared } from './prepared.js'
import { routerOptions } from './router-options.js'

type Options = {
  idOf: (request: IncomingMessage) => string
  ipOf: (request: IncomingMessage) => string
  /** Told of a bug on the way to an answer: the request goes the usual way. */
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
  ): Prepared | WarmRefusal | null => {
    const { method = '', url = '', headers } = request
    try {
      return warm({ method, url, headers, params, query, ip: ipOf(request) })
    } catch (error) {
      if (!(error instanceof AppError)) onError(error)
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
      const outcome = ask(route, request, found)
      if (outcome === null) return false
      const id = idOf(request)
      const answer = 'error' in outcome ? refuse(outcome, { url, id }) : outcome
      writePrepared(response, answer, id)
      const seconds = (performance.now() - startMs) / 1000
      for (const tell of listeners) tell(method, route.pattern, answer.status, seconds)
      return true
    },
  }
}

function refuse({ error, headers: given }: WarmRefusal, request: { url: string; id: string }) {
  const { headers, body } = errorAnswer(error, request)
  const own: Record<string, string> = { ...given, ...headers }
  for (const name of describing) delete own[name]
  return prepare({ status: body.status, headers: own, body: JSON.stringify(body) })
}

export type WarmRoutes = ReturnType<typeof createWarmRoutes>
