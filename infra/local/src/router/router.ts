import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { answersOk } from '../services.js'
import type { Demo } from '../stack-file.js'
import { send, sendError, sendJson } from './answers.js'
import { homePage } from './home-page.js'
import { createProxy } from './proxy.js'
import { findRoute } from './routes.js'
import type { Upstreams } from './upstreams.js'

/** What the router asks for at every request. */
export type RouterView = {
  upstreams: () => Upstreams
  /** null while there is none yet. */
  demo: () => Demo | null
  /** Address of the demo's site; null while there is none. */
  site: () => string | null
}

/** One public address in front of both services. */
export function createRouter({ upstreams, demo, site }: RouterView): RequestListener {
  const proxy = createProxy()
  return (request, response) => {
    const route = findRoute(request.url ?? '')
    switch (route) {
      case 'home':
        send(request, response, 200, 'text/html; charset=utf-8', homePage(upstreams(), demo()))
        break
      case 'site':
        sendToSite(request, response, site())
        break
      case 'health':
        sendJson(request, response, 200, { status: 'ok' })
        break
      case 'readiness':
        void sendReadiness(request, response, upstreams())
        break
      case 'none':
        sendError(request, response, 'ROUTE_NOT_FOUND', notFound)
        break
      default:
        proxy(request, response, upstreams()[route], () =>
          sendError(request, response, 'NOT_READY', `No ${route} process could answer; try again.`),
        )
    }
  }
}

const notFound = 'No such address: the APIs are under /api/ and /api/v1/.'

function sendToSite(request: IncomingMessage, response: ServerResponse, site: string | null): void {
  if (site === null) sendError(request, response, 'NOT_READY', 'The stack is starting.')
  else response.writeHead(302, { Location: site, 'Cache-Control': 'no-store' }).end()
}

async function sendReadiness(
  request: IncomingMessage,
  response: ServerResponse,
  upstreams: Upstreams,
): Promise<void> {
  const all = Object.values(upstreams).flat()
  const readiness = await Promise.all(all.map(({ url }) => answersOk(`${url}/readyz`)))
  const unready = all.filter((_, index) => !readiness[index])
  if (all.length === 0) {
    sendError(request, response, 'NOT_READY', 'The stack is starting.')
  } else if (unready.length > 0) {
    const details = unready.map(({ name }) => ({ field: name, message: 'is not ready' }))
    sendError(request, response, 'NOT_READY', 'Some of the services are not ready.', details)
  } else {
    sendJson(request, response, 200, { status: 'ready', services: all.map(({ name }) => name) })
  }
}
