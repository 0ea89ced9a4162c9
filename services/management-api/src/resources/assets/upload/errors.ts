import { AppError, type ErrorDetail, validationFailed } from '@vitrine/contracts/errors'

/** The error for a body whose parts are not those of an upload. */
export const invalidUpload = (problems: readonly ErrorDetail[]): AppError =>
  validationFailed(
    problems.map(({ field, message }) => ({ field: field === '' ? 'file' : field, message })),
    'INVALID_UPLOAD',
  )

export const missingFile: ErrorDetail = {
  field: 'file',
  message: 'is missing. With curl: -F file=@photo.jpg',
}

/** A file in a part that is not for files. */
export const misplacedFile = (name: string, isText: boolean): ErrorDetail => ({
  field: name,
  message: isText
    ? 'came as a file; it must be text'
    : 'is not a part of an upload; the file must come in the part named file',
})

/** Messages for errors of the multipart plugin, by code. */
const faults = new Map<string, string>(
  Object.entries({
    FST_FILES_LIMIT: 'must come once: one file at a time',
    FST_FIELDS_LIMIT: 'has too many parts beside it',
    FST_PARTS_LIMIT: 'has too many parts beside it',
    FST_PROTO_VIOLATION: 'has a part beside it whose name no part can have',
    FST_INVALID_JSON_FIELD_ERROR: 'has a part beside it that is not the JSON that it is said to be',
    FST_MP_PREMATURE_CLOSE: 'did not arrive whole: the body is cut off',
  }),
)

/** Errors of JavaScript itself are bugs. Errors of system calls come from the disk. */
const isOurs = (error: unknown): boolean => {
  const isBug = [TypeError, RangeError, ReferenceError].some((kind) => error instanceof kind)
  return isBug || !(error instanceof Error) || 'syscall' in error
}

/** Translates multipart errors caused by the client. */
export function uploadError(error: unknown, maxBytes: number): unknown {
  if (error instanceof AppError) return error
  const { code = '' } = error as { code?: string }
  if (code === 'FST_REQ_FILE_TOO_LARGE') {
    return new AppError('BODY_TOO_LARGE', `A file may have ${maxBytes} bytes at most.`)
  }
  const fault = faults.get(code)
  if (fault !== undefined) return invalidUpload([{ field: 'file', message: fault }])
  if (isOurs(error)) return error
  const problem = 'did not arrive whole: the body is malformed or cut off'
  return invalidUpload([{ field: 'file', message: problem }])
}
