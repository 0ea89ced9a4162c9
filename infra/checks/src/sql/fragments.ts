import { enclosingFunction, isFunction, isKind, type Node, returnsOf, walk } from './parser.js'

/** Placeholder for a value in a statement's text until values are numbered. */
export const value = '\u0000'

/** Templates of the fragments used in texts. */
type Used = Set<Node>

/**
 * The possible texts of an SQL template: together they contain each variant of each fragment at
 * least once. A value becomes `value`. Adds the fragments to `used`.
 */
export function textsOf(template: Node, used: Used): string[] {
  if (template.templateSpans === undefined) return [template.text]
  const spans = template.templateSpans.map(({ expression, literal }) => ({
    variants: variantsOf(expression, used) ?? [value],
    after: literal.text,
  }))
  const count = Math.max(...spans.map(({ variants }) => variants.length))
  return Array.from({ length: count }, (_, i) =>
    spans.reduce(
      (text, { variants, after }) => `${text}${variants[i % variants.length]}${after}`,
      template.head?.text ?? '',
    ),
  )
}

/** The texts of an expression that is an SQL fragment; null for a value. */
export function variantsOf(expression: Node, used: Used): string[] | null {
  if (isKind(expression, 'ParenthesizedExpression') || isKind(expression, 'AwaitExpression'))
    return variantsOfAny(expression.expression, used)
  if (isKind(expression, 'TaggedTemplateExpression')) {
    const { tag, template } = expression
    if (tag?.getText() !== 'Prisma.sql' || template === undefined) return null
    used.add(expression)
    return textsOf(template, used)
  }
  if (isKind(expression, 'PropertyAccessExpression')) {
    return expression.getText() === 'Prisma.empty' ? [''] : null
  }
  if (isKind(expression, 'ConditionalExpression')) {
    return union([expression.whenTrue, expression.whenFalse], used)
  }
  if (isKind(expression, 'ElementAccessExpression')) return ofTable(expression, used)
  if (isKind(expression, 'CallExpression')) return ofCall(expression, used)
  if (isKind(expression, 'Identifier')) return ofIdentifier(expression, used)
  return null
}

const variantsOfAny = (expression: Node | undefined, used: Used): string[] | null =>
  expression === undefined ? null : variantsOf(expression, used)

function union(expressions: readonly (Node | undefined)[], used: Used): string[] | null {
  const variants = expressions.map((expression) => variantsOfAny(expression, used))
  if (variants.every((found) => found === null)) return null
  return variants.flatMap((found) => found ?? [value])
}

/** `columns[name]`: each entry of the object. */
function ofTable(access: Node, used: Used): string[] | null {
  const declaration = access.expression && declarationOf(access.expression)
  let table = declaration?.initializer
  while (table !== undefined && !isKind(table, 'ObjectLiteralExpression')) table = table.expression
  return union(
    (table?.properties ?? []).map(({ initializer }) => initializer),
    used,
  )
}

/** Functions whose results are being collected. */
const active = new Set<Node>()

function ofCall({ expression: callee }: Node, used: Used): string[] | null {
  if (callee === undefined || !isKind(callee, 'Identifier')) return null
  const declaration = declarationOf(callee)
  const fn = isFunction(declaration) ? declaration : declaration?.initializer
  // A recursive function is left out of itself.
  if (fn === undefined || !isFunction(fn) || active.has(fn)) return null
  active.add(fn)
  const variants = union(returnsOf(fn), used)
  active.delete(fn)
  return variants
}

function ofIdentifier(name: Node, used: Used): string[] | null {
  const declaration = declarationOf(name)
  if (declaration === undefined) return null
  return isKind(declaration, 'Parameter')
    ? ofParameter(declaration, used)
    : variantsOfAny(declaration.initializer, used)
}

/** The arguments passed for a parameter by all calls of the function, all in the same file. */
function ofParameter(parameter: Node, used: Used): string[] | null {
  if (parameter.type?.getText() !== 'Prisma.Sql') return null
  const fn = parameter.parent
  if (fn === undefined) return null
  const index = fn.parameters?.indexOf(parameter) ?? -1
  const name = (fn.name ?? fn.parent?.name)?.getText()
  const given = [...walk(fileOf(fn))].flatMap((node) =>
    isKind(node, 'CallExpression') && node.expression?.getText() === name
      ? [node.arguments?.[index]]
      : [],
  )
  return union(given, used)
}

/** Resolves a name in this file to its declaration in the nearest enclosing function. */
function declarationOf(name: Node): Node | undefined {
  const text = name.getText()
  const declarations = [...walk(fileOf(name))].filter(
    (node) =>
      (isKind(node, 'VariableDeclaration') ||
        isKind(node, 'Parameter') ||
        isKind(node, 'FunctionDeclaration') ||
        isKind(node, 'BindingElement')) &&
      node.name?.getText() === text,
  )
  let scope = enclosingFunction(name)
  while (scope !== undefined) {
    const inner = scope
    const found = declarations.find((declaration) => scopeOf(declaration) === inner)
    if (found !== undefined) return found
    scope = enclosingFunction(scope)
  }
  return declarations.find((declaration) => scopeOf(declaration) === undefined)
}

const scopeOf = (declaration: Node): Node | undefined =>
  isKind(declaration, 'Parameter') ? declaration.parent : enclosingFunction(declaration)

const fileOf = (node: Node): Node => (node.parent === undefined ? node : fileOf(node.parent))
