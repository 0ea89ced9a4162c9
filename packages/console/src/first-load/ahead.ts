import type { Session } from '@vitrine/sdk'
import { handover } from '../tab-session/handover.ts'

/** How long an answer is fresh, ms: as long as in the query cache. */
const freshMs = 15_000

const { ahead } = handover
const send = (request: Request): Promise<Response> => fetch(request)

/** Makes a call before the page that needs its answer is there. @param path with its query, as the page asks. */
export function askAhead(path: string): void {
  const request = new Request(`${location.origin}${path}`)
  const sent = handover.session.authorize(request, send, { baseUrl: location.origin, fetch: send })
  ahead.set(path, { at: performance.now(), answer: sent.catch(() => null) })
}

/** The answer to a call that was made ahead, once; null if there is none that counts. */
async function takeAhead(request: Request): Promise<Response | null> {
  if (request.method !== 'GET') {
    ahead.clear() // It may change what the answers say.
    return null
  }
  const { pathname, search } = new URL(request.url)
  const found = ahead.get(`${pathname}${search}`)
  ahead.delete(`${pathname}${search}`)
  if (found === undefined || performance.now() - found.at > freshMs) return null
  const answer = await found.answer
  // The page makes the call that failed once more, and shows why it fails.
  return answer?.ok ? answer : null
}

/** The session, for a client that takes answers to calls that were made ahead. */
export const takingAhead = (own: Session): Session => ({
  ...own,
  authorize: async (request, send, origin) =>
    (await takeAhead(request)) ?? own.authorize(request, send, origin),
})
