import { operations } from '../generated/operations.js'

export type OperationId = keyof typeof operations

/** A query parameter or a property of a body. */
export type Field = {
  readonly name: string
  readonly kind: 'text' | 'number' | 'flag' | 'list' | 'json'
  readonly isRequired?: true
  /** null is a value: it removes what the resource has. */
  readonly isNullable?: true
  readonly choices?: readonly string[]
  readonly summary?: string
}

export type Operation = {
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly query: readonly Field[]
  /** Names of the headers that callers choose. */
  readonly headers: readonly string[]
  readonly body: readonly Field[]
  readonly answer: 'pages' | 'array' | 'one' | 'lines' | 'none'
}

export const operationOf = (id: OperationId): Operation => operations[id]

/** The values that a property of a body may have. */
export const choicesOf = (id: OperationId, name: string): readonly string[] =>
  operationOf(id).body.find((field) => field.name === name)?.choices ?? []

export const isOperationId = (text: string): text is OperationId => Object.hasOwn(operations, text)

/** The names in a path, in order: `projectId`, `assetId`. */
export const parametersOf = ({ path }: Operation): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
