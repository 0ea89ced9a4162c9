import type { ErrorCode } from '@vitrine/contracts/errors'
import type { OperationNotes } from '@vitrine/http'
import { cacheTagNotes } from '../../answers/cache-tag-notes.js'
import { widgetErrors } from '../../answers/errors.js'

const text = { type: 'string' }
const unchanged = { description: 'The client has it', type: 'null' }
const conditions = {
  'If-Match': { ...text, description: 'an ETag, several, or *; else 412' },
  'If-None-Match': { ...text, description: 'an ETag, several, or *' },
}
const validation = { ETag: text, 'Cache-Control': text, Vary: text }

const script = (description: string, errors: readonly ErrorCode[]): OperationNotes => ({
  hasHead: true,
  headers: {
    ...conditions,
    'Accept-Encoding': { ...text, description: 'br and gzip are there' },
  },
  responses: {
    200: { description, content: { 'text/javascript': { schema: text, example: 'import …' } } },
    304: unchanged,
  },
  responseHeaders: { ...validation, ...cacheTagNotes, 'Content-Encoding': text },
  errors: ['PRECONDITION_FAILED', ...errors],
})

/** The entry is that of the running build, which is not in the object store. */
export const entryOperation = script('The script; it may change, and expires after 5 minutes', [])
export const partOperation = script('A part of this build or of another; it never changes', [
  'STORE_UNAVAILABLE',
  'STORE_MISCONFIGURED',
  'OVERLOADED',
])

export const pageOperation: OperationNotes = {
  hasHead: true,
  headers: {
    ...conditions,
    Accept: { ...text, description: 'who takes text/html gets errors as pages as well' },
    Referer: { ...text, description: 'of the page around; a key may be for some alone' },
    Origin: { ...text, description: 'read before the Referer' },
  },
  responses: {
    200: {
      description: 'The page: all pictures and captions are in it, and the script’s place',
      content: { 'text/html': { schema: text, example: '<!doctype html>…' } },
    },
    304: unchanged,
  },
  responseHeaders: {
    ...validation,
    'Content-Security-Policy': {
      ...text,
      description: 'frame-ancestors are the origins that the key is for',
    },
  },
  errors: ['PRECONDITION_FAILED', 'OVERLOADED', ...widgetErrors],
}
