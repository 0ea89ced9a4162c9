import { contentDisposition } from '@vitrine/http'
import type { Picture } from './service.js'

/** The header fields that a 200, a 206 and a 304 have in common. */
export const sharedHeaders = ({ cacheControl, etag, lastModified, request }: Picture) => ({
  'cache-control': cacheControl,
  etag,
  'last-modified': lastModified,
  'accept-ranges': 'bytes',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  ...(request.negotiated && { vary: 'Accept' }),
})

/** The header fields of the image itself, which a 200 and a 206 have. */
export const imageHeaders = ({ assetId, contentType }: Picture) => ({
  'content-type': contentType,
  'content-disposition': contentDisposition(assetId, contentType),
})
