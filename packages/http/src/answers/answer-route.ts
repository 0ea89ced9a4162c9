import type { FastifyInstance } from 'fastify'
import type { WarmRoutes } from './serve-answers.js'

/** Makes the routes of an app known that have a warm answer. Register before any route. */
export function learnWarmRoutes(app: FastifyInstance, routes: WarmRoutes): void {
  app.decorate('onWarmAnswer', routes.onAnswer)
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.warm) routes.add(method, url, config.warm)
  })
  app.addHook('preClose', (done) => {
    routes.close()
    done()
  })
}
