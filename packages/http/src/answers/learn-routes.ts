import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { AnswerServer } from './answer-server.js'
import type { RouteTable } from './route-table.js'

declare module 'fastify' {
  interface FastifyInstance {
    serveAnswer(request: IncomingMessage, response: ServerResponse): void
  }
}

/** Fills the route table from the registrations of an app. Register before any route. */
export function learnRoutes(app: FastifyInstance, routes: RouteTable, answers: AnswerServer): void {
  app.decorate('serveAnswer', (request: IncomingMessage, response: ServerResponse) => {
    answers.tryServe(request, response)
  })
  app.addHook('onRoute', ({ method, url, config }) => {
    // Catch-all routes, such as the one for preflights, do not make an address exist.
    if (url !== '*' && url !== '/*') routes.add(method, url, config?.answer ?? null)
  })
  app.addHook('preClose', (done) => {
    answers.close()
    done()
  })
}
