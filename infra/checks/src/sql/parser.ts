import { createRequire } from 'node:module'

/** A node of TypeScript's syntax tree, with the fields used here. */
export type Node = {
  kind: number
  /** undefined for a source file. */
  parent: Node | undefined
  text: string
  name?: Node
  type?: Node
  expression?: Node
  initializer?: Node
  body?: Node
  argumentExpression?: Node
  tag?: Node
  template?: Node
  head?: Node
  templateSpans?: readonly (Node & { expression: Node; literal: Node })[]
  literal?: Node
  whenTrue?: Node
  whenFalse?: Node
  elements?: readonly Node[]
  properties?: readonly Node[]
  parameters?: readonly Node[]
  arguments?: readonly Node[]
  getText(): string
  getStart(): number
}

export type SourceFile = Node & {
  getLineAndCharacterOfPosition(position: number): { line: number }
}

type TypeScript = {
  SyntaxKind: Readonly<Record<string, number>>
  ScriptTarget: { Latest: number }
  createSourceFile(name: string, text: string, target: number, parents: boolean): SourceFile
  forEachChild(node: Node, visit: (child: Node) => void): void
}

// TypeScript 7 has no JavaScript API. dependency-cruiser depends on an older version that has one.
const ts: TypeScript = createRequire(import.meta.resolve('dependency-cruiser'))('typescript')

export const parse = (name: string, text: string): SourceFile =>
  ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)

/** Whether a node has the given kind, by its name in TypeScript's SyntaxKind. */
export const isKind = (node: Node | undefined, name: string): boolean =>
  node !== undefined && node.kind === ts.SyntaxKind[name]

/** The node and its descendants in source order. */
export function* walk(node: Node): Generator<Node> {
  yield node
  const children: Node[] = []
  ts.forEachChild(node, (child) => void children.push(child))
  for (const child of children) yield* walk(child)
}

/** The innermost function around a node; undefined at the top level. */
export function enclosingFunction(node: Node): Node | undefined {
  for (let outer: Node | undefined = node.parent; outer; outer = outer.parent) {
    if (isFunction(outer)) return outer
  }
  return undefined
}

export const isFunction = (node: Node | undefined): boolean =>
  isKind(node, 'ArrowFunction') ||
  isKind(node, 'FunctionDeclaration') ||
  isKind(node, 'FunctionExpression')

/** The return values of a function; the body of an arrow function without braces. */
export function returnsOf(fn: Node): Node[] {
  const { body } = fn
  if (body === undefined) return []
  if (!isKind(body, 'Block')) return [body]
  return [...walk(body)].flatMap((node) =>
    isKind(node, 'ReturnStatement') && enclosingFunction(node) === fn && node.expression
      ? [node.expression]
      : [],
  )
}
