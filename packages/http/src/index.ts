export { type App, type AppOptions, type ArrivalLimits, createApp } from './app.js'
export { acceptJsonAsText, isNestedDeeperThan } from './body/json-body.js'
export { jsonFaults } from './body/json-faults.js'
export type { Current } from './body/read-only.js'
export { allowSlowBody } from './body/slow-bodies.js'
export { handleClientError } from './errors/client-error.js'
export { errorBody, statusOf } from './errors/error-body.js'
export { type ErrorPage, errorOf } from './errors/error-handler.js'
export { health } from './health/health.js'
export type { Check } from './health/health-check.js'
export { probe, probeAppOf, separateProbes } from './health/probes.js'
export { createReach } from './health/reach.js'
export { coherenceObserver } from './metrics/coherence.js'
export { createMetrics, type Metrics } from './metrics/metrics.js'
export { type Meter, metrics } from './observation/metrics.js'
export { type Documentation, documentApi } from './openapi/documentation.js'
export type { JsonSchema } from './openapi/json-schema.js'
export { idempotencyKey, type OperationNotes } from './openapi/operation.js'
export { type DocumentationPage, documentationPage } from './openapi/page.js'
export { createRateLimiter, type RateLimiterOptions } from './rate-limits/rate-limiter.js'
export { whenClientLeaves } from './request/client-left.js'
export { networkOf } from './request/network.js'
export { refuseMalformedQueries, refuseUnknownQueries } from './request/queries.js'
export { clientRequestId } from './request/request-id.js'
export { compressAnswers } from './response/compression.js'
export {
  compress,
  type Encoding,
  encodedTag,
  encodingHeaders,
  encodingOf,
  negotiateEncoding,
} from './response/encodings.js'
// Also declares `reply.sendPrepared`.
export type { ByteStream } from './response/prepared.js'
export * from './schemas.js'
export { entityTagOf, parseIfMatch } from './semantics/entity-tags.js'
export { evaluatePreconditions, preconditionFailed } from './semantics/preconditions.js'
export { type ByteRange, contentRange, selectRange } from './semantics/ranges.js'
export { serve } from './serve.js'
export { createThreadPool } from './thread-pool.js'
export { formatTimestamp, parseTimestamp, serverZone } from './time.js'
export { unknownName } from './validation/unknown-name.js'
export { createCheck } from './validation/validator.js'
