import { listOf } from '@vitrine/config'
import type { Config } from '../config.js'

/** How a cache in front is told to drop answers, and how it confirms that. */
export type Vendor = Driver & { url: string }

type Driver = {
  /** The most tags of one call. */
  mostTags: number
  /** @param tags of answers; null: everything. */
  callOf(tags: readonly string[] | null): Call
  /** Whether an answer of 2xx confirms the purge. Without it, every answer of 2xx does. */
  isConfirmed?(body: string): boolean
}

export type Call = {
  url: string
  method: string
  headers?: Record<string, string>
  body?: unknown
}

type VendorSettings = {
  /** The address of the cache itself, or of the vendor's API. */
  url: string
  token: string
  /** The zone, the service or the pull zone. */
  zone: string
}

/** The addresses of the vendors' APIs. */
const apis = {
  cloudflare: 'https://api.cloudflare.com',
  fastly: 'https://api.fastly.com',
  bunny: 'https://api.bunny.net',
}

type Settings = Pick<Config, 'CDN_PURGE' | 'CDN_PURGE_URL' | 'CDN_PURGE_TOKEN' | 'CDN_PURGE_ZONE'>

/** The caches that the settings name; none without `CDN_PURGE`. */
export function vendorsOf(config: Settings): Vendor[] {
  const { CDN_PURGE: name, CDN_PURGE_TOKEN: token = '', CDN_PURGE_ZONE: zone = '' } = config
  if (name === undefined) return []
  const api = name === 'varnish' || name === 'http' ? '' : apis[name]
  const urls = listOf(config.CDN_PURGE_URL ?? api)
  return urls.map((one) => {
    const url = one.replace(/\/$/, '')
    return { url, ...vendors[name]({ url, token, zone }) }
  })
}

/** By the value of `CDN_PURGE`. Each function builds calls as the vendor documents them. */
const vendors = {
  /** `infra/compose/varnish.vcl` takes it. */
  varnish: ({ url, token }: VendorSettings): Driver => ({
    mostTags: 100,
    callOf: (tags) => ({
      url,
      method: 'PURGE',
      headers: { authorization: `Bearer ${token}`, 'surrogate-key': tags?.join(' ') ?? '*' },
    }),
  }),

  cloudflare: ({ url, token, zone }: VendorSettings): Driver => ({
    mostTags: 100,
    callOf: (tags) => ({
      url: `${url}/client/v4/zones/${zone}/purge_cache`,
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: tags === null ? { purge_everything: true } : { tags },
    }),
    isConfirmed: (body) => /"success":\s*true/.test(body),
  }),

  fastly: ({ url, token, zone }: VendorSettings): Driver => ({
    mostTags: 256,
    callOf: (tags) => ({
      url: `${url}/service/${zone}/${tags === null ? 'purge_all' : 'purge'}`,
      method: 'POST',
      headers: { 'fastly-key': token },
      ...(tags !== null && { body: { surrogate_keys: tags } }),
    }),
  }),

  bunny: ({ url, token, zone }: VendorSettings): Driver => ({
    mostTags: 1,
    callOf: (tags) => ({
      url: `${url}/pullzone/${zone}/purgeCache`,
      method: 'POST',
      headers: { accesskey: token },
      ...(tags !== null && { body: { CacheTag: tags[0] } }),
    }),
  }),

  /** Any program that answers 2xx once it has purged. */
  http: ({ url, token }: VendorSettings): Driver => ({
    mostTags: 500,
    callOf: (tags) => ({
      url,
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: tags === null ? { everything: true } : { tags },
    }),
  }),
}
