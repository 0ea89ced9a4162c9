import type { App } from '@vitrine/http'
import inject, { type InjectOptions } from 'light-my-request'

/**
 * Whether the server writes its answer before the request event ends: from memory, without a promise and
 * bypassing Fastify. The app must have answered a request before, so that it is ready.
 */
export async function answersAtOnce(app: App, sent: InjectOptions): Promise<boolean> {
  let hasEnded = false
  await inject((request, response) => {
    app.server.emit('request', request, response)
    hasEnded = response.writableEnded
  }, sent)
  return hasEnded
}
