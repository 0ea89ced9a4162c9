import { type ErrorDetail, validationFailed } from '@vitrine/contracts/errors'
import { createCheck, unknownName } from '@vitrine/http'
import { parseJsonObject } from '../../../fields/json-object.js'
import { decorativeWithText, isContradictory, metadataProblems } from '../rules.js'
import { maxMetadataBytes, ReplacementFields, UploadFields } from '../schemas.js'

type Part = { fieldname: string; value: unknown; valueTruncated: boolean }

/** Longest text part, bytes: enough for the largest metadata with much white space. */
export const maxFieldBytes = 64 * 1024

export type FieldCollection<Fields> = {
  has: (name: string) => boolean
  add: (part: Part) => void
  /** Problems with the parts themselves. `parse` reports those of their values. */
  problems: readonly ErrorDetail[]
  /** @throws AppError VALIDATION_FAILED as the same values in a PUT would. */
  parse: () => Fields
}

const ofUploads = { check: createCheck(UploadFields), names: Object.keys(UploadFields.properties) }
const ofReplacements = {
  check: createCheck(ReplacementFields),
  names: Object.keys(ReplacementFields.properties),
}

/** Collects the text parts of an upload, which may come in any order, before or after the file. */
export const collectUploadFields = () => collectFields<UploadFields>(ofUploads)

export const collectReplacementFields = () => collectFields<ReplacementFields>(ofReplacements)

type Kind = { check: (values: object) => ErrorDetail[]; names: readonly string[] }

function collectFields<Fields extends UploadFields | ReplacementFields>({
  check,
  names,
}: Kind): FieldCollection<Fields> {
  const values: Record<string, unknown> = {}
  const problems: ErrorDetail[] = []

  return {
    has: (name) => names.includes(name),
    add: ({ fieldname, value, valueTruncated }) => {
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
        const read = readings.get(fieldname)
        values[fieldname] = read === undefined ? value : read(value)
      }
    },
    problems,
    parse: () => {
      const invalid = [...check(values), ...metadataProblems(values)]
      if (isContradictory(values)) invalid.push(decorativeWithText)
      if (invalid.length > 0) throw validationFailed(invalid)
      const { metadata } = values as UploadFields
      if (metadata === undefined) return values as Fields
      const parsed = parseJsonObject('metadata', metadata, maxMetadataBytes)
      return { ...values, metadata: parsed } as unknown as Fields
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

/** The values of text parts. Text that cannot be read is left to the check of the schema. */
const readings = new Map<string, (value: unknown) => unknown>([
  ['decorative', flagOf],
  ['focalPoint', jsonOf],
])

/** One tag, or an array of tags in JSON. */
function tagsOf(value: unknown): unknown {
  if (value === '') return []
  if (typeof value !== 'string') return value
  return value.startsWith('[') ? jsonOf(value) : [value]
}

function jsonOf(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
