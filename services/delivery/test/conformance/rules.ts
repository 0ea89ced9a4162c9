import type { Test } from 'tap'
import { type Answer, field } from './connection.js'
import type { Request } from './request.js'

const imfFixdate =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/

const strongTag = /^"[\x21\x23-\x7e]+"$/

/** Fields that must not occur twice. */
const singletons = [
  'age',
  'cache-control',
  'content-disposition',
  'content-length',
  'content-range',
  'content-security-policy',
  'content-type',
  'date',
  'etag',
  'last-modified',
  'retry-after',
  'access-control-allow-origin',
  'x-content-type-options',
  'x-request-id',
]

/** The requirements of the standard and the contract for every answer. */
export function checkRules(t: Test, answer: Answer, request: Request): void {
  const { status } = answer
  for (const name of singletons) field(answer, name)
  t.match(field(answer, 'date'), imfFixdate, 'RFC 9110, 6.6.1: Date')
  t.equal(field(answer, 'age'), null, 'RFC 9111, 5.1: Age is for caches')
  t.equal(field(answer, 'x-content-type-options'), 'nosniff')
  t.match(field(answer, 'content-security-policy'), /^default-src 'none'/)
  t.match(field(answer, 'x-request-id'), /^[\w.:-]{1,128}$/)
  t.equal(field(answer, 'access-control-allow-origin'), '*')
  if (status >= 400) checkError(t, answer, request)
  if (status === 304) checkNotModified(t, answer)
  if (status === 200 || status === 206) checkSuccess(t, answer, request)
}

function checkSuccess(t: Test, answer: Answer, { method }: Request): void {
  const length = field(answer, 'content-length')
  if (method === 'HEAD') t.match(length, /^\d+$/, 'RFC 9110, 8.6: Content-Length')
  else t.equal(length, String(answer.content.length), 'RFC 9110, 8.6: Content-Length')
  const tag = field(answer, 'etag')
  if (tag !== null) t.match(tag, strongTag, 'a strong ETag')
  const lastModified = field(answer, 'last-modified')
  if (lastModified !== null) t.match(lastModified, imfFixdate, 'RFC 9110, 8.8.2')
  if (answer.status === 200) t.equal(field(answer, 'content-range'), null)
}

function checkNotModified(t: Test, answer: Answer): void {
  t.match(field(answer, 'etag'), strongTag, 'RFC 9110, 15.4.5: ETag')
  t.match(field(answer, 'cache-control'), /./, 'RFC 9110, 15.4.5: Cache-Control')
  for (const name of ['length', 'type', 'range', 'disposition', 'encoding']) {
    t.equal(field(answer, `content-${name}`), null, `RFC 9110, 15.4.5: no Content-${name}`)
  }
}

function checkError(t: Test, answer: Answer, { method, target }: Request): void {
  const { status, content } = answer
  t.equal(field(answer, 'cache-control'), 'no-store')
  t.equal(field(answer, 'content-type'), 'application/json; charset=utf-8')
  for (const name of ['etag', 'last-modified', 'accept-ranges', 'content-disposition']) {
    t.equal(field(answer, name), null, `an error has no ${name}`)
  }
  if (status === 401) t.match(field(answer, 'www-authenticate'), /./, 'RFC 9110, 15.5.2')
  if (status === 405) t.match(field(answer, 'allow'), /./, 'RFC 9110, 15.5.6')
  if (status !== 416) t.equal(field(answer, 'content-range'), null)
  if (status === 429 || status === 503) t.match(field(answer, 'retry-after'), /^[1-9]\d*$/)
  t.match(field(answer, 'content-length'), /^[1-9]\d*$/)
  if (method === 'HEAD') return
  const body = JSON.parse(content.toString())
  t.match(body, {
    status,
    error: /./,
    code: /^[A-Z_]+$/,
    message: /./,
    timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
    requestId: field(answer, 'x-request-id'),
  })
  // Without a parsed request there is no path.
  if (body.path !== '') t.equal(body.path, pathOf(target))
}

/** The path of a request target in any of its forms (RFC 9112, 3.2). */
const pathOf = (target: string): string =>
  target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] || '/'
