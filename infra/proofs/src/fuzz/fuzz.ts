import {
  type Answer,
  createResponseCheck,
  type DescribedCall,
  describedCalls,
  type OpenApiDocument,
  type ResponseCheck,
  type Schema,
} from '@vitrine/testing'
import { createCaller } from '@vitrine/testing/http'
import fc from 'fast-check'
import { createFixture, type Fixture } from './fixture.js'
import { type FuzzRequest, requestsFor } from './request.js'

type FuzzOptions = {
  /** The base addresses of both services. */
  management: string
  delivery: string
  /** The approximate total, divided equally among the documented calls. */
  requests: number
  seed: number
  signal: AbortSignal
}

type Finding = {
  call: string
  problem: string
  /** The smallest request that shows the problem. */
  request: string
}

type FuzzResult = {
  sent: number
  calls: number
  statuses: Record<number, number>
  findings: Finding[]
}

type Target = { base: string; call: DescribedCall; check: ResponseCheck }

const lanes = 4
const caller = createCaller({ timeoutMs: 30_000, maxSockets: 8 })

/**
 * Sends valid and invalid requests, generated from the OpenAPI documents of both services. A finding
 * is a 5xx, an answer that does not match the document, or no answer.
 */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { management, delivery, requests, seed, signal } = options
  const fixture = await createFixture(management, signal)
  const targets = [
    ...(await targetsOf(management, '/api/openapi.json')),
    ...(await targetsOf(delivery, '/api/v1/openapi.json')),
  ]
  const varied = targets.filter(isVaried)
  const runs = Math.ceil(requests / varied.length)
  const result: FuzzResult = { sent: 0, calls: targets.length, statuses: {}, findings: [] }
  const queue = [...targets.entries()]
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      signal.throwIfAborted()
      const [index, target] = next
      const numRuns = isVaried(target) ? runs : Math.min(runs, 10)
      const finding = await fuzzCall(target, fixture, { seed: seed + index, numRuns }, result)
      if (finding) result.findings.push(finding)
    }
  }
  await Promise.all(Array.from({ length: lanes }, work))
  caller.close()
  return result
}

async function targetsOf(base: string, url: string): Promise<Target[]> {
  const { body } = await caller.send(base, { path: url })
  const document = JSON.parse(body) as OpenApiDocument
  const check = createResponseCheck(document)
  return describedCalls(withoutReferences(document)).map((call) => ({ base, call, check }))
}

/** Whether a call has any input: health checks have none. */
const isVaried = ({ call: { path, operation } }: Target): boolean =>
  path.includes('{') || operation.parameters !== undefined || operation.requestBody !== undefined

const nameOf = ({ call }: Target): string => `${call.method} ${call.path}`

async function fuzzCall(
  target: Target,
  fixture: Fixture,
  parameters: { seed: number; numRuns: number },
  result: FuzzResult,
): Promise<Finding | null> {
  const property = fc.asyncProperty(requestsFor(target.call, fixture), async (request) => {
    const { problems, status } = await attempt(target, fixture, request)
    result.sent += 1
    result.statuses[status] = (result.statuses[status] ?? 0) + 1
    if (problems.length > 0) throw new Error(problems.join('; '))
  })
  const details = await fc.check(property, parameters)
  if (!details.failed) return null
  const [request] = details.counterexample ?? []
  const problem = (details.errorInstance as Error | null)?.message ?? 'unknown'
  return { call: nameOf(target), problem, request: request ? show(request) : '' }
}

async function attempt({ base, call, check }: Target, fixture: Fixture, request: FuzzRequest) {
  const url = addressOf(call, fixture, request)
  const headers = { ...request.headers, ...credentialOf(call, fixture, request) }
  const { method } = call
  const reply = await caller.send(base, { method, path: url, headers, body: request.body })
  const contentType = reply.headers['content-type']
  const { status, body } = reply
  const answer: Answer = { method, url, status, contentType, body }
  const problems = check(answer)
  if (answer.status >= 500) problems.unshift(`${answer.status} ${answer.body.slice(0, 300)}`)
  if (answer.status === 201) remember(call, fixture, answer.body)
  return { problems, status: answer.status }
}

function addressOf(
  { method, path }: DescribedCall,
  fixture: Fixture,
  request: FuzzRequest,
): string {
  const last = path.match(/\{(\w+)\}$/)?.[1]
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const reference = request.params[name] ?? { pick: 0 }
    return fixture.resolve(name, reference, method === 'DELETE' && name === last)
  })
  const query = new URLSearchParams(request.query).toString()
  return query === '' ? address : `${address}?${query}`
}

function credentialOf({ operation }: DescribedCall, fixture: Fixture, { credential }: FuzzRequest) {
  const schemes = (operation.security ?? []).flatMap((scheme) => Object.keys(scheme))
  if (credential === undefined || schemes.length === 0) return {}
  return schemes.includes('accessToken')
    ? { authorization: `Bearer ${fixture.tokens[credential]}` }
    : { 'x-api-key': fixture.keys[credential] }
}

/** The parameter for the id of a resource that a POST to a list created: `…/widgets` → widgetId. */
function remember({ path }: DescribedCall, fixture: Fixture, body: string): void {
  const collection = path.split('/').at(-1) ?? ''
  const { id } = JSON.parse(body) as { id?: string }
  const name = names[collection] ?? `${collection.replace(/s$/, '')}Id`
  if (id !== undefined) fixture.made(name, id)
}

const names: Record<string, string> = {
  organizations: 'orgId',
  'api-keys': 'keyId',
  duplicate: 'widgetId',
}

const show = ({ body, ...request }: FuzzRequest): string =>
  JSON.stringify({ ...request, ...(body && { body: body.toString().slice(0, 500) }) })

const prefix = '#/components/schemas/'

/** The document with every reference replaced by its schema. No schema may refer to itself. */
function withoutReferences(document: OpenApiDocument): OpenApiDocument {
  const { schemas } = document.components
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve)
    if (typeof node !== 'object' || node === null) return node
    const { $ref } = node as Schema
    if (typeof $ref === 'string') return resolve(schemas[$ref.slice(prefix.length)] ?? {})
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, resolve(value)]))
  }
  return { ...document, paths: resolve(document.paths) as OpenApiDocument['paths'] }
}
