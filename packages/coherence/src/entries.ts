import type { Snapshot } from './ports.js'

/** A snapshot as text. Its value must survive JSON. */
export const encodeEntry = ({ value, tags, asOf }: Snapshot<unknown>): string =>
  JSON.stringify({ value, tags, asOf })

/** @returns null for a text that is not an entry: the entry store is not trusted. */
export function decodeEntry(text: string): Snapshot<unknown> | null {
  try {
    const entry = JSON.parse(text) as { value?: unknown; tags?: unknown; asOf?: unknown }
    const { value, tags, asOf } = entry
    if (typeof asOf !== 'number' || !Number.isSafeInteger(asOf)) return null
    if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === 'string')) return null
    return { value, tags, asOf }
  } catch {
    return null
  }
}
