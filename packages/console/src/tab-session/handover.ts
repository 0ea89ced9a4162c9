import { createSession, type Session } from '@vitrine/sdk'
import { tabStore } from './tab-store.ts'
import { tryingAgain } from './try-again.ts'

/** A call that was made before its page is there; null if it got no answer. */
export type CallAhead = { at: number; answer: Promise<Response | null> }

export type Handover = {
  /** The tab's session: the access token is in memory, the refresh token in a cookie that no script can read. */
  session: Session
  /** By path with query. */
  ahead: Map<string, CallAhead>
}

declare global {
  /** Set by `early.ts`, whose script is built apart from the modules of the page. They take it once. */
  var vitrineHandover: Handover | undefined
}

function begin(): Handover {
  const own = createSession(tabStore())
  return { session: { ...own, authorize: tryingAgain(own.authorize) }, ahead: new Map() }
}

/** In the modules of a page: what the early script has begun. */
export const handover: Handover = globalThis.vitrineHandover ?? begin()
globalThis.vitrineHandover = undefined
