import type { IncomingMessage } from 'node:http'
import type { AppError } from '@vitrine/errors'
import type { Prepared } from './prepared.js'

/** What a warm answer may depend on: of Fastify's request, what it says of itself. */
export type WarmRequest = {
  method: string
  /** As it was sent. */
  url: string
  headers: IncomingMessage['headers']
  params: unknown
  query: unknown
  ip: string
}

/** A refusal, and the header fields that the usual way had set by then. */
export type WarmRefusal = { error: AppError; headers: Readonly<Record<string, string>> }

/**
 * What a route answers at once, out of memory, before any hook, check or handler; null sends the
 * request the usual way, which must come to the same answer; so does what it throws. It does no I/O.
 * What it refuses is not logged.
 */
export type WarmAnswer = (request: WarmRequest) => Prepared | WarmRefusal | null

/** Told of each answer; `route` is its pattern. */
export type WarmListener = (method: string, route: string, status: number, seconds: number) => void

declare module 'fastify' {
  interface FastifyContextConfig {
    warm?: WarmAnswer
  }
  interface FastifyInstance {
    /** The answers that no hook sees. */
    onWarmAnswer(listener: WarmListener): void
  }
}
