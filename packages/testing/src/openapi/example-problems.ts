import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { type DescribedCall, describedCalls, type OpenApiDocument } from './document.js'

const json = 'application/json'

/**
 * The JSON bodies, successful JSON answers and parameters of paths without an example, or whose example does not match.
 */
export function exampleProblems(document: OpenApiDocument): string[] {
  const ajv = new Ajv2020({ strict: false })
  formats.default(ajv, ['uuid', 'uri', 'email'])
  ajv.addSchema(document as object, 'openapi')
  return describedCalls(document)
    .flatMap((call) => [...messagesOf(call), ...parametersOf(call)])
    .flatMap(({ name, at, described }) => {
      if (described === undefined) return []
      if (described.example === undefined) return [`${name} has no example`]
      const pointer = [...at, 'schema'].map(escapePointer).join('/')
      const validate = ajv.compile({ $ref: `openapi#/${pointer}` })
      return validate(described.example) ? [] : [`${name}: ${ajv.errorsText(validate.errors)}`]
    })
}

function messagesOf({ method, path, operation }: DescribedCall) {
  const at = ['paths', path, method.toLowerCase()]
  const call = `${method} ${path}`
  const answers = Object.entries(operation.responses).filter(([status]) => Number(status) < 300)
  return [
    {
      name: call,
      at: [...at, 'requestBody', 'content', json],
      described: operation.requestBody?.content[json],
    },
    ...answers.map(([status, { content }]) => ({
      name: `${call}, answer ${status}`,
      at: [...at, 'responses', status, 'content', json],
      described: content?.[json],
    })),
  ]
}

const parametersOf = ({ method, path, operation }: DescribedCall) =>
  (operation.parameters ?? []).flatMap((parameter, index) =>
    parameter.in === 'path'
      ? {
          name: `${method} ${path}, parameter ${parameter.name}`,
          at: ['paths', path, method.toLowerCase(), 'parameters', String(index)],
          described: parameter,
        }
      : [],
  )

const escapePointer = (part: string) =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

/** Whether a document is valid by the OpenAPI Initiative's schema, and the errors if it is not. */
export const isOpenApi = (document: OpenApiDocument) =>
  new Validator().validate(structuredClone(document))
