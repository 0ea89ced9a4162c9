export { AppError, type ErrorDetail, validationFailed } from './app-error.js'
export { type ErrorExplanation, errorCatalogue } from './catalogue.js'
export { type ErrorCode, errorCodes } from './codes.js'
export { isViolationOf, UniqueViolation } from './unique-violation.js'
