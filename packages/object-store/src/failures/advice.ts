/** The setting to check for each error code. Public, so it contains no values. */

const otherRegion = 'The bucket is in another region. Correct S3_REGION, and S3_ENDPOINT with it.'
const otherAddress =
  'The store serves this bucket at another address. Correct S3_ENDPOINT and S3_REGION.'
const noSuchKey = 'The store does not know the access key. Correct S3_ACCESS_KEY.'
const oldToken =
  'The session token is not valid, or not any more. Renew S3_SESSION_TOKEN and the keys with it.'
const notAllowed =
  'The access key may not do this in the bucket. Check S3_ACCESS_KEY, S3_SECRET_KEY and the policies of the bucket.'
const ownCertificate =
  "This machine does not trust the store's certificate. Name the file with its authority's certificate in NODE_EXTRA_CA_CERTS."

export const certificateAdvice = "The store's certificate is not accepted. Check S3_ENDPOINT."
export const tlsAdvice =
  'The store does not speak TLS at this port. Use http:// in S3_ENDPOINT, or the port that speaks TLS.'

/** Codes for uploads that were damaged in transit. */
export const damagedCodes: ReadonlySet<string> = new Set([
  'XAmzContentSHA256Mismatch',
  'XAmzContentChecksumMismatch',
  'BadDigest',
  'IncompleteBody',
])
export const damagedAdvice =
  'The bytes that arrived at the store were not those that were sent. Check the network between.'

/** Codes for failed certificate checks without a specific advice: OpenSSL's names. */
export const certificateCodes: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
  'CERT_REJECTED',
  'INVALID_CA',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_CHAIN_TOO_LONG',
  'CERT_SIGNATURE_FAILURE',
  'INVALID_PURPOSE',
  'HOSTNAME_MISMATCH',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

export const adviceByCode: ReadonlyMap<string, string> = new Map([
  // Answers of the store.
  ['NoSuchBucket', 'The bucket does not exist. Create it, or correct S3_BUCKET.'],
  ['InvalidBucketName', 'The store does not take the name of the bucket. Correct S3_BUCKET.'],
  ['InvalidAccessKeyId', noSuchKey],
  ['InvalidAccessKey', noSuchKey],
  // Codes of the Versity gateway.
  ['XAdminUserNotFound', noSuchKey],
  ['SignatureDoesNotMatch', 'The secret key does not fit the access key. Correct S3_SECRET_KEY.'],
  ['AccessDenied', notAllowed],
  ['AllAccessDisabled', notAllowed],
  ['AccountProblem', notAllowed],
  ['AuthorizationHeaderMalformed', otherRegion],
  ['AuthorizationQueryParametersError', otherRegion],
  ['InvalidRegion', otherRegion],
  ['PermanentRedirect', otherAddress],
  ['MovedPermanently', otherAddress],
  ['Redirect', otherAddress],
  ['TemporaryRedirect', otherAddress],
  [
    'RequestTimeTooSkewed',
    "This machine's clock and the store's differ by more than the store allows, 15 minutes as a rule. Correct the clock that is wrong.",
  ],
  ['ExpiredToken', oldToken],
  ['InvalidToken', oldToken],
  ['TokenRefreshRequired', oldToken],
  ['NotAnS3Answer', 'What answers is not an S3 store, or expects https://. Correct S3_ENDPOINT.'],
  ['MethodNotAllowed', 'What answers is not an S3 store. Correct S3_ENDPOINT.'],
  [
    'CredentialsUnavailable',
    'No credentials were found. Set S3_ACCESS_KEY and S3_SECRET_KEY, or give this service a role.',
  ],
  // The connection.
  ['DEPTH_ZERO_SELF_SIGNED_CERT', ownCertificate],
  ['SELF_SIGNED_CERT_IN_CHAIN', ownCertificate],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', ownCertificate],
  ['UNABLE_TO_GET_ISSUER_CERT', ownCertificate],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', ownCertificate],
  ['CERT_HAS_EXPIRED', "The store's certificate has expired. Renew it, or correct this clock."],
  ['CERT_NOT_YET_VALID', "The store's certificate is not valid yet. Check this machine's clock."],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    "The store's certificate is for another host name. Correct S3_ENDPOINT, or S3_ADDRESSING.",
  ],
  ['ENOTFOUND', 'The host name of the store is not known. Check S3_ENDPOINT and the DNS.'],
  ['EAI_AGAIN', 'The DNS does not answer. Check S3_ENDPOINT and the DNS.'],
  ['ECONNREFUSED', 'Nothing listens at the address of the store. Check S3_ENDPOINT.'],
  [
    'ECONNRESET',
    'The connection was closed without an answer. Check S3_ENDPOINT: the port may expect https://.',
  ],
  ['TIMEOUT', 'The store did not answer in time. Check S3_ENDPOINT and STORE_TIMEOUT_MS.'],
])
