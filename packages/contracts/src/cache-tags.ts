import { tags } from './tags.js'

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

/** The header fields that name the tags of an answer: Cloudflare, bunny, and Fastly and Varnish read one each. */
export const cacheTagHeaders = (names: readonly string[]) => ({
  'cache-tag': names.join(','),
  'cdn-tag': names.join(','),
  'surrogate-key': names.join(' '),
})

/**
 * The tags by which a cache finds what a change of the log affects, each once; null if that may be everything. Widgets, slugs,
 * tags of pictures and API keys have none: no cache keeps an answer that needs a key.
 */
export function cacheTagsOf(changed: readonly string[]): string[] | null {
  if (changed.includes(tags.everything)) return null
  const names = changed.flatMap((tag) => {
    const [kind = '', id = ''] = tag.split(':')
    if (kind === 'asset') return [cacheTags.asset(id)]
    return kind === 'project' || kind === 'image-rules' ? [cacheTags.project(id)] : []
  })
  return [...new Set(names)]
}
