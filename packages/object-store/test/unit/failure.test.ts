import { AppError } from '@vitrine/contracts/errors'
import t from '@vitrine/testing/t'
import { publicError } from '../../src/failures/errors.js'
import { classify, isAnswer } from '../../src/failures/failure.js'
import { CredentialsError, RefusedError, SilenceError } from '../../src/failures/store-errors.js'

const ofSystem = (code: string) => Object.assign(new Error(code), { code })
const ofClient = (code?: string) =>
  Object.assign(new Error('answer'), { name: 'S3Error' }, code === undefined ? {} : { code })
const refused = (code: string) => new RefusedError(code, 'no')

const table: [error: unknown, kind: string, code: string, publicCode: string][] = [
  [refused('NoSuchBucket'), 'misconfigured', 'NoSuchBucket', 'STORE_MISCONFIGURED'],
  [
    ofClient('SignatureDoesNotMatch'),
    'misconfigured',
    'SignatureDoesNotMatch',
    'STORE_MISCONFIGURED',
  ],
  [ofClient(), 'misconfigured', 'NotAnS3Answer', 'STORE_MISCONFIGURED'],
  [
    ofSystem('ERR_SSL_WRONG_VERSION_NUMBER'),
    'misconfigured',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'STORE_MISCONFIGURED',
  ],
  [ofSystem('EPROTO'), 'misconfigured', 'EPROTO', 'STORE_MISCONFIGURED'],
  [
    ofSystem('ERR_TLS_CERT_ALTNAME_INVALID'),
    'misconfigured',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'STORE_MISCONFIGURED',
  ],
  [ofSystem('CERT_HAS_EXPIRED'), 'misconfigured', 'CERT_HAS_EXPIRED', 'STORE_MISCONFIGURED'],
  [ofSystem('CERT_REVOKED'), 'misconfigured', 'CERT_REVOKED', 'STORE_MISCONFIGURED'],
  [
    new Error('wrapped', { cause: new CredentialsError(undefined) }),
    'misconfigured',
    'CredentialsUnavailable',
    'STORE_MISCONFIGURED',
  ],
  [
    refused('XAmzContentSHA256Mismatch'),
    'refused',
    'XAmzContentSHA256Mismatch',
    'STORE_UNAVAILABLE',
  ],
  [refused('<b>"quoted"</b>'), 'refused', 'UnknownCode', 'STORE_UNAVAILABLE'],
  [refused('SlowDown'), 'unreachable', 'SlowDown', 'STORE_UNAVAILABLE'],
  [refused('HTTP 507'), 'unreachable', 'HTTP 507', 'STORE_UNAVAILABLE'],
  [
    new Error('after 0 retries: Error: Retryable HTTP status: 503'),
    'unreachable',
    'HTTP 503',
    'STORE_UNAVAILABLE',
  ],
  [new SilenceError(10), 'unreachable', 'TIMEOUT', 'STORE_UNAVAILABLE'],
  [ofSystem('ECONNREFUSED'), 'unreachable', 'ECONNREFUSED', 'STORE_UNAVAILABLE'],
  [ofSystem('ENOTFOUND'), 'unreachable', 'ENOTFOUND', 'STORE_UNAVAILABLE'],
  [new Error('hm'), 'unreachable', 'NoAnswer', 'STORE_UNAVAILABLE'],
]

t.test('failed calls are classified for callers and for the breaker', async (t) => {
  for (const [error, kind, code, publicCode] of table) {
    t.match(classify(error), { kind, code, advice: /^[A-Z].*\.$/ }, code)
    t.equal((publicError(error) as AppError).code, publicCode, code)
    t.equal(isAnswer(error), kind !== 'unreachable', code)
  }
})

t.test('errors that the store did not cause are unchanged', async (t) => {
  const disk = Object.assign(new Error('ENOENT'), { path: '/file' })
  t.equal(publicError(disk), disk)
  const known = new AppError('OVERLOADED', 'Too much.')
  t.equal(publicError(known), known)
})
