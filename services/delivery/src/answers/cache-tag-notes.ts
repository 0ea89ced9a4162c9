const text = { type: 'string' }

/** The documentation of the header fields for caches in front. */
export const cacheTagNotes = {
  'Cache-Tag': { ...text, description: 'for caches in front: what a purge names, with commas' },
  'CDN-Tag': { ...text, description: 'the same, for bunny' },
  'Surrogate-Key': { ...text, description: 'the same, with spaces, for Fastly and Varnish' },
}
