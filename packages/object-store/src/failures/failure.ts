import {
  adviceByCode,
  certificateAdvice,
  certificateCodes,
  damagedAdvice,
  damagedCodes,
  tlsAdvice,
} from './advice.js'
import {
  CredentialsError,
  codeOf,
  isClientAnswer,
  RefusedError,
  SilenceError,
} from './store-errors.js'

/**
 * A classified failure of the store.
 *
 * | kind          | what happened                                          | callers get             | breaker |
 * | ------------- | ------------------------------------------------------ | ----------------------- | ------- |
 * | unreachable   | no answer, or an answer that means "not now" (5xx)      | STORE_UNAVAILABLE       | counts  |
 * | misconfigured | the answer, or TLS, refuses what the settings say       | STORE_MISCONFIGURED     | ignores |
 * | refused       | the answer refuses this one call: damaged on the way, … | STORE_UNAVAILABLE       | ignores |
 */
export type StoreFailure = {
  kind: 'unreachable' | 'misconfigured' | 'refused'
  /** The store's own code, the system's or that of TLS: NoSuchBucket, ECONNREFUSED. */
  code: string
  /** Which setting to look at. It is public: no value of a setting is in it. */
  advice: string
}

const unknownAdvice =
  'The store refused a call for a reason that no setting of this service explains.'
const busyCodes = new Set(['InternalError', 'ServiceUnavailable', 'SlowDown'])

/** The message of the S3 client when it does not repeat a call that was answered by 5xx or 429. */
const busyStatus = /Retryable HTTP status: (\d{3})/

/** Classifies an error of a call to the store. */
export function classify(error: unknown): StoreFailure {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof CredentialsError) return misconfigured('CredentialsUnavailable')
  }
  if (error instanceof SilenceError) return unreachable('TIMEOUT')
  if (error instanceof RefusedError || isClientAnswer(error)) return ofAnswer(codeOf(error))
  const status = busyStatus.exec(String((error as Error | null)?.message))?.[1]
  if (status !== undefined) return busy(`HTTP ${status}`)
  return ofConnection(codeOf(error))
}

/** Whether the store answered: then it is there, and may be called again. */
export const isAnswer = (error: unknown): boolean => classify(error).kind !== 'unreachable'

function ofAnswer(code: string): StoreFailure {
  if (code === '') return misconfigured('NotAnS3Answer')
  // A store may send any text as its code. Only a short one of plain characters is shown.
  const shown = /^[\w .-]{1,64}$/.test(code) ? code : 'UnknownCode'
  if (busyCodes.has(code) || /^HTTP 5/.test(code)) return busy(shown)
  if (adviceByCode.has(code)) return misconfigured(code)
  return {
    kind: 'refused',
    code: shown,
    advice: damagedCodes.has(code) ? damagedAdvice : unknownAdvice,
  }
}

function ofConnection(code: string): StoreFailure {
  if (certificateCodes.has(code)) return misconfigured(code, certificateAdvice)
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return misconfigured(code, tlsAdvice)
  return unreachable(code === '' ? 'NoAnswer' : code)
}

const misconfigured = (code: string, otherwise = unknownAdvice): StoreFailure => ({
  kind: 'misconfigured',
  code,
  advice: adviceByCode.get(code) ?? otherwise,
})

const busy = (code: string): StoreFailure => ({
  kind: 'unreachable',
  code,
  advice: 'The store reports a fault of its own, or too many calls.',
})

const unreachable = (code: string): StoreFailure => ({
  kind: 'unreachable',
  code,
  advice: adviceByCode.get(code) ?? 'The connection to the store failed. Check S3_ENDPOINT.',
})
