import { type ErrorDetail, validationFailed } from '@vitrine/errors'
import { createCheck, unknownName } from '@vitrine/http'
import { parseJsonObject } from '../../../fields/json-object.js'
import { metadataProblems } from '../metadata.js'
import { decorativeWithText, isContradictory } from '../rules.js'
import { maxMetadataBytes, UploadFields } from '../schemas.js'

type Part = { fieldname: string; value: unknown; valueTruncated: boolean }

/** Longest text part, bytes: enough for the largest metadata with much white space. */
export const maxFieldBytes = 64 * 1024

const check = createCheck(UploadFields)
const names = Object.keys(UploadFields.properties)

/** Collects the text parts of an upload, which may come in any order, before or after the file. */
export function collectFields() {
  const values: Record<string, unknown> = {}
  const problems: ErrorDetail[] = []

  return {
    add: ({ fieldname, value, valueTruncated }: Part): void => {
      if (fieldname === 'file') {
        problems.push({ field: 'file', message: fileAsText })
      } else if (!names.includes(fieldname)) {
        const message = unknownName(fieldname, 'a part of an upload', ['file', ...names])
        problems.push({ field: fieldname, message })
      } else if (valueTruncated) {
        problems.push({ field: fieldname, message: `may have ${maxFieldBytes} bytes at most` })
      } else if (fieldname === 'tags') {
        const tags = tagsOf(value)
        values.tags = Array.isArray(tags) ? [...((values.tags as unknown[]) ?? []), ...tags] : tags
      } else if (values[fieldname] !== undefined) {
        problems.push({ field: fieldname, message: 'must come once' })
      } else if (value !== '') {
        values[fieldname] = fieldname === 'decorative' ? flagOf(value) : value
      }
    },
    /** Problems with the parts themselves. `parse` reports those of their values. */
    problems,
    /** @throws AppError VALIDATION_FAILED as the same values in a PUT would. */
    parse: (): UploadFields => {
      const invalid = [...check(values), ...metadataProblems(values)]
      if (isContradictory(values)) invalid.push(decorativeWithText)
      if (invalid.length > 0) throw validationFailed(invalid)
      const { metadata, ...fields } = values as UploadFields
      if (metadata === undefined) return fields
      return { ...fields, metadata: parseJsonObject('metadata', metadata, maxMetadataBytes) }
    },
  }
}

const fileAsText =
  'came as text; it must be a file. With curl: -F file=@photo.jpg, where the @ means the content of the file'

const flags = new Map<unknown, boolean>([
  ['true', true],
  ['false', false],
])

const flagOf = (value: unknown): unknown => flags.get(value) ?? value

/** One tag, or an array of tags in JSON. */
function tagsOf(value: unknown): unknown {
  if (value === '') return []
  if (typeof value !== 'string') return value
  if (!value.startsWith('[')) return [value]
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
