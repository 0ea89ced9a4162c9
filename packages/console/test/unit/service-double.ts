import type { Test } from 'tap'
import { inBrowser } from './browser-globals.ts'

const origin = 'https://vitrine.example'

export type Call = {
  method: string
  /** Without the query. */
  path: string
  query: URLSearchParams
  headers: Headers
  /** Parsed JSON; the text of other types. */
  body: unknown
}

/** JSON, a whole answer, or nothing for a call that gets no answer. */
type Answer = object | Response | undefined

/** A channel that reaches no other tab. */
class Silent {
  postMessage() {}
  addEventListener() {}
  removeEventListener() {}
}

export const refusal = (status: number, code: string, message = 'no'): Response =>
  Response.json({ status, code, message, error: '', path: '/' }, { status })

/** `GET /assets/1`, of calls of a project. */
export const nameOf = ({ method, path }: Pick<Call, 'method' | 'path'>): string =>
  `${method} ${path.replace(/^\/api\/projects\/[^/]+/, '')}`

async function callOf(request: Request): Promise<Call> {
  const { pathname: path, searchParams: query } = new URL(request.url)
  const text = await request.text()
  const isJson = request.headers.get('Content-Type')?.startsWith('application/json') === true
  const body: unknown = isJson ? JSON.parse(text) : text || null
  return { method: request.method, path, query, headers: request.headers, body }
}

/**
 * The page of a signed-in person, whose calls are answered here: with faults, and with states that the service has for
 * a moment only. Import what makes calls after it.
 */
export function openPage(t: Test) {
  const calls: Call[] = []
  let answer: (call: Call) => Answer | Promise<Answer> = () => undefined
  const document = { cookie: '', visibilityState: 'visible', addEventListener: () => undefined }
  inBrowser(t, {
    document,
    location: new URL(`${origin}/console/`),
    BroadcastChannel: Silent,
    navigator: { onLine: true, language: 'en' },
    fetch: async (request: Request) => {
      if (request.url.endsWith('/api/auth/refresh')) return Response.json({ accessToken: 'token' })
      const call = await callOf(request)
      calls.push(call)
      const given = await answer(call)
      if (given === undefined) throw new TypeError('no answer')
      return given instanceof Response ? given : Response.json(given)
    },
  })
  return {
    calls,
    names: (): string[] => calls.map(nameOf),
    /** From now on; the calls so far are forgotten. */
    answerBy: (next: typeof answer): void => {
      calls.length = 0
      answer = next
    },
  }
}
