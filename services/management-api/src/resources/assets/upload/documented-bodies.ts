import { maxTags } from '../schemas.js'

const documentedFile = {
  type: 'string',
  format: 'binary',
  contentMediaType: 'application/octet-stream',
}

const documentedFocalPoint = {
  type: 'string',
  contentMediaType: 'application/json',
  description: 'what crops keep in sight, fractions of width and height',
  example: '{"x":0.5,"y":0.25}',
}

/** Only for the document: an upload is streamed and not validated by a schema. */
export const UploadBody = {
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        description: 'The file and, in any order, parts of text. An empty one counts as left out.',
        properties: {
          file: documentedFile,
          altText: { type: 'string', maxLength: 2000, example: 'A dune at sunset' },
          decorative: { type: 'boolean', description: 'needs no alternative text' },
          focalPoint: documentedFocalPoint,
          tags: {
            type: 'array',
            maxItems: maxTags,
            items: { type: 'string', minLength: 1, maxLength: 64 },
            description: 'one part for each tag, or one part with all of them as a JSON array',
            example: ['sand', 'sea'],
          },
          metadata: {
            type: 'string',
            contentMediaType: 'application/json',
            description: 'a JSON object',
            example: '{"photographer":"Ada"}',
          },
          folderId: { type: 'string', description: 'a UUID, or empty for none' },
        },
        additionalProperties: false,
      },
      encoding: {
        tags: { style: 'form', explode: true },
        focalPoint: { contentType: 'application/json, text/plain' },
        metadata: { contentType: 'application/json, text/plain' },
      },
    },
  },
}

/** Only for the document, like `UploadBody`. */
export const ReplacementBody = {
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        description: 'The file, and the focal point if it changes: null as text removes it.',
        properties: { file: documentedFile, focalPoint: documentedFocalPoint },
        additionalProperties: false,
      },
      encoding: { focalPoint: { contentType: 'application/json, text/plain' } },
    },
  },
}
