import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describedCalls, type OpenApiDocument } from './document.js'

const json = 'application/json'

/** The calls whose JSON body has no example, or one that does not match its schema. */
export function exampleProblems(document: OpenApiDocument): string[] {
  const ajv = new Ajv2020({ strict: false })
  formats.default(ajv, ['uuid', 'uri', 'email'])
  ajv.addSchema(document as object, 'openapi')
  return describedCalls(document).flatMap(({ method, path, operation }) => {
    const body = operation.requestBody?.content[json]
    if (body === undefined) return []
    if (body.example === undefined) return [`${method} ${path} has no example`]
    const at = ['paths', path, method.toLowerCase(), 'requestBody', 'content', json, 'schema']
    const validate = ajv.compile({ $ref: `openapi#/${at.map(escapePointer).join('/')}` })
    return validate(body.example) ? [] : [`${method} ${path}: ${ajv.errorsText(validate.errors)}`]
  })
}

const escapePointer = (part: string) =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
