import type { Published } from '../published.js'

const timeoutMs = 10_000

/** Requests in progress, shared by all elements that show the same widget. */
const pending = new Map<string, Promise<Published>>()

/** @throws Error whose `cause` is the HTTP status, if there was a response. */
export function fetchPublished(url: string): Promise<Published> {
  const request = pending.get(url) ?? ask(url).finally(() => pending.delete(url))
  pending.set(url, request)
  return request
}

async function ask(url: string): Promise<Published> {
  // Same mode as `<link rel="preload" as="fetch" crossorigin>`, so that a preload is reused.
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  if (!answer.ok) throw new Error('the widget was refused', { cause: answer.status })
  return answer.json()
}
