import { maxSlugLength, slugPattern } from '@vitrine/contracts'
import type { OperationNotes } from '@vitrine/http'
import { gravities } from '@vitrine/imaging'
import { cacheTagNotes } from '../../answers/cache-tag-notes.js'
import { unavailable } from '../../answers/errors.js'

const text = { type: 'string' }
const date = { ...text, description: 'an HTTP date' }
const bytes = {
  content: {
    'image/*': { schema: { description: 'the image’s bytes', contentMediaType: 'image/*' } },
  },
}
const length = { 'Content-Length': { type: 'integer', description: 'bytes' } }
const disposition = {
  'Content-Disposition': {
    ...text,
    description: 'inline, with the asset’s id as the name of a file',
  },
}
const contentRange = { 'Content-Range': { ...text, description: 'bytes first-last/all' } }
const side = { type: 'integer', minimum: 1, maximum: 4096 }

/** Image parameters are parsed by the imaging package. */
export const imageOperation: OperationNotes = {
  hasHead: true,
  querystring: {
    w: { ...side, description: 'width, pixels; alone it keeps the ratio. Nothing is enlarged' },
    h: { ...side, description: 'height, pixels' },
    v: {
      type: 'integer',
      minimum: 1,
      description:
        'the version, as in the addresses of the image; one above the current version is 404, a lower one is answered with the current bytes',
    },
    fit: {
      enum: ['cover', 'contain', 'fill'],
      default: 'cover',
      description: 'with both sides: fill and crop, show all of it, or stretch',
    },
    gravity: {
      enum: [...gravities],
      default: 'focal',
      description:
        'what a crop by fit=cover keeps in sight: the focal point, the centre, or what stands out. Without such a point the centre',
    },
    format: {
      enum: ['webp', 'jpeg', 'png', 'avif', 'auto'],
      description: 'auto chooses by Accept; the original’s own if left out',
    },
    q: { type: 'integer', minimum: 1, maximum: 100, description: 'quality' },
    dpr: { type: 'number', minimum: 1, maximum: 3, description: 'multiplies w and h' },
    preset: {
      type: 'string',
      maxLength: maxSlugLength,
      pattern: slugPattern,
      description:
        'a named set of these parameters. Beside it only v, exp and s may be sent; w, h, fit, gravity, format, q and dpr are 400',
    },
    exp: {
      type: 'integer',
      minimum: 0,
      maximum: 253_402_300_799,
      description: 'unix seconds; from then on the address is refused',
    },
    s: {
      type: 'string',
      description:
        'a signature by a key of the project, or by the service in the answers of the management API, which settings of the project may demand',
    },
  },
  headers: {
    Accept: { ...text, description: 'read for format=auto alone' },
    'If-Match': { ...text, description: 'an ETag, several, or *; else 412' },
    'If-Unmodified-Since': date,
    'If-None-Match': { ...text, description: 'an ETag, several, or *' },
    'If-Modified-Since': date,
    Range: { ...text, description: 'one range of bytes' },
    'If-Range': { ...text, description: 'an ETag or an HTTP date' },
  },
  responses: {
    200: { description: 'The image', ...bytes, headers: { ...length, ...disposition } },
    206: {
      description: 'A part of the image',
      ...bytes,
      headers: { ...length, ...disposition, ...contentRange },
    },
    304: { description: 'The client has it', type: 'null' },
  },
  responseHeaders: {
    ETag: text,
    'Last-Modified': date,
    'Accept-Ranges': { const: 'bytes' },
    'Cache-Control': text,
    ...cacheTagNotes,
    Vary: { ...text, description: 'of format=auto' },
  },
  errors: [
    'PRESET_NOT_FOUND',
    'TRANSFORMATION_REFUSED',
    'ORIGINAL_PRIVATE',
    'IMAGE_TOO_LARGE',
    'IMAGE_TOO_COSTLY',
    'ASSET_NOT_FOUND',
    'PRECONDITION_FAILED',
    'RANGE_NOT_SATISFIABLE',
    'ASSET_LOST',
    ...unavailable,
    'STORE_UNAVAILABLE',
    'STORE_MISCONFIGURED',
    'OVERLOADED',
  ],
}
