import { assetNotFound } from './lost.js'

type Query = Readonly<Record<string, unknown>>

/** The parameters of an image address, decoded. */
export const sentParameters = ({ url, query }: { url: string; query: unknown }): Query =>
  joined(url) ?? (query as Query)

/** An address with a malformed version has never been ours, so nothing is there. */
export function parseVersion(text: unknown): number | null {
  if (text === undefined) return null
  const version = typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : 0
  if (version === 0) throw assetNotFound()
  return version
}

/**
 * The parameters of an address with a second question mark: embeds that were deployed before addresses had
 * versions append `?w=640&format=auto` to `…?v=2`. null for any other address.
 */
function joined(url: string): Query | null {
  const [, first, ...more] = url.split('?')
  if (first === undefined || more.length === 0) return null
  const parameters = new URLSearchParams([first, ...more].join('&'))
  const names = new Set(parameters.keys())
  return Object.fromEntries(
    [...names].map((name) => {
      const values = parameters.getAll(name)
      return [name, values.length === 1 ? values[0] : values]
    }),
  )
}
