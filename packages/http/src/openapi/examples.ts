type Operation = { operationId?: string; requestBody?: { content?: Record<string, object> } }
type Paths = Record<string, Record<string, Operation>>

/**
 * Adds an example to each JSON body of the document.
 *
 * @throws if an example belongs to no operation: a renamed operation would lose it silently.
 */
export function withExamples<Document extends { paths?: unknown }>(
  document: Document,
  examples: Readonly<Record<string, unknown>>,
): Document {
  const unused = new Set(Object.keys(examples))
  const add = (operation: Operation): Operation => {
    const { operationId = '', requestBody } = operation
    const content = requestBody?.content?.['application/json']
    if (content === undefined || !unused.delete(operationId)) return operation
    const json = { ...content, example: examples[operationId] }
    return { ...operation, requestBody: { ...requestBody, content: { 'application/json': json } } }
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
