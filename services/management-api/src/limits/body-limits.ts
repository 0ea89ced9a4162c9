const kiB = 1024

/**
 * Maximum size of JSON bodies, bytes: enough for every valid body, with room for escape sequences. A larger
 * body is rejected before it is parsed.
 */
export const bodyLimits = {
  /** The default, which also applies to calls without a token. */
  small: 8 * kiB,
  /** `PUT /api/auth/me` may contain the list of organizations, as returned by GET. */
  account: 64 * kiB,
  /** The path, as returned by GET: 20 names of 200 characters. */
  folder: 64 * kiB,
  /** 20 origins of 300 characters. */
  apiKey: 48 * kiB,
  /** 500 assets with an alternative text and tags of some 300 bytes. Longer ones need several calls. */
  bulk: 160 * kiB,
  /** 500 hashes of 64 digits. */
  hashes: 64 * kiB,
  /** 2000 characters of alt text, 50 tags, 16 KiB of metadata. */
  asset: 128 * kiB,
  /** 500 ids, 32 KiB of config and 32 KiB of theme, each with twice the bytes of its stored form. */
  widget: 160 * kiB,
}
