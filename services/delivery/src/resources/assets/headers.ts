import { contentDisposition } from '../../plugins/content-disposition.js'
import type { Picture } from './service.js'

/** The spec's: a rendition under one address never changes. */
const cacheControl = 'public, max-age=31536000, immutable'

/** What a 200, a 206 and a 304 say alike. */
export const sharedHeaders = ({ etag, lastModified, isNegotiated }: Picture) => ({
  'cache-control': cacheControl,
  etag,
  'last-modified': lastModified,
  'accept-ranges': 'bytes',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  ...(isNegotiated && { vary: 'Accept' }),
})

/** What a 200 and a 206 say of the image itself. */
export const imageHeaders = ({ assetId, contentType }: Picture) => ({
  'content-type': contentType,
  'content-disposition': contentDisposition(assetId, contentType),
})
