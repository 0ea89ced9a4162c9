import type { Published } from '../published.js'

const timeoutMs = 10_000

/** Requests under way: several elements of one widget on a page ask once. */
const pending = new Map<string, Promise<Published>>()

/** @throws Error whose `cause` is the HTTP status, where there was an answer. */
export function fetchPublished(url: string): Promise<Published> {
  const request = pending.get(url) ?? ask(url).finally(() => pending.delete(url))
  pending.set(url, request)
  return request
}

async function ask(url: string): Promise<Published> {
  // Of the mode of `<link rel="preload" as="fetch" crossorigin>`: a page may have asked already.
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  if (!answer.ok) throw new Error('the widget was refused', { cause: answer.status })
  return answer.json()
}
