import type { ErrorCode } from './codes.js'

/** What a code means, and what a client does about it. Markdown without line breaks and `|`. */
export type ErrorExplanation = { meaning: string; remedy: string }

/** The explanations in the OpenAPI documents and in ERRORS.md. */
export const errorCatalogue: Readonly<Record<ErrorCode, ErrorExplanation>> = {
  VALIDATION_FAILED: {
    meaning: 'A parameter, header or field of the body is not valid.',
    remedy: 'Correct what `details` lists: each wrong field with the values that it takes.',
  },
  MALFORMED_BODY: {
    meaning: 'The body is not JSON, was cut off, or is nested too deep.',
    remedy: 'Send complete JSON in UTF-8.',
  },
  MALFORMED_REQUEST: {
    meaning: 'The message is not valid HTTP.',
    remedy: 'Use a standard HTTP client, and look for a proxy that changes requests.',
  },
  MALFORMED_URL: {
    meaning: 'The path is not validly percent-encoded.',
    remedy: 'Encode each part with `encodeURIComponent`.',
  },
  INVALID_UPLOAD: {
    meaning: 'The multipart body is not valid: no file, several files, or an unknown part.',
    remedy: 'Send one part `file`, and the text parts that the operation lists.',
  },
  UNSUPPORTED_IMAGE: {
    meaning: 'The file is empty, damaged, or no image of a supported format.',
    remedy: 'Send a complete JPEG, PNG, WebP, AVIF, GIF, TIFF or HEIC file.',
  },
  IMAGE_TOO_LARGE: {
    meaning:
      'The image has more pixels, a longer side or more frames, or needs more memory, than the installation allows.',
    remedy: 'Scale it down. `uploadLimits` of `GET /api/auth/me` has the most bytes and pixels.',
  },
  IMAGE_TOO_COSTLY: {
    meaning: 'The image needs too much CPU time, or its metadata is too large.',
    remedy: 'Export it again in a usual encoding and without metadata.',
  },
  UNKNOWN_ASSETS: {
    meaning: 'The list names assets that the project does not have.',
    remedy: 'Leave out the ids that `details` names; they may have been deleted.',
  },
  UNKNOWN_FOLDER: {
    meaning: 'The project has no folder with this id.',
    remedy: 'Choose another folder, or null for none.',
  },
  PASSWORD_WRONG: {
    meaning:
      'The current password, which the call needs as a proof, is wrong. Nothing was changed.',
    remedy: 'Ask for the password again. After several failures the answer is 429 for a while.',
  },
  COOKIE_MODE_NEEDS_HTTPS: {
    meaning: 'A session in a cookie needs a `PUBLIC_URL` with https, or `http://localhost`.',
    remedy: 'Leave out `session` to get the refresh token in the body, or set up https.',
  },
  TOKEN_MISSING: {
    meaning: 'The call needs a token and none was sent.',
    remedy: 'Send `Authorization: Bearer <token>`.',
  },
  TOKEN_EXPIRED: {
    meaning: 'The access token or personal access token has expired.',
    remedy: 'Refresh the session once and repeat the call; replace a personal access token.',
  },
  TOKEN_INVALID: {
    meaning: 'The token is malformed, was revoked, or belongs to another installation.',
    remedy: 'Log in again, or create another personal access token.',
  },
  SESSION_ENDED: {
    meaning: 'The session of the token has ended: by a logout, a password change or its owner.',
    remedy: 'Log in again.',
  },
  CREDENTIALS_INVALID: {
    meaning: 'The e-mail address or the password is wrong. Which one is not said.',
    remedy: 'Ask for both again, or offer a password reset.',
  },
  REFRESH_TOKEN_INVALID: {
    meaning: 'The refresh token has expired, or was used already.',
    remedy: 'Log in again. Let one process or tab refresh at a time.',
  },
  API_KEY_INVALID: {
    meaning: 'The API key is missing, malformed, unknown, expired or revoked.',
    remedy: 'Send a key of the project as `X-API-Key` or `api_key`; an ADMIN can create one.',
  },
  FORBIDDEN: {
    meaning: 'The caller is known and may not do this: the role or the token is too small.',
    remedy: 'Ask an ADMIN of the organization, or use a token that the operation takes.',
  },
  QUOTA_EXCEEDED: {
    meaning: 'A budget of the organization or a limit of the project is used up.',
    remedy: 'Delete what is not needed, or ask the operator. `GET …/usage` has the numbers.',
  },
  API_KEY_OF_OTHER_PROJECT: {
    meaning: 'The API key belongs to another project than the widget.',
    remedy: 'Use a key of the project that has the widget.',
  },
  API_KEY_READ_ONLY: {
    meaning: 'The API key may read only, and the call records events.',
    remedy: 'Use a key with the permission `READ_WRITE`.',
  },
  ORIGIN_NOT_ALLOWED: {
    meaning: 'The call comes from a page whose origin may not make it.',
    remedy: 'Add the origin to `allowedOrigins` of the key; call cookie mode from `PUBLIC_URL`.',
  },
  TRANSFORMATION_REFUSED: {
    meaning: 'The project serves signed or listed renditions only, and this is none.',
    remedy: 'Sign the address, use a preset, or change `transformations` of the project.',
  },
  ORIGINAL_PRIVATE: {
    meaning:
      'The project gives its originals, and pictures above `maxPublicWidth`, to signed addresses only.',
    remedy:
      'Ask for a smaller `w`, or use a signed address: `originalUrl` of the management API is one.',
  },
  ROUTE_NOT_FOUND: {
    meaning: 'There is nothing at this address.',
    remedy: 'Compare the address with the document; the base address has no `/api`.',
  },
  SESSION_NOT_FOUND: {
    meaning: 'The account has no such session, or it has ended.',
    remedy: 'Read the list of sessions again.',
  },
  TOKEN_NOT_FOUND: {
    meaning: 'The account has no such personal access token, or it was revoked.',
    remedy: 'Read the list of tokens again.',
  },
  ORGANIZATION_NOT_FOUND: {
    meaning: 'There is no such organization.',
    remedy: 'Take the id from `GET /api/organizations`.',
  },
  MEMBER_NOT_FOUND: {
    meaning: 'The organization has no such member.',
    remedy: 'Read the list of members again.',
  },
  INVITATION_NOT_FOUND: {
    meaning: 'There is no such open invitation: it was accepted, withdrawn or has expired.',
    remedy: 'Read the list of invitations again.',
  },
  INVITATION_INVALID: {
    meaning: 'The token of the invitation is unknown, used, withdrawn or expired.',
    remedy: 'Ask for a new invitation.',
  },
  MAIL_TOKEN_INVALID: {
    meaning: 'The token of the mail is unknown, used or expired.',
    remedy: 'Ask for another mail.',
  },
  PROJECT_NOT_FOUND: {
    meaning: 'There is no such project.',
    remedy: 'Take the id from the list of projects.',
  },
  FOLDER_NOT_FOUND: {
    meaning: 'The project has no such folder.',
    remedy: 'Read the list of folders again.',
  },
  ASSET_NOT_FOUND: {
    meaning: 'The project has no such asset, or not this version of it.',
    remedy: 'Read the list of assets again.',
  },
  WIDGET_NOT_FOUND: {
    meaning: 'The project has no such widget; for the public, none that is published.',
    remedy: 'Check the id or slug, and whether the widget is published.',
  },
  API_KEY_NOT_FOUND: {
    meaning: 'The project has no such API key, or it was revoked.',
    remedy: 'Read the list of keys again.',
  },
  JOB_NOT_FOUND: {
    meaning: 'The project has no such job. Ended jobs are kept for a week.',
    remedy: 'Look at the result of the job: the assets themselves.',
  },
  PRESET_NOT_FOUND: {
    meaning: 'The project has no preset with this name.',
    remedy: 'Create it with PUT, or use a name of the list of presets.',
  },
  SIGNING_KEY_NOT_FOUND: {
    meaning: 'The project has no such signing key.',
    remedy: 'Read the list of signing keys again.',
  },
  METHOD_NOT_ALLOWED: {
    meaning: 'The address does not take this method.',
    remedy: 'Use a method of the header `Allow`.',
  },
  REQUEST_TIMEOUT: {
    meaning: 'The request took too long to arrive.',
    remedy: 'Send it again, over a connection that carries it without pauses.',
  },
  EMAIL_TAKEN: {
    meaning: 'There is an account with this e-mail address, verified or not.',
    remedy: 'Log in, or reset the password: that also claims an account never verified.',
  },
  ORGANIZATION_SLUG_TAKEN: {
    meaning: 'There is an organization with this slug.',
    remedy: 'Choose another slug, or leave it out.',
  },
  LAST_OWNER: {
    meaning: 'The organization would be left without an OWNER.',
    remedy: 'Make another member OWNER first, or delete the organization.',
  },
  ALREADY_MEMBER: {
    meaning: 'The person is a member of the organization already.',
    remedy: 'Nothing is left to do; change the role of the member instead.',
  },
  PROJECT_SLUG_TAKEN: {
    meaning: 'The organization has a project with this slug.',
    remedy: 'Choose another slug.',
  },
  FOLDER_NAME_TAKEN: {
    meaning: 'There is a folder with this name in the same place.',
    remedy: 'Use that folder, or choose another name.',
  },
  FOLDER_NOT_EMPTY: {
    meaning: 'The folder has assets or folders.',
    remedy: 'Empty it, or delete it with `recursive=true`: assets stay.',
  },
  WIDGET_SLUG_TAKEN: {
    meaning: 'The project has a widget with this slug.',
    remedy: 'Choose another slug.',
  },
  ASSET_IN_USE: {
    meaning: 'The asset is the watermark of its project.',
    remedy: 'Choose another watermark, or null for none, in the settings of the project first.',
  },
  REFERENCE_GONE: {
    meaning: 'Something that the change refers to was deleted at the same time.',
    remedy: 'Read the resources again, and repeat the change without what is gone.',
  },
  COUNT_DIFFERS: {
    meaning: 'The filter matches another number of assets than the call expects.',
    remedy: 'Count again, ask the person, and send the new number.',
  },
  TOO_MANY_JOBS: {
    meaning: 'The project has as many unfinished jobs as it may have.',
    remedy: 'Wait for one to end.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    meaning: 'The `Idempotency-Key` belongs to another call.',
    remedy: 'Use a new key for each call, and the same key for its repetitions alone.',
  },
  SECRET_REVOKED: {
    meaning:
      'The call was made before, and its answer cannot be given again: its secret was revoked, or it cannot be read.',
    remedy: 'Look up what the first call has made; make a new call with a new `Idempotency-Key`.',
  },
  PRECONDITION_FAILED: {
    meaning: '`If-Match` or another precondition does not fit the current state.',
    remedy: 'Read the resource again, apply the change to it, and send its new `ETag`.',
  },
  BODY_TOO_LARGE: {
    meaning: 'The body, or the file in it, has too many bytes.',
    remedy: 'Send less. `uploadLimits` of `GET /api/auth/me` has the limit of files.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    meaning: 'The operation does not take a body of this media type.',
    remedy: 'Send `application/json`, or `multipart/form-data` for files.',
  },
  RANGE_NOT_SATISFIABLE: {
    meaning: 'The range begins behind the end of the image.',
    remedy: 'Ask for a range within its `Content-Length`.',
  },
  TOO_MANY_REQUESTS: {
    meaning: 'A rate limit is reached; the header `RateLimit` says which one.',
    remedy: 'Wait for `Retry-After` seconds and repeat the call.',
  },
  HEADERS_TOO_LARGE: {
    meaning: 'The address and the headers are too large.',
    remedy: 'Send fewer or smaller headers and cookies, or a shorter query.',
  },
  INTERNAL: {
    meaning: 'The service has a fault, which it has logged.',
    remedy: 'Repeat the call later, and report the `requestId`.',
  },
  ASSET_LOST: {
    meaning: 'The file of the image is missing from the object store.',
    remedy: 'Upload the file again, or ask the operator to restore it.',
  },
  DATABASE_UNAVAILABLE: {
    meaning: 'The database is out of reach or too slow.',
    remedy: 'Repeat the call after `Retry-After` seconds, a POST with its `Idempotency-Key`.',
  },
  DATABASE_MISCONFIGURED: {
    meaning: 'The service may not use its database.',
    remedy: 'The operator has to correct the settings; the log names them.',
  },
  STORE_UNAVAILABLE: {
    meaning: 'The object store is out of reach.',
    remedy: 'Repeat the call after `Retry-After` seconds, a POST with its `Idempotency-Key`.',
  },
  STORE_MISCONFIGURED: {
    meaning: 'The object store refuses the service.',
    remedy: 'The operator has to correct the settings; the log names them.',
  },
  OVERLOADED: {
    meaning: 'Too much work is waiting.',
    remedy: 'Repeat the call after `Retry-After` seconds.',
  },
  NOT_READY: {
    meaning: 'The process lacks a dependency, or is shutting down.',
    remedy: 'Send requests to another replica; `details` names what is missing.',
  },
  PROPAGATION_PENDING: {
    meaning: 'The change is stored, and not yet confirmed by every replica.',
    remedy:
      'Repeat the call, a POST with its `Idempotency-Key`: it only waits until the change is seen everywhere.',
  },
}
