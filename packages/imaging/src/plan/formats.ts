import type { ImageType, SourceImage, WebImageType } from './source.js'

export type EncodedFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'

type FormatTraits = {
  contentType: WebImageType
  /** null if the format has no quality: it is lossless or has a palette. */
  defaultQuality: number | null
  holdsAlpha: boolean
  holdsAnimation: boolean
  /** Chosen by clients that manage colours: every browser that shows the format does. */
  holdsWideGamut: boolean
}

/**
 * The qualities at which pictures of 320 and 640 px have fewer bytes than those of imgproxy and ipx at their
 * defaults, and a higher SSIM (README, Decisions). The quality of AVIF is on another scale.
 */
export const formats: Record<EncodedFormat, FormatTraits> = {
  jpeg: {
    contentType: 'image/jpeg',
    defaultQuality: 77,
    holdsAlpha: false,
    holdsAnimation: false,
    holdsWideGamut: false,
  },
  png: {
    contentType: 'image/png',
    defaultQuality: null,
    holdsAlpha: true,
    holdsAnimation: false,
    holdsWideGamut: false,
  },
  webp: {
    contentType: 'image/webp',
    defaultQuality: 77,
    holdsAlpha: true,
    holdsAnimation: true,
    holdsWideGamut: true,
  },
  gif: {
    contentType: 'image/gif',
    defaultQuality: null,
    holdsAlpha: true,
    holdsAnimation: true,
    holdsWideGamut: false,
  },
  avif: {
    contentType: 'image/avif',
    defaultQuality: 60,
    holdsAlpha: true,
    holdsAnimation: false,
    holdsWideGamut: true,
  },
}

const byContentType: Record<WebImageType, EncodedFormat> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
}

export const isWebImage = (contentType: ImageType): contentType is WebImageType =>
  contentType in byContentType

/** The format of renditions that ask for none: the original's, or one that browsers show. */
export const ownFormat = ({ contentType, hasAlpha }: SourceImage): EncodedFormat =>
  isWebImage(contentType) ? byContentType[contentType] : hasAlpha ? 'png' : 'jpeg'
