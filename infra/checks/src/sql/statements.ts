import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { textsOf, value, variantsOf } from './fragments.js'
import { isFunction, isKind, type Node, parse, returnsOf, type SourceFile, walk } from './parser.js'

/** A text that a service may send to Postgres, with `$1` and so on for its values. */
type Statement = { at: string; text: string }

/** A database access that cannot be checked, and why it is not allowed. */
export type Problem = { at: string; reason: string }

type FoundSql = { statements: Statement[]; problems: Problem[] }

/** Templates with these tags are statements. */
const tags = new Set(['$queryRaw', '$executeRaw', 'query', 'queryRow'])

const unchecked = new Set(['$queryRawUnsafe', '$executeRawUnsafe', '$queryRawTyped'])
const uncheckedFragments = new Set(['Prisma.raw', 'Prisma.join'])

/** Operations of a Prisma model: `db.<model>.<operation>(…)`. */
const operation =
  /^(find(Unique|First|Many)(OrThrow)?|(create|update)(Many(AndReturn)?)?|delete(Many)?|upsert|count|aggregate|groupBy)$/

/**
 * Collects every SQL text in the services' sources. Any other way of sending SQL is a problem,
 * because its text would be sent unchecked.
 */
export async function findSql(root: string, models: ReadonlySet<string>): Promise<FoundSql> {
  const services = await readdir(join(root, 'services'))
  const found: FoundSql = { statements: [], problems: [] }
  for (const service of services) {
    const folder = join(root, 'services', service, 'src')
    const names = await readdir(folder, { recursive: true })
    for (const name of names.filter((name) => name.endsWith('.ts')).sort()) {
      const path = join(folder, name)
      const file = parse(relative(root, path), await readFile(path, 'utf8'))
      const { statements, problems } = readSql(file, relative(root, path), models)
      found.statements.push(...statements)
      found.problems.push(...problems)
    }
  }
  return found
}

/** @param models names of Prisma's models, as in `tx.<name>`. */
export function readSql(file: SourceFile, path: string, models: ReadonlySet<string>): FoundSql {
  const nodes = [...walk(file)]
  const isRepository = /(^|[/-])repository\.ts$/.test(path)
  const used = new Set<Node>()
  const at = (node: Node) =>
    `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`

  const statements = nodes.flatMap((node) => {
    const template = templateOf(node)
    const texts = template === null ? [] : textsOf(template, used)
    return texts.map((text) => ({ at: at(node), text: numbered(text) }))
  })
  const problems = nodes.flatMap((node) => {
    const isLost = node.tag?.getText() === 'Prisma.sql' && !used.has(node)
    const reason = isLost
      ? 'no statement of this file uses it'
      : faultOf(node, isRepository, models)
    return reason === null ? [] : [{ at: at(node), reason }]
  })
  return { statements, problems }
}

/** null for anything but a statement. */
const templateOf = ({ tag, template }: Node): Node | null =>
  template !== undefined && tags.has(tag?.name?.text ?? '') ? template : null

function faultOf(node: Node, isRepository: boolean, models: ReadonlySet<string>): string | null {
  if (templateOf(node) !== null && !isRepository) return 'only repositories query'
  if (isExportedFragment(node)) return 'other files would use it unchecked'
  if (!isKind(node, 'PropertyAccessExpression')) return null
  const name = node.name?.text ?? ''
  const owner = node.expression
  if (unchecked.has(name) || uncheckedFragments.has(node.getText())) {
    return `${name} makes a text that is not found`
  }
  if (/^\$(query|execute)Raw$/.test(name) && node.parent?.tag !== node) {
    return `${name} is called without a template`
  }
  const isModel = isKind(owner, 'PropertyAccessExpression') && models.has(owner?.name?.text ?? '')
  return isModel && operation.test(name) && !isRepository ? 'only repositories query' : null
}

/** Includes functions that return one. */
function isExportedFragment(node: Node): boolean {
  const statement = isKind(node, 'VariableDeclaration') ? node.parent?.parent : node
  const isDeclaration = statement !== node || isKind(node, 'FunctionDeclaration')
  if (!isDeclaration || !/^export\b/.test(statement?.getText() ?? '')) return false
  const fn = isFunction(node) ? node : node.initializer
  const results = fn !== undefined && isFunction(fn) ? returnsOf(fn) : [node.initializer]
  return results.some((result) => result && variantsOf(result, new Set()) !== null)
}

function numbered(text: string): string {
  let count = 0
  return text.replaceAll(value, () => {
    count += 1
    return `$${count}`
  })
}
