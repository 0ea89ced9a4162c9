/**
 * The data that a public answer depends on. A write logs the tags of everything it changed. A cached answer
 * with one of these tags that is older than the write is not used again.
 */
export const tags = {
  /** The widget's own row: layout, config, theme, status, its list of assets. */
  widget: (widgetId: string) => `widget:${widgetId}`,
  /** Which widget, if any, a project serves under a slug. */
  projectSlug: (projectId: string, slug: string) => `project-slug:${projectId}:${slug}`,
  /** Whether any project publishes a slug: the 403 rule looks across projects. */
  slug: (slug: string) => `slug:${slug}`,
  /** The asset's row: its fields shown in widgets, and whether its bytes may be served. */
  asset: (assetId: string) => `asset:${assetId}`,
  /** The asset's tags, which only widgets with buttons for them show. */
  assetTags: (assetId: string) => `asset-tags:${assetId}`,
  /** An API key, by the hex of its SHA-256. */
  key: (keyHashHex: string) => `key:${keyHashHex}`,
  /** The presets and the signing keys of a project. */
  imageRules: (projectId: string) => `image-rules:${projectId}`,
  /** Everything of a project, after its deletion or a change of its setting `transformations`. */
  project: (projectId: string) => `project:${projectId}`,
  /** Every answer: too much changed at once to list the tags. */
  everything: '*',
}
