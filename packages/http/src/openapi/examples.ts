import type { JsonSchema } from './json-schema.js'
import { sampleOf, type Values } from './sample.js'

export type Examples = {
  /** Bodies of requests by `operationId`. Others are made from their schemas. */
  bodies?: Values
  /** Values of properties in examples, by name, or by the title of the object and the name. */
  values?: Values
}

type Content = Record<string, { schema?: JsonSchema }>
type Message = { content?: Content }
type Parameter = { in: string; name: string; schema?: JsonSchema }
type Operation = {
  operationId?: string
  parameters?: Parameter[]
  requestBody?: Message
  responses?: Record<string, Message>
}
type Paths = Record<string, Record<string, Operation>>

const json = 'application/json'

/**
 * Adds an example to each JSON body, to each successful JSON answer and to each parameter of a path. Call it while
 * the schemas are still in place. Optional parameters have none: a page that can send requests would fill them in.
 *
 * @throws if a body belongs to no operation: a renamed operation would lose it silently.
 */
export function withExamples<Document extends { paths?: unknown }>(
  document: Document,
  { bodies = {}, values = {} }: Examples,
): Document {
  const unused = new Set(Object.keys(bodies))
  const exampleOf = (schema: JsonSchema = {}) => sampleOf(schema, values)
  const ofBody = (operationId: string) => (schema?: JsonSchema) =>
    unused.delete(operationId) ? bodies[operationId] : exampleOf(schema)

  const add = (operation: Operation): Operation => {
    const { operationId = '', parameters, requestBody, responses = {} } = operation
    const answers = Object.entries(responses).map(([status, answer]) => [
      status,
      Number(status) < 300 ? withExample(answer, exampleOf) : answer,
    ])
    return {
      ...operation,
      ...(parameters && { parameters: parameters.map((one) => ofPath(one, values)) }),
      ...(requestBody && { requestBody: withExample(requestBody, ofBody(operationId)) }),
      responses: Object.fromEntries(answers),
    }
  }
  const paths = Object.fromEntries(
    Object.entries((document.paths ?? {}) as Paths).map(([path, operations]) => [
      path,
      Object.fromEntries(Object.entries(operations).map(([verb, one]) => [verb, add(one)])),
    ]),
  )
  if (unused.size > 0) throw new Error(`examples of no operation: ${[...unused].join(', ')}`)
  return { ...document, paths }
}

const ofPath = (parameter: Parameter, values: Values): Parameter & { example?: unknown } =>
  parameter.in === 'path'
    ? { ...parameter, example: values[parameter.name] ?? sampleOf(parameter.schema ?? {}, values) }
    : parameter

function withExample(message: Message, exampleOf: (schema?: JsonSchema) => unknown): Message {
  const content = message.content?.[json]
  if (content === undefined) return message
  const described = { ...content, example: exampleOf(content.schema) }
  return { ...message, content: { ...message.content, [json]: described } }
}
