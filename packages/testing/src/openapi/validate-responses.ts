import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { OpenApiDocument } from './document.js'
import { type Answer, createResponseCheck, type ResponseCheck } from './response-check.js'

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

/** By the address of the document. An app takes 0.2 s to write it, and suites build many apps. */
const sharedChecks = new Map<string, ResponseCheck>()

/**
 * Makes `app.inject` reject answers that do not match the OpenAPI document that the app serves at
 * `documentUrl`. The document of the first app of the process is used for all, and an app's own one where
 * its settings make a difference. For tests only.
 */
export function validateResponses(app: { inject: unknown }, documentUrl: string): void {
  const inject = (app.inject as (request: unknown) => Promise<Response>).bind(app)
  const load = async (): Promise<ResponseCheck> => {
    const { statusCode, body } = await inject(documentUrl)
    if (statusCode !== 200) throw new Error(`${documentUrl} was answered with ${statusCode}`)
    return createResponseCheck(JSON.parse(body) as OpenApiDocument)
  }
  let own: Promise<ResponseCheck> | undefined
  const problemsOf = async (answer: Answer): Promise<string[]> => {
    const shared = sharedChecks.get(documentUrl)
    if (shared?.(answer).length === 0) return []
    own ??= load()
    const check = await own
    if (shared === undefined) sharedChecks.set(documentUrl, check)
    return check(answer)
  }
  app.inject = async (request: unknown): Promise<Response> => {
    const response = await inject(request)
    const { statusCode, headers, raw } = response
    // A request of `inject` never is by itself, so a service that listens would take its body for a slow one.
    Object.assign(raw.req, { complete: true })
    const { method = 'GET', url = '' } = raw.req
    const contentType = headers['content-type']?.toString()
    const body = decoded(response)
    const problems = await problemsOf({ method, url, status: statusCode, contentType, body })
    if (problems.length === 0) return response
    throw new Error(
      `${method} ${url} was answered with what its OpenAPI document does not describe: ${problems.join('; ')}`,
    )
  }
}
