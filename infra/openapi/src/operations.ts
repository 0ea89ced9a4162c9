import type { Document, Node } from './documents.js'

/** A query parameter or a property of a body. */
type Field = {
  name: string
  kind: 'text' | 'number' | 'flag' | 'list' | 'json'
  isRequired?: true
  /** null is a value: it removes what the resource has. */
  isNullable?: true
  choices?: readonly string[]
  summary?: string
}

type Description = {
  method: string
  path: string
  summary: string
  query: readonly Field[]
  /** Names of the headers that callers choose. */
  headers: readonly string[]
  body: readonly Field[]
  /** Pages, an array, one value, lines of JSON, or nothing. */
  answer: 'pages' | 'array' | 'one' | 'lines' | 'none'
}

/** The operations of a document by their ids, as the command line needs them. */
export function operationsOf(document: Document): Record<string, Description> {
  const entries = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const description: Description = {
        method: method.toUpperCase(),
        path,
        summary: String(operation.summary ?? ''),
        query: (operation.parameters ?? []).flatMap((parameter) =>
          parameter.in === 'query' ? [queryField(document, parameter)] : [],
        ),
        headers: (operation.parameters ?? []).flatMap((parameter) =>
          parameter.in === 'header' ? [parameter.name] : [],
        ),
        body: bodyFields(document, operation.requestBody as Node | undefined),
        answer: answerOf(document, operation.responses),
      }
      return [String(operation.operationId), description] as const
    }),
  )
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)))
}

function queryField(document: Document, parameter: Node & { name: string }): Field {
  const { schema, description, required } = parameter
  const described = { ...(schema as Node), ...(description ? { description } : {}) }
  return fieldOf(document, parameter.name, [described], required === true)
}

function bodyFields(document: Document, requestBody: Node | undefined): Field[] {
  const content = Object.values((requestBody?.content ?? {}) as Record<string, Node>)
  const variants = content.flatMap(({ schema }) => variantsOf(document, schema as Node))
  const schemas = new Map<string, Node[]>()
  for (const { properties } of variants) {
    for (const [name, schema] of Object.entries(properties as Record<string, Node>)) {
      if (schema.readOnly !== true) schemas.set(name, [...(schemas.get(name) ?? []), schema])
    }
  }
  return [...schemas].map(([name, found]) => {
    const isRequired = variants.every(({ required }) => (required as string[])?.includes(name))
    return fieldOf(document, name, found, isRequired)
  })
}

/** The objects that a body may be. */
function variantsOf(document: Document, schema: Node): Node[] {
  const { oneOf, ...object } = resolve(document, schema)
  if (oneOf === undefined) return object.properties === undefined ? [] : [object]
  return (oneOf as Node[]).flatMap((variant) => variantsOf(document, variant))
}

function fieldOf(
  document: Document,
  name: string,
  schemas: readonly Node[],
  isRequired: boolean,
): Field {
  const resolved = schemas.map((schema) => resolve(document, schema))
  const choices = [
    ...new Set(
      resolved
        .flatMap((schema) => (schema.enum ?? [schema.const ?? []].flat()) as (string | null)[])
        .filter((choice) => choice !== null),
    ),
  ]
  const kinds = new Set(resolved.map((schema) => kindOf(document, schema)))
  const [kind = 'text'] = kinds.size === 1 ? kinds : ['json' as const]
  const summary = resolved.find(({ description }) => description !== undefined)?.description
  return {
    name,
    kind,
    ...(isRequired && { isRequired }),
    ...(resolved.some(isNullable) && { isNullable: true }),
    ...(choices.length > 0 && { choices }),
    ...(summary !== undefined && { summary: String(summary) }),
  }
}

const isNullable = ({ type, anyOf }: Node): boolean =>
  [type].flat().includes('null') || ((anyOf ?? []) as Node[]).some(isNullable)

function kindOf(document: Document, schema: Node): Field['kind'] {
  if (schema.anyOf !== undefined) return 'json'
  const types = [schema.type].flat().filter((type) => type !== 'null')
  if (types.length > 1 || types.includes('object')) return 'json'
  if (types.includes('array')) {
    const item = resolve(document, (schema.items ?? {}) as Node)
    return kindOf(document, item) === 'text' ? 'list' : 'json'
  }
  if (types.includes('boolean')) return 'flag'
  return types.includes('integer') || types.includes('number') ? 'number' : 'text'
}

function answerOf(document: Document, responses: Record<string, Node>): Description['answer'] {
  const [status = '', response] = Object.entries(responses)[0] ?? []
  const [type, message] = Object.entries((response?.content ?? {}) as Record<string, Node>)[0] ?? []
  if (status === '204' || message === undefined) return 'none'
  if (type !== 'application/json') return 'lines'
  const schema = resolve(document, message.schema as Node)
  if (schema.type === 'array') return 'array'
  const properties = (schema.properties ?? {}) as Record<string, Node>
  return properties.content !== undefined && properties.totalElements !== undefined
    ? 'pages'
    : 'one'
}

function resolve(document: Document, schema: Node): Node {
  const reference = schema.$ref
  if (typeof reference !== 'string') return schema
  const name = reference.slice(reference.lastIndexOf('/') + 1)
  return resolve(document, document.components.schemas[name] ?? {})
}
