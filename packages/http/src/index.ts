export {
  type Answer,
  type AnswerHead,
  andThen,
  type FailedAnswer,
  prepareAnswer,
  type SuccessfulAnswer,
} from './answers/answer.js'
export type { AnswerRequest } from './answers/answer-request.js'
export { answerRoute } from './answers/answer-route.js'
export type { AnswerRoute, ErrorPage } from './answers/route.js'
export type { ByteStream } from './answers/stream-to-socket.js'
export { type App, type AppOptions, type ArrivalLimits, createApp } from './app.js'
export { acceptJsonAsText } from './body/json-body.js'
export { jsonFaults } from './body/json-faults.js'
export type { Current } from './body/read-only.js'
export { allowSlowBody } from './body/slow-bodies.js'
export { handleClientError } from './errors/client-error.js'
export { type ErrorBody, errorBody, statusOf } from './errors/error-body.js'
export { errorOf } from './errors/error-handler.js'
export { health } from './health/health.js'
export type { Check } from './health/health-check.js'
export { probe } from './health/probe.js'
export { probeAppOf, separateProbes } from './health/probe-app.js'
export { createReach, type Dependency, type Peers, type Reach } from './health/reach.js'
export type { Completion, CompletionListener } from './observation/completions.js'
export { type Meter, metrics } from './observation/metrics.js'
export { type Documentation, documentApi } from './openapi/documentation.js'
export type { JsonSchema } from './openapi/json-schema.js'
export { idempotencyKey, type OperationNotes } from './openapi/operation.js'
export { type DocumentationPage, documentationPage } from './openapi/page.js'
export {
  createRateLimiter,
  type RateLimiter,
  type RateLimiterOptions,
} from './rate-limits/rate-limiter.js'
export { whenClientLeaves } from './request/client-left.js'
export { networkOf } from './request/network.js'
export { refuseMalformedQueries } from './request/query-encoding.js'
export { clientRequestId } from './request/request-id.js'
export { compressAnswers, leastCompressed } from './response/compression.js'
export { securityHeaders } from './response/security-headers.js'
export * from './schemas.js'
export { contentDisposition } from './semantics/content-disposition.js'
export { entityTagOf, parseIfMatch } from './semantics/entity-tags.js'
export {
  evaluatePreconditions,
  preconditionFailed,
  type Validators,
} from './semantics/preconditions.js'
export { type ByteRange, contentRange, selectRange } from './semantics/ranges.js'
export { serve } from './serve.js'
export { createThreadPool, type ThreadPool } from './thread-pool.js'
export { formatTimestamp, parseTimestamp, serverZone } from './time.js'
export { createCheck } from './validation/check.js'
export { refuseUnknownQueries } from './validation/closed-queries.js'
export { unknownName } from './validation/unknown-name.js'
