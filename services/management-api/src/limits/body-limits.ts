const kiB = 1024

/**
 * Largest JSON bodies, bytes: enough for every valid body, with room for escape sequences. A larger one is
 * refused before it is parsed.
 */
export const bodyLimits = {
  /** Of every call that names no other. Those without a token are among them. */
  small: 8 * kiB,
  /** `PUT /api/auth/me` may carry the list of organizations, just as it was read. */
  account: 64 * kiB,
  /** Its path, just as it was read: 20 names of 200 characters. */
  folder: 64 * kiB,
  /** 20 origins of 300 characters. */
  apiKey: 48 * kiB,
  /** 500 ids and 50 tags. */
  assetIds: 64 * kiB,
  /** 2000 characters of alt text, 50 tags, 16 KiB of metadata. */
  asset: 128 * kiB,
  /** 500 ids, 32 KiB of config and 32 KiB of theme, each in twice as many bytes as it is stored in. */
  widget: 160 * kiB,
}
