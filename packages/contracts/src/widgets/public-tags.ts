/**
 * Which tags of its pictures a widget publishes: those that have a button above it, by its key `filterByTags`. Null: none.
 *
 * @param config the JSON text of `config`.
 */
export function publicTags(config: string): ((tags: readonly string[] | null) => string[]) | null {
  // Most widgets do not have the key, and need no parsing.
  if (!/filter(ByTags|_by_tags)/.test(config)) return null
  const { filter_by_tags, filterByTags = filter_by_tags } = JSON.parse(config)
  if (filterByTags === true) return (tags) => [...(tags ?? [])]
  if (!Array.isArray(filterByTags)) return null
  const shown = new Set<unknown>(filterByTags)
  return (tags) => (tags ?? []).filter((tag) => shown.has(tag))
}
