import { setTimeout as delay } from 'node:timers/promises'
import type { EdgeCache } from '@vitrine/coherence'
import { cacheTagsOf } from '@vitrine/contracts'
import type { Call, Vendor } from './vendors.js'

type Options = {
  /** One for each server that keeps answers by itself. */
  vendors: readonly Vendor[]
  /** How long a call may take, ms. */
  timeoutMs?: number
}

/** A change of more answers than this of one call purges everything: vendors limit calls by the second. */
const mostCalls = 20
/** Of one call, if the vendor asks for patience. */
const mostAttempts = 5
const calmMs = 1000

/** Purges the caches in front by the calls of a vendor. */
export function createEdgeCache({ vendors, timeoutMs = 5000 }: Options): EdgeCache {
  const send = async (vendor: Vendor, tags: readonly string[] | null): Promise<void> => {
    const call = vendor.callOf(tags)
    for (let attempt = 1; ; attempt += 1) {
      const { status, headers, text } = await answerTo(call, timeoutMs)
      const isConfirmed = status >= 200 && status < 300 && vendor.isConfirmed?.(text) !== false
      if (isConfirmed) return
      if (status !== 429 || attempt === mostAttempts) {
        throw new Error(`The cache answered ${status}: ${text.slice(0, 200)}`)
      }
      await delay(retryAfterMs(headers))
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

function retryAfterMs(headers: Headers): number {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? Math.min(seconds, 5) * 1000 : calmMs
}
