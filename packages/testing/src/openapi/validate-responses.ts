import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { OpenApiDocument } from './document.js'
import { createResponseCheck, type ResponseCheck } from './response-check.js'

type Response = {
  statusCode: number
  headers: Record<string, number | string | string[] | undefined>
  body: string
  rawPayload: Buffer
  raw: { req: { method?: string; url?: string } }
}

const decompress: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: (bytes) => brotliDecompressSync(bytes),
  gzip: (bytes) => gunzipSync(bytes),
}

function decoded({ headers, body, rawPayload }: Response): string {
  const decode = decompress[`${headers['content-encoding']}`]
  return decode && rawPayload.length > 0 ? `${decode(rawPayload)}` : body
}

/** One check per document: suites build many apps with the same document. */
const checks = new Map<string, ResponseCheck>()

/**
 * Makes `app.inject` reject answers that do not match the OpenAPI document that the app serves at
 * `documentUrl`. For tests only.
 */
export function validateResponses(app: { inject: unknown }, documentUrl: string): void {
  const inject = (app.inject as (request: unknown) => Promise<Response>).bind(app)
  let check: Promise<ResponseCheck> | undefined
  const load = async (): Promise<ResponseCheck> => {
    const { body } = await inject(documentUrl)
    const known = checks.get(body) ?? createResponseCheck(JSON.parse(body) as OpenApiDocument)
    checks.set(body, known)
    return known
  }
  app.inject = async (request: unknown): Promise<Response> => {
    const response = await inject(request)
    check ??= load()
    const { statusCode, headers, raw } = response
    const { method = 'GET', url = '' } = raw.req
    const contentType = headers['content-type']
    const type = contentType?.toString()
    const answer = { method, url, status: statusCode, contentType: type, body: decoded(response) }
    const problems = (await check)(answer)
    if (problems.length === 0) return response
    throw new Error(
      `${method} ${url} was answered with what its OpenAPI document does not describe: ${problems.join('; ')}`,
    )
  }
}
