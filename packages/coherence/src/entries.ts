import type { Snapshot } from './ports.js'

/** A snapshot as text. Values must survive JSON. */
export function encodeEntry({ value, tags, asOf }: Snapshot<unknown>): string {
  return JSON.stringify({ value, tags, asOf: asOf.toString() })
}

/** @returns null for whatever is not an entry: the store is not trusted. */
export function decodeEntry<Value>(text: string): Snapshot<Value> | null {
  try {
    const entry = JSON.parse(text) as { value?: unknown; tags?: unknown; asOf?: unknown }
    if (typeof entry.asOf !== 'string' || !/^\d{1,19}$/.test(entry.asOf)) return null
    if (!Array.isArray(entry.tags) || !entry.tags.every((tag) => typeof tag === 'string'))
      return null
    return { value: entry.value as Value, tags: entry.tags, asOf: BigInt(entry.asOf) }
  } catch {
    return null
  }
}
