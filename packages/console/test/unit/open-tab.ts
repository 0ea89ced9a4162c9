import type { Test } from 'tap'
import { inBrowser } from './browser-globals.ts'

export const origin = 'https://vitrine.example'

/** Reaches no other tab. */
class Silent {
  postMessage() {}
  addEventListener() {}
  removeEventListener() {}
}

export type Call = { method: string; path: string; query: URLSearchParams; request: Request }

/**
 * What a page of the console finds around it, for modules that make calls. They are imported after this.
 *
 * @param answer to each call but the one that refreshes the session.
 * @returns the calls so far.
 */
export function openTab(
  t: Test,
  answer: (call: Call) => Response | Promise<Response> = () => Response.json({}),
): Call[] {
  const calls: Call[] = []
  const target = { addEventListener: () => undefined, removeEventListener: () => undefined }
  inBrowser(t, {
    location: new URL(`${origin}/console/`),
    BroadcastChannel: Silent,
    document: { cookie: 'vitrine-signed-in=1', visibilityState: 'visible', ...target },
    navigator: { onLine: true, language: 'en' },
    fetch: async (given: Request | string, init?: RequestInit) => {
      const request = given instanceof Request ? given : new Request(`${origin}${given}`, init)
      const { pathname, searchParams } = new URL(request.url)
      if (pathname === '/api/auth/refresh') return Response.json({ accessToken: 'token' })
      const call = { method: request.method, path: pathname, query: searchParams, request }
      calls.push(call)
      return answer(call)
    },
  })
  return calls
}
