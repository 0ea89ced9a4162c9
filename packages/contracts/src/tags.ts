/**
 * What a public answer depended on. A write logs the tags of whatever it changed; an answer that
 * carries one of them and is older than the write is never given again.
 */
export const tags = {
  /** The widget itself: layout, config, theme, status, its list of assets. */
  widget: (widgetId: string) => `widget:${widgetId}`,
  /** Which widget, if any, a project serves under a slug. */
  projectSlug: (projectId: string, slug: string) => `project-slug:${projectId}:${slug}`,
  /** Whether any project publishes a slug: the 403 rule looks across projects. */
  slug: (slug: string) => `slug:${slug}`,
  /** The asset's row: what is shown of it in widgets, and whether its bytes may be served. */
  asset: (assetId: string) => `asset:${assetId}`,
  /** An API key, by the hex of its SHA-256. */
  key: (keyHashHex: string) => `key:${keyHashHex}`,
  /** Everything of a project at once: it was deleted. */
  project: (projectId: string) => `project:${projectId}`,
  /** Every answer: too much changed at once to be told one by one. */
  everything: '*',
}
