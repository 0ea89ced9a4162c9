export { AppError, type ErrorDetail } from './app-error.js'
export { type ErrorCode, errorCodes } from './codes.js'
export { isViolationOf, UniqueViolation } from './unique-violation.js'
