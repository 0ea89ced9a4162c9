import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { securityHeaders } from '@vitrine/http'
import { answersOk } from '../services.js'
import { send, sendError, sendJson } from './answers.js'
import { listen } from './listen.js'
import { createProxy, type Upstreams } from './proxy.js'

export type { Upstreams }

/** The state the router looks up on every request. */
type RouterView = {
  upstreams: () => Upstreams
  /** The page at `/`. */
  home: () => Promise<{ html: string; policy: string }>
  /** URL of the demo site; null if there is none yet. */
  site: () => string | null
}

/** A single public address for both services. */
export function createRouter(view: RouterView): RequestListener {
  const proxy = createProxy()
  return (request, response) => {
    const route = findRoute(request.url ?? '')
    if (route === 'delivery' || route === 'management-api') {
      proxy(request, response, view.upstreams()[route], () => {
        secure(response)
        sendError(request, response, 'NOT_READY', `No ${route} process could answer; try again.`)
      })
      return
    }
    secure(response)
    if (route === 'none') {
      sendError(request, response, 'ROUTE_NOT_FOUND', notFound)
    } else if (request.method === 'GET' || request.method === 'HEAD') {
      answer(route, request, response, view)
    } else {
      sendNotAllowed(request, response)
    }
  }
}

/** A router without a demo. `upstreams` is called for each request. */
export async function openRouter(upstreams: () => Upstreams) {
  const view = { upstreams, home: noHome, site: () => null }
  const router = await listen(createRouter(view), 0)
  return { url: `http://localhost:${router.port}`, close: router.close }
}

const noHome = async () => ({
  html: '<!doctype html><title>Vitrine</title>',
  policy: "default-src 'none'",
})

const notFound =
  'No such address: the APIs are under /api/ and /api/v1/, and /api/docs describes them.'

function secure(response: ServerResponse): void {
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
}

type OwnRoute = Exclude<Route, 'none' | 'delivery' | 'management-api'>

/** Requests the router answers itself. */
function answer(
  route: OwnRoute,
  request: IncomingMessage,
  response: ServerResponse,
  { upstreams, home, site }: RouterView,
): void {
  switch (route) {
    case 'home':
      void home().then(({ html, policy }) => {
        response.setHeader('Content-Security-Policy', policy)
        send(request, response, 200, 'text/html; charset=utf-8', html)
      })
      break
    case 'docs':
      redirect(response, '/api/docs')
      break
    case 'site':
      sendToSite(request, response, site())
      break
    case 'health':
      sendJson(request, response, 200, { status: 'ok' })
      break
    case 'readiness':
      void sendReadiness(request, response, upstreams())
  }
}

function sendNotAllowed(request: IncomingMessage, response: ServerResponse): void {
  const allowed = 'GET, HEAD'
  response.setHeader('Allow', allowed)
  const message = `${request.method} is not allowed here; ${allowed} would be.`
  sendError(request, response, 'METHOD_NOT_ALLOWED', message)
}

function sendToSite(request: IncomingMessage, response: ServerResponse, site: string | null): void {
  if (site === null) sendError(request, response, 'NOT_READY', 'The stack is starting.')
  else redirect(response, site)
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { Location: location, 'Cache-Control': 'no-store' }).end()
}

/** Uses the error shape of both services, so one schema describes them all. */
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
    sendJson(request, response, 200, {
      status: 'ready',
      checks: Object.fromEntries(all.map(({ name }) => [name, 'up'])),
    })
  }
}

/** The component that serves a path of the public address. */
type Route =
  | 'delivery'
  | 'management-api'
  | 'home'
  | 'docs'
  | 'site'
  | 'health'
  | 'readiness'
  | 'none'

const exact: ReadonlyMap<string, Route> = new Map([
  ['/', 'home'],
  ['/api', 'docs'],
  ['/api/', 'docs'],
  ['/api/v1', 'docs'],
  ['/api/v1/', 'docs'],
  ['/demo', 'site'],
  ['/demo/', 'site'],
  ['/healthz', 'health'],
  ['/readyz', 'readiness'],
  ['/api/v1/readyz', 'readiness'],
])

/** The first matching prefix wins. */
const prefixes: readonly (readonly [string, Route])[] = [
  ['/api/v1/', 'delivery'],
  ['/embed', 'delivery'],
  ['/api/', 'management-api'],
  ['/console', 'management-api'],
]

/** `target` is the raw request target including the query; nothing is decoded. */
export function findRoute(target: string): Route {
  const path = pathOf(target)
  const known = exact.get(path)
  if (known !== undefined) return known
  return prefixes.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'none'
}

export function pathOf(target: string): string {
  return target.split('?', 1)[0] ?? ''
}
