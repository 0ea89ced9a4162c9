import type { App } from '@vitrine/http'
import inject, { type InjectOptions } from 'light-my-request'

/** More than the promises of any answer that waits for nothing. */
const maxMicrotasks = 100

/**
 * Whether the server writes its answer before the event loop turns: without a query, a file or a timer. The app must
 * have answered a request before, so that it is ready.
 */
export async function answersFromMemory(app: App, sent: InjectOptions): Promise<boolean> {
  let answered: Promise<boolean> | undefined
  await inject((request, response) => {
    app.server.emit('request', request, response)
    answered = (async () => {
      for (let i = 0; i < maxMicrotasks && !response.writableEnded; i += 1) await null
      return response.writableEnded
    })()
  }, sent)
  return (await answered) ?? false
}
