import { errorCodes } from '@vitrine/contracts/errors'
import { errorTable } from '@vitrine/http'
import openapi, { astToString, COMMENT_HEADER } from 'openapi-typescript'
import { compact } from './compact.js'
import { type Document, readDocument } from './documents.js'
import { operationsOf } from './operations.js'

/** `path` is below the packages. */
type GeneratedFile = { path: string; text: string }

const packages = new URL('../../../packages/', import.meta.url)
export const addressOf = ({ path }: GeneratedFile): URL => new URL(path, packages)

const sdk = 'sdk/src/generated'

/** The generated files of the SDK, of the command line and of the contracts, from the documents of the built services. */
export async function generate(): Promise<GeneratedFile[]> {
  const management = await readDocument('management-api')
  const delivery = await readDocument('delivery')
  return [
    { path: `${sdk}/management.ts`, text: await typesOf(management) },
    { path: `${sdk}/delivery.ts`, text: await typesOf(delivery) },
    { path: `${sdk}/keyed-calls.ts`, text: keyedCallsOf(management) },
    { path: `${sdk}/least-roles.ts`, text: leastRolesOf(management) },
    { path: 'cli/src/generated/operations.ts', text: operationTable(management) },
    { path: 'contracts/ERRORS.md', text: errorDocument },
  ]
}

async function typesOf(document: Document): Promise<string> {
  const source = compact(document) as unknown as Parameters<typeof openapi>[0]
  const nodes = await openapi(source, {
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    silent: true,
  })
  return `${COMMENT_HEADER}${astToString(nodes)}`
}

const callsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
  )

const ownHeader = '/* Generated from the OpenAPI documents by infra/openapi. Do not edit. */\n'
const keyHeader = 'Idempotency-Key'

/** The calls that take an Idempotency-Key, as one expression over `METHOD path`. */
function keyedCallsOf(document: Document): string {
  const keyed = callsOf(document).filter(({ operation: { parameters = [] } }) =>
    parameters.some(({ name }) => name === keyHeader),
  )
  const methods = [...new Set(keyed.map(({ method }) => method))].sort()
  const pathsOf = (method: string) =>
    keyed
      .flatMap((call) => (call.method === method ? call.path.slice('/api/'.length) : []))
      .map((path) => path.replaceAll(/\{\w+\}/g, '[^/]+'))
  const expression = methods
    .map((method) => `${method.toUpperCase()} /api/(?:${pathsOf(method).sort().join('|')})`)
    .join('|')
    .replaceAll('/', '\\/')
    .replaceAll('[^\\/]', '[^/]')
  return `${ownHeader}
/** Tests a \`METHOD path\`: whether the call takes an Idempotency-Key. */
export const keyedCalls = /^(?:${expression})$/
`
}

/** The least role of each call inside an organization or project. */
function leastRolesOf(document: Document): string {
  const roles = callsOf(document).flatMap(({ operation }) => {
    const { operationId, 'x-vitrine-role': role } = operation
    return role === undefined ? [] : [`  ${operationId}: '${role}',`]
  })
  return `${ownHeader}
/** The least role that a call needs, by its \`operationId\`. */
export const leastRoles = {
${roles.sort().join('\n')}
} as const
`
}

const errorDocument = `# Error codes

<!-- Generated from src/errors/catalogue.ts by infra/openapi. Do not edit. -->

The codes of both services. The OpenAPI document of each lists, for each operation, the codes that it may answer.

${errorTable(new Set(errorCodes))}
`

const operationTable = (document: Document): string => `${ownHeader}
export const operations = ${JSON.stringify(operationsOf(document), null, 2)} as const
`
