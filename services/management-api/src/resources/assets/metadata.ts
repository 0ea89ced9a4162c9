import type { ErrorDetail } from '@vitrine/errors'
import { readJsonObject } from '../../fields/json-object.js'
import { maxMetadataBytes } from './schemas.js'

/** Problems of `metadata` that its schema does not detect. */
export function metadataProblems(fields: unknown): ErrorDetail[] {
  const metadata = (fields as { metadata?: unknown } | null)?.metadata
  if (typeof metadata !== 'string' && !isObject(metadata)) return []
  return readJsonObject('metadata', metadata, maxMetadataBytes).problems ?? []
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
