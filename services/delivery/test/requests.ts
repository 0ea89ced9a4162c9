import type { App } from '@vitrine/http'
import type { Test } from 'tap'

export type Response = Awaited<ReturnType<App['inject']>>
type Headers = Record<string, string>

/** A request for an asset; `query` without its question mark. */
export const deliver = (
  app: App,
  { projectId, assetId }: { projectId: string; assetId: string },
  query = '',
  headers: Headers = {},
  method: 'GET' | 'HEAD' = 'GET',
): Promise<Response> =>
  app.inject({ method, url: `/api/v1/deliver/${projectId}/${assetId}?${query}`, headers })

export const fetchWidget = (
  app: App,
  slug: string,
  key: string,
  headers: Headers = {},
  method: 'GET' | 'HEAD' = 'GET',
): Promise<Response> =>
  app.inject({ method, url: `/api/v1/widgets/${slug}`, headers: { 'x-api-key': key, ...headers } })

/** Asserts an error of the contract, which no cache may store. */
export function isError(t: Test, response: Response, status: number, code: string): void {
  t.equal(response.statusCode, status)
  const { headers } = response
  t.equal(headers['cache-control'], 'no-store')
  t.equal(headers['content-type'], 'application/json; charset=utf-8')
  t.equal(headers['x-content-type-options'], 'nosniff')
  t.equal(headers['access-control-allow-origin'], '*')
  for (const name of ['etag', 'last-modified', 'accept-ranges']) t.notOk(headers[name], name)
  if (status !== 416) t.notOk(headers['content-range'], 'content-range')
  if (status === 503) t.match(headers['retry-after'], /^[1-9]\d*$/)
  if (response.body === '') return
  t.match(response.json(), {
    status,
    code,
    error: String,
    message: String,
    path: response.raw.req.url?.split('?')[0],
    timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
    requestId: headers['x-request-id'],
  })
}
