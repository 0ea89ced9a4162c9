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

/** https://github.com/webcomponents/custom-elements-manifest */
const manifest = {
  type: 'object',
  title: 'CustomElementsManifest',
  required: ['schemaVersion', 'modules'],
  properties: {
    schemaVersion: text,
    readme: text,
    modules: { type: 'array', items: { type: 'object', additionalProperties: true } },
  },
}

const bodyOf = (type: string) =>
  type === 'application/json'
    ? { schema: manifest, example: { schemaVersion: '2.1.0', modules: [] } }
    : { schema: text, example: '…' }

const file = (
  description: string,
  types: readonly string[],
  errors: readonly ErrorCode[],
): OperationNotes => ({
  hasHead: true,
  headers: {
    ...conditions,
    'Accept-Encoding': { ...text, description: 'br and gzip are there' },
  },
  responses: {
    200: {
      description,
      content: Object.fromEntries(types.map((type) => [type, bodyOf(type)])),
    },
    304: unchanged,
  },
  responseHeaders: { ...validation, ...cacheTagNotes, 'Content-Encoding': text },
  errors: ['PRECONDITION_FAILED', ...errors],
})

/** The entry is that of the running build, which is not in the object store. */
export const entryOperation = file(
  'The script; it may change, and expires after 5 minutes',
  ['text/javascript'],
  [],
)
export const descriptionOperation = (type: string): OperationNotes =>
  file('That of the running build; it expires after 5 minutes', [type], [])
const partErrors = ['STORE_UNAVAILABLE', 'STORE_MISCONFIGURED', 'OVERLOADED'] as const
const unchanging = 'Of this build or of another; it never changes'
export const pinnedOperation = file(unchanging, ['text/javascript'], partErrors)
export const partOperation = file(unchanging, ['text/javascript', 'text/css'], partErrors)

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
  errors: ['PRECONDITION_FAILED', 'OVERLOADED', 'ROUTE_NOT_FOUND', ...widgetErrors],
}

export const stylesOperation: OperationNotes = {
  hasHead: true,
  headers: {
    ...conditions,
    Origin: { ...text, description: 'of the page; a key may be for some alone' },
    Referer: { ...text, description: 'read where there is no Origin' },
  },
  responses: {
    200: {
      description: 'The rules: its theme, and what follows from its pictures and settings',
      content: { 'text/css': { schema: text, example: ':host{…}' } },
    },
    304: unchanged,
  },
  responseHeaders: validation,
  errors: ['PRECONDITION_FAILED', 'OVERLOADED', 'ROUTE_NOT_FOUND', ...widgetErrors],
}
