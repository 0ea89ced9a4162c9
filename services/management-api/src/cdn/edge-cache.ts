import { setTimeout as delay } from 'node:timers/promises'
import type { EdgeCache } from '@vitrine/coherence'
import { cacheTagsOf } from '@vitrine/contracts'
import type { Call, Vendor } from './vendors.js'

type Options = {
  /** One for each server that keeps answers by itself. */
  vendors: readonly Vendor[]
  /** Called when a vendor's limit of calls is reached. The call is repeated. */
  onLimit: (error: Error) => void
  /** How long a call may take, ms. */
  timeoutMs?: number
}

/** If more calls than this are needed at once, everything is purged by one: vendors limit calls by the second or minute. */
const mostCalls = 20
/** How long to wait when a vendor's limit is reached, s: if it does not say how long, and at most. */
const defaultWaitSeconds = 1
const longestWaitSeconds = 60

/** Purges the caches in front by the calls of a vendor. */
export function createEdgeCache({ vendors, onLimit, timeoutMs = 5000 }: Options): EdgeCache {
  /** A limit delays the call, so that those before it need not be repeated. */
  const send = async (vendor: Vendor, tags: readonly string[] | null): Promise<void> => {
    for (;;) {
      const { status, headers, text } = await answerTo(vendor.callOf(tags), timeoutMs)
      if (status >= 200 && status < 300 && vendor.isConfirmed?.(text) !== false) return
      const refusal = new Error(
        `the cache at ${vendor.url} answered ${status}: ${text.slice(0, 200)}`,
      )
      if (status !== 429) throw refusal
      onLimit(refusal)
      await delay(secondsToWait(headers) * 1000, undefined, { ref: false })
    }
  }

  const purgeAt = async (vendor: Vendor, tags: readonly string[] | null): Promise<void> => {
    const { mostTags } = vendor
    if (tags === null || tags.length > mostCalls * mostTags) return send(vendor, null)
    for (let at = 0; at < tags.length; at += mostTags) {
      await send(vendor, tags.slice(at, at + mostTags))
    }
  }

  return {
    purge: async (changed) => {
      const tags = cacheTagsOf(changed)
      await Promise.all(vendors.map((vendor) => purgeAt(vendor, tags)))
    },
  }
}

async function answerTo({ url, method, headers, body }: Call, timeoutMs: number) {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** By Retry-After, in seconds or as a date, or by the time at which Fastly's limit ends. */
function secondsToWait(headers: Headers): number {
  const retryAfter = headers.get('retry-after')
  const reset = headers.get('fastly-ratelimit-reset')
  const nowSeconds = Date.now() / 1000
  const choices = [
    retryAfter === null ? Number.NaN : Number(retryAfter),
    Date.parse(retryAfter ?? '') / 1000 - nowSeconds,
    reset === null ? Number.NaN : Number(reset) - nowSeconds,
  ]
  const seconds = choices.find(Number.isFinite) ?? defaultWaitSeconds
  return Math.min(Math.max(seconds, 0), longestWaitSeconds)
}
