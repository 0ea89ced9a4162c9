/**
 * The names by which a cache in front of delivery finds the answers that a change affects. They are coarser than the tags
 * of the change log, because caches and their vendors limit how many an answer may have.
 */
export const cacheTags = {
  project: (projectId: string) => `project-${projectId}`,
  asset: (assetId: string) => `asset-${assetId}`,
  /** The scripts of the embed, which are the same for every project. */
  embed: 'embed',
}

/** The header fields that name the tags of an answer: each vendor reads one of them. */
export const cacheTagHeaders = (names: readonly string[]) => ({
  'cache-tag': names.join(','),
  'surrogate-key': names.join(' '),
})
